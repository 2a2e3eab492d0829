import { css } from "styled-system/css";
import { note, text } from "styled-system/recipes";
import { backLink } from "~/account/email/rules";
import { PasswordAndCode } from "~/account/factors/views/code-field";
import { useClearedErrors } from "~/ui/forms/form-overrides";
import type { FormView } from "~/ui/forms/form-state";
import { GuardedFields, typedIn } from "~/ui/forms/guarded-fields";
import { PostForm } from "~/ui/forms/post-form";
import { TextField } from "~/ui/forms/text-fields";
import { LinkButton } from "~/ui/layout/button";
import { Icon } from "~/ui/layout/icon";
import { DialogPage } from "~/ui/layout/page";
import { Snackbar } from "~/ui/overlays/snackbar";
import { changeEmailProblem } from "../rules";

interface ChangeEmailFormProps {
  form: FormView;
  /** What the action returned. */
  answer: unknown;
  /** The address on file. */
  current: string | null;
  asksCode: boolean;
}

export function ChangeEmailForm({ form, answer, current, asksCode }: ChangeEmailFormProps) {
  const [shown, clear] = useClearedErrors(form, answer);
  return (
    <PostForm>
      <GuardedFields button="Change Email" reasonIn={reasonIn} onEdit={clear}>
        <p>
          <span className={text({ kind: "quiet" })}>Current email</span>
          <br />
          <strong className={css({ overflowWrap: "anywhere" })}>{current ?? "None on file"}</strong>
        </p>
        <TextField form={shown} name="new_email" label="New Email Address" type="email" autoComplete="email" />
        <TextField form={shown} name="new_email_confirm" label="Confirm New Email" type="email" autoComplete="email" />
        <PasswordAndCode form={shown} asksCode={asksCode} label="Current Password" width="full" />
        <p className={note({ icon: true })}>
          <Icon name="info" />
          <span>The new address must be verified via a link sent to it. You will be logged out everywhere else.</span>
        </p>
      </GuardedFields>
    </PostForm>
  );
}

function reasonIn(fields: HTMLElement): string {
  const typed = (name: string) => typedIn(fields, name);
  return changeEmailProblem(typed("new_email"), typed("new_email_confirm"), typed("password"));
}

interface EmailChangedProps {
  /** The new address. */
  address: string;
  /** The one on file until the new one is verified. */
  current: string | null;
  hasLogbook: boolean;
}

/** The page of specification 2.10 after a change of address. */
export function EmailChanged({ address, current, hasLogbook }: EmailChangedProps) {
  return (
    <DialogPage
      title="Email Address Changed"
      footer={
        <>
          <LinkButton to="/email/" visual="primary">
            Manage Email
          </LinkButton>
          <LinkButton {...backLink(hasLogbook)} />
        </>
      }
    >
      <p className={css({ overflowWrap: "anywhere" })}>
        We have sent a link to <strong>{address}</strong>. Please check that inbox, including the spam folder, and open
        the link within 15 minutes.
      </p>
      <Snackbar text={`We have sent a link to ${address}`} />
      {current && current !== address && (
        <p className={text({ kind: "quiet" })}>
          Until then we write to {current}. We have told that address of this change, too.
        </p>
      )}
    </DialogPage>
  );
}
