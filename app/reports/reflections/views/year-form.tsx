import { Form } from "react-router";
import { css } from "styled-system/css";
import { button } from "styled-system/recipes";
import { SelectField } from "~/ui/choice-fields";
import { formView } from "~/ui/form-state";
import { PageSteps } from "~/ui/page-steps";
import type { NotesPage } from "../page.server";

const OPEN = [{ value: "open", label: "Not sorted yet" }];

/** Which notes are shown: a plain GET. */
export function NotesYearForm({ years, choice }: Pick<NotesPage, "years" | "choice">) {
  const form = formView({ year: String(choice.year), show: choice.open ? "open" : "" }, undefined);
  return (
    <Form method="get" action="/reports/reflections/" className={fields}>
      <SelectField form={form} name="year" label="Appraisal year" choices={years} />
      <SelectField form={form} name="show" label="Notes" blank="All" choices={OPEN} />
      <button type="submit" className={button()}>
        Show
      </button>
    </Form>
  );
}

export function NotesPages({ pages }: Pick<NotesPage, "pages">) {
  return (
    <PageSteps
      label="Pages of notes"
      before={pages.newer}
      messageBefore="Newer notes"
      next={pages.older}
      nextMessage="Older notes"
      at={pages}
    />
  );
}

const fields = css({
  display: { base: "grid", wide: "flex" },
  gap: "3",
  alignItems: "flex-end",
  _print: { display: "none" },
});
