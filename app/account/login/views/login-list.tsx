import { Link } from "react-router";
import { css } from "styled-system/css";
import { column, row, tag, text } from "styled-system/recipes";
import { PostForm } from "~/ui/forms/post-form";
import { SubmitButton } from "~/ui/layout/button";
import { Fold } from "~/ui/layout/fold";
import { Line, LineList } from "~/ui/layout/line-list";
import type { ListedLogin } from "../login-list.server";

/** The user's logins, with buttons that end one, or all but this one. */
export function LoginList({ logins }: { logins: ListedLogin[] }) {
  return (
    <section className={column({ gap: "3" })}>
      <div className={row({ spread: true, gap: "4" })}>
        <h2>Where you are logged in</h2>
        {logins.length > 1 && (
          <PostForm hidden={{ intent: "end-others" }}>
            <SubmitButton visual="danger">Log out everywhere else</SubmitButton>
          </PostForm>
        )}
      </div>
      <p className={text({ kind: "read" })}>
        Log out any that you do not recognise, then <Link to="/password/change/">change your password</Link>.
      </p>
      <LineList>
        {logins.map((login) => (
          <Line
            key={login.ref}
            heading={
              <Fold title={<LoginTitle login={login} />}>
                <div className={column({ gap: "3" })}>
                  <p className={text({ kind: "hint" })}>{moreOf(login)}</p>
                  {/* Ending this login logs out: no data of this document may stay. */}
                  <PostForm hidden={{ intent: "end", login_ref: login.ref }} newDocument={login.isThis}>
                    <SubmitButton visual="normal">
                      Log out
                      <span className={css({ srOnly: true })}>
                        : {login.browser}, last used {login.lastUsed}
                      </span>
                    </SubmitButton>
                  </PostForm>
                </div>
              </Fold>
            }
          />
        ))}
      </LineList>
    </section>
  );
}

function LoginTitle({ login: { browser, isThis, ends } }: { login: ListedLogin }) {
  return (
    <>
      {browser} {isThis && <span className={tag({ tone: "good" })}>This browser</span>}
      <span className={`${text({ kind: "hint" })} ${css({ fontWeight: "normal", display: "block" })}`}>
        Ends {ends}
      </span>
    </>
  );
}

/** `Last used today at 12:00 · began today at 11:00 · with second factor`. */
function moreOf({ lastUsed, began, secondFactor, remembered }: ListedLogin): string {
  const facts = [
    `Last used ${lastUsed}`,
    `began ${began}`,
    secondFactor && "with second factor",
    remembered && "remembered",
  ];
  return facts.filter(Boolean).join(" · ");
}
