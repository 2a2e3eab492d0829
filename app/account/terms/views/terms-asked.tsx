import { Link } from "react-router";
import { column, text } from "styled-system/recipes";
import { Prose } from "~/account/views/prose";
import type { FormView } from "~/ui/forms/form-state";
import { PostForm } from "~/ui/forms/post-form";
import { SubmitButton } from "~/ui/layout/button";

/** What a user is asked who has accepted an older version of the terms. */
export interface AskedTerms {
  changes: string[];
  version: string;
  /** Path of the page that they wanted. */
  next: string;
}

/** Above the terms: what has changed, and the button that accepts them. */
export function TermsAsked({ changes, form }: Pick<AskedTerms, "changes"> & { form: FormView }) {
  return (
    <section className={column({ gap: "4" })}>
      <Prose>
        <p>Before you go on, read what has changed since you accepted the terms. The full terms are below.</p>
        <ul>
          {changes.map((change) => (
            <li key={change}>{change}</li>
          ))}
        </ul>
      </Prose>
      <PostForm hidden={{ version: form.value("version"), next: form.value("next") }}>
        <SubmitButton>Accept the terms</SubmitButton>
      </PostForm>
      <p className={text({ kind: "hint" })}>
        If you do not accept them, you can still <Link to="/mydata/export/">export your data</Link> and{" "}
        <Link to="/delete_account/">delete your account</Link>.
      </p>
    </section>
  );
}
