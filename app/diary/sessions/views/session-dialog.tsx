import type { ReactNode } from "react";
import { css } from "styled-system/css";
import { column, text } from "styled-system/recipes";
import type { FeeAmounts } from "~/diary/fees/rules";
import { SessionFee } from "~/diary/fees/views/fee-details";
import type { Away } from "~/diary/leave/rules";
import { EnterSaves, SubmitButton } from "~/ui/button";
import { TickField } from "~/ui/choice-fields";
import { DateField, TimeField, TwiceField } from "~/ui/date-and-time-fields";
import { FieldPair } from "~/ui/field-frame";
import type { FormView } from "~/ui/form-state";
import { FreeText, SaveAnyway } from "~/ui/identifiers/views/free-text";
import { DialogPage } from "~/ui/page";
import { PostForm } from "~/ui/post-form";
import { SuggestField } from "~/ui/suggest-field";
import { hasJobPlanPas, type PlanChoice } from "../element-choices";
import { type Preview, previewOf } from "../preview";
import type { KeptSession } from "../rules";
import type { Around } from "../sums";
import { totalsWith } from "../sums";
import { ElementField } from "./element-field";
import { RecurrenceFields } from "./recurrence-fields";
import { SessionBasis } from "./session-basis";

import { useSessionDraft } from "./session-draft";

interface SessionFieldsProps {
  form: FormView;
  plans: readonly PlanChoice[];
  /** null for a new session. */
  kept: KeptSession | null;
  /** Someone asked, without script, for the elements of the date alone. */
  narrowed: boolean;
  /** Offered while one types. */
  sites: readonly string[];
  fee: SessionFeeData;
  around: Around;
  /** Granted leave of the weeks around its date, and for a new session of what follows. */
  leave: readonly Away[];
}

/** What the form of a session's fee shows beside its answers. */
interface SessionFeeData {
  /** null for none. */
  saved: FeeAmounts | null;
  payers: readonly string[];
  /** Of the fee's own page; null while the session is new. */
  path: string | null;
}

interface SessionDialogProps extends SessionFieldsProps {
  title: string;
  hidden: Record<string, string | undefined>;
  /** Where Cancel leads. */
  back: string;
  /** First of the fields: of a session that repeats. */
  series?: ReactNode;
  /** Above the fields. */
  warnings?: ReactNode;
  /** Under the fields: what hangs on the session. */
  children?: ReactNode;
  /** Beside Save. */
  more?: ReactNode;
}

const FORM_ID = "session";

/** The dialog that adds or edits a session. */
export function SessionDialog({ title, hidden, back, series, warnings, children, more, ...asked }: SessionDialogProps) {
  const footer = (
    <>
      <SubmitButton form={FORM_ID}>Save</SubmitButton>
      <SubmitButton form={FORM_ID} visual="normal" name="after_save" value="case">
        Save and add a case
      </SubmitButton>
      {more}
    </>
  );
  return (
    <DialogPage title={title} form={asked.form} back={back} footer={footer}>
      {warnings}
      <PostForm id={FORM_ID} hidden={hidden} className={column({ gap: "5" })}>
        {/* The first button is what Enter presses: it must save, not narrow the list of elements. */}
        <EnterSaves />
        {series}
        <SessionFields {...asked} />
      </PostForm>
      {children}
    </DialogPage>
  );
}

const TEXTS = ["description", "extra_claim_payer", "extra_claim_notes"];

/** Everything that a session's form asks, with what its answers come to. */
function SessionFields({ form, plans, kept, narrowed, sites, fee, around, leave }: SessionFieldsProps) {
  const draft = useSessionDraft(form, plans, kept !== null || form.kept === true || form.errors.length > 0);
  const preview = previewOf(draft.answers, plans, kept, leave);
  const totals = preview.date ? totalsWith(around, plans, preview.date, preview.own) : null;
  return (
    // Follows what bubbles up from the fields; it is no control itself.
    <div ref={draft.root} onInput={draft.onInput} className={column({ gap: "5" })}>
      <DateField form={form} name="session_date" label="Date" hint="For example, 17/11/2026" />
      <SessionTimes form={form} preview={preview} />
      <ElementField
        form={form}
        plans={plans}
        current={kept?.element_ref ?? null}
        chosen={draft.chosen}
        date={preview.date}
        scripted={draft.scripted}
        narrowed={narrowed || draft.scripted}
      />
      <SessionBasis form={form} preview={preview} totals={totals} />
      {!kept && (
        <RecurrenceFields form={form} answers={draft.answers} plans={plans} leave={leave} scripted={draft.scripted} />
      )}
      <SessionFee form={form} {...fee} workDate={preview.date || null} planned={hasJobPlanPas(plans, draft.chosen)} />
      <SuggestField
        form={form}
        name="site"
        label="Site (optional)"
        width="ch40"
        known={sites}
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

/** Start and end of a session, with what is asked of unusual ones. */
function SessionTimes({ form, preview }: { form: FormView; preview: Preview }) {
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
      <TwiceField form={form} name="session_start_time_which" twice={preview.startTwice} />
      <TwiceField form={form} name="session_end_time_which" twice={preview.endTwice} />
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

// Shown by the style sheet alone, so that it works without script.
const endDateWhenTicked = css({
  "&:not(:has(input[name=session_greater_24_hours]:checked)) > [data-end-date]": { display: "none" },
});
