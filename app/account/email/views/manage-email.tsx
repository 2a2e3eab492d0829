import { useEffect, useRef, useState } from "react";
import { css } from "styled-system/css";
import { column, row, text } from "styled-system/recipes";
import type { FormResult } from "~/platform/http/action-result";
import { PostForm, useSending } from "~/ui/forms/post-form";
import { LinkButton, SubmitButton } from "~/ui/layout/button";
import { Snackbar } from "~/ui/overlays/snackbar";
import {
  type AddressWithStatus,
  addressToVerify,
  backLink,
  type EmailOnFile,
  RESEND_LOCK_AFTER_FAILURE_MS,
  RESEND_LOCK_AFTER_SUCCESS_MS,
  SEND_LABELS,
  type EmailStatus as Status,
} from "../rules";
import { EmailStatus } from "./email-status";

/** The address on file and, while a change waits, the new one; each with its status. */
export function EmailAddresses({ email: { current, waiting } }: { email: EmailOnFile }) {
  if (!current) {
    return (
      <div className={addresses}>
        <p>You have no email address on file, so a forgotten password cannot be reset. Add one with Change Email.</p>
        <p>
          <EmailStatus status="none" />
        </p>
      </div>
    );
  }
  return (
    <div className={addresses}>
      <dl className={list}>
        <Address name={waiting ? "Current address" : "Email address"} {...current} />
        {waiting && <Address name="New address" {...waiting} />}
      </dl>
      <Explanation asked={waiting ?? current} kept={waiting ? current.address : null} />
    </div>
  );
}

function Address({ name, address, status }: AddressWithStatus & { name: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <span className={css({ fontWeight: "strong", overflowWrap: "anywhere" })}>{address}</span>
        <EmailStatus status={status} />
      </dd>
    </div>
  );
}

/** The next step for the user, in words. */
function Explanation({ asked, kept }: { asked: AddressWithStatus; kept: string | null }) {
  const next = NEXT[asked.status];
  if (!next) return null;
  return (
    <p className={text({ kind: "read" })}>
      {next}
      {kept && ` Until the new address is verified we write to ${kept}.`}
    </p>
  );
}

const NEXT: Partial<Record<Status, string>> = {
  pending: "Open the link in our email. Check your junk folder too. The link works for 15 minutes.",
  expired: "The link works for 15 minutes and has expired. Send a new one with Resend Verification.",
  failed:
    "We could not deliver mail to this address. Check the spelling, then enter it again or a different one with Change Email.",
  none: "Send a link to this address to confirm that it is yours.",
};

const addresses = css({ display: "grid", gap: "4", maxWidth: "dialog" });

const list = css({
  margin: "0",
  borderTop: "ink",
  "& > div": {
    display: "grid",
    gridTemplateColumns: { base: "1fr", wide: "160px 1fr" },
    columnGap: "4",
    rowGap: "1",
    alignItems: "baseline",
    paddingBlock: "4",
    borderBottom: "line",
  },
  "& dt": { color: "quiet", fontSize: "sm", lineHeight: "body" },
  "& dd": { margin: "0", display: "grid", gap: "2", justifyItems: "start" },
});

interface EmailActionsProps {
  email: EmailOnFile;
  /** Result of the action, which returns one only when it failed. */
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
          // The page is rendered by its frame, which has another address.
          <PostForm action="/email/" hidden={{ send: "verification" }}>
            <SubmitButton disabledBy={locked ? LOCKED : undefined}>{label}</SubmitButton>
          </PostForm>
        )}
        <LinkButton to="/email/change/" visual={asked ? "normal" : "primary"}>
          Change Email
        </LinkButton>
        <LinkButton {...backLink(hasLogbook)} />
      </div>
      <p id={LOCKED} className={text({ kind: "hint" })}>
        {locked && "You can send again in a moment."}
      </p>
      {failure && <Snackbar key={JSON.stringify(answer)} text={failure} icon="problem" />}
    </div>
  );
}

const LOCKED = "send-locked";

/**
 * Specification section 9: the button is disabled for a while after each send, longer after a success. Only with
 * script.
 */
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
