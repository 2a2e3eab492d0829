import { Link } from "react-router";
import { css } from "styled-system/css";
import { tag, text } from "styled-system/recipes";
import { typedTime } from "~/time/typed-time";
import { type Choice, type ChoiceGroup, SelectField } from "~/ui/choice-fields";
import { type FormView, formView } from "~/ui/form-state";
import { TextField } from "~/ui/text-fields";
import type { Column, TableKind } from "../columns";
import { type CellField, type CellFields, fieldOfRow } from "../edit/fields";
import type { DataLine } from "../lines";
import { columnKeys } from "./move-in-column";

/** What the rows of a table are edited with. */
export interface Editing {
  cells: CellFields;
  /** Lists of elements, each for the lines that name it. */
  offers: readonly ChoiceGroup[][];
  /** Choices in the user's own words, by the name of their field. */
  own: Readonly<Record<string, readonly Choice[]>>;
}

interface EditTableProps {
  kind: TableKind;
  columns: readonly Column[];
  lines: readonly DataLine[];
  form: FormView;
  editing: Editing;
}

/** The rows with a field in each cell that is simple; on a phone each stands as a form of its own. */
export function EditTable({ kind, columns, lines, form, editing }: EditTableProps) {
  return (
    <section aria-label={kind.title} className={css({ overflowX: "auto" })}>
      <table ref={columnKeys} className={grid}>
        <caption className={css({ srOnly: true })}>{kind.title}, to edit</caption>
        <thead>
          <tr>
            {columns.map(({ id, label }) => (
              <th key={id} scope="col" className={css({ paddingRight: "3" })}>
                {editing.cells[id]?.length === 1 ? editing.cells[id][0]?.label : label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line, at) => (
            <EditRow
              key={line.unique_ref}
              line={line}
              place={placeIn(form, line, lines.length + at) ?? at}
              form={form}
              columns={columns}
              editing={editing}
              called={`${kind.one} ${at + 1} of ${lines.length}, ${line.name.replace(/^Case, /, "")}`}
            />
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Where a row stands in a form that came back: that may have others, and another order; null for a form that is new. */
function placeIn(form: FormView, { unique_ref }: DataLine, otherwise: number): number | null {
  const rows = form.rows("rows");
  if (rows === 0) return null;
  const sent = Array.from({ length: rows }, (_, place) => place);
  return sent.find((place) => form.value(fieldOfRow(place, "ref")) === unique_ref) ?? otherwise;
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

function EditRow({ line, place, form, columns, editing, called }: EditRowProps) {
  const { unique_ref, version, path, name, cells, marks, answers = {} } = line;
  const facts: Record<string, string> = {
    ...{ ref: unique_ref, version: String(version), name, was: JSON.stringify(answers) },
  };
  const starts = { ...facts, ...answers };
  const isSent = form.value(fieldOfRow(place, "ref")) === unique_ref;
  const named = Object.entries(starts).map(([each, value]) => [fieldOfRow(place, each), value]);
  const view = isSent ? form : formView(Object.fromEntries(named), undefined);
  return (
    <tr>
      {columns.map(({ id, label, sealed }) => {
        if (id === "date") {
          return (
            <th key={id} scope="row" className={text({ figures: true })}>
              {Object.keys(facts).map((each) => {
                const field = fieldOfRow(place, each);
                return <input key={each} type="hidden" name={field} value={view.value(field)} />;
              })}
              <Link to={path}>{cells.date}</Link>
              {marks.map((mark) => (
                <div key={mark}>
                  <span className={tag({ tone: "warn" })}>{mark}</span>
                </div>
              ))}
            </th>
          );
        }
        const fields = (editing.cells[id] ?? []).filter(({ name: field }) => field in answers);
        if (fields.length === 0) {
          return (
            <td key={id} className={sealed ? long : undefined}>
              <span className={`${onlyNarrow} ${text({ kind: "small" })}`}>{label}</span>
              {cells[id] || <span className={text({ kind: "quiet" })}>–</span>}
            </td>
          );
        }
        return (
          <td key={id} className={fields.length > 1 || id === "element" ? wholeLine : undefined}>
            <div className={together}>
              {fields.map((field) => (
                <Field
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

const ELEMENT = "job_plan_element_unique_ref";
const FIXED_PA = "fixed_PA_allocation";

interface FieldProps {
  field: CellField;
  form: FormView;
  name: string;
  called: string;
  choices: readonly Choice[];
  groups: readonly ChoiceGroup[];
}

function Field({ field, form, name, called, choices, groups }: FieldProps) {
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
        inputMode={kind === "figure" ? "decimal" : "text"}
        {...(kind === "time" ? { shape: typedTime } : {})}
      />
    </div>
  );
}

const grid = css({
  borderCollapse: "collapse",
  width: "full",
  fontSize: "md",
  "& th": { textAlign: "left", color: "quiet", fontWeight: "strong" },
  "& thead th": { borderBottom: "ink", paddingBlock: "2" },
  "& thead": { display: { base: "none", wide: "table-header-group" } },
  "& tbody th": { color: "ink", overflowWrap: "anywhere", fontSize: "md" },
  "& tbody tr": {
    display: { base: "grid", wide: "table-row" },
    gridTemplateColumns: "[minmax(0, 1fr) minmax(0, 1fr)]",
    columnGap: "3",
    borderBottom: "line",
    paddingBlock: { base: "2", wide: "0" },
  },
  "& tbody tr > th": { gridColumn: "1 / -1" },
  "& tbody th, & td": {
    paddingBlock: { base: "half", wide: "2" },
    paddingRight: "3",
    borderBottom: { wide: "line" },
  },
});

const together = css({ display: "flex", gap: "2", alignItems: "flex-end" });
const wholeLine = css({ gridColumn: "1 / -1" });
const onlyNarrow = css({ display: { base: "block", wide: "none" } });
const narrow = css({ minWidth: "[88px]" });
const middle = css({ minWidth: "[108px]" });
const wide = css({ minWidth: "menu", width: "full" });
const roomy = css({ minWidth: "[124px]", width: "full" });
const long = css({ whiteSpace: "pre-line", maxWidth: "read", overflowWrap: "anywhere", minWidth: "[124px]" });
