import { useLayoutEffect, useRef } from "react";
import { css } from "styled-system/css";
import { button, row } from "styled-system/recipes";
import { sheet } from "./keys-dialog";

interface LeaveDialogProps {
  /** What was typed may go. */
  onLeave: () => void;
  onStay: () => void;
}

/** Asked before typed text is dropped. Escape is the answer that keeps it. */
export function LeaveDialog({ onLeave, onStay }: LeaveDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  // Closed before it goes, so that the focus returns to where it was.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby="leave-title"
      aria-describedby="leave-words"
      className={sheet}
      onClose={onStay}
    >
      <h2 id="leave-title">Leave without saving?</h2>
      <p id="leave-words" className={css({ marginBlock: "3" })}>
        What you typed on this page is not saved.
      </p>
      <div className={row()}>
        <button type="button" className={button({ visual: "primary" })} onClick={onStay}>
          Stay on this page
        </button>
        <button type="button" className={button({ visual: "danger" })} onClick={onLeave}>
          Leave without saving
        </button>
      </div>
    </dialog>
  );
}
