import { css } from "styled-system/css";
import { note, text } from "styled-system/recipes";
import { CodeField } from "~/account/factors/views/code-field";
import { useClearedErrors } from "~/ui/form-overrides";
import type { FormView } from "~/ui/form-state";
import { HeldFields, typedIn } from "~/ui/held-fields";
import { Icon } from "~/ui/icon";
import { PostForm } from "~/ui/post-form";
import { TextField } from "~/ui/text-fields";
import { changeEmailHeldBy } from "../rules";

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
      <HeldFields button="Change Email" reasonIn={reasonIn} onEdit={clear}>
        <p>
          <span className={text({ kind: "quiet" })}>Current email</span>
          <br />
          <strong className={css({ overflowWrap: "anywhere" })}>{current ?? "None on file"}</strong>
        </p>
        <TextField form={shown} name="new_email" label="New Email Address" type="email" autoComplete="email" />
        <TextField form={shown} name="new_email_confirm" label="Confirm New Email" type="email" autoComplete="email" />
        <TextField
          form={shown}
          name="password"
          label="Current Password"
          type="password"
          autoComplete="current-password"
        />
        {asksCode && <CodeField form={shown} />}
        <p className={note({ icon: true })}>
          <Icon name="info" />
          <span>The new address must be verified via a link sent to it. You will be logged out everywhere else.</span>
        </p>
      </HeldFields>
    </PostForm>
  );
}

function reasonIn(fields: HTMLElement): string {
  const typed = (name: string) => typedIn(fields, name);
  return changeEmailHeldBy(typed("new_email"), typed("new_email_confirm"), typed("password"));
}
