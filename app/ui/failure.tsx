import { column } from "styled-system/recipes";
import { LinkButton } from "./button";
import { PageTitle } from "./page";

/** Specification 2.3. */
export function NotFound({ signedIn }: { signedIn: boolean }) {
  return (
    <div className={column({ gap: "4" })}>
      <PageTitle title="Page not found" />
      <h1>Sorry.... We cannot find that page</h1>
      <p>
        {signedIn ? <LinkButton to="/logbook/">Back to logbook</LinkButton> : <LinkButton to="/">Go back</LinkButton>}
      </p>
    </div>
  );
}

/** Specification 2.1. @param reason in words, when the request itself was refused. */
export function SomethingWrong({ reason }: { reason?: string }) {
  return (
    <div className={column({ gap: "4" })}>
      <PageTitle title="Something went wrong" />
      <h1>Something went wrong loading this page</h1>
      <p>{reason || "Please refresh the page and try again"}</p>
    </div>
  );
}
