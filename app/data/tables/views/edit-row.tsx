import { Link } from "react-router";
import { css } from "styled-system/css";
import { tag, text } from "styled-system/recipes";
import type { Choice, ChoiceGroup } from "~/ui/choice-fields";
import { type FormView, formView } from "~/ui/form-state";
import type { Column } from "../columns";
import { type CellFields, fieldOfRow } from "../edit/fields";
import type { DataLine } from "../lines";
import { EditField, onlyNarrow } from "./edit-field";

/** What the rows of a table are edited with. */
export interface Editing {
  cells: CellFields;
  /** Lists of elements, each for the lines that name it. */
  offers: readonly ChoiceGroup[][];
  /** Choices in the user's own words, by the name of their field. */
  own: Readonly<Record<string, readonly Choice[]>>;
}

const UNDER_DATE = ["description", "element"];

/** What tells which row it is, and is not edited here: a column of its own would push those that are out of sight. */
export function isUnderDate(column: string, { cells }: Editing): boolean {
  return UNDER_DATE.includes(column) && !cells[column];
}

interface EditRowProps {
  line: DataLine;
  place: number;
  form: FormView;
  columns: readonly Column[];
  editing: Editing;
  /** For who hears the page. */
  called: string;
}

/** A row with a field in each cell that is simple, and in the others what they hold. */
export function EditRow({ line, place, form, columns, editing, called }: EditRowProps) {
  const { unique_ref, version, name, cells, answers = {} } = line;
  const facts = { ref: unique_ref, version: String(version), name, was: JSON.stringify(answers) };
  const starts = { ...facts, ...answers };
  const isSent = form.value(fieldOfRow(place, "ref")) === unique_ref;
  const named = Object.entries(starts).map(([each, value]) => [fieldOfRow(place, each), value]);
  const view = isSent ? form : formView(Object.fromEntries(named), undefined);
  return (
    <tr>
      {columns.map(({ id, label, text_encrypted }) => {
        if (id === "date") {
          return <RowHead key={id} line={line} place={place} facts={facts} view={view} editing={editing} />;
        }
        const fields = (editing.cells[id] ?? []).filter(({ name: field }) => field in answers);
        if (fields.length === 0) {
          return (
            <td key={id} className={text_encrypted ? long : undefined}>
              <span className={`${onlyNarrow} ${text({ kind: "small" })}`}>{label}</span>
              {cells[id] || <span className={text({ kind: "quiet" })}>–</span>}
            </td>
          );
        }
        return (
          <td key={id} className={fields.length > 1 || id === "element" ? wholeLine : undefined}>
            <div className={together}>
              {fields.map((field) => (
                <EditField
                  key={field.name}
                  field={field}
                  form={view}
                  name={fieldOfRow(place, field.name)}
                  called={called}
                  choices={editing.own[field.name] ?? field.choices ?? []}
                  groups={field.name === ELEMENT ? (editing.offers[line.offer ?? 0] ?? []) : []}
                />
              ))}
              {id === "pa" && answers[FIXED_PA] === "" && (
                <span className={text({ kind: "quiet" })}>{cells.pa} by time</span>
              )}
            </div>
          </td>
        );
      })}
    </tr>
  );
}

interface RowHeadProps {
  line: DataLine;
  place: number;
  /** What the row is sent with beside its answers. */
  facts: Readonly<Record<string, string>>;
  view: FormView;
  editing: Editing;
}

function RowHead({ line: { path, cells, marks }, place, facts, view, editing }: RowHeadProps) {
  return (
    <th scope="row">
      {Object.keys(facts).map((each) => {
        const field = fieldOfRow(place, each);
        return <input key={each} type="hidden" name={field} value={view.value(field)} />;
      })}
      <Link to={path} className={text({ figures: true })}>
        {cells.date}
      </Link>
      {UNDER_DATE.filter((each) => isUnderDate(each, editing)).map((each) => (
        <div key={each} className={css({ fontWeight: "normal" })}>
          {cells[each]}
        </div>
      ))}
      {marks.map((mark) => (
        <div key={mark}>
          <span className={tag({ tone: "warn" })}>{mark}</span>
        </div>
      ))}
    </th>
  );
}

const ELEMENT = "job_plan_element_unique_ref";
const FIXED_PA = "fixed_PA_allocation";

const together = css({ display: "flex", gap: "2", alignItems: "flex-end" });
const wholeLine = css({ gridColumn: "1 / -1" });
const long = css({ whiteSpace: "pre-line", maxWidth: "read", overflowWrap: "anywhere", minWidth: "[124px]" });
