import { createContext, useContext } from "react";
import { css } from "styled-system/css";
import { column, text } from "styled-system/recipes";
import { LinkButton } from "./button";
import { PageTitle } from "./page";

/** The page for 404 (specification 2.3). */
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

/** Id of the request that the page is rendered for, under which the log tells what happened. Never in a browser. */
export const RequestIdContext = /* @__PURE__ */ createContext("");

const useRequestId = import.meta.env.SSR ? () => useContext(RequestIdContext) : () => "";

/** The id in what the server answers where something unexpected failed (`answerFailure`). */
export function referenceIn(answer: unknown): string | undefined {
  return /give this reference: (\S+)$/.exec(String(answer))?.[1];
}

/** @param of the id, if the answer told it */
export function Reference({ of }: { of?: string | undefined }) {
  const here = useRequestId();
  const id = of || here;
  if (!id) return null;
  return (
    <p>
      If it happens again, contact support and give this reference: <strong>{id}</strong>
    </p>
  );
}

interface SomethingWrongProps {
  /** In words, if the request itself was refused. */
  reason?: string | undefined;
  /** In place of the usual one. */
  title?: string | undefined;
  /** True for an unexpected error. */
  unexpected?: boolean;
  /** Id of the request that failed. */
  reference?: string | undefined;
}

/** The page for other errors (specification 2.1). */
export function SomethingWrong({ reason, title, unexpected, reference }: SomethingWrongProps) {
  return (
    <div className={failure}>
      <PageTitle title={title ?? "Something went wrong"} />
      <div className={column({ gap: "1" })}>
        {unexpected && <p className={text({ kind: "hint" })}>Unexpected Application Error!</p>}
        <h1>{title ?? "Something went wrong loading this page"}</h1>
      </div>
      <p>{reason || "Please refresh the page and try again"}</p>
      {!reason && <Reference of={reference} />}
    </div>
  );
}

export const failure = css({ display: "grid", gap: "4", justifyItems: "start", paddingTop: { base: "5", wide: "7" } });
