import { useState } from "react";
import { button, column, note } from "styled-system/recipes";
import { fold, foldLine } from "~/ui/layout/fold";
import { Icon } from "~/ui/layout/icon";
import { forgetAll } from "~/ui/no-signal/switch";

/** Removes all that is kept here. */
export function DeviceFold({ onForgotten }: { onForgotten: () => void }) {
  const [isRefused, setRefused] = useState(false);
  const forget = async () => {
    const isForgotten = await forgetAll();
    setRefused(!isForgotten);
    if (isForgotten) onForgotten();
  };
  return (
    <details className={fold}>
      <summary className={foldLine}>
        <Icon name="chevron" />
        <span>Forget this device</span>
      </summary>
      <div className={column({ gap: "3" })}>
        <p>Removes this page and all that waits from this device. What is not sent yet is lost.</p>
        {isRefused && (
          <p className={note({ tone: "warn" })} role="alert">
            Not done: this needs a connection. Try again when there is one.
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
