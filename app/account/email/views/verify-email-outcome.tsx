import { css } from "styled-system/css";
import { LinkButton } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { DialogPage } from "~/ui/page";
import { OUTCOME_MESSAGES, type VerifyOutcome } from "../rules";

interface Words {
  title: string;
  /** What to do about it. */
  next?: string;
  /** With the way to another link. */
  manage?: boolean;
}

/** Titles of the specification (2.11). */
const WORDS: Record<VerifyOutcome, Words> = {
  success: { title: "Email Verified Successfully!" },
  already_verified: { title: "Already Verified" },
  expired: {
    title: "Verification Link Expired",
    next: "A link works for 15 minutes, and only the newest one counts. Send another from Manage Email.",
    manage: true,
  },
  invalid: {
    title: "Verification Failed",
    next: "Open the link as it stands in the email, or send another from Manage Email.",
    manage: true,
  },
  taken: {
    title: "Verification Failed",
    next: "Log in with that account, or enter another address under Manage Email.",
    manage: true,
  },
  error: {
    title: "Verification Failed",
    next: "Open the link again in a minute, or send another from Manage Email.",
    manage: true,
  },
  missing: {
    title: "Invalid Verification Link",
    next: "Open the link as it stands in the email, or send another from Manage Email.",
    manage: true,
  },
};

export function VerifyEmailOutcome({ outcome }: { outcome: VerifyOutcome }) {
  const { title, next, manage } = WORDS[outcome];
  return (
    <DialogPage
      title={title}
      footer={
        <>
          {manage && (
            <LinkButton to="/email/" visual="primary">
              Manage Email
            </LinkButton>
          )}
          <LinkButton to="/logbook/" visual={manage ? "normal" : "primary"}>
            Back to Logbook
          </LinkButton>
        </>
      }
    >
      <p className={line}>
        <span className={manage ? bad : good}>
          <Icon name={manage ? "problem" : "tick"} size={24} />
        </span>
        {OUTCOME_MESSAGES[outcome]}
      </p>
      {next && <p>{next}</p>}
    </DialogPage>
  );
}

const line = css({
  display: "flex",
  gap: "3",
  alignItems: "flex-start",
  fontSize: "lead",
  "& svg": { display: "block", marginTop: "half" },
});
const good = css({ color: "good", flexShrink: "0" });
const bad = css({ color: "bad", flexShrink: "0" });
