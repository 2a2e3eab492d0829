import { useEffect, useRef, useState } from "react";
import { column, row, text } from "styled-system/recipes";
import type { FormResult } from "~/platform/http/action-result";
import { LinkButton, SubmitButton } from "~/ui/button";
import { PostForm, useSending } from "~/ui/post-form";
import { Snackbar } from "~/ui/snackbar";
import {
  addressToVerify,
  type EmailOnFile,
  RESEND_LOCK_AFTER_FAILURE_MS,
  RESEND_LOCK_AFTER_SUCCESS_MS,
  SEND_LABELS,
} from "../rules";

interface EmailActionsProps {
  email: EmailOnFile;
  /** Of the action: it sends nothing back unless it failed. */
  answer: FormResult | undefined;
  hasLogbook: boolean;
}

/** The buttons of each state (specification 2.10). */
export function EmailActions({ email, answer, hasLogbook }: EmailActionsProps) {
  const asked = addressToVerify(email);
  const label = asked && SEND_LABELS[asked.status];
  const locked = useLockAfterSending(answer !== undefined);
  const failure = answer?.form.errors[""]?.[0];
  return (
    <div className={column({ gap: "2" })}>
      <div className={row()}>
        {label && (
          // The page is drawn by its frame, whose own address is another.
          <PostForm action="/email/" hidden={{ send: "verification" }}>
            <SubmitButton heldBy={locked ? LOCKED : undefined}>{label}</SubmitButton>
          </PostForm>
        )}
        <LinkButton to="/email/change/" visual={asked ? "normal" : "primary"}>
          Change Email
        </LinkButton>
        <BackToLogbook hasLogbook={hasLogbook} />
      </div>
      <p id={LOCKED} className={text({ kind: "hint" })}>
        {locked && "You can send again in a moment."}
      </p>
      {failure && <Snackbar key={JSON.stringify(answer)} text={failure} icon="problem" />}
    </div>
  );
}

/** Those whose level has no logbook would only be sent home from it. */
export function BackToLogbook({ hasLogbook }: { hasLogbook: boolean }) {
  return (
    <LinkButton to={hasLogbook ? "/logbook/" : "/"}>
      {hasLogbook ? "Back to Logbook" : "Back to the main page"}
    </LinkButton>
  );
}

const LOCKED = "send-locked";

/** Specification section 9: off for a while after each send, longer when it went well. Script's business only. */
function useLockAfterSending(failed: boolean): boolean {
  const sending = useSending();
  const wasSending = useRef(false);
  const [locked, setLocked] = useState(false);
  useEffect(() => {
    const ended = wasSending.current && !sending;
    wasSending.current = sending;
    if (ended) setLocked(true);
  }, [sending]);
  useEffect(() => {
    if (!locked) return;
    const lockMs = failed ? RESEND_LOCK_AFTER_FAILURE_MS : RESEND_LOCK_AFTER_SUCCESS_MS;
    const timer = setTimeout(() => setLocked(false), lockMs);
    return () => clearTimeout(timer);
  }, [locked, failed]);
  return locked;
}
