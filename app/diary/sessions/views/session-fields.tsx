import { column } from "styled-system/recipes";
import type { FeeAmounts } from "~/diary/fees/rules";
import { SessionFee } from "~/diary/fees/views/session-fee";
import type { Away } from "~/diary/leave/away";
import { DateField } from "~/ui/date-and-time-fields";
import type { FormView } from "~/ui/form-state";
import { FreeText, SaveAnyway } from "~/ui/identifiers/views/free-text";
import { SuggestField } from "~/ui/suggest-field";
import { type Around, totalsWith } from "../around";
import { hasJobPlanPas, type PlanChoice } from "../element-choices";
import { previewOf } from "../preview";
import type { KeptSession } from "../rules";
import { ElementField } from "./element-field";
import { RecurrenceFields } from "./recurrence-fields";
import { SessionBasis } from "./session-basis";
import { useSessionDraft } from "./session-draft";
import { SessionTimes } from "./session-times";

interface SessionFieldsProps {
  form: FormView;
  plans: readonly PlanChoice[];
  /** null for a new session. */
  kept: KeptSession | null;
  /** Someone asked, without script, for the elements of the date alone. */
  narrowed: boolean;
  sites: readonly string[];
  fee: SessionFeeData;
  around: Around;
  /** Granted leave of the weeks around its date, and for a new session of what follows. */
  leave: readonly Away[];
}

/** What the form of a session's fee shows beside its answers. */
export interface SessionFeeData {
  /** null for none. */
  saved: FeeAmounts | null;
  payers: readonly string[];
  /** Of the fee's own page; null while the session is new. */
  path: string | null;
}

const TEXTS = ["description", "extra_claim_payer", "extra_claim_notes"];

/** Everything that a session's form asks, with what its answers come to. */
export function SessionFields({ form, plans, kept, narrowed, sites, fee, around, leave }: SessionFieldsProps) {
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
