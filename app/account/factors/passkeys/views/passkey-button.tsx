import { useState } from "react";
import { useSubmit } from "react-router";
import { css } from "styled-system/css";
import { button, column, note, text } from "styled-system/recipes";
import type { Outcome } from "./offer-passkeys";

interface PasskeyButtonProps {
  /** Sends the response; by default to the call that logs in. */
  take?: (answer: unknown) => Promise<boolean>;
  /** Called once it was accepted. */
  arrive: () => void;
  done: string;
  /** The alternative, as an imperative. */
  otherwise: string;
}

/** Button that asks for a passkey, which needs script. */
function PasskeyButton({ take, arrive, done, otherwise }: PasskeyButtonProps) {
  const [outcome, setOutcome] = useState<Outcome | "waiting" | "unasked">("unasked");
  const said: Record<typeof outcome, string> = {
    unasked: "",
    waiting: "Follow the steps that your browser shows.",
    in: done,
    "called-off": `No passkey was used. Press the button to try again, or ${otherwise}.`,
    refused: `There is an error with your passkey. Try again, or ${otherwise}.`,
  };
  const ask = async () => {
    setOutcome("waiting");
    const { askForPasskey } = await import("./offer-passkeys");
    const came = await askForPasskey(take);
    setOutcome(came);
    if (came === "in") arrive();
  };
  const isOnItsWay = outcome === "waiting" || outcome === "in";
  return (
    <>
      <noscript>
        <p className={note({ tone: "warn" })}>
          Passkeys need JavaScript, which is off in this browser. Turn it on, or use one of the other ways.
        </p>
      </noscript>
      <div className={`${column({ gap: "3" })} ${needsScript}`}>
        <div>
          <button
            type="button"
            className={button({ visual: "primary" })}
            disabled={isOnItsWay}
            onClick={() => ask().catch(() => setOutcome("refused"))}
          >
            Use a passkey
          </button>
        </div>
        <p role="status" className={text({ kind: "hint" })}>
          {said[outcome]}
        </p>
      </div>
    </>
  );
}

const needsScript = css({ "@media (scripting: none)": { display: "none" } });

/**
 * Completes a login that waits for its second factor. /twofactor/ redirects a logged-in user to the home page of their
 * level.
 */
export function PasskeyLoginButton() {
  return (
    <PasskeyButton arrive={() => location.assign("/twofactor/")} done="Logged in." otherwise="use a recovery code" />
  );
}

/** Step-up reauthentication: the response is submitted to the page as a form. */
export function PasskeyReauthenticationButton() {
  const submit = useSubmit();
  const send = async (answer: unknown) => {
    await submit({ answer: JSON.stringify(answer) }, { method: "post" });
    return true;
  };
  return <PasskeyButton take={send} arrive={() => {}} done="" otherwise="confirm with your password" />;
}
