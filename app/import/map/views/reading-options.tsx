import { column, control, field, row, text } from "styled-system/recipes";
import { CSV_ENCODINGS, type CsvEncoding } from "~/import/parse/decode";
import { CSV_DELIMITERS, type CsvDelimiter } from "~/import/parse/table";
import type { ReadFile } from "~/import/read-file";

/** How the bytes of the file are read. */
export interface ReadAs {
  encoding: CsvEncoding;
  delimiter: CsvDelimiter;
}

interface HowItIsReadProps {
  file: ReadFile;
  problem: string | undefined;
  onReadAs: ((as: ReadAs) => void) | undefined;
}

/** The guessed encoding and separator, which the user can change. */
export function ReadingOptions({ file, problem, onReadAs }: HowItIsReadProps) {
  const [first] = file.files;
  if (!first) return null;
  const { encoding, delimiter } = first;
  return (
    <section aria-labelledby="how-read" className={column({ gap: "3" })}>
      <h2 id="how-read">How the file is read</h2>
      {problem && (
        <p role="alert" className={text({ kind: "error" })}>
          {problem}
        </p>
      )}
      <div className={row({ gap: "4", align: "end" })}>
        <ReadingChoice<CsvEncoding>
          name="encoding"
          label="Encoding"
          hint="Change it if letters or pound signs look wrong"
          choices={CSV_ENCODINGS}
          chosen={encoding}
          onChoose={onReadAs && ((value) => onReadAs({ encoding: value, delimiter }))}
        />
        <ReadingChoice<CsvDelimiter>
          name="delimiter"
          label="Separator"
          hint="Change it if columns run together"
          choices={CSV_DELIMITERS}
          chosen={delimiter}
          onChoose={onReadAs && ((value) => onReadAs({ encoding, delimiter: value }))}
        />
      </div>
    </section>
  );
}

interface ReadingChoiceProps<Value extends string> {
  name: string;
  label: string;
  hint: string;
  choices: Readonly<Record<Value, string>>;
  chosen: Value;
  /** With script the file is read again at once. */
  onChoose: ((value: Value) => void) | undefined;
}

function ReadingChoice<Value extends string>({
  name,
  label,
  hint,
  choices,
  chosen,
  onChoose,
}: ReadingChoiceProps<Value>) {
  return (
    <div className={field().root}>
      <label htmlFor={name} className={field().label}>
        {label}
      </label>
      <span id={`${name}-hint`} className={field().hint}>
        {hint}
      </span>
      <select
        id={name}
        name={name}
        aria-describedby={`${name}-hint`}
        defaultValue={chosen}
        className={control({ width: "ch40" })}
        onChange={onChoose && (({ currentTarget }) => onChoose(currentTarget.value as Value))}
      >
        {Object.entries<string>(choices).map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
    </div>
  );
}
