import { Link } from "react-router";
import { css } from "styled-system/css";
import { column, row, tag, text } from "styled-system/recipes";
import { SubmitButton } from "~/ui/button";
import { PostForm } from "~/ui/post-form";

interface ListedLogin {
  ref: string;
  isThis: boolean;
  browser: string;
  began: string;
  lastUsed: string;
  remembered: boolean;
  ends: string;
  secondFactor: boolean;
}

/** Where the user is logged in, with a way to end each, and all but this one. */
export function LoginList({ logins }: { logins: ListedLogin[] }) {
  return (
    <section className={column({ gap: "3" })}>
      <div className={row({ spread: true, gap: "4" })}>
        <h2>Where you are logged in</h2>
        {logins.length > 1 && (
          <PostForm hidden={{ intent: "end-others" }}>
            <SubmitButton visual="danger">End all others</SubmitButton>
          </PostForm>
        )}
      </div>
      <p className={text({ kind: "read" })}>
        End any that you do not recognise, then <Link to="/password/change/">change your password</Link>.
      </p>
      <ul className={list}>
        {logins.map((login) => (
          <li key={login.ref} className={item}>
            <LoginFacts login={login} />
            {/* Ending this one logs out: nothing of this document may stay. */}
            <PostForm hidden={{ intent: "end", login_ref: login.ref }} newDocument={login.isThis}>
              <SubmitButton visual="normal">
                End this
                <span className={css({ srOnly: true })}>
                  : {login.browser}, last used {login.lastUsed}
                </span>
              </SubmitButton>
            </PostForm>
          </li>
        ))}
      </ul>
    </section>
  );
}

function LoginFacts({ login }: { login: ListedLogin }) {
  return (
    <div className={css({ display: "grid", gap: "1", minWidth: "0", flex: "[1 1 320px]" })}>
      <div className={row()}>
        <h3 className={css({ overflowWrap: "anywhere" })}>{login.browser}</h3>
        {login.isThis && <span className={tag({ tone: "good" })}>This browser</span>}
        {login.secondFactor && <span className={tag()}>With second factor</span>}
        {login.remembered && <span className={tag()}>Remembered</span>}
      </div>
      <p className={text({ kind: "hint" })}>
        Last used {login.lastUsed} · began {login.began} · ends {login.ends}
      </p>
    </div>
  );
}

const list = css({ listStyleType: "none", padding: "0", margin: "0", borderTop: "ink" });

const item = css({
  position: "relative",
  display: "flex",
  flexWrap: "wrap",
  gap: "3",
  alignItems: "center",
  justifyContent: "space-between",
  borderBottom: "line",
  paddingBlock: "3",
});
