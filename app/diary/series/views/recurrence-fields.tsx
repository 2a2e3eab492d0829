import { useRef } from "react";
import { css } from "styled-system/css";
import { column, text } from "styled-system/recipes";
import type { ShownLeave } from "~/diary/leave/rules";
import type { PlanChoice } from "~/diary/sessions/element-choices";
import { type Answers, seriesPreview, usualCode } from "~/diary/sessions/preview";
import { shortDate } from "~/platform/time/dates";
import { londonMoment } from "~/platform/time/london";
import { SegmentField, TickField } from "~/ui/forms/choice-fields";
import { DateField } from "~/ui/forms/date-and-time-fields";
import type { FormView } from "~/ui/forms/form-state";
import { TextField } from "~/ui/forms/text-fields";
import { SubmitButton } from "~/ui/layout/button";
import { SeriesPreview } from "./series-preview";

const TYPE = "recurringChoice_type";
const SELECTED = "recurringChoice_selected";

const WEEKS = [
  { value: "11", label: "Every week" },
  { value: "12", label: "2 weeks" },
  { value: "13", label: "3 weeks" },
  { value: "14", label: "4 weeks" },
];
const MONTHS = [
  { value: "21", label: "1st" },
  { value: "22", label: "2nd" },
  { value: "23", label: "3rd" },
  { value: "24", label: "4th" },
  { value: "25", label: "5th" },
];

interface RecurrenceFieldsProps {
  form: FormView;
  answers: Answers;
  plans: readonly PlanChoice[];
  leave: readonly ShownLeave[];
  scripted: boolean;
}

/** Whether and how a new session repeats (specification 2.13, 3.7), with the resulting dates. */
export function RecurrenceFields({ form, answers, plans, leave, scripted }: RecurrenceFieldsProps) {
  const root = useRef<HTMLFieldSetElement>(null);
  const preview = seriesPreview(answers, plans, leave);

  function turnTo(type: string): void {
    const fields = root.current?.form?.elements;
    const [codes, date] = [fields?.namedItem(SELECTED), fields?.namedItem("session_date")];
    if (codes instanceof RadioNodeList && date instanceof HTMLInputElement) codes.value = usualCode(type, date.value);
  }

  return (
    <div className={`${column({ gap: "3" })} ${optionsWhenTicked}`}>
      <div className={column({ gap: "1" })}>
        <TickField form={form} name="recurring" label="Recurring" />
        <details className={css({ fontSize: "sm" })}>
          <summary className={css({ color: "accent", paddingBlock: { base: "3", wide: "1" } })}>
            What recurring means
          </summary>
          <p className={text({ kind: "hint" })}>
            Daybook makes one session for each date, up to the end of the job plan, for a year where the plan has no
            end, or up to a date: 400 at most. You can correct the times of each session afterwards, for that one only
            or for all that follow. Their clock times stay when the clocks change.
          </p>
        </details>
      </div>
      <fieldset ref={root} className={`${options} ${codesOfType}`} data-options="">
        <legend className={css({ srOnly: true })}>Recurring options</legend>
        <SegmentField
          form={form}
          name={TYPE}
          label="Repeat"
          choices={[
            { value: "weekly", label: "Weekly" },
            { value: "monthly", label: "Monthly" },
            { value: "rota", label: "Rota" },
          ]}
          onInput={turnTo}
        />
        <div className={column({ gap: "4" })} data-rota="">
          <TextField
            form={form}
            name="recurringChoice_rota_weeks"
            label="Weeks of the rota"
            hint="Such as 2, 3 and 5 of 8"
            width="ch24"
          />
          <DateField form={form} name="recurringChoice_rota_start" label="A date in week 1" />
        </div>
        <div data-often="">
          <SegmentField
            form={form}
            name={SELECTED}
            label="How often"
            hint={<HowOften />}
            // The visible ones come first: an error leads to the first.
            choices={form.value(TYPE) === "monthly" ? [...MONTHS, ...WEEKS] : [...WEEKS, ...MONTHS]}
          />
        </div>
        <div className={`${column({ gap: "3" })} ${dateWhenChosen}`}>
          <SegmentField
            form={form}
            name="recurringChoice_until"
            label="Until"
            choices={[
              { value: "end", label: "End of job plan" },
              { value: "date", label: "A date" },
            ]}
          />
          <div data-until-date="">
            <DateField form={form} name="recurringChoice_until_date" label="Last date" />
          </div>
        </div>
        <div className={column({ gap: "1" })}>
          <TickField form={form} name="skip_bank_holidays" label="Leave out bank holidays" />
          <TickField form={form} name="skip_leave" label="Leave out your leave" />
        </div>
        {!scripted && (
          <div>
            <SubmitButton visual="normal" name="__INTENT__" value='validate("recurring")'>
              Show the dates
            </SubmitButton>
          </div>
        )}
        <div aria-live="polite">{preview && <SeriesPreview preview={preview} />}</div>
      </fieldset>
    </div>
  );
}

function HowOften() {
  return (
    <>
      <span data-weeks="">Weeks between sessions</span>
      <span data-months="">The same weekday each month. Not every month has a 5th</span>
    </>
  );
}

const options = css({
  display: "grid",
  gap: "4",
  border: "none",
  borderLeft: "strong",
  margin: "0",
  padding: "0",
  paddingLeft: "4",
  minWidth: "0",
});

// Shown by CSS alone, so that it works without script.
const optionsWhenTicked = css({
  "&:not(:has(input[name=recurring]:checked)) > [data-options]": { display: "none" },
});
const codesOfType = css({
  "&:has(input[value=weekly]:checked) :is(label:has(input[name=recurringChoice_selected][value^='2']), [data-months])":
    { display: "none" },
  "&:has(input[value=monthly]:checked) :is(label:has(input[name=recurringChoice_selected][value^='1']), [data-weeks])":
    { display: "none" },
  "&:has(input[value=rota]:checked) > [data-often]": { display: "none" },
  "&:not(:has(input[value=rota]:checked)) > [data-rota]": { display: "none" },
});
const dateWhenChosen = css({
  "&:not(:has(input[value=date]:checked)) > [data-until-date]": { display: "none" },
});

const scopeWhenChosen = css({
  "&:not(:has(input[value=following]:checked)) > [data-following]": { display: "none" },
});

interface SeriesScopeProps {
  form: FormView;
  series: { total: number; following: number; firstAt: number; lastAt: number };
  /** Of the sessions that follow: how many are like this one, and a text about the others. */
  following: { alike: number; others: string | null };
}

/** For a session of a series: whether those that follow it change with it. */
export function SeriesScope({ form, series, following: { alike, others } }: SeriesScopeProps) {
  const { total, following, firstAt, lastAt } = series;
  const dates = [firstAt, lastAt].map((instant) => shortDate(londonMoment(instant).date));
  return (
    <div className={`${column({ gap: "3" })} ${scopeWhenChosen} ${css({ borderBottom: "line", paddingBottom: "5" })}`}>
      <p>
        One of {total} repeating sessions, from {dates[0]} to {dates[1]}.
      </p>
      <SegmentField
        form={form}
        name="series_scope"
        label="Change"
        choices={[
          { value: "this", label: "This one only" },
          { value: "following", label: `This and all following (${following})` },
        ]}
      />
      {following > 1 && (
        <p className={text({ kind: "quiet" })} data-following="">
          Your changes, apart from the fee, apply to{" "}
          {others ? `the ${alike} that follow and are as this one is` : `all ${alike} that follow`}.
          {others && ` ${others}.`}
        </p>
      )}
    </div>
  );
}
