import { css } from "styled-system/css";
import { column, note, text } from "styled-system/recipes";
import { SegmentField } from "~/ui/forms/choice-fields";
import type { FormView } from "~/ui/forms/form-state";
import { NumberField } from "~/ui/forms/text-fields";
import { Icon } from "~/ui/layout/icon";
import type { Preview } from "../preview";
import { PA_BASIS_CHOICES } from "../rules";
import type { Totals } from "../sums";

interface SessionBasisProps {
  form: FormView;
  preview: Preview;
  totals: Totals | null;
  /** What a blank allocation means with the element that is chosen; null without script, where that may not be known. */
  blankAllocation: string | null;
}

/** How the PAs of a session are calculated, with the result as the user types. */
export function SessionBasis({ form, preview, totals, blankAllocation }: SessionBasisProps) {
  return (
    <div className={`${column({ gap: "3" })} ${allocationWhenFixed}`}>
      <SegmentField form={form} name="pa_calculation_basis" label="PA basis" choices={PA_BASIS_CHOICES} />
      <details className={css({ fontSize: "sm" })}>
        <summary className={css({ color: "accent", paddingBlock: { base: "3", wide: "1" } })}>
          What Time and Fixed mean
        </summary>
        <p className={text({ kind: "hint" })}>
          Time works the PAs out from the start and the end by the rules of your job plan: in England 4 hours of
          standard time, or 3 hours of premium time (evenings, nights, weekends and bank holidays), make one PA. Fixed
          counts the PAs you enter, however long the session is: for on-call and other work that has an agreed
          allocation.
        </p>
      </details>
      <div data-allocation="">
        <NumberField
          form={form}
          name="fixed_PA_allocation"
          label="Fixed PA allocation"
          hint={blankAllocation ?? "Leave blank to use the element’s fixed allocation, if your job plan gives one"}
        />
      </div>
      {(preview.sum || totals) && (
        <div className={note()} aria-live="polite">
          {preview.sum && (
            <p data-sum="">
              {preview.sum.working} = <strong>{preview.sum.result}</strong>
            </p>
          )}
          {totals && <DayAndWeek totals={totals} />}
        </div>
      )}
      {preview.notes.map((words) => (
        <div key={words} className={note({ tone: "warn" })}>
          <p className={warning}>
            <Icon name="warning" /> {words}
          </p>
        </div>
      ))}
    </div>
  );
}

/** The totals of the day and the week with this session. */
function DayAndWeek({ totals }: { totals: Totals }) {
  const { day, ofDay, besideDay, ofWeek, besideWeek, planned } = totals;
  return (
    <p className={totalLines} data-totals="">
      <span>
        {day}: <strong>{ofDay} PA</strong> {besideDay.join(" ")}
      </span>
      <span>
        Logged in that week: <strong>{ofWeek}</strong> {planned && `of ${planned} `}PA {besideWeek.join(" ")}
      </span>
    </p>
  );
}

const totalLines = css({
  display: "flex",
  flexWrap: "wrap",
  columnGap: "4",
  fontSize: "sm",
  fontVariantNumeric: "tabular-nums",
});

const warning = css({ display: "flex", gap: "2", alignItems: "center", "& svg": { flexShrink: "0" } });

// Shown by CSS alone, so that it works without script.
const allocationWhenFixed = css({
  "&:not(:has(input[value=fixed]:checked)) > [data-allocation]": { display: "none" },
});
