import { css } from "styled-system/css";
import { column, text } from "styled-system/recipes";
import { type Choice, SelectField } from "~/ui/forms/choice-fields";
import { TimeField } from "~/ui/forms/date-and-time-fields";
import { FieldPair } from "~/ui/forms/field-frame";
import type { FormView } from "~/ui/forms/form-state";
import { useFollowed } from "~/ui/forms/use-followed";
import type { Span } from "../rules";
import { dayNote, readTyped, timesHint } from "../times-in-words";

interface CaseTimesProps {
  form: FormView;
  session: Span;
  /** The days to choose from; empty where the times determine the day. */
  days: readonly Choice[];
}

/** Start and end of a case, with how they are read; with script also the day that they fall on, if it is another one. */
export function CaseTimes({ form, session, days }: CaseTimesProps) {
  const { place, shown: note } = useFollowed(form, session, days.length > 0 ? noteOnDay : noteOfTimes);
  return (
    <div ref={place} className={column({ gap: "1" })}>
      <FieldPair>
        {days.length > 0 && (
          <div className={css({ flexBasis: "full", maxWidth: "ch24" })}>
            <SelectField form={form} name="case_day" label="Day" choices={days} />
          </div>
        )}
        <TimeField form={form} name="start_time" label="Start time" />
        <TimeField form={form} name="end_time" label="End time" />
      </FieldPair>
      <p className={css({ fontSize: "sm", color: "quiet", lineHeight: "snug" })}>{timesHint(session)}</p>
      <div aria-live="polite">
        {note && (
          <p className={text({ kind: "small", figures: true })} data-day="">
            {note}
          </p>
        )}
      </div>
    </div>
  );
}

function noteOfTimes(typed: FormView["value"], session: Span): string | null {
  return dayNote(session, readTyped(typed, false));
}

function noteOnDay(typed: FormView["value"], session: Span): string | null {
  return dayNote(session, readTyped(typed, true));
}
