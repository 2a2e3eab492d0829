import { column } from "styled-system/recipes";
import type { FormView } from "~/ui/forms/form-state";
import { PostForm } from "~/ui/forms/post-form";
import { SubmitButton } from "~/ui/layout/button";
import { DialogPage } from "~/ui/layout/page";
import { PROFILE_HELD } from "../rules";

interface ConfirmProps {
  form: FormView;
  /** `1 April 2025 to 31 March 2026`. */
  words: string;
  back: string;
}

interface ConfirmLockProps extends ConfirmProps {
  from: string;
  until: string;
}

/** Asks for confirmation before days are locked. */
export function ConfirmLock({ form, words, back, from, until }: ConfirmLockProps) {
  return (
    <DialogPage
      title={`Lock ${words}`}
      form={form}
      back={back}
      footer={<SubmitButton form="lock">Lock these days</SubmitButton>}
    >
      <PostForm id="lock" hidden={{ intent: "lock", from, until }} className={column({ gap: "4" })}>
        <p>
          Lock these days once you have sent their report to your appraiser. Your logbook then stays as your appraiser
          saw it.
        </p>
        <ul className={column({ gap: "2" })}>
          <li>
            Sessions, cases and their notes, leave and bank holidays on these days cannot be added, changed or deleted,
            by you or by an import. Nor can you say that a planned session did not happen, or change the PA rules of
            their job plan.
          </li>
          <li>Their report goes by {PROFILE_HELD}, so you cannot change these in your profile.</li>
          <li>If you recalculate a job plan, the PAs of these sessions stay as they are.</li>
          <li>Fees, time in lieu and CPD can still be changed, since fees are often paid months later.</li>
        </ul>
        <p>You can unlock these days at any time. Your activity log shows when you lock and unlock them.</p>
      </PostForm>
    </DialogPage>
  );
}

interface ConfirmUnlockProps extends ConfirmProps {
  lock: string;
  /** Sentences: which days other periods keep locked. */
  stillLocked: readonly string[];
}

/** Asks for confirmation before days are unlocked. */
export function ConfirmUnlock({ form, words, back, lock, stillLocked }: ConfirmUnlockProps) {
  return (
    <DialogPage
      title={`Unlock ${words}`}
      form={form}
      back={back}
      footer={<SubmitButton form="unlock">Unlock these days</SubmitButton>}
    >
      <PostForm id="unlock" hidden={{ intent: "unlock", lock }} className={column({ gap: "4" })}>
        <p>
          Sessions, cases and leave on these days can then be changed again. If you change them, your logbook will
          differ from the report that your appraiser has.
        </p>
        {stillLocked.map((sentence) => (
          <p key={sentence}>{sentence}.</p>
        ))}
        <p>Nothing changes by unlocking alone. You can lock the same days again from their report.</p>
      </PostForm>
    </DialogPage>
  );
}
