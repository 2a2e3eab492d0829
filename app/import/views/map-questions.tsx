import { css } from "styled-system/css";
import { choice, column, note } from "styled-system/recipes";
import type { MapChoices } from "~/import/parse/map-rows";
import { formatNotice } from "~/import/parse/words";
import type { MappedFile } from "../read-file";

interface MapQuestionsProps {
  mapped: MappedFile;
  choices: MapChoices;
  onChoices: (choices: MapChoices) => void;
}

/** What is doubtful of a whole column: asked, offered, or only said. */
export function MapQuestions({ mapped, choices, onChoices }: MapQuestionsProps) {
  if (mapped.notices.length === 0) return null;
  return (
    <section aria-labelledby="questions" className={column({ gap: "3" })}>
      <h2 id="questions">Check these</h2>
      {mapped.notices.map((notice) => (
        <div key={notice.code} className={note({ tone: "warn" })}>
          <p>{formatNotice(notice)}</p>
          {notice.code === "us_dates" && (
            <Tick
              name="us_dates"
              label="Read them month first"
              ticked={choices.usDates === true}
              onTick={(usDates) => onChoices({ usDates })}
            />
          )}
          {notice.code === "same_case" && (
            <Tick
              name="join_procedures"
              label="Join their procedures to one case"
              ticked={choices.joinProcedures === true}
              onTick={(joinProcedures) => onChoices({ joinProcedures })}
            />
          )}
          {notice.code === "gender_codes" && (
            <fieldset className={css({ border: "none", padding: "0", margin: "0" })}>
              <legend className={css({ srOnly: true })}>What 1 and 2 mean</legend>
              {GENDER_CODES.map(({ value, label }) => (
                <label key={value} className={choice()}>
                  <input
                    type="radio"
                    name="gender_codes"
                    value={value}
                    checked={choices.genderCodes === value}
                    onChange={() => onChoices({ genderCodes: value })}
                  />
                  <span>{label}</span>
                </label>
              ))}
            </fieldset>
          )}
        </div>
      ))}
    </section>
  );
}

const GENDER_CODES = [
  { value: "1_female", label: "1 is female, 2 is male" },
  { value: "1_male", label: "1 is male, 2 is female" },
] as const;

interface TickProps {
  name: string;
  label: string;
  ticked: boolean;
  onTick: (ticked: boolean) => void;
}

function Tick({ name, label, ticked, onTick }: TickProps) {
  return (
    <label className={choice()}>
      <input
        type="checkbox"
        name={name}
        value="yes"
        checked={ticked}
        onChange={({ currentTarget }) => onTick(currentTarget.checked)}
      />
      <span>{label}</span>
    </label>
  );
}
