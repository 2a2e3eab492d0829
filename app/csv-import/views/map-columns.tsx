import { useState } from "react";
import { css } from "styled-system/css";
import { control, field as fieldRecipe, tag, text } from "styled-system/recipes";
import { chooseColumn, chosenWords, fieldOf } from "../choose-column";
import { CSV_FIELD_LABELS, CSV_FIELDS, type CsvField, type CsvMapping } from "../fields";
import { figure } from "../figures";
import type { ReadFile } from "../read-file";
import { rowWords } from "../reading/table";

interface MapColumnsProps {
  file: ReadFile;
  mapping: CsvMapping;
  onMapping: (mapping: CsvMapping) => void;
  /** By field name. */
  errors: Readonly<Record<string, string>>;
}

/** A line for each field: its column, and what stands in it. */
export function MapColumns({ file, mapping, onMapping, errors }: MapColumnsProps) {
  const [said, setSaid] = useState("");

  function choose(field: CsvField, value: string) {
    const column = value === "" ? null : Number(value);
    const chosen = chooseColumn(mapping, field, column);
    setSaid(chosenWords(field, column === null ? null : (file.columns[column]?.label ?? ""), chosen.movedFrom));
    onMapping(chosen.mapping);
  }

  return (
    <div>
      <ul className={list}>
        {CSV_FIELDS.map((field) => {
          const error = errors[`mapping.${field}`];
          const id = `mapping.${field}`;
          const samples = file.columns[mapping[field] ?? -1]?.samples ?? [];
          return (
            <li key={field} className={line} data-invalid={error ? "" : undefined}>
              <label htmlFor={id} className={name}>
                {CSV_FIELD_LABELS[field]}
              </label>
              <div className={css({ display: "grid", gap: "1" })}>
                {error && (
                  <span id={`${id}-error`} className={fieldRecipe().error}>
                    <span className={css({ srOnly: true })}>Error: </span>
                    {error}
                  </span>
                )}
                <select
                  id={id}
                  name={id}
                  value={mapping[field] ?? ""}
                  aria-invalid={error ? true : undefined}
                  aria-describedby={`${error ? `${id}-error ` : ""}${id}-samples`}
                  className={control({ width: "full" })}
                  onChange={({ currentTarget }) => choose(field, currentTarget.value)}
                >
                  <option value="">Not in this file</option>
                  {file.columns.map(({ index, label }) => {
                    const taken = fieldOf(mapping, index);
                    return (
                      <option key={index} value={index}>
                        {label}
                        {taken && taken !== field ? ` (now ${CSV_FIELD_LABELS[taken]})` : ""}
                      </option>
                    );
                  })}
                </select>
              </div>
              <p id={`${id}-samples`} className={values}>
                {samples.length > 0 ? (
                  <>
                    <span className={css({ srOnly: true })}>Such as </span>
                    {samples.map((sample) => (
                      <span key={sample} className={tag()}>
                        {sample}
                      </span>
                    ))}
                  </>
                ) : (
                  <span className={text({ kind: "hint" })}>
                    {mapping[field] === undefined ? "No column" : "This column is empty"}
                  </span>
                )}
              </p>
            </li>
          );
        })}
      </ul>
      <p role="status" className={status}>
        {said}
      </p>
    </div>
  );
}

interface FirstRowsProps {
  file: ReadFile;
  mapping: CsvMapping;
  /** False where the server has read the file: nothing stays on the device then. */
  onDevice: boolean;
}

/** The first rows as the file has them, a line a column: a wide file needs no scrolling sideways. */
export function FirstRows({ file, mapping, onDevice }: FirstRowsProps) {
  const mapped = CSV_FIELDS.flatMap((field) => file.columns[mapping[field] ?? -1] ?? []);
  const ignored = file.columns.filter(({ index }) => !fieldOf(mapping, index));
  const rows = file.first.length === 1 ? "The first row" : `The first ${file.first.length} rows`;
  const fate = onDevice ? "Stays on this device" : "Not kept";
  return (
    <section aria-labelledby="first-rows" className={css({ display: "grid", gap: "4" })}>
      <h2 id="first-rows">{rows}</h2>
      {mapped.length > 0 && <Cells file={file} columns={mapped} fate={(index) => imported(mapping, index)} />}
      {ignored.length > 0 && (
        <details open={ignored.length <= OPEN_COLUMNS}>
          <summary className={fold}>
            {ignored.length === 1 ? "1 column" : `${figure(ignored.length)} columns`} not imported:{" "}
            {ignoredFate(onDevice, ignored.length)}
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

/** More are folded away. */
const OPEN_COLUMNS = 40;

function imported(mapping: CsvMapping, column: number): string {
  const field = fieldOf(mapping, column);
  return field ? CSV_FIELD_LABELS[field] : "";
}

interface CellsProps {
  file: ReadFile;
  columns: ReadFile["columns"];
  fate: (column: number) => string;
}

function Cells({ file, columns, fate }: CellsProps) {
  return (
    <table className={grid}>
      <thead>
        <tr>
          <th scope="col">Column</th>
          {file.first.map(({ line }) => (
            <th key={line} scope="col">
              {rowWords(file, line)}
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
              <td key={line}>{cells[index]}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const list = css({ borderTop: "ink" });

const line = css({
  display: "grid",
  gridTemplateColumns: { base: "minmax(0, 1fr)", wide: "120px minmax(0, 300px) minmax(0, 1fr)" },
  columnGap: "4",
  rowGap: "1",
  alignItems: "center",
  borderBottom: "line",
  paddingBlock: "2",
  "&[data-invalid]": { borderLeft: "badSide", paddingLeft: "3" },
});

const name = css({ fontWeight: "strong" });

const values = css({
  display: "flex",
  flexWrap: "wrap",
  gap: "1",
  minWidth: "0",
  "& > span": {
    maxWidth: "full",
    overflow: "hidden",
    textOverflow: "ellipsis",
    whiteSpace: "nowrap",
    display: "block",
  },
});

const status = css({ minHeight: "[24px]", paddingTop: "2", fontSize: "sm", color: "quiet" });

const fold = css({ minHeight: "control", display: "flex", alignItems: "center", fontWeight: "strong", fontSize: "md" });

const grid = css({
  borderCollapse: "collapse",
  tableLayout: "fixed",
  width: "full",
  fontSize: "sm",
  "& th": { textAlign: "left", color: "quiet", fontWeight: "strong" },
  "& thead th": { borderBottom: "ink", paddingBlock: "2" },
  "& thead": { display: { base: "none", wide: "table-header-group" } },
  "& tbody th": { color: "ink", overflowWrap: "anywhere", fontSize: "md" },
  "& th > span": { fontWeight: "normal" },
  "& tbody tr": {
    display: { base: "grid", wide: "table-row" },
    gridTemplateColumns: "[minmax(0, 1fr) minmax(0, 1fr)]",
    columnGap: "3",
    borderBottom: "line",
    paddingBlock: { base: "2", wide: "0" },
  },
  "& tbody tr > th": { gridColumn: "1 / -1" },
  "& tbody th, & td": {
    verticalAlign: "baseline",
    paddingBlock: { base: "half", wide: "2" },
    paddingRight: "3",
    borderBottom: { wide: "line" },
  },
  "& td": { overflow: "hidden", textOverflow: "ellipsis", whiteSpace: "nowrap", color: "quiet" },
});
