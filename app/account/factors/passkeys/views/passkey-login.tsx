import { useEffect, useRef } from "react";
import { css } from "styled-system/css";
import { button, column, text } from "styled-system/recipes";

/**
 * Offers passkeys in the browser's autofill (specification 2.4). Its script is loaded only if the browser supports
 * that; otherwise the page stays unchanged.
 */
export function PasskeyLogin() {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const offering = new AbortController();
    void offer(offering.signal, dialog.current);
    return () => offering.abort();
  }, []);
  return (
    // The browser moves the focus in, keeps it in, closes it on Escape and gives the focus back.
    <dialog ref={dialog} aria-labelledby="passkey-error" aria-describedby="passkey-error-text" className={panel}>
      <h2 id="passkey-error">Passkey Error</h2>
      <div id="passkey-error-text" className={column({ gap: "1" })}>
        <p>There is an error with your passkey.</p>
        <p className={text({ kind: "hint" })}>You can log in with your username and password instead.</p>
      </div>
      <form method="dialog">
        <button type="submit" className={button()}>
          Close
        </button>
      </form>
    </dialog>
  );
}

async function offer(signal: AbortSignal, dialog: HTMLDialogElement | null): Promise<void> {
  try {
    if (!dialog || !(await window.PublicKeyCredential?.isConditionalMediationAvailable?.())) return;
    const { offerPasskeys } = await import("./offer-passkeys");
    await offerPasskeys(signal, () => untilClosed(dialog));
  } catch {
    // The module did not load: the password still works.
  }
}

function untilClosed(dialog: HTMLDialogElement): Promise<void> {
  dialog.showModal();
  return new Promise((closed) => dialog.addEventListener("close", () => closed(), { once: true }));
}

const panel = css({
  background: "card",
  color: "ink",
  border: "line",
  borderRadius: "dialog",
  boxShadow: "float",
  padding: "5",
  maxWidth: "[min(420px, calc(100vw - 32px))]",
  width: "full",
  margin: "auto",
  "&[open]": { display: "grid", gap: "4" },
  "&::backdrop": { background: "[oklch(20% .02 235 / .45)]" },
});
