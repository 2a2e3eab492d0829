import { useState } from "react";
import { css } from "styled-system/css";
import { control, field as fieldRecipe, tag, text } from "styled-system/recipes";
import {
  CSV_FIELD_LABELS,
  CSV_FIELDS,
  type CsvField,
  type CsvMapping,
  chooseColumn,
  fieldOf,
  formatChosen,
} from "~/import/fields";
import type { ReadFile } from "~/import/read-file";

interface MapColumnsProps {
  file: ReadFile;
  mapping: CsvMapping;
  onMapping: (mapping: CsvMapping) => void;
  /** By field name. */
  errors: Readonly<Record<string, string>>;
}

/** A line for each field: its column, and samples of its values. */
export function MapColumns({ file, mapping, onMapping, errors }: MapColumnsProps) {
  const [said, setSaid] = useState("");

  function choose(field: CsvField, value: string) {
    const column = value === "" ? null : Number(value);
    const chosen = chooseColumn(mapping, field, column);
    setSaid(formatChosen(field, column === null ? null : (file.columns[column]?.label ?? ""), chosen.movedFrom));
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

const list = css({ borderTop: "ink" });

const line = css({
  display: "grid",
  gridTemplateColumns: { base: "minmax(0, 1fr)", wide: "140px minmax(0, 300px) minmax(0, 1fr)" },
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
  "& > span": { maxWidth: "full", overflowWrap: "anywhere", whiteSpace: "normal", lineClamp: 3 },
});

const status = css({ minHeight: "[24px]", paddingTop: "2", fontSize: "sm", color: "quiet" });
