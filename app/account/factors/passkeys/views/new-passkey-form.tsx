import { useEffect, useState } from "react";
import { Link, useSubmit } from "react-router";
import { css } from "styled-system/css";
import { column, note, text } from "styled-system/recipes";
import { LoginAsksField } from "~/account/factors/views/login-asks-field";
import type { FormView } from "~/ui/forms/form-state";
import { PostForm } from "~/ui/forms/post-form";
import { TextField } from "~/ui/forms/text-fields";
import { SubmitButton } from "~/ui/layout/button";
import type { NewPasskeyOptions } from "./make-passkey";

interface NewPasskeyFormProps {
  form: FormView;
  /**
   * From the response to the first press: with them the browser creates the passkey, and the form is sent again with
   * it.
   */
  options: NewPasskeyOptions | undefined;
  /** Whether the user is asked what the password alone opens: with the first passkey. */
  mayChoose: boolean;
  /** Whether it is the account's first second factor. */
  isFirst: boolean;
}

export function NewPasskeyForm({ form, options, mayChoose, isFirst }: NewPasskeyFormProps) {
  const { waiting, problem } = usePasskeyMaking(options, form.value("name"), form.value("login_asks"));
  return (
    <>
      <noscript>
        <p className={note({ tone: "warn" })}>
          Passkeys need JavaScript, which is off in this browser. Turn it on, or{" "}
          <a href="/account/two_factor/app/">use an authenticator app</a>, which works without.
        </p>
      </noscript>
      <p className={text({ kind: "read" })}>
        A passkey logs you in with your device’s fingerprint, face or PIN, without a password or code. Nobody can guess
        it, and a fake page cannot steal it.
      </p>
      <PostForm className={`${column({ gap: "5" })} ${needsScript}`} hidden={{ intent: "begin" }}>
        <TextField
          form={form}
          name="name"
          label="Name of the passkey"
          hint="For example, the device that it is on"
          width="ch40"
        />
        {mayChoose && <LoginAsksField form={form} />}
        <div className={spoken}>
          <p role="alert" className={text({ kind: "error" })}>
            {problem}
          </p>
          <div>
            <SubmitButton disabledBy={waiting ? "passkey-waiting" : undefined}>Add passkey</SubmitButton>
          </div>
          <p id="passkey-waiting" role="status" className={text({ kind: "quiet" })}>
            {waiting && "Follow the steps that your browser shows."}
          </p>
        </div>
      </PostForm>
      <p className={text({ kind: "hint" })}>
        {isFirst && "You also get 10 recovery codes, to use when you cannot use the passkey. "}
        Adding a passkey logs you out everywhere else. On a shared computer, put it on your phone or a security key, or{" "}
        <Link to="/account/two_factor/app/">use an authenticator app</Link>.
      </p>
    </>
  );
}

/** Creates a passkey as soon as there are options, once for each. */
function usePasskeyMaking(options: NewPasskeyOptions | undefined, name: string, login_asks: string) {
  const submit = useSubmit();
  const [outcome, setOutcome] = useState<{ of: NewPasskeyOptions; problem: string } | null>(null);
  useEffect(() => {
    if (!options) return;
    let gone = false;
    const make = async () => {
      const { makePasskey } = await import("./make-passkey");
      const made = await makePasskey(options);
      if (gone) return;
      setOutcome({ of: options, problem: "problem" in made ? made.problem : "" });
      if ("answer" in made)
        await submit({ intent: "finish", name, login_asks, answer: made.answer }, { method: "post" });
    };
    make().catch(() => setOutcome({ of: options, problem: "This page lost its connection. Reload it." }));
    return () => {
      gone = true;
    };
  }, [options, name, login_asks, submit]);
  const done = outcome !== null && outcome.of === options;
  return { waiting: options !== undefined && !done, problem: done ? outcome.problem : "" };
}

/** Empty messages take no space. */
const spoken = css({
  display: "grid",
  "& > p:first-child:not(:empty)": { marginBottom: "2" },
  "& > p:last-child:not(:empty)": { marginTop: "2" },
});

const needsScript = css({ "@media (scripting: none)": { display: "none" } });
