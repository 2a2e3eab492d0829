import { createContext, type ReactNode, useContext } from "react";
import type { SentForm } from "~/platform/http/sent-form.server";
import { PostForm } from "../forms/post-form";
import { SubmitButton } from "../layout/button";
import { failure, Reference } from "../layout/failure";
import { PageTitle } from "../layout/page";

/** The form whose request failed, of the page that is rendered for it. Never in a browser. */
export const SentFormContext = /* @__PURE__ */ createContext<SentForm | null>(null);

const TITLE = "Sorry, something went wrong and this was not saved";
const DELETED = "This was deleted elsewhere and is not saved";

interface SendAgainProps {
  /** What the form saves is not there. */
  deleted?: boolean;
  /** The page of the error, where nothing was sent. */
  children: ReactNode;
}

/** In place of the page of an error: what was sent, to be sent again. Without script nothing else holds it. */
export function SendAgain({ deleted = false, children }: SendAgainProps) {
  const sent = useContext(SentFormContext);
  if (!sent) return children;
  const title = deleted ? DELETED : TITLE;
  return (
    <div className={failure}>
      <PageTitle title={title} />
      <h1>{title}</h1>
      <p>
        {sent.lacksSecret
          ? "What you entered is not lost, except your password or code: you will be asked for it again. "
          : "Nothing that you entered is lost. "}
        {deleted ? "Undo the deletion" : "Wait a minute"}, then send it again. It will be saved only once.
      </p>
      {deleted && (
        <p>
          <a href="/logbook/undo/" target="_blank" rel="noreferrer">
            See what can be undone (opens in a new tab)
          </a>
        </p>
      )}
      <PostForm action={sent.path} newDocument>
        {sent.fields.map(({ at, name, text }) => (
          <input key={at} type="hidden" name={name} value={text} />
        ))}
        <SubmitButton>Send again</SubmitButton>
      </PostForm>
      {!deleted && <Reference />}
    </div>
  );
}
