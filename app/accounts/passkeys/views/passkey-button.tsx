import { useState } from "react";
import { css } from "styled-system/css";
import { button, column, note, text } from "styled-system/recipes";
import type { Outcome } from "./offer-passkeys";

const SAID: Record<Outcome | "waiting" | "unasked", string> = {
  unasked: "",
  waiting: "Follow what your browser asks now.",
  in: "Logged in.",
  "called-off": "No passkey was used. Press the button to try again, or use a recovery code.",
  refused: "There is an error with your passkey. Try again, or use a recovery code.",
};

/** Ends a login that waits for its second factor with a passkey, which takes script. */
export function PasskeyButton() {
  const [outcome, setOutcome] = useState<keyof typeof SAID>("unasked");
  const ask = async () => {
    setOutcome("waiting");
    const { askForPasskey } = await import("./offer-passkeys");
    const came = await askForPasskey();
    setOutcome(came);
    // Whoever is in is led from here to where their level begins.
    if (came === "in") location.assign("/twofactor/");
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
          {SAID[outcome]}
        </p>
      </div>
    </>
  );
}

const needsScript = css({ "@media (scripting: none)": { display: "none" } });
