import { Link } from "react-router";
import { css } from "styled-system/css";
import { text } from "styled-system/recipes";
import { type CellField, type CellFields, fieldOfRow } from "~/data/tables/fields";
import type { DataLine } from "~/data/tables/rows.server";
import { LockedMark } from "~/diary/locks/views/locked-notice";
import { type Choice, type ChoiceGroup, SelectField } from "~/ui/forms/choice-fields";
import { type FormView, formView } from "~/ui/forms/form-state";
import { TextField } from "~/ui/forms/text-fields";
import { typeTime } from "~/ui/forms/typed-text";
import type { Column } from "../columns";
import { long, Marks } from "./data-table";

interface EditFieldProps {
  field: CellField;
  form: FormView;
  name: string;
  called: string;
  choices: readonly Choice[];
  groups: readonly ChoiceGroup[];
}

/** The field of a cell. Its label is visible on a phone only, where the table has no heading row. */
function EditField({ field, form, name, called, choices, groups }: EditFieldProps) {
  const { kind, label, width, blank } = field;
  const words = (
    <>
      <span className={onlyNarrow} aria-hidden="true">
        {label}
      </span>
      <span className={css({ srOnly: true })}>{`${label}, ${called}`}</span>
    </>
  );
  const at = { form, name, label: words };
  if (kind === "choice") {
    return (
      <div className={groups.length > 0 ? wide : width && !form.error(name) ? middle : roomy}>
        <SelectField
          {...at}
          width={width ?? "full"}
          choices={choices}
          groups={groups}
          {...(blank === undefined ? {} : { blank })}
        />
      </div>
    );
  }
  return (
    <div className={kind === "text" || form.error(name) ? roomy : narrow}>
      <TextField
        {...at}
        width={width ?? "full"}
        figures={kind !== "text"}
        inputMode={kind === "text" ? "text" : "decimal"}
        {...(kind === "time" ? { shape: typeTime } : {})}
      />
    </div>
  );
}

/** Hidden on a wide screen, where the column's heading says it. */
const onlyNarrow = css({ display: { base: "block", wide: "none" } });
const narrow = css({ minWidth: "[72px]" });
const middle = css({ minWidth: "[108px]" });
const wide = css({ minWidth: "menu", width: "full" });
const roomy = css({ minWidth: "[124px]", width: "full" });

/** What rows need to be edited: fields, and the options of their choices. */
export interface Editing {
  cells: CellFields;
  /** Lists of elements; a line names its list by index. */
  offers: readonly ChoiceGroup[][];
  /** Options in the user's own words, by the name of their field. */
  own: Readonly<Record<string, readonly Choice[]>>;
}

const UNDER_DATE = ["description", "element"];

/**
 * Whether a column is shown below the date: it identifies the row and is not edited here, and a column for it would
 * push those that are edited out of sight.
 */
export function isUnderDate(column: string, { cells }: Editing): boolean {
  return UNDER_DATE.includes(column) && !cells[column];
}

interface EditRowProps {
  line: DataLine;
  place: number;
  form: FormView;
  columns: readonly Column[];
  editing: Editing;
  /** Name of the row, for screen readers. */
  called: string;
}

/** A row with fields in the cells that can be edited, and values in the others. */
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
  /** Values that are sent with the row's answers. */
  facts: Readonly<Record<string, string>>;
  view: FormView;
  editing: Editing;
}

function RowHead({ line: { path, cells, marks, locked }, place, facts, view, editing }: RowHeadProps) {
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
      {locked && (
        <div>
          <LockedMark />
        </div>
      )}
      <Marks marks={marks} />
    </th>
  );
}

const ELEMENT = "job_plan_element_unique_ref";
const FIXED_PA = "fixed_PA_allocation";

const together = css({ display: "flex", gap: "2", alignItems: "flex-end" });
const wholeLine = css({ gridColumn: "1 / -1" });
