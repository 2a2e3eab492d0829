import { useEffect, useRef } from "react";
import { css } from "styled-system/css";
import { button } from "styled-system/recipes";
import { KeysList } from "./keys-list";

/** The list of keys over the page; closing it gives the focus back. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  return (
    <dialog ref={dialog} onClose={onClose} aria-labelledby="keys-title" className={sheet}>
      <header className={head}>
        <h2 id="keys-title">Keys</h2>
        <button type="button" className={button()} onClick={() => dialog.current?.close()}>
          Close
        </button>
      </header>
      <KeysList />
    </dialog>
  );
}

export const sheet = css({
  margin: "[auto]",
  width: "[min(560px, calc(100vw - 32px))]",
  maxHeight: "[85dvh]",
  overflow: "auto",
  padding: "5",
  background: "card",
  color: "ink",
  border: "line",
  borderRadius: "md",
  boxShadow: "float",
  "&::backdrop": { background: "[rgb(0 0 0 / .4)]" },
});

const head = css({ display: "flex", justifyContent: "space-between", alignItems: "center", marginBottom: "4" });
