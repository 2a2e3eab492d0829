import { createContext, type ReactNode, useContext } from "react";
import type { SentForm } from "~/platform/http/sent-form.server";
import { PostForm } from "../forms/post-form";
import { SubmitButton } from "../layout/button";
import { failure, Reference } from "../layout/failure";
import { PageTitle } from "../layout/page";

/** The form whose request failed, of the page that is rendered for it. Never in a browser. */
export const SentFormContext = /* @__PURE__ */ createContext<SentForm | null>(null);

const TITLE = "Sorry, something went wrong and this was not saved";

/** In place of the page of an error: what was sent, to be sent again. Without script nothing else holds it. */
export function SendAgain({ children }: { children: ReactNode }) {
  const sent = useContext(SentFormContext);
  if (!sent) return children;
  return (
    <div className={failure}>
      <PageTitle title={TITLE} />
      <h1>{TITLE}</h1>
      <p>
        {sent.lacksSecret
          ? "What you entered is not lost, except your password or code: you will be asked for it again. "
          : "Nothing that you entered is lost. "}
        Wait a minute, then send it again. It will be saved only once.
      </p>
      <PostForm action={sent.path} newDocument>
        {sent.fields.map(({ at, name, text }) => (
          <input key={at} type="hidden" name={name} value={text} />
        ))}
        <SubmitButton>Send again</SubmitButton>
      </PostForm>
      <Reference />
    </div>
  );
}
