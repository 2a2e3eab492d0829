import { Link } from "react-router";
import { css } from "styled-system/css";
import { column, text } from "styled-system/recipes";
import { PostForm } from "~/ui/forms/post-form";
import { SubmitButton } from "~/ui/layout/button";
import type { RoundUpPage } from "../page.server";

/** Shows whether the Friday email is on, with the button that changes it. */
export function MailChoice({ mail: { address, on } }: { mail: RoundUpPage["mail"] }) {
  return (
    <section aria-labelledby="mail-choice" className={css({ borderTop: "line", paddingTop: "4" })}>
      <h2 id="mail-choice">Friday email</h2>
      <PostForm className={column({ gap: "3" })}>
        <p className={text({ kind: "read" })}>
          {on
            ? "On Fridays at 16:00 you get an email if something is left to finish in your week."
            : "Get an email on Fridays at 16:00 if something is left to finish in your week."}{" "}
          It has numbers only.{" "}
          {address === null && (
            <>
              <Link to="/email/">Confirm your email address</Link> first: nothing is sent until then.
            </>
          )}
        </p>
        <div>
          <SubmitButton visual="normal" name="intent" value={on ? "mail_off" : "mail_on"}>
            {on ? "Stop the Friday email" : "Get the Friday email"}
          </SubmitButton>
        </div>
      </PostForm>
    </section>
  );
}
