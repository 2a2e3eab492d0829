import { css } from "styled-system/css";
import { LinkButton } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { DialogPage } from "~/ui/page";
import type { VerifyOutcome } from "../rules";

interface Words {
  title: string;
  message: string;
  /** What to do about it. */
  next?: string;
  /** With the way to another link. */
  manage?: boolean;
}

/** Titles and messages of the specification (2.11 and section 8). */
const WORDS: Record<VerifyOutcome, Words> = {
  success: { title: "Email Verified Successfully!", message: "Your email address has been verified." },
  already_verified: { title: "Already Verified", message: "This email has already been verified." },
  expired: {
    title: "Verification Link Expired",
    message: "This verification link has expired.",
    next: "A link works for 15 minutes, and only the newest one counts. Send another from Manage Email.",
    manage: true,
  },
  invalid: {
    title: "Verification Failed",
    message: "Invalid verification link.",
    next: "Open the link as it stands in the email, or send another from Manage Email.",
    manage: true,
  },
  taken: {
    title: "Verification Failed",
    message: "Another account has verified this address since the link was sent.",
    next: "Log in with that account, or enter another address under Manage Email.",
    manage: true,
  },
  error: {
    title: "Verification Failed",
    message: "An error occurred during verification.",
    next: "Open the link again in a minute, or send another from Manage Email.",
    manage: true,
  },
  missing: {
    title: "Invalid Verification Link",
    message: "The verification link is missing or invalid.",
    next: "Open the link as it stands in the email, or send another from Manage Email.",
    manage: true,
  },
};

export function VerifyEmailOutcome({ outcome }: { outcome: VerifyOutcome }) {
  const { title, message, next, manage } = WORDS[outcome];
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
        {message}
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
