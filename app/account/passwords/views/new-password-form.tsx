import { column, text } from "styled-system/recipes";
import { CodeField } from "~/account/factors/views/code-field";
import { formatAlternatives } from "~/platform/time/counted";
import type { FormView } from "~/ui/forms/form-state";
import { PostForm } from "~/ui/forms/post-form";
import { TextField } from "~/ui/forms/text-fields";
import { SubmitButton } from "~/ui/layout/button";

interface NewPasswordFormProps {
  form: FormView;
  /** Whether it asks for the current password, and for a code of the second factor. */
  asks: { password: boolean; code: boolean };
  account: {
    username: string;
    /** The second factors of the account, if the page mentions them. */
    has_totp?: boolean;
    passkeys?: number;
  };
}

/** The one screen of /password/reset/ and /password/change/. */
export function NewPasswordForm({ form, asks, account }: NewPasswordFormProps) {
  const { username, has_totp = false, passkeys = 0 } = account;
  return (
    <PostForm className={column({ gap: "5" })}>
      <p>
        For the account <strong>{username}</strong>
      </p>
      {/* Tells a password manager whose password this is. */}
      <input type="text" name="username" autoComplete="username" defaultValue={username} readOnly hidden />
      {asks.password && (
        <TextField
          form={form}
          name="password"
          label="Current password"
          type="password"
          autoComplete="current-password"
        />
      )}
      <TextField
        form={form}
        name="password1"
        label="New password"
        hint="12 characters or more. Three random words are easy to remember and hard to guess"
        type="password"
        autoComplete="new-password"
      />
      <TextField form={form} name="password2" label="New password again" type="password" autoComplete="new-password" />
      {asks.code && <CodeField form={form} />}
      <p className={text({ kind: "hint" })}>
        {asks.password
          ? "You will be logged out everywhere else."
          : `You will be logged out everywhere, and can log in with the new password${thenAsked(has_totp, passkeys)}.`}
        {passkeys > 0 && ` ${keep(passkeys)}`}
      </p>
      <div>
        <SubmitButton>Set new password</SubmitButton>
      </div>
    </PostForm>
  );
}

/** The factors that the login after a reset requires, regardless of the user's choice. */
function thenAsked(has_totp: boolean, passkeys: number): string {
  if (!has_totp && passkeys === 0) return "";
  const own = [passkeys > 0 ? "your passkey" : "", has_totp ? "a code from your authenticator app" : ""].filter(
    Boolean,
  );
  return ` and ${formatAlternatives([...own, "a recovery code"])}`;
}

/** Warns about passkeys: an account that its owner takes back may have a stranger's passkey. */
function keep(passkeys: number): string {
  const which = passkeys === 1 ? "Your passkey keeps" : `Your ${passkeys} passkeys keep`;
  return `${which} working. Check under Two-Factor Authentication that you recognise ${passkeys === 1 ? "it" : "each of them"}.`;
}
