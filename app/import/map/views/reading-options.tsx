import { column, row, text } from "styled-system/recipes";
import { CSV_ENCODINGS, type CsvEncoding } from "~/import/parse/decode";
import { CSV_DELIMITERS, type CsvDelimiter } from "~/import/parse/table";
import type { ReadFile } from "~/import/read-file";
import { SelectField } from "~/ui/forms/choice-fields";
import { formView } from "~/ui/forms/form-state";

/** How the bytes of the file are read. */
export interface ReadAs {
  encoding: CsvEncoding;
  delimiter: CsvDelimiter;
}

interface ReadingOptionsProps {
  file: ReadFile;
  problem: string | undefined;
  /** With script the file is read again at once. */
  onReadAs: ((as: ReadAs) => void) | undefined;
}

/** The guessed encoding and separator, which the user can change. */
export function ReadingOptions({ file, problem, onReadAs }: ReadingOptionsProps) {
  const [first] = file.files;
  if (!first) return null;
  const { encoding, delimiter } = first;
  const form = formView({ encoding, delimiter }, undefined);
  const readAs = (as: object) => onReadAs?.({ encoding, delimiter, ...as });
  return (
    <section aria-labelledby="how-read" className={column({ gap: "3" })}>
      <h2 id="how-read">How the file is read</h2>
      {problem && (
        <p role="alert" className={text({ kind: "error" })}>
          {problem}
        </p>
      )}
      <div className={row({ gap: "4", align: "end" })}>
        <SelectField
          form={form}
          name="encoding"
          label="Encoding"
          hint="Change it if letters or pound signs look wrong"
          choices={choicesOf(CSV_ENCODINGS)}
          width="ch40"
          onInput={(chosen) => readAs({ encoding: chosen })}
        />
        <SelectField
          form={form}
          name="delimiter"
          label="Separator"
          hint="Change it if columns run together"
          choices={choicesOf(CSV_DELIMITERS)}
          width="ch40"
          onInput={(chosen) => readAs({ delimiter: chosen })}
        />
      </div>
    </section>
  );
}

function choicesOf(labels: Readonly<Record<string, string>>) {
  return Object.entries(labels).map(([value, label]) => ({ value, label }));
}
