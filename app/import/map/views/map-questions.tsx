import { css } from "styled-system/css";
import { choice, column, note, text } from "styled-system/recipes";
import type { MapChoices } from "~/import/parse/map-rows";
import { formatNotice } from "~/import/parse/remarks";
import type { MappedFile } from "~/import/read-file";

interface MapQuestionsProps {
  mapped: MappedFile;
  choices: MapChoices;
  onChoices: (choices: MapChoices) => void;
  /** By field name. */
  errors: Readonly<Record<string, string>>;
}

/** Doubts about whole columns: some need an answer, some offer a choice, others are only shown. */
export function MapQuestions({ mapped, choices, onChoices, errors }: MapQuestionsProps) {
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
