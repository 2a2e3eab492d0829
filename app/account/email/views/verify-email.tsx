import { useContext } from "react";
import { css } from "styled-system/css";
import { OUTCOMES, type VerifyOutcome } from "~/account/email/rules";
import { PostForm } from "~/ui/forms/post-form";
import { LinkButton, SubmitButton } from "~/ui/layout/button";
import { Icon } from "~/ui/layout/icon";
import { DialogPage } from "~/ui/layout/page";
import { NonceContext } from "~/ui/layout/page-script";

/**
 * The page of a verification link: its button posts it. For whoever has the account, script presses the button at once and
 * shows that; the script is inline because nothing else on this page needs any.
 */
export function VerifyingEmail({ isOwn }: { isOwn: boolean }) {
  const nonce = useContext(NonceContext);
  return (
    <DialogPage title="Verify your email address">
      <div id="press" className={css({ display: "grid", gap: "5", justifyItems: "start" })}>
        <p>Press the button to confirm that this address is yours.</p>
        <PostForm id="verify">
          <SubmitButton>Verify this address</SubmitButton>
        </PostForm>
      </div>
      <p id="wait" role="status" hidden className={waiting}>
        <Spinner /> Verifying your email address...
      </p>
      {isOwn && <script nonce={nonce}>{PRESS}</script>}
    </DialogPage>
  );
}

const PRESS =
  "{const part=id=>document.getElementById(id);part('press').hidden=true;part('wait').hidden=false;part('verify').submit()}";

function Spinner() {
  return (
    <svg aria-hidden="true" width="20" height="20" viewBox="0 0 24 24" fill="none" className={spinner}>
      <circle cx="12" cy="12" r="9" stroke="currentColor" strokeWidth="3" strokeDasharray="40 17" />
    </svg>
  );
}

const waiting = css({
  display: "flex",
  gap: "3",
  alignItems: "center",
  fontSize: "lead",
  "&[hidden]": { display: "none" },
});

const spinner = css({ animation: "spin 1s linear infinite", color: "accent" });

interface Words {
  title: string;
  /** What the user can do about it. */
  next?: string;
  /** Whether to offer Manage Email, for another link. */
  manage?: boolean;
}

/** Titles of the specification (2.11). */
const WORDS: Record<VerifyOutcome, Words> = {
  success: { title: "Email Verified Successfully!" },
  already_verified: { title: "Already Verified" },
  expired: {
    title: "Verification Link Expired",
    next: "A link works for 15 minutes, and only the newest one works. Send another from Manage Email.",
    manage: true,
  },
  invalid: {
    title: "Verification Failed",
    next: "Open the link exactly as it is in the email, or send another from Manage Email.",
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
    next: "Open the link exactly as it is in the email, or send another from Manage Email.",
    manage: true,
  },
};

interface VerifyEmailOutcomeProps {
  outcome: VerifyOutcome;
  /** Whose address it is, once that is known. */
  username?: string | undefined;
}

export function VerifyEmailOutcome({ outcome, username }: VerifyEmailOutcomeProps) {
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
        {OUTCOMES[outcome].message}
      </p>
      {username && (
        <p>
          It belongs to the account <strong>{username}</strong>.
        </p>
      )}
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
