import { Form, Link } from "react-router";
import { css } from "styled-system/css";
import { button, row, text } from "styled-system/recipes";
import { SelectField } from "~/ui/choice-fields";
import { formView } from "~/ui/form-state";
import { Icon } from "~/ui/icon";
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

export function NotesPages({ pages: { page, pages, newer, older } }: Pick<NotesPage, "pages">) {
  if (pages === 1) return null;
  return (
    <nav aria-label="Pages of notes" className={row({ gap: "2" })}>
      {newer && (
        <Link to={newer} className={button()} rel="prev">
          <Icon name="earlier" /> Newer notes
        </Link>
      )}
      {older && (
        <Link to={older} className={button()} rel="next">
          Older notes <Icon name="later" />
        </Link>
      )}
      <span className={text({ kind: "quiet" })}>
        Page {page} of {pages}
      </span>
    </nav>
  );
}

const fields = css({
  display: { base: "grid", wide: "flex" },
  gap: "3",
  alignItems: "flex-end",
  _print: { display: "none" },
});
