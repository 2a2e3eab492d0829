import { useEffect, useRef, useState } from "react";
import { column, text } from "styled-system/recipes";
import type { BotCheckData } from "~/accounts/bot-check/bot-check";
import { BotCheck, botCheckOwes } from "~/accounts/bot-check/views/bot-check";
import { sendCodeHeldBy } from "~/accounts/rules";
import { SubmitButton } from "~/ui/button";
import type { FormView } from "~/ui/form-state";
import { PostForm } from "~/ui/post-form";
import { TextField } from "~/ui/text-fields";

interface ResetEmailStepProps {
  form: FormView;
  botCheck: BotCheckData;
}

/** Step 1 of /password/forgot/: whose account. With script the button waits for an address and the bot check. */
export function ResetEmailStep({ form, botCheck }: ResetEmailStepProps) {
  const fields = useRef<HTMLDivElement>(null);
  // Empty until script has looked: without script the button is never held.
  const [heldBy, setHeldBy] = useState("");
  const look = () => fields.current && setHeldBy(reasonIn(fields.current));
  useEffect(() => {
    // Not only from now on: a browser may have filled the field in before the script came.
    if (fields.current) setHeldBy(reasonIn(fields.current));
  }, []);
  return (
    <PostForm hidden={{ step: "send" }}>
      <div ref={fields} onInput={look} className={column({ gap: "5" })}>
        <p>
          Enter the email address of your account, and a code to set a new password is sent to it. A reset is only
          emailed if the email matches a validated account. Your username is shown once the code is verified.
        </p>
        <TextField form={form} name="email" label="Email address" type="email" autoComplete="email" />
        <BotCheck check={botCheck} form={form} />
        <div className={column({ gap: "2" })}>
          <div>
            <SubmitButton heldBy={heldBy ? HELD_BY : undefined}>Send Code</SubmitButton>
          </div>
          <p id={HELD_BY} role="status" className={text({ kind: "hint" })}>
            {heldBy}
          </p>
        </div>
      </div>
    </PostForm>
  );
}

const HELD_BY = "held-by";

function reasonIn(fields: HTMLElement): string {
  return sendCodeHeldBy(fields.querySelector<HTMLInputElement>("[name=email]")?.value ?? "", botCheckOwes(fields));
}
