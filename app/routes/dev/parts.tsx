import { column } from "styled-system/recipes";
import { Calendars } from "~/dev/parts/calendar-parts";
import { Buttons, Fields, FormParts } from "~/dev/parts/form-parts";
import { Lists, Notices, Pages, Words } from "~/dev/parts/page-parts";
import { BehindDialogContext } from "~/ui/layout/front";
import { PageTitle } from "~/ui/layout/page";

/** Local builds only: every building block of `ui/` in every state. */
export default function Gallery() {
  return (
    <div className={column({ gap: "6" })}>
      <PageTitle title="Parts" />
      <h1>Parts</h1>
      <Words />
      <Buttons />
      <Fields />
      <FormParts />
      <Notices />
      <Lists />
      <Calendars />
      {/* Samples of pages leave the title of this one alone. */}
      <BehindDialogContext value={true}>
        <Pages />
      </BehindDialogContext>
    </div>
  );
}
