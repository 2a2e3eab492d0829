import { column, text } from "styled-system/recipes";
import { Prose } from "~/account/views/prose";
import { PostForm } from "~/ui/forms/post-form";
import { LinkButton, SubmitButton } from "~/ui/layout/button";
import { Page } from "~/ui/layout/page";
import type { TakeBackOutcome } from "../rules";

/** The page of a link that takes an address back, the same for every link: its button posts it. */
export function TakeBack() {
  return (
    <Page title="Get your email address back">
      <div className={column({ gap: "5" })}>
        <Prose>
          <p>
            The email address of your Daybook account was changed. If you did not change it, get your old address back.
          </p>
          <p>When you do:</p>
          <ul>
            <li>the account uses your old address again, and the other one is removed</li>
            <li>everybody who is logged in to the account is logged out, and its calendar feed ends</li>
            <li>passkeys, authenticator apps and recovery codes added since the change are removed</li>
            <li>its password no longer works, and you set a new one by email</li>
          </ul>
        </Prose>
        <PostForm>
          <SubmitButton>Get this address back</SubmitButton>
        </PostForm>
      </div>
    </Page>
  );
}

interface OutcomeProps {
  outcome: TakeBackOutcome;
  /** Address of support. */
  contact: string;
}

const TITLES: Record<TakeBackOutcome, string> = {
  success: "Your address is back",
  used: "Your address is back already",
  ended: "This link no longer works",
  expired: "This link has expired",
  taken: "You did not get your address back",
  invalid: "This link does not work",
  error: "You did not get your address back",
};

const WORDS: Record<Exclude<TakeBackOutcome, "success" | "used">, string> = {
  ended: "The account uses this address, or one that it had before this one. Nothing was changed.",
  expired: "A link works for 7 days. Nothing was changed.",
  taken: "Another Daybook account uses this address now. Nothing was changed.",
  invalid: "Nothing was changed. Open the link exactly as it is in the email.",
  error: "Nothing was changed. Open the link again in a minute.",
};

export function TakeBackOutcomePage({ outcome, contact }: OutcomeProps) {
  return (
    <Page title={TITLES[outcome]}>
      <div className={column({ gap: "4" })}>
        {outcome === "success" || outcome === "used" ? (
          <>
            <p className={text({ kind: "read" })}>
              Nobody can log in to your account until you set a new password. Daybook sends a code for that to this
              address.
            </p>
            <div>
              <LinkButton to="/password/forgot/" visual="primary" newDocument>
                Set a new password
              </LinkButton>
            </div>
            <p className={text({ kind: "read" })}>
              Then log in, open Two-Factor Authentication, and remove any passkey that you do not know. If you cannot
              log in, email <Contact contact={contact} />.
            </p>
          </>
        ) : (
          <p className={text({ kind: "read" })}>
            {WORDS[outcome]} If somebody else uses your account, email <Contact contact={contact} />.
          </p>
        )}
      </div>
    </Page>
  );
}

function Contact({ contact }: Pick<OutcomeProps, "contact">) {
  return <a href={`mailto:${contact}`}>{contact}</a>;
}
