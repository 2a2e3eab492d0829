import { useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { useLocation } from "react-router";
import { useWaiting } from "./connection";
import { useFront } from "./front";
import { Snackbar } from "./snackbar";

const NOTICE = "[role=status][data-message]";

/** The notice of the page, which may stand in a dialog by now. */
function notice(): HTMLElement | null {
  return document.querySelector<HTMLElement>(NOTICE);
}

/** A notice by its marks, of the page with this key. */
interface Told {
  key: string;
  message: string;
  done: string;
  /** How it looks in the page, where it is not to be seen as long as the snackbar is. */
  inPage?: string | undefined;
}

/** Says in a snackbar what a notice says that is out of sight, or is not to be seen as long as the snackbar is. */
export function Telling() {
  const { key } = useLocation();
  const front = useFront();
  // The notice comes once its form waits no more, and once the dialog that it was sent from is gone.
  const waiting = useWaiting();
  const [told, setTold] = useState<Told | null>(null);
  useEffect(() => {
    void front;
    void waiting;
    const words = notice();
    setTold(words && ({ key, ...words.dataset } as unknown as Told));
  }, [key, front, waiting]);
  if (told?.key !== key) return null;
  const { message, done, inPage } = told;
  const showInPage = () => {
    const words = notice();
    if (words && inPage) words.className = inPage;
    setTold({ ...told, inPage: undefined });
  };
  const bar = (
    <Snackbar
      key={key}
      text={message}
      icon={done === "true" ? "tick" : "info"}
      banner={inPage === undefined ? notice : undefined}
      onNoPlace={inPage === undefined ? undefined : showInPage}
    />
  );
  return front ? createPortal(bar, front) : bar;
}
