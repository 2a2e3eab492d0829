import { useState } from "react";
import { button, column, note } from "styled-system/recipes";
import { fold, foldLine } from "~/ui/layout/fold";
import { Icon } from "~/ui/layout/icon";
import { type ForgetFault, forgetAll } from "~/ui/no-signal/switch";

/** Removes all that is kept here. */
export function DeviceFold({ onForgotten }: { onForgotten: () => void }) {
  const [fault, setFault] = useState<ForgetFault | null>(null);
  const forget = async () => {
    const failed = await forgetAll();
    setFault(failed);
    if (failed === null) onForgotten();
  };
  return (
    <details className={fold}>
      <summary className={foldLine}>
        <Icon name="chevron" />
        <span>Forget this device</span>
      </summary>
      <div className={column({ gap: "3" })}>
        <p>Removes this page and all that waits from this device. What is not sent yet is lost.</p>
        {fault && (
          <p className={note({ tone: "warn" })} role="alert">
            {WORDS[fault]}
          </p>
        )}
        <div>
          <button type="button" className={button({ visual: "danger" })} onClick={forget}>
            Forget this device
          </button>
        </div>
      </div>
    </details>
  );
}

const WORDS: Record<ForgetFault, React.ReactNode> = {
  offline: "Not done: this needs a connection. Try again when there is one.",
  login: (
    <>
      Not done: <a href="/login/">log in</a> first.
    </>
  ),
  account: "Not done: another account works without signal here, too. Its user has to log in and do this.",
  failed: "Not done: something went wrong. Wait a minute, then try again.",
};
