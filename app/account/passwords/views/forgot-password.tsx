import { useEffect, useRef, useState } from "react";
import { css } from "styled-system/css";
import { column, note, row, text } from "styled-system/recipes";
import type { BotCheckData } from "~/account/bot-check/bot-check";
import { BotCheck, botCheckMessage } from "~/account/bot-check/views/bot-check";
import type { AwaitedCode } from "~/account/passwords/reset-requests.server";
import {
  minutesAndSeconds,
  normalizedResetCode,
  RESEND_SECONDS,
  RESET_CODE_LENGTH,
  sendCodeProblem,
} from "~/account/passwords/rules";
import type { FormView } from "~/ui/forms/form-state";
import { GuardedFields, typedIn } from "~/ui/forms/guarded-fields";
import { PostForm } from "~/ui/forms/post-form";
import { TextField } from "~/ui/forms/text-fields";
import { SubmitButton } from "~/ui/layout/button";
import { useCountdown } from "~/ui/layout/page-script";

/** Step 1 of /password/forgot/: the address of the account. */
export function ResetEmailStep({ form, botCheck }: { form: FormView; botCheck: BotCheckData }) {
  return (
    <PostForm hidden={{ step: "send" }}>
      <GuardedFields button="Send Code" reasonIn={reasonIn}>
        <p>
          Enter the email address of your account, and a code to set a new password is sent to it. A reset is only
          emailed if the email matches a validated account. Your username is shown once the code is verified.
        </p>
        <TextField form={form} name="email" label="Email address" type="email" autoComplete="email" />
        <BotCheck check={botCheck} form={form} />
      </GuardedFields>
    </PostForm>
  );
}

function reasonIn(fields: HTMLElement): string {
  return sendCodeProblem(typedIn(fields, "email"), botCheckMessage(fields));
}

/** Step 2 of /password/forgot/. */
export function ResetCodeStep({ form, awaited }: { form: FormView; awaited: AwaitedCode }) {
  const left = useCountdown(awaited.seconds_left, awaited);
  const isOver = !awaited.takes_tries || left === 0;
  return (
    <div className={column({ gap: "5" })}>
      <p>
        If <strong className={css({ overflowWrap: "anywhere" })}>{awaited.address}</strong> matches a validated account,
        the newest email to it has your code. Check your junk folder too.
      </p>
      {isOver && (
        <p role="status" className={note({ tone: "warn" })}>
          This code no longer works. Send a new one with Resend Code.
        </p>
      )}
      <CodeForm form={form} awaited={awaited} left={left} isOver={isOver} />
      <Otherwise awaited={awaited} />
    </div>
  );
}

interface CodeFormProps {
  form: FormView;
  awaited: AwaitedCode;
  left: number | null;
  isOver: boolean;
}

function CodeForm({ form, awaited, left, isOver }: CodeFormProps) {
  const fields = useRef<HTMLDivElement>(null);
  // Null until script has run: without script the button is never held.
  const [typed, setTyped] = useState<number | null>(null);
  useEffect(() => {
    const input = fields.current?.querySelector<HTMLInputElement>("[name=code]");
    setTyped(input?.value.length ?? null);
    input?.focus();
  }, []);
  const isShort = typed !== null && typed !== RESET_CODE_LENGTH;
  return (
    <PostForm hidden={{ step: "verify" }}>
      <div ref={fields} className={column({ gap: "4" })}>
        <TextField
          form={form}
          name="code"
          label="Code"
          hint="6 letters and numbers, from the email"
          width="ch12"
          figures
          autoComplete="one-time-code"
          spellCheck={false}
          shape={normalizedResetCode}
          onInput={(code) => setTyped(code.length)}
        />
        <p id={VALIDITY} className={text({ kind: "hint" })}>
          <Validity awaited={awaited} left={left} isOver={isOver} />
          {isShort && " Enter all 6 characters to verify it."}
        </p>
        <div>
          <SubmitButton disabledBy={isShort ? VALIDITY : undefined}>Verify Code</SubmitButton>
        </div>
      </div>
    </PostForm>
  );
}

const VALIDITY = "code-validity";

function Validity({ awaited, left, isOver }: Omit<CodeFormProps, "form">) {
  if (isOver) return "A code works for up to 15 minutes and 5 tries.";
  if (left === null) return `You can enter the code until ${awaited.valid_until}.`;
  return (
    <>
      You can enter the code for another{" "}
      <span role="timer" className={text({ figures: true })}>
        {minutesAndSeconds(left)}
      </span>
      .
    </>
  );
}

/** The ways to continue when no code arrives. */
function Otherwise({ awaited }: { awaited: AwaitedCode }) {
  const wait = useCountdown(awaited.wait_seconds, awaited) ?? 0;
  return (
    <section aria-label="Did not get a code?" className={otherwise}>
      <p id={RESEND_HINT} className={text({ kind: "hint" })}>
        Did not get a code? You can ask again after {RESEND_SECONDS} seconds, up to three times an hour. Only the newest
        email has a code that works.
      </p>
      <div className={row()}>
        <PostForm hidden={{ step: "resend" }}>
          <SubmitButton visual="normal" disabledBy={wait > 0 ? RESEND_HINT : undefined}>
            {wait > 0 ? `Resend Code (${wait}s)` : "Resend Code"}
          </SubmitButton>
        </PostForm>
        <StartAgain label="Use another address" />
      </div>
    </section>
  );
}

const otherwise = css({ borderTop: "line", paddingTop: "4", display: "grid", gap: "3" });

const RESEND_HINT = "resend-hint";

/** Returns to the first step and ends the request. */
export function StartAgain({ label }: { label: string }) {
  return (
    <PostForm hidden={{ step: "restart" }}>
      <SubmitButton visual="normal">{label}</SubmitButton>
    </PostForm>
  );
}
