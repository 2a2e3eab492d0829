import type { ReactNode } from "react";
import { css } from "styled-system/css";
import { column, row, text } from "styled-system/recipes";
import { formatCounted } from "~/platform/time/counted";
import { PostForm } from "~/ui/forms/post-form";
import { SubmitButton } from "~/ui/layout/button";
import { Line, LineList } from "~/ui/layout/line-list";
import type { MailPage } from "../mails.server";
import { UserLink } from "./user-list";

/** Mails that were given up, each with a button to try it again unless it is out of date. */
export function MailList({ failed, retryable, waiting, since, mails }: MailPage) {
  return (
    <div className={column({ gap: "4" })}>
      <p>
        {waiting === 0
          ? "No mail is waiting to be sent."
          : `${formatCounted(waiting, "mail")} to send, the oldest since ${since}.`}
      </p>
      <div className={row({ spread: true, gap: "4" })}>
        <h2>{failed === 0 ? "No mail has failed" : `${formatCounted(failed, "mail")} not sent`}</h2>
        {retryable > 1 && (
          <PostForm hidden={{ mail: "all" }}>
            <SubmitButton>Try all {retryable} again</SubmitButton>
          </PostForm>
        )}
      </div>
      {failed > mails.length && <p className={text({ kind: "hint" })}>The newest {mails.length} are shown.</p>}
      {mails.length > 0 && (
        <LineList>
          {mails.map((mail) => (
            <Line key={mail.ref} heading={<h3>{mail.what}</h3>} facts={factsOf(mail)}>
              {mail.retryable ? (
                <PostForm hidden={{ mail: mail.ref }}>
                  <SubmitButton visual="normal">
                    Try again
                    <span className={css({ srOnly: true })}>
                      : {mail.what}, failed {mail.failed}
                    </span>
                  </SubmitButton>
                </PostForm>
              ) : (
                <span className={text({ kind: "hint" })}>Not sent: it was out of date</span>
              )}
            </Line>
          ))}
        </LineList>
      )}
    </div>
  );
}

function factsOf({ user, recipient, attempts, failed }: MailPage["mails"][number]): ReactNode {
  return (
    <>
      {user ? <UserLink userRef={user.ref} name={user.name} /> : "No account"}
      {recipient !== "" && ` · to ${recipient}`} · {attempts === 1 ? "tried once" : `tried ${attempts} times`} · given
      up {failed}
    </>
  );
}
