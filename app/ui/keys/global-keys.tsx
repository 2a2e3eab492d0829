import { type ComponentType, useEffect, useEffectEvent, useRef, useState } from "react";
import { useLocation, useNavigate, useRouteLoaderData } from "react-router";
import { connection } from "../connection/connection";
import type { SavedDraft } from "../forms/form-state";
import {
  forgetTyping,
  hasTypedForm,
  isPosted,
  LeaveDialog,
  noteAnswer,
  noteFilled,
  noteTypedBefore,
  noteTyping,
} from "../overlays/leave-dialog";
import { NoticeSnackbar } from "../overlays/snackbar";
import { keyOf } from "./keys";

type Dialog = ComponentType<{ onClose: () => void }>;

/** Links that leave a form: its Cancel, which Escape presses too, and every other link that leads off the page. */
const LEAVING_LINKS = "a[href]:not([href^='#'], [href^='mailto:'], [target], [download])";

/** An action that waits until the user agrees to discard typed text. */
interface PendingLeave {
  /** Form that the action sends, so that its text is not discarded. */
  but?: HTMLFormElement;
  from: Element;
  go: () => void;
  /** When it was asked for, so that each question has a dialog of its own. */
  atMs: number;
}

let nowListening: () => void;
/** Resolved once the user is asked before typed text is left. */
export const listening = new Promise<void>((keep) => {
  nowListening = keep;
});

/** Keys that work on every page of a user who is logged in; a page behind a dialog has none. */
export default function GlobalKeys() {
  const navigate = useNavigate();
  const list = useKeysDialog();
  const question = useLeaveQuestion();
  useDraftAsTyped();

  const follow = useEffectEvent((event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>(LEAVING_LINKS) : null;
    const elsewhere = event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
    const from = link?.closest("dialog") ?? document.body;
    if (!link || elsewhere || !hasTypedForm(from)) return;
    event.preventDefault();
    event.stopPropagation();
    question.ask({ from, go: () => (link.isConnected ? link.click() : navigate(link.pathname + link.search)) });
  });

  const send = useEffectEvent((event: SubmitEvent) => {
    const form = event.target as HTMLFormElement;
    const from = form.closest("dialog") ?? document.body;
    if (!hasTypedForm(from, form)) {
      question.sent.current = form;
      return;
    }
    // Sending another form than the one with typed text leaves the page, as a link does.
    event.preventDefault();
    event.stopPropagation();
    const { submitter } = event;
    const go = () => form.isConnected && form.requestSubmit(submitter?.isConnected ? submitter : null);
    question.ask({ from, but: form, go });
  });

  const press = useEffectEvent((event: KeyboardEvent) => {
    if (list.isOpen || question.isAsked) return;
    const field = event.target instanceof Element ? event.target.closest("input, textarea, select") : null;
    const front = [...document.querySelectorAll("dialog[open]")].at(-1);
    const scope = front ?? document;
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey) {
      sendFormOf(field, scope, event);
      return;
    }
    const key = keyOf(event);
    // On a Mac these type symbols.
    if (!key || (field && !/^[a-z/?]$/i.test(event.key))) return;
    const pressed = key.presses && scope.querySelector<HTMLElement>(`[data-key=${key.presses}]`);
    if (key.presses && !pressed) return;
    event.preventDefault();
    if (key.letter === "/") {
      list.open();
      return;
    }
    const { to } = key;
    const from = front ?? document.body;
    const go = () => (pressed ? pressed.click() : to && navigate(to));
    if (hasTypedForm(from)) question.ask({ from, go });
    else go();
  });

  useEffect(() => {
    const listeners = new AbortController();
    const { signal } = listeners;
    noteTypedBefore();
    addEventListener("keydown", (event) => press(event), { signal });
    // Before the link's own handler.
    addEventListener("click", (event) => follow(event), { capture: true, signal });
    addEventListener("input", noteTyping, { signal });
    addEventListener("submit", (event) => send(event), { capture: true, signal });
    nowListening();
    return () => listeners.abort();
  }, []);

  return (
    <>
      <NoticeSnackbar />
      {question.dialog}
      {list.dialog}
    </>
  );
}

/** The list of the keys, loaded when it is first opened; where it cannot be, its page opens. */
function useKeysDialog() {
  const navigate = useNavigate();
  const { key: place } = useLocation();
  const [Dialog, setDialog] = useState<Dialog | null>(null);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    void place;
    setOpen(false);
  }, [place]);

  function open(): void {
    setOpen(true);
    if (!Dialog)
      import("./keys-dialog").then((module) => setDialog(() => module.KeysDialog)).catch(() => navigate("/keys/"));
  }

  return { isOpen, open, dialog: isOpen && Dialog && <Dialog onClose={() => setOpen(false)} /> };
}

/** The question whether to leave typed text; `sent` holds the form whose answer is awaited. */
function useLeaveQuestion() {
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
      onStay={() => setAsked((now) => (now === asked ? null : now))}
      onLeave={() => {
        forgetTyping([...asked.from.querySelectorAll("form")].filter((form) => form !== asked.but));
        setAsked(null);
        asked.go();
      }}
    />
  );
  const ask = (leave: Omit<PendingLeave, "atMs">) => setAsked({ ...leave, atMs: performance.now() });
  return { isAsked: asked !== null, ask, sent, dialog };
}

/** The fields of a form draft that the page shows count as typed. */
function useDraftAsTyped(): void {
  const draft = (useRouteLoaderData("root") as { draft: SavedDraft | null } | undefined)?.draft?.here;
  useEffect(() => {
    if (draft && document.querySelector("[data-form-draft]")) noteFilled(Object.keys(draft.form.values));
  }, [draft]);
}

/** Sends the form of a field, by its default button. */
function sendFormOf(field: Element | null, scope: Document | Element, event: KeyboardEvent): void {
  const form = (field as HTMLInputElement | null)?.form;
  if (!isPosted(form)) return;
  event.preventDefault();
  // A disabled button has its reason beside it; the key must not bypass it.
  if (!scope.querySelector("button[type=submit]:disabled")) form.requestSubmit();
}
