import type { ReactNode } from "react";
import { css } from "styled-system/css";
import { choice, column, note, text } from "styled-system/recipes";
import type { CsvMapping } from "~/import/fields";
import type { EarlierImport } from "~/import/map/known-file.server";
import type { MapChoices } from "~/import/parse/map-rows";
import { formatNotice } from "~/import/parse/remarks";
import { type MappedFile, newRowsOf, type ReadFile, type ReadingRequest, type StoredLines } from "~/import/read-file";
import { formatCounted } from "~/platform/time/counted";
import { Icon } from "~/ui/layout/icon";
import { FirstRows } from "./first-rows";
import { MapColumns } from "./map-columns";
import { MapWords } from "./map-words";
import { DoubtfulValues, RejectedRows, RowCounts } from "./mapped-rows";
import { OnlyMine } from "./only-mine";
import { type ReadAs, ReadingOptions } from "./reading-options";

interface MapQuestionsProps {
  mapped: MappedFile;
  choices: MapChoices;
  onChoices: (choices: MapChoices) => void;
  /** By field name. */
  errors: Readonly<Record<string, string>>;
}

/** Doubts about whole columns: some need an answer, some offer a choice, others are only shown. */
function MapQuestions({ mapped, choices, onChoices, errors }: MapQuestionsProps) {
  if (mapped.notices.length === 0) return null;
  return (
    <section aria-labelledby="questions" className={column({ gap: "3" })}>
      <h2 id="questions">Check these</h2>
      {mapped.notices.map((notice) => (
        <div key={notice.code} className={note({ tone: "warn" })}>
          <p>{formatNotice(notice)}</p>
          {notice.code === "us_dates" && (
            <Answers
              name="us_dates"
              legend="How the dates are read"
              answers={["no", "yes"].map((value, index) => {
                const reading = notice.dates?.readings[index];
                const label = `Read the dates ${value === "yes" ? "month" : "day"} first`;
                return { value, label: reading ? `${label}: ${reading}` : label };
              })}
              chosen={yesOrNo(choices.usDates)}
              onChoose={(value) => onChoices({ usDates: value === "yes" })}
              error={errors.us_dates}
            />
          )}
          {notice.code === "same_case" && (
            <Answers
              name="join_procedures"
              legend="What these rows are"
              answers={JOIN_PROCEDURES}
              chosen={yesOrNo(choices.joinProcedures ?? true)}
              onChoose={(value) => onChoices({ joinProcedures: value === "yes" })}
            />
          )}
          {notice.code === "gender_codes" && (
            <Answers
              name="gender_codes"
              legend="What 1 and 2 mean"
              answers={GENDER_CODES}
              chosen={choices.genderCodes}
              onChoose={(genderCodes) => onChoices({ genderCodes })}
            />
          )}
        </div>
      ))}
    </section>
  );
}

const JOIN_PROCEDURES = [
  { value: "yes", label: "Join their procedures into one case" },
  { value: "no", label: "Import each row as a case" },
] as const;

const GENDER_CODES = [
  { value: "1_female", label: "1 is female, 2 is male" },
  { value: "1_male", label: "1 is male, 2 is female" },
] as const;

function yesOrNo(answer: boolean | undefined): "yes" | "no" | undefined {
  return answer === undefined ? undefined : answer ? "yes" : "no";
}

interface AnswersProps<Value extends string> {
  name: string;
  legend: string;
  answers: readonly { value: Value; label: string }[];
  chosen: Value | undefined;
  onChoose: (value: Value) => void;
  error?: string | undefined;
}

function Answers<Value extends string>({ name, legend, answers, chosen, onChoose, error }: AnswersProps<Value>) {
  return (
    <fieldset
      className={css({ border: "none", padding: "0", margin: "0" })}
      aria-describedby={error ? `${name}-error` : undefined}
    >
      <legend className={css({ srOnly: true })}>{legend}</legend>
      {error && (
        <p id={`${name}-error`} className={text({ kind: "error" })}>
          {error}
        </p>
      )}
      {answers.map(({ value, label }, index) => (
        <label key={value} className={choice()}>
          <input
            id={index === 0 ? name : undefined}
            type="radio"
            name={name}
            value={value}
            checked={chosen === value}
            onChange={() => onChoose(value)}
          />
          <span>{label}</span>
        </label>
      ))}
    </fieldset>
  );
}

interface MapStepProps {
  file: ReadFile;
  /** The result of the mapping; null until it is known. */
  mapped: MappedFile | null;
  wanted: ReadingRequest;
  onWanted: (wanted: ReadingRequest) => void;
  /** Why the file could not be read with the encoding or separator that was chosen last. */
  readProblem?: string;
  onReadAs?: (as: ReadAs) => void;
  errors: Readonly<Record<string, string>>;
  /** Whether the mapping is the one that was used for this layout before. */
  remembered: boolean;
  onDevice: boolean;
  /** Lines that earlier imports brought from the file; null for none. */
  there: StoredLines | null;
  /** Control that downloads the rejected rows as a file. */
  download: ReactNode;
  /** Buttons of the form: Confirm Columns and those beside it. */
  buttons: ReactNode;
}

/** The mapping page (specification, sections 2.15 and 4), rendered inside a form. */
export function MapStep(props: MapStepProps) {
  const {
    file,
    mapped,
    wanted,
    onWanted,
    readProblem,
    onReadAs,
    errors,
    remembered,
    onDevice,
    there,
    download,
    buttons,
  } = props;
  const setMapping = (mapping: CsvMapping) => onWanted({ ...wanted, mapping });
  const setChoices = (choices: MapChoices) => onWanted({ ...wanted, choices: { ...wanted.choices, ...choices } });
  return (
    <div className={column({ gap: "5" })}>
      <p className={note({ icon: true })}>
        <Icon name="info" />
        <span>
          {onDevice
            ? "This file is read on your device. Only the columns that you map below are sent, a date of birth as an age. All others, such as names and hospital numbers, stay on your device. So do the names of anaesthetists."
            : "JavaScript is off, so the whole file was sent to show this page. Only the columns that you map below are kept, a date of birth as an age. The names of anaesthetists are not kept."}
        </span>
      </p>
      <section aria-labelledby="columns" className={column({ gap: "2" })}>
        <h2 id="columns">Columns</h2>
        <p className={text({ kind: "hint" })}>
          {remembered
            ? "These are the columns that you chose for the last file with the same headings. Check them, then confirm."
            : "Daybook suggests columns by their headings. Check them, then confirm. You can use each column once."}
        </p>
        <MapColumns file={file} mapping={wanted.mapping} onMapping={setMapping} errors={errors} />
      </section>
      {mapped && <MapQuestions mapped={mapped} choices={wanted.choices} onChoices={setChoices} errors={errors} />}
      {mapped && <OnlyMine mapped={mapped} choices={wanted.choices} onChoices={setChoices} error={errors.mine} />}
      {mapped && mapped.words.length > 0 && (
        <MapWords
          columns={mapped.words}
          own={wanted.own}
          table={wanted.choices.words ?? {}}
          onTable={(words) => setChoices({ words: Object.keys(words).length > 0 ? words : undefined })}
        />
      )}
      {mapped && <RowCounts mapped={mapped} fresh={newRowsOf(file, wanted, mapped, there)} />}
      {mapped && <DoubtfulValues file={file} mapped={mapped} />}
      <div className={foot}>{buttons}</div>
      {mapped && mapped.faults.length > 0 && <RejectedRows file={file} mapped={mapped} download={download} />}
      <FirstRows file={file} mapping={wanted.mapping} onDevice={onDevice} />
      <ReadingOptions file={file} problem={readProblem} onReadAs={onReadAs} />
    </div>
  );
}

const foot = css({ display: "grid", gap: "2" });

/** Shown for a file of which all rows were imported before. */
export function ImportedBefore({ earlier, there }: { earlier: EarlierImport; there: StoredLines | null }) {
  const placed = there?.placed ?? 0;
  const inLogbook =
    placed === 0
      ? "None of its cases is in your logbook."
      : `${formatCounted(placed, "case from it is", "cases from it are")} in your logbook.`;
  return (
    <p className={note({ tone: "warn" })}>
      You imported this file on {earlier.day}. {inLogbook} No case is imported twice. If you map the columns
      differently, the cases that are not in a session yet are replaced.
    </p>
  );
}
