import { css } from "styled-system/css";
import { column, text } from "styled-system/recipes";
import { SubmitButton } from "~/ui/button";
import type { FormView } from "~/ui/form-state";
import { PostForm } from "~/ui/post-form";
import { TextField } from "~/ui/text-fields";

interface PasskeyFormsProps {
  form: FormView;
  /** When it was added and last used, in words. */
  about: string;
}

export function PasskeyForms({ form, about }: PasskeyFormsProps) {
  return (
    <>
      <PostForm hidden={{ intent: "rename" }} className={column({ gap: "4" })}>
        <TextField form={form} name="name" label="Name of the passkey" hint={about} width="ch40" />
        <div>
          <SubmitButton>Save name</SubmitButton>
        </div>
      </PostForm>
      <PostForm hidden={{ intent: "remove" }} className={`${column({ gap: "3" })} ${apart}`}>
        <h2>Remove this passkey</h2>
        <p className={text({ kind: "read" })}>
          It will no longer log you in, and you will be logged out everywhere else. Your device may still offer it:
          delete it there, too. If it is your only passkey and you have no authenticator app, your recovery codes stop
          working and your password alone opens your account.
        </p>
        <div>
          <SubmitButton visual="danger">Remove passkey</SubmitButton>
        </div>
      </PostForm>
    </>
  );
}

const apart = css({ borderTop: "line", paddingTop: "5" });
