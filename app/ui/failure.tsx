import { useSubmit } from "react-router";
import { css } from "styled-system/css";
import { button, column, text } from "styled-system/recipes";
import { LinkButton } from "./button";
import { PageTitle } from "./page";
import { useSending } from "./post-form";
import type { Unsent } from "./unsent";

/** Specification 2.3. */
export function NotFound({ signedIn }: { signedIn: boolean }) {
  return (
    <div className={failure}>
      <PageTitle title="Page not found" />
      <h1>Sorry.... We cannot find that page</h1>
      <p>
        {signedIn ? <LinkButton to="/logbook/">Back to logbook</LinkButton> : <LinkButton to="/">Go back</LinkButton>}
      </p>
    </div>
  );
}

interface SomethingWrongProps {
  /** In words, when the request itself was refused. */
  reason?: string | undefined;
  /** True when nobody foresaw it. */
  unexpected?: boolean;
}

/** The connection was lost while a form was on its way: its answers, to be sent again with their first key. */
export function NotSent({ action, answers }: Unsent) {
  const submit = useSubmit();
  const sending = useSending();
  const { pathname, search } = new URL(action);
  return (
    <div className={column({ gap: "4" })}>
      <PageTitle title="Not sent" />
      <h1>Not sent: there is no connection</h1>
      <p>Your answers are kept on this page. Stay here, and send them again when you have signal.</p>
      <p>
        <button
          type="button"
          disabled={sending}
          className={button({ visual: "primary" })}
          onClick={() => submit(answers, { method: "post", action: pathname + search })}
        >
          Send again
        </button>
      </p>
    </div>
  );
}

/** Specification 2.1. */
export function SomethingWrong({ reason, unexpected }: SomethingWrongProps) {
  return (
    <div className={failure}>
      <PageTitle title="Something went wrong" />
      <div className={column({ gap: "1" })}>
        {unexpected && <p className={text({ kind: "hint" })}>Unexpected Application Error!</p>}
        <h1>Something went wrong loading this page</h1>
      </div>
      <p>{reason || "Please refresh the page and try again"}</p>
    </div>
  );
}

const failure = css({ display: "grid", gap: "4", justifyItems: "start", paddingTop: { base: "5", wide: "7" } });
