import { Form, Link } from "react-router";
import { css } from "styled-system/css";
import { button, column, field, text } from "styled-system/recipes";
import { chips } from "~/diary/cases/views/chips";
import { GMC_DOMAINS, REFLECTION_TYPES } from "~/reports/appraisal";
import type { ShownNote } from "~/reports/reflections/notes";
import type { NotesPage } from "~/reports/reflections/page.server";
import { SelectField } from "~/ui/forms/choice-fields";
import { FieldError } from "~/ui/forms/field-frame";
import { type FormView, formView } from "~/ui/forms/form-state";
import { PageSteps } from "~/ui/layout/page-steps";

const TYPES = Object.entries(REFLECTION_TYPES).map(([value, label]) => ({ value, label }));

const OPEN = [{ value: "open", label: "Not sorted yet" }];

/** Chooses which notes are shown: a plain GET. */
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

/** Each note with its fields. */
export function NoteList({ notes, form }: { notes: readonly ShownNote[]; form: FormView }) {
  return (
    <ol className={list}>
      {notes.map((note, at) => {
        return <NoteItem key={note.case_ref} note={note} form={answersTo(note, at, form)} name={`notes[${at}]`} />;
      })}
    </ol>
  );
}

/** A note's own answers of a form, wherever it was in the list then: some may be deleted since, others new. */
export function answersTo({ case_ref, type, domains }: ShownNote, at: number, form: FormView): FormView {
  const places = Array.from({ length: form.rows("notes") }, (_, place) => `notes[${place}]`);
  const sent = places.find((place) => form.value(`${place}.case_ref`) === case_ref);
  if (sent === `notes[${at}]`) return form;
  const answers = sent
    ? { type: form.value(`${sent}.type`), domains: form.values(`${sent}.domains`) }
    : { type, domains };
  return formView({ [`notes[${at}].type`]: answers.type, [`notes[${at}].domains`]: answers.domains }, undefined);
}

function NoteItem({ note, form, name }: { note: ShownNote; form: FormView; name: string }) {
  const domains = `${name}.domains`;
  const ticked = form.values(domains);
  return (
    <li className={item}>
      <div className={column({ gap: "2" })}>
        <h2 className={css({ fontSize: "h3" })}>
          <Link to={note.to}>
            {note.day}, {note.element}
          </Link>
        </h2>
        <p className={noteText}>{note.text}</p>
      </div>
      <div className={column({ gap: "3" })}>
        <input type="hidden" name={`${name}.case_ref`} value={note.case_ref} />
        <input type="hidden" name={`${name}.version`} value={note.version} />
        <SelectField form={form} name={`${name}.type`} label="Type" choices={TYPES} blank="Not chosen" width="ch24" />
        <fieldset className={field().root}>
          <legend className={field().label}>GMC domains</legend>
          <FieldError form={form} name={domains} />
          <div className={chips}>
            {Object.entries(GMC_DOMAINS).map(([key, label], at) => (
              <label key={key}>
                <input
                  type="checkbox"
                  id={at === 0 ? domains : undefined}
                  name={domains}
                  value={key}
                  defaultChecked={ticked.includes(key)}
                />
                {label}
              </label>
            ))}
          </div>
        </fieldset>
      </div>
    </li>
  );
}

export function NoNotes({ any }: { any: boolean }) {
  return (
    <p className={text({ kind: "read" })}>
      {any
        ? "Every note this year has a type and a domain."
        : "No reflective notes this year. Add them to the cases in your logbook. You can then sort them here for your appraisal."}{" "}
      {!any && <Link to="/logbook/">Open your logbook</Link>}
    </p>
  );
}

const list = css({ listStyleType: "none", padding: "0", margin: "0", borderTop: "ink" });

const item = css({
  display: "grid",
  gap: "4",
  gridTemplateColumns: { base: "minmax(0, 1fr)", desk: "repeat(2, minmax(0, 1fr))" },
  borderBottom: "line",
  paddingBlock: "4",
});

const noteText = css({ whiteSpace: "pre-line", overflowWrap: "anywhere", maxWidth: "read" });

const fields = css({
  display: { base: "grid", wide: "flex" },
  gap: "3",
  alignItems: "flex-end",
  _print: { display: "none" },
});
