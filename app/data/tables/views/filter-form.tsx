import { Form, Link } from "react-router";
import { css } from "styled-system/css";
import { button, choice, column, row, text } from "styled-system/recipes";
import { OUTSIDE_PLAN } from "~/diary/sessions/element-choices";
import { type ChoiceGroup, SelectField } from "~/ui/forms/choice-fields";
import { DateField } from "~/ui/forms/date-and-time-fields";
import { type FormView, formView } from "~/ui/forms/form-state";
import { Fold } from "~/ui/layout/fold";
import { type Choices, NO_ELEMENT } from "../choices";
import type { TableKind } from "../columns";

interface FilterFormProps {
  kind: TableKind;
  choices: Choices;
  form: FormView;
  elements: readonly ChoiceGroup[];
  address: string;
}

/** The choices as a form, with the errors of its dates. */
export function filterView({ from, until, element, status, fault }: Choices, faults: Record<string, string>): FormView {
  const errors = Object.fromEntries(Object.entries(faults).map(([name, message]) => [name, [message]]));
  const values = { from: [from], until: [until], element: [element], status: [status], fault: [fault] };
  return { ...formView({}, { values, errors }), refusal: faults };
}

/** Form for filters and columns: a plain GET, so that what is shown has an address. */
export function FilterForm({ kind, choices, form, elements, address }: FilterFormProps) {
  const { sort, down, columns } = choices;
  const groups = [
    { label: "Without", choices: [{ value: NO_ELEMENT, label: "No job plan element" }] },
    OUTSIDE_PLAN,
    ...elements,
  ];
  return (
    <Form key={address} method="get" action={kind.path} noValidate className={column({ gap: "4" })}>
      {(sort !== "date" || !down) && <input type="hidden" name="sort" value={`${down ? "-" : ""}${sort}`} />}
      <div className={grid}>
        <DateField form={form} name="from" label="From" hint="" />
        <DateField form={form} name="until" label="To" hint="" />
        <SelectField form={form} name="element" label="Job plan element" groups={groups} blank="Any" />
        <SelectField form={form} name="status" label="Status" choices={kind.statuses} blank="Any" />
        <SelectField form={form} name="fault" label="Data quality" choices={kind.faults} blank="Any" />
        <div className={row()}>
          <button type="submit" className={button()}>
            Show
          </button>
          {address !== kind.path && (
            <Link to={kind.path} className={button({ visual: "plain" })}>
              Clear
            </Link>
          )}
        </div>
      </div>
      <Fold title="Columns">
        <div className={`${row({ gap: "4" })} ${css({ paddingTop: "2" })}`}>
          {kind.columns
            .filter(({ id }) => id !== "date")
            .map(({ id, label }) => (
              <label key={id} className={choice()}>
                <input type="checkbox" name="columns" value={id} defaultChecked={columns.includes(id)} />
                {label}
              </label>
            ))}
        </div>
      </Fold>
    </Form>
  );
}

/** Status of a search: how much was searched, and whether there is more. */
export function FoundWords({ of, isAll, more, found, back }: FoundWordsProps) {
  return (
    <p className={text({ kind: "quiet" })} role="status">
      {found === 0 && "Nothing found. Try fewer words, or part of a word. "}
      Looked through {of}
      {!isAll && ", and there are more: choose dates to look through those"}
      {more && ". More hold the words than are shown"}. <Link to={back}>Show all again</Link>
    </p>
  );
}

interface FoundWordsProps {
  /** How many rows were searched, in words. */
  of: string;
  isAll: boolean;
  more: boolean;
  found: number;
  back: string;
}

const grid = css({
  display: "grid",
  gap: "3",
  alignItems: "end",
  gridTemplateColumns: { base: "minmax(0, 1fr)", wide: "repeat(3, minmax(0, 1fr))" },
  _print: { display: "none" },
});
