import { useEffect, useEffectEvent, useRef, useState } from "react";
import { createPath, useBlocker, useLocation } from "react-router";
import { connection, isUnsentForm } from "../connection/connection";
import { forgetTyping, hasTypedForm, LeaveDialog, noteAnswer } from "./leave-dialog";

/** An action that waits until the user agrees to discard typed text. */
interface PendingLeave {
  /** Form that the action sends, so that its text is not discarded. */
  but?: HTMLFormElement;
  from: Element;
  go: () => void;
  stay?: () => void;
  /** When it was asked for, so that each question has a dialog of its own. */
  atMs: number;
}

/** The question whether to leave typed text; `sent` holds the form whose answer is awaited. */
export function useLeaveQuestion() {
  const { key: place } = useLocation();
  const [asked, setAsked] = useState<PendingLeave | null>(null);
  const sent = useRef<HTMLFormElement | null>(null);
  useEffect(() => {
    void place;
    const cameBack = sent.current !== null && connection.cameBack === true;
    // Typed text may be saved although its form is still shown, and unsaved although the form has no errors.
    if (sent.current) noteAnswer(sent.current, cameBack);
    // A form that came back is still to be left, if the user pressed Cancel while it was being sent.
    if (!cameBack) setAsked(null);
    sent.current = null;
  }, [place]);

  const dialog = asked && (
    <LeaveDialog
      key={asked.atMs}
      // The close of an earlier question may be reported when the next is already asked.
      onStay={() => {
        asked.stay?.();
        setAsked((now) => (now === asked ? null : now));
      }}
      onLeave={() => {
        forgetTyping([...asked.from.querySelectorAll("form")].filter((form) => form !== asked.but));
        setAsked(null);
        asked.go();
      }}
    />
  );
  const ask = (leave: Omit<PendingLeave, "atMs">) => setAsked({ ...leave, atMs: performance.now() });
  /** A form that is on its way is not left; one that did not get away is. */
  const onItsWay = () => (isUnsentForm(connection.waiting) ? undefined : (sent.current ?? undefined));
  useBackQuestion(ask, onItsWay);
  return { isAsked: asked !== null, ask, sent, dialog };
}

/**
 * Asks at the browser's own ways: Back and Forward by the same dialog, and where the document goes, by reloading or closing
 * it, by the browser's.
 */
function useBackQuestion(
  ask: (leave: Omit<PendingLeave, "atMs">) => void,
  onItsWay: () => HTMLFormElement | undefined,
) {
  const blocker = useBlocker(
    ({ historyAction, currentLocation, nextLocation }) =>
      historyAction === "POP" &&
      createPath({ ...currentLocation, hash: "" }) !== createPath({ ...nextLocation, hash: "" }) &&
      hasTypedForm(front(), onItsWay()),
  );
  const askOf = useEffectEvent(ask);
  // By the blocker, not by its state: a router that is answered and blocked again at once may never be drawn in between.
  useEffect(() => {
    if (blocker.state === "blocked") askOf({ from: front(), go: blocker.proceed, stay: blocker.reset });
  }, [blocker]);

  const leave = useEffectEvent((event: BeforeUnloadEvent) => {
    if (hasTypedForm(document.body, onItsWay())) event.preventDefault();
  });
  useEffect(() => {
    const listeners = new AbortController();
    addEventListener("beforeunload", (event) => leave(event), { signal: listeners.signal });
    return () => listeners.abort();
  }, []);
}

/** What would be left: the dialog in front, without the question itself, else the page. */
function front(): Element {
  return [...document.querySelectorAll("dialog[open]:has(form)")].at(-1) ?? document.body;
}
