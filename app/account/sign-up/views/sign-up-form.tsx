import { css } from "styled-system/css";
import type { BotCheckData } from "~/account/bot-check/bot-check";
import { BotCheck, botCheckMessage } from "~/account/bot-check/views/bot-check";
import { signUpProblem } from "~/account/sign-up/rules";
import { TickField } from "~/ui/forms/choice-fields";
import type { FormView } from "~/ui/forms/form-state";
import { GuardedFields, typedIn } from "~/ui/forms/guarded-fields";
import { PostForm } from "~/ui/forms/post-form";
import { TextField } from "~/ui/forms/text-fields";

interface SignUpFormProps {
  form: FormView;
  idempotency_key: string;
  /** Null on a page that a mailed link opened. */
  botCheck: BotCheckData | null;
}

export function SignUpForm({ form, idempotency_key, botCheck }: SignUpFormProps) {
  return (
    <PostForm hidden={{ idempotency_key }}>
      <GuardedFields button="Create Account" reasonIn={reasonIn}>
        <div className={names}>
          <TextField form={form} name="first_name" label="First name" autoComplete="given-name" />
          <TextField form={form} name="last_name" label="Last name" autoComplete="family-name" />
        </div>
        <TextField
          form={form}
          name="email"
          label="Email address"
          hint="To confirm it is yours"
          type="email"
          autoComplete="email"
        />
        <TextField
          form={form}
          name="username"
          label="Username"
          hint="3 to 30 letters, numbers, dots, hyphens or underscores"
          autoComplete="username"
          spellCheck={false}
        />
        <TextField
          form={form}
          name="password1"
          label="Password"
          hint="12 characters or more. Three random words are easy to remember and hard to guess"
          type="password"
          autoComplete="new-password"
        >
          {/* See `PasswordHelp`, which is loaded after the page. */}
          <div id="password-help" />
        </TextField>
        <TextField form={form} name="password2" label="Password again" type="password" autoComplete="new-password" />
        <div className={css({ display: "none" })}>
          <label htmlFor="location">Location</label>
          <input id="location" name="location" autoComplete="off" tabIndex={-1} />
        </div>
        <TickField
          form={form}
          name="read_t_c"
          label="I have read and accept the terms and the privacy notice"
          hint={<Papers />}
        />
        {botCheck && <BotCheck check={botCheck} form={form} />}
      </GuardedFields>
    </PostForm>
  );
}

function reasonIn(fields: HTMLElement): string {
  const ticked = fields.querySelector<HTMLInputElement>("[name=read_t_c]")?.checked ?? false;
  return signUpProblem(typedIn(fields, "password1"), typedIn(fields, "password2"), ticked, botCheckMessage(fields));
}

/** In separate tabs, so that the typed answers stay. */
function Papers() {
  return (
    <>
      Both open in a new tab:{" "}
      <a href="/terms/" target="_blank" rel="noopener">
        terms
      </a>{" "}
      and{" "}
      <a href="/privacy/" target="_blank" rel="noopener">
        privacy notice
      </a>
      .
    </>
  );
}

const names = css({
  display: "grid",
  gap: { base: "5", wide: "4" },
  gridTemplateColumns: { base: "1fr", wide: "1fr 1fr" },
});
