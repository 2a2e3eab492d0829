import { useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { useLocation } from "react-router";
import { useWaiting } from "./connection";
import { useFront } from "./front";
import { Snackbar } from "./snackbar";

const NOTICE = "[role=status][data-says]";

/** The notice of the page, which may stand in a dialog by now. */
function notice(): HTMLElement | null {
  return document.querySelector<HTMLElement>(NOTICE);
}

/** Says in a snackbar what a notice says that is out of sight, or is not to be seen as long as the snackbar is. */
export function Telling() {
  const { key } = useLocation();
  const front = useFront();
  // The notice comes once its form waits no more, and once the dialog that it was sent from is gone.
  const waiting = useWaiting();
  const [told, setTold] = useState<{ key: string; says: string; done: boolean; alone: boolean } | null>(null);
  useEffect(() => {
    void front;
    void waiting;
    const { says, done, inPage } = notice()?.dataset ?? {};
    setTold(says ? { key, says, done: done === "true", alone: inPage !== undefined } : null);
  }, [key, front, waiting]);
  if (told?.key !== key) return null;
  const showInPage = () => {
    const words = notice();
    if (words?.dataset.inPage) words.className = words.dataset.inPage;
    setTold({ ...told, alone: false });
  };
  const bar = (
    <Snackbar
      key={key}
      text={told.says}
      icon={told.done ? "tick" : "info"}
      banner={told.alone ? undefined : notice}
      onNoPlace={told.alone ? showInPage : undefined}
    />
  );
  return front ? createPortal(bar, front) : bar;
}
