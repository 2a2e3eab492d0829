import { ChoiceList } from "~/ui/forms/choice-list";
import type { FormView } from "~/ui/forms/form-state";

const CHOICES = [
  {
    value: "factor",
    label: "Always ask for a passkey or code",
    hint: "A stolen password is not enough. On a hospital PC without passkeys you log in with your password and a code: from an authenticator app if you set one up, or one of your recovery codes, so keep those where you can reach them at work.",
  },
  {
    value: "password",
    label: "Let my password open my account too",
    hint: "Anyone who finds out your password gets in without your passkey. After a reset by email you are asked for a passkey or code all the same, once.",
  },
] as const;

interface LoginAsksFieldProps {
  form: FormView;
  /** For places where a heading says the same. */
  legendUnseen?: boolean;
}

/** Choice of what a login by password asks for, for users with passkeys. */
export function LoginAsksField({ form, legendUnseen = false }: LoginAsksFieldProps) {
  return (
    <ChoiceList
      form={form}
      name="login_asks"
      label="When you log in with your password"
      labelUnseen={legendUnseen}
      type="radio"
      choices={CHOICES}
    />
  );
}
