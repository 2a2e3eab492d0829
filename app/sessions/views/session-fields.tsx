import { css } from "styled-system/css";
import { column, note, text } from "styled-system/recipes";
import type { Claim } from "~/claims/rules";
import { SessionFee } from "~/claims/views/session-fee";
import { FreeText } from "~/identifiers/views/free-text";
import { SaveAnyway } from "~/identifiers/views/save-anyway";
import type { Away } from "~/leave/away";
import { SegmentField, TickField } from "~/ui/choice-fields";
import { DateField, TimeField } from "~/ui/date-and-time-fields";
import { FieldPair } from "~/ui/field-frame";
import type { FormView } from "~/ui/form-state";
import { Icon } from "~/ui/icon";
import { TextField } from "~/ui/text-fields";
import { type Around, type Totals, totalsWith } from "../around";
import { hasJobPlanPas, type PlanChoice } from "../element-choices";
import { type Preview, previewOf, type TwiceTime } from "../preview";
import type { KeptSession } from "../rules";
import { ElementField } from "./element-field";
import { RecurrenceFields } from "./recurrence-fields";
import { useSessionDraft } from "./session-draft";

interface SessionFieldsProps {
  form: FormView;
  plans: readonly PlanChoice[];
  /** null for a new session. */
  kept: KeptSession | null;
  /** Someone asked, without script, for the elements of the date alone. */
  narrowed: boolean;
  fee: SessionFeeData;
  around: Around;
  /** Granted leave of the weeks around its date, and for a new session of what follows. */
  leave: readonly Away[];
}

/** What the form of a session's fee shows beside its answers. */
export interface SessionFeeData {
  /** null for none. */
  saved: Claim | null;
  payers: readonly string[];
  /** Of the fee's own page; null while the session is new. */
  path: string | null;
}

const TEXTS = ["description", "extra_claim_payer", "extra_claim_notes"];

/** Everything that a session's form asks, with what its answers come to. */
export function SessionFields({ form, plans, kept, narrowed, fee, around, leave }: SessionFieldsProps) {
  const draft = useSessionDraft(form, plans, kept !== null || form.kept === true || form.errors.length > 0);
  const preview = previewOf(draft.answers, plans, kept, leave);
  const totals = preview.date ? totalsWith(around, plans, preview.date, preview.own) : null;
  return (
    // Follows what bubbles up from the fields; it is no control itself.
    <div ref={draft.root} onInput={draft.onInput} className={column({ gap: "5" })}>
      <DateField form={form} name="session_date" label="Date" hint="For example, 17/11/2026" />
      <Times form={form} preview={preview} />
      <ElementField
        form={form}
        plans={plans}
        current={kept?.element_ref ?? null}
        chosen={draft.chosen}
        date={preview.date}
        scripted={draft.scripted}
        narrowed={narrowed || draft.scripted}
      />
      <Basis form={form} preview={preview} totals={totals} />
      {!kept && (
        <RecurrenceFields form={form} answers={draft.answers} plans={plans} leave={leave} scripted={draft.scripted} />
      )}
      <SessionFee form={form} {...fee} workDate={preview.date || null} planned={hasJobPlanPas(plans, draft.chosen)} />
      <TextField
        form={form}
        name="site"
        label="Site (optional)"
        width="ch40"
        hint={kept ? "" : "Blank takes the site of the element"}
      />
      <FreeText
        form={form}
        name="description"
        label="Notes (optional)"
        hint="No names, numbers or dates of birth of patients"
      />
      <SaveAnyway form={form} names={TEXTS} />
    </div>
  );
}

function Times({ form, preview }: { form: FormView; preview: Preview }) {
  return (
    <div className={`${column({ gap: "3" })} ${endDateWhenTicked}`}>
      <FieldPair>
        <TimeField form={form} name="session_start_time" label="Start time" />
        <TimeField form={form} name="session_end_time" label="End time" />
      </FieldPair>
      {preview.ends && (
        <p className={text({ kind: "small", figures: true })} data-ends="">
          {preview.ends}
        </p>
      )}
      <Twice form={form} name="session_start_time_which" twice={preview.startTwice} />
      <Twice form={form} name="session_end_time_which" twice={preview.endTwice} />
      <div className={column({ gap: "0" })}>
        <TickField form={form} name="whole_day" label="Whole day (24 h)" />
        <TickField form={form} name="session_greater_24_hours" label="Longer than 24 hours" />
      </div>
      <div data-end-date="">
        <DateField
          form={form}
          name="session_end_date"
          label="End date"
          hint="For example, 20/11/2026"
          min={preview.date || undefined}
        />
      </div>
    </div>
  );
}

/** In the night the clocks go back a time may mean either of two. */
function Twice({ form, name, twice }: { form: FormView; name: string; twice: TwiceTime | null }) {
  if (!twice) return null;
  return (
    <SegmentField
      form={{ ...form, value: () => twice.which }}
      name={name}
      label={`${twice.time} happens twice in this night`}
      choices={[
        { value: "first", label: `First ${twice.time}` },
        { value: "second", label: `Second ${twice.time}` },
      ]}
    />
  );
}

function Basis({ form, preview, totals }: { form: FormView; preview: Preview; totals: Totals | null }) {
  return (
    <div className={`${column({ gap: "3" })} ${allocationWhenFixed}`}>
      <SegmentField
        form={form}
        name="pa_calculation_basis"
        label="PA basis"
        choices={[
          { value: "time_calculated", label: "Time" },
          { value: "fixed", label: "Fixed" },
        ]}
      />
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
        <TextField
          form={form}
          name="fixed_PA_allocation"
          label="Fixed PA allocation"
          hint="Blank takes the allocation of the element, if it has one"
          width="ch6"
          inputMode="decimal"
          figures
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

/** What the day and the week come to with this session. */
function DayAndWeek({ totals }: { totals: Totals }) {
  const { day, ofDay, besideDay, ofWeek, besideWeek, planned } = totals;
  return (
    <p className={totalLines} data-totals="">
      <span>
        {day}: <strong>{ofDay} PA</strong> {besideDay.join(" ")}
      </span>
      <span>
        Its week: <strong>{ofWeek}</strong> {planned && `of ${planned} `}PA {besideWeek.join(" ")}
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

// Shown by the style sheet alone, so that it works without script.
const endDateWhenTicked = css({
  "&:not(:has(input[name=session_greater_24_hours]:checked)) > [data-end-date]": { display: "none" },
});
const allocationWhenFixed = css({
  "&:not(:has(input[value=fixed]:checked)) > [data-allocation]": { display: "none" },
});
