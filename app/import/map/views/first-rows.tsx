import { css } from "styled-system/css";
import { tag } from "styled-system/recipes";
import { CSV_FIELD_LABELS, CSV_FIELDS, type CsvMapping, fieldOf } from "~/import/fields";
import { formatRow } from "~/import/parse/table";
import type { ReadFile } from "~/import/read-file";
import { formatCounted } from "~/platform/time/counted";
import { stackedTable } from "~/ui/layout/stacked-table";

interface FirstRowsProps {
  file: ReadFile;
  mapping: CsvMapping;
  /** False if the server has read the file, which then does not stay on the device. */
  onDevice: boolean;
}

/** The first rows of the file, one line for each column, so that a wide file needs no horizontal scrolling. */
export function FirstRows({ file, mapping, onDevice }: FirstRowsProps) {
  const mapped = CSV_FIELDS.flatMap((field) => file.columns[mapping[field] ?? -1] ?? []);
  const ignored = file.columns.filter(({ index }) => !fieldOf(mapping, index));
  const rows = file.first.length === 1 ? "The first row" : `The first ${file.first.length} rows`;
  const fate = onDevice ? "Stays on this device" : "Not kept";
  return (
    <section aria-labelledby="first-rows" className={css({ display: "grid", gap: "4" })}>
      <h2 id="first-rows">{rows}</h2>
      {mapped.length > 0 && <Cells file={file} columns={mapped} fate={(index) => imported(mapping, index, fate)} />}
      {ignored.length > 0 && (
        <details open={ignored.length <= OPEN_COLUMNS}>
          <summary className={fold}>
            {formatCounted(ignored.length, "column")} not imported: {ignoredFate(onDevice, ignored.length)}
          </summary>
          <Cells file={file} columns={ignored} fate={() => fate} />
        </details>
      )}
    </section>
  );
}

function ignoredFate(onDevice: boolean, columns: number): string {
  if (columns === 1) return onDevice ? "it stays on this device" : "it is not kept";
  return onDevice ? "they stay on this device" : "they are not kept";
}

/** More columns are in a closed fold. */
const OPEN_COLUMNS = 40;

function imported(mapping: CsvMapping, column: number, otherwise: string): string {
  const field = fieldOf(mapping, column);
  if (!field) return "";
  const label = CSV_FIELD_LABELS[field];
  return field === "anaesthetist" ? `${label}: ${otherwise.toLowerCase()}` : label;
}

interface CellsProps {
  file: ReadFile;
  columns: ReadFile["columns"];
  fate: (column: number) => string;
}

function Cells({ file, columns, fate }: CellsProps) {
  return (
    <table className={`${stackedTable} ${whole}`}>
      <thead>
        <tr>
          <th scope="col">Column</th>
          {file.first.map(({ line }) => (
            <th key={line} scope="col">
              {formatRow(file, line)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {columns.map(({ index, label }) => (
          <tr key={index}>
            <th scope="row">
              {label} <span className={tag()}>{fate(index)}</span>
            </th>
            {file.first.map(({ line, cells }) => (
              <td key={line}>
                <span>{cells[index]}</span>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const fold = css({ minHeight: "control", display: "flex", alignItems: "center", fontWeight: "strong", fontSize: "md" });

/** Long notes are cut after three lines. */
const whole = css({
  tableLayout: "fixed",
  fontSize: "sm",
  "& th > span": { fontWeight: "normal" },
  "& tbody th, & td": { verticalAlign: "baseline" },
  "& td": { overflowWrap: "anywhere", color: "quiet" },
  "& td > span": { lineClamp: 3 },
});
