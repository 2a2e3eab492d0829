import { useEffect, useRef, useState } from "react";
import { css } from "styled-system/css";
import { column, note, text } from "styled-system/recipes";
import { SubmitButton } from "~/ui/button";
import { useClearedErrors } from "~/ui/cleared-errors";
import type { FormView } from "~/ui/form-state";
import { Icon } from "~/ui/icon";
import { PostForm } from "~/ui/post-form";
import { TextField } from "~/ui/text-fields";
import { changeEmailHeldBy } from "../email-rules";
import { CodeField } from "./code-field";

interface ChangeEmailFormProps {
  form: FormView;
  /** What the action returned. */
  answer: unknown;
  /** The address on file. */
  current: string | null;
  asksCode: boolean;
}

/** With script the button waits until the server would have something to work on, and says for what. */
export function ChangeEmailForm({ form, answer, current, asksCode }: ChangeEmailFormProps) {
  const fields = useRef<HTMLDivElement>(null);
  const [shown, clear] = useClearedErrors(form, answer);
  // Empty until script has looked: without script the button is never held.
  const [heldBy, setHeldBy] = useState("");
  const look = () => fields.current && setHeldBy(reasonIn(fields.current));
  useEffect(() => {
    // Not only from now on: a browser may have filled fields in before the script came.
    if (fields.current) setHeldBy(reasonIn(fields.current));
  }, []);
  return (
    <PostForm>
      <div
        ref={fields}
        className={column({ gap: "5" })}
        onInput={({ target }) => {
          clear((target as HTMLInputElement).name);
          look();
        }}
      >
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
        <div className={column({ gap: "2" })}>
          <div>
            <SubmitButton heldBy={heldBy ? HELD_BY : undefined}>Change Email</SubmitButton>
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
  const typed = (name: string) => fields.querySelector<HTMLInputElement>(`[name=${name}]`)?.value ?? "";
  return changeEmailHeldBy(typed("new_email"), typed("new_email_confirm"), typed("password"));
}
