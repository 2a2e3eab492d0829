import { css } from "styled-system/css";
import type { FormView } from "~/ui/form-state";
import type { Column, TableKind } from "../columns";
import { fieldOfRow } from "../edit/fields";
import type { DataLine } from "../lines";
import { type Editing, EditRow, isUnderDate } from "./edit-row";
import { columnKeys } from "./move-in-column";

interface EditTableProps {
  kind: TableKind;
  columns: readonly Column[];
  lines: readonly DataLine[];
  form: FormView;
  editing: Editing;
}

/** The rows with a field in each cell that is simple; on a phone each stands as a form of its own. */
export function EditTable({ kind, columns: shown, lines, form, editing }: EditTableProps) {
  const columns = shown.filter(({ id }) => !isUnderDate(id, editing));
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
