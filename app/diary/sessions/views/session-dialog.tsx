import type { ReactNode } from "react";
import { css } from "styled-system/css";
import { column } from "styled-system/recipes";
import { workKind } from "~/diary/fees/kinds";
import type { FeeAmounts } from "~/diary/fees/rules";
import { SessionFee } from "~/diary/fees/views/fee-details";
import type { ShownLeave } from "~/diary/leave/rules";
import { type LockedDays, lockOf } from "~/diary/locks/rules";
import { LockedFields } from "~/diary/locks/views/locked-fields";
import { LockedNow } from "~/diary/locks/views/locked-notice";
import { RecurrenceFields } from "~/diary/series/views/recurrence-fields";
import { DateField } from "~/ui/forms/date-and-time-fields";
import type { FormView } from "~/ui/forms/form-state";
import { PostForm } from "~/ui/forms/post-form";
import { SuggestField } from "~/ui/forms/text-fields";
import { FreeText, SaveAnyway } from "~/ui/identifiers/views/free-text";
import { EnterSaves, LinkButton, SubmitButton } from "~/ui/layout/button";
import { Fold } from "~/ui/layout/fold";
import { DialogPage } from "~/ui/layout/page";
import { blankAllocationHint, hasJobPlanPas, type PlanChoice } from "../element-choices";
import type { UsualOutside } from "../outside-plan.server";
import { previewOf } from "../preview";
import type { SessionWithRules } from "../rules";
import type { SurroundingWeeks } from "../sums";
import { totalsWith } from "../sums";
import { ElementField } from "./element-field";
import { SessionBasis } from "./session-basis";
import { type FromPlan, useSessionDraft } from "./session-draft";
import { SessionTimes } from "./session-times";

interface SessionFieldsProps {
  form: FormView;
  plans: readonly PlanChoice[];
  /** null for a new session. */
  stored: SessionWithRules | null;
  /** The user asked, without script, for the elements of the date only. */
  narrowed: boolean;
  /** Suggested while the user types. */
  sites: readonly string[];
  fee: SessionFeeData;
  around: SurroundingWeeks;
  /** Granted leave of the weeks around its date, and for a new session also of later ones. */
  leave: readonly ShownLeave[];
  /** The locked periods: no session can be added on their days, or moved there. */
  locks: readonly LockedDays[];
  /** Only for a new session, whose plans come with their times. */
  autoSelects?: boolean;
  /** Only for a new session. */
  usual?: UsualOutside;
}

/** What the form of a session's fee shows besides its answers. */
interface SessionFeeData {
  /** null for none. */
  saved: FeeAmounts | null;
  payers: readonly string[];
  /** Address of the fee's own page; null while the session is new. */
  path: string | null;
}

interface SessionDialogProps extends SessionFieldsProps {
  title: string;
  hidden: Record<string, string | undefined>;
  /** Address that Cancel leads to, which is called Close while nothing is edited. */
  back: string;
  /** Shown before the fields, for a session of a series. */
  series?: ReactNode;
  /** Of a session that is locked, whose fields can only be read: the way out, and what is in place of Save. */
  read?: false | { cancel: ReactNode; footer: ReactNode };
  /** Shown above everything else. */
  warnings?: ReactNode;
  /** A logged session, whose fields are folded. */
  logged?: LoggedSession | undefined;
  /** Shown below the fields: what belongs to the session. */
  children?: ReactNode;
  /** Shown beside Save. */
  more?: ReactNode;
}

interface LoggedSession {
  /** Summary of the session. */
  facts: ReactNode;
  /** Buttons in the bar while the fields are folded. */
  acts: ReactNode;
  /** Buttons under the fields: what else can be done with the session. */
  also: ReactNode;
  /** Whether the page was opened for its fields. */
  open: boolean;
}

const FORM_ID = "session";

/** The dialog that adds or edits a session. A logged one opens on its cases. */
export function SessionDialog(props: SessionDialogProps) {
  const { title, hidden, back, read = false, series, warnings, logged, children, more, ...asked } = props;
  const { form } = asked;
  const save = (
    <>
      <SubmitButton form={FORM_ID}>Save</SubmitButton>
      <SubmitButton form={FORM_ID} visual="normal" name="after_save" value="case">
        Save and add a case
      </SubmitButton>
      {more}
    </>
  );
  const fields = (
    <div className={column({ gap: "5" })}>
      <LockedFields when={read !== false}>
        {series}
        <SessionFields {...asked} />
      </LockedFields>
    </div>
  );
  const isOpen = logged?.open || form.errors.length > 0 || form.kept !== undefined;
  const footer = read ? (
    read.footer
  ) : logged ? (
    <>
      <div className={`${oneLine} ${whileOpen}`}>{save}</div>
      <div className={`${oneLine} ${whileFolded}`}>{logged.acts}</div>
    </>
  ) : (
    save
  );
  const wayOut = (
    <LinkButton to={back} visual="plain">
      <span className={logged && whileOpen}>Cancel</span>
      {logged && <span className={whileFolded}>Close</span>}
    </LinkButton>
  );
  return (
    <DialogPage title={title} form={form} cancel={read ? read.cancel : wayOut} footer={footer}>
      {warnings}
      {logged?.facts}
      <PostForm id={FORM_ID} hidden={hidden}>
        {/* Enter presses the first button: it must save, not narrow the list of elements. */}
        {!read && <EnterSaves />}
        {logged ? (
          <Fold
            key={String(isOpen)}
            title={read ? "The session’s details" : "Edit or duplicate the session"}
            open={isOpen}
            className={printedOpen}
          >
            {fields}
            <div className={css({ paddingBlock: "5" })}>{logged.also}</div>
          </Fold>
        ) : (
          fields
        )}
      </PostForm>
      {children}
    </DialogPage>
  );
}

/** On a phone too, so that the bar is no higher for three buttons than for one. */
const oneLine = css({ display: "flex", gap: "2" });

// Shown by CSS alone, so that it works without script.
const whileOpen = css({ "[data-dialog-page]:not(:has(#session > details[open])) &": { display: "none" } });
const whileFolded = css({ "[data-dialog-page]:has(#session > details[open]) &": { display: "none" } });

/** Folded fields would print as nothing but their title. */
const printedOpen = css({ _print: { "&:not([open])": { display: "none" } } });

const TEXTS = ["description", "extra_claim_payer", "extra_claim_notes"];

/** All fields of a session's form, with a preview of what they result in. */
function SessionFields(props: SessionFieldsProps) {
  const { form, plans, stored, narrowed, sites, fee, around, leave, locks, autoSelects = false, usual = {} } = props;
  const isChosen = stored !== null || form.kept !== undefined || form.errors.length > 0;
  const fromPlan: FromPlan | null = stored
    ? null
    : { autoSelects, usual, logged: around.sessions.map(({ start_at }) => start_at) };
  const draft = useSessionDraft(form, plans, isChosen, fromPlan);
  const preview = previewOf(draft.answers, plans, stored, leave);
  const locked = preview.date ? lockOf(locks, preview.date) : null;
  const totals = preview.date ? totalsWith(around, plans, preview.date, preview.own) : null;
  return (
    // Listens to events that bubble up from the fields; it is no control itself.
    <div ref={draft.root} onInput={draft.onInput} className={column({ gap: "5" })}>
      <div className={column({ gap: "3" })}>
        <DateField form={form} name="session_date" label="Date" />
        <LockedNow words={locked?.words ?? null}>
          You cannot {stored ? "move a session to" : "add a session on"} this day.
        </LockedNow>
      </div>
      <SessionTimes form={form} preview={preview} planLine={draft.planLine} />
      <ElementField
        form={form}
        plans={plans}
        current={stored?.tag ?? null}
        chosen={draft.chosen}
        date={preview.date}
        scripted={draft.scripted}
        narrowed={narrowed || draft.scripted}
        takesTimes={stored === null}
      />
      <SessionFee
        form={form}
        {...fee}
        workDate={preview.date || null}
        kind={workKind(draft.chosen)}
        planned={hasJobPlanPas(plans, draft.chosen)}
      />
      <SessionBasis
        form={form}
        preview={preview}
        totals={totals}
        blankAllocation={draft.scripted ? blankAllocationHint(plans, draft.chosen) : null}
      />
      {!stored && (
        <RecurrenceFields form={form} answers={draft.answers} plans={plans} leave={leave} scripted={draft.scripted} />
      )}
      <SuggestField
        form={form}
        name="site"
        label="Site (optional)"
        width="ch40"
        known={sites}
        hint={stored ? "" : "Leave blank to use the element’s site"}
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
