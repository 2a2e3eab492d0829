import { column, note } from "styled-system/recipes";
import type { MapChoices } from "~/import/parse/map-rows";
import type { GenderCodes } from "~/import/parse/patient";
import { formatNotice } from "~/import/parse/remarks";
import type { MappedFile } from "~/import/read-file";
import { ChoiceList } from "~/ui/forms/choice-list";
import { formView } from "~/ui/forms/form-state";

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
  const { usDates, joinProcedures = true, genderCodes = null } = choices;
  const said = {
    us_dates: usDates === undefined ? null : yesOrNo(usDates),
    join_procedures: yesOrNo(joinProcedures),
    gender_codes: genderCodes,
  };
  const form = { ...formView(said, undefined), error: (name: string) => errors[name] };
  return (
    <section aria-labelledby="questions" className={column({ gap: "3" })}>
      <h2 id="questions">Check these</h2>
      {mapped.notices.map((notice) => (
        <div key={notice.code} className={note({ tone: "warn" })}>
          <p>{formatNotice(notice)}</p>
          {notice.code === "us_dates" && (
            <ChoiceList
              {...{ form, type: "radio", labelUnseen: true }}
              name="us_dates"
              label="How the dates are read"
              choices={["no", "yes"].map((value, index) => {
                const reading = notice.dates?.readings[index];
                const label = `Read the dates ${value === "yes" ? "month" : "day"} first`;
                return { value, label: reading ? `${label}: ${reading}` : label };
              })}
              onChoose={(value) => onChoices({ usDates: value === "yes" })}
            />
          )}
          {notice.code === "same_case" && (
            <ChoiceList
              {...{ form, type: "radio", labelUnseen: true }}
              name="join_procedures"
              label="What these rows are"
              choices={JOIN_PROCEDURES}
              onChoose={(value) => onChoices({ joinProcedures: value === "yes" })}
            />
          )}
          {notice.code === "gender_codes" && (
            <ChoiceList
              {...{ form, type: "radio", labelUnseen: true }}
              name="gender_codes"
              label="What 1 and 2 mean"
              choices={GENDER_CODES}
              onChoose={(value) => onChoices({ genderCodes: value as GenderCodes })}
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

function yesOrNo(answer: boolean): "yes" | "no" {
  return answer ? "yes" : "no";
}
