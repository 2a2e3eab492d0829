import type { BotCheckData } from "~/account/bot-check/bot-check";
import { BotCheck, botCheckOwes } from "~/account/bot-check/views/bot-check";
import { sendCodeHeldBy } from "~/account/rules";
import type { FormView } from "~/ui/form-state";
import { HeldFields, typedIn } from "~/ui/held-fields";
import { PostForm } from "~/ui/post-form";
import { TextField } from "~/ui/text-fields";

interface ResetEmailStepProps {
  form: FormView;
  botCheck: BotCheckData;
}

/** Step 1 of /password/forgot/: whose account. */
export function ResetEmailStep({ form, botCheck }: ResetEmailStepProps) {
  return (
    <PostForm hidden={{ step: "send" }}>
      <HeldFields button="Send Code" reasonIn={reasonIn}>
        <p>
          Enter the email address of your account, and a code to set a new password is sent to it. A reset is only
          emailed if the email matches a validated account. Your username is shown once the code is verified.
        </p>
        <TextField form={form} name="email" label="Email address" type="email" autoComplete="email" />
        <BotCheck check={botCheck} form={form} />
      </HeldFields>
    </PostForm>
  );
}

function reasonIn(fields: HTMLElement): string {
  return sendCodeHeldBy(typedIn(fields, "email"), botCheckOwes(fields));
}
