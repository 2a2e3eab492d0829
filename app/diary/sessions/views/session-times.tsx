import { css } from "styled-system/css";
import { column, text } from "styled-system/recipes";
import { TickField } from "~/ui/forms/choice-fields";
import { AmbiguousTimeField, DateField, TimeField } from "~/ui/forms/date-and-time-fields";
import { FieldPair } from "~/ui/forms/field-frame";
import type { FormView } from "~/ui/forms/form-state";
import type { Preview } from "../preview";

interface SessionTimesProps {
  form: FormView;
  preview: Preview;
  /** The row of the plan that the times match. */
  planLine: string | null;
}

/** Start and end of a session, with further fields for unusual ones. */
export function SessionTimes({ form, preview, planLine }: SessionTimesProps) {
  return (
    <div className={`${column({ gap: "3" })} ${endDateWhenTicked}`}>
      <FieldPair>
        <TimeField form={form} name="session_start_time" label="Start time" />
        <TimeField form={form} name="session_end_time" label="End time" />
      </FieldPair>
      {planLine && (
        <p aria-live="polite" className={text({ kind: "hint" })}>
          From your job plan: {planLine}
        </p>
      )}
      {preview.ends && (
        <p className={text({ kind: "small", figures: true })} data-ends="">
          {preview.ends}
        </p>
      )}
      <AmbiguousTimeField form={form} name="session_start_time_which" twice={preview.startTwice} />
      <AmbiguousTimeField form={form} name="session_end_time_which" twice={preview.endTwice} />
      <div className={column({ gap: "0" })}>
        <TickField form={form} name="whole_day" label="Whole day (24 h)" />
        <TickField form={form} name="session_greater_24_hours" label="Longer than 24 hours" />
      </div>
      <div data-end-date="">
        <DateField form={form} name="session_end_date" label="End date" min={preview.date || undefined} />
      </div>
    </div>
  );
}

// Shown by CSS alone, so that it works without script.
const endDateWhenTicked = css({
  "&:not(:has(input[name=session_greater_24_hours]:checked)) > [data-end-date]": { display: "none" },
});
