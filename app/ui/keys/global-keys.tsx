import { type ComponentType, useEffect, useEffectEvent, useState } from "react";
import { useLocation, useNavigate, useRouteLoaderData } from "react-router";
import type { SavedDraft } from "../forms/form-state";
import { hasTypedForm, isPosted, noteFilled, noteTypedBefore, noteTyping } from "../overlays/leave-dialog";
import { useLeaveQuestion } from "../overlays/leave-question";
import { NoticeSnackbar } from "../overlays/snackbar";
import { keyOf } from "./keys";

type Dialog = ComponentType<{ onClose: () => void }>;

/** Links that leave a form: its Cancel, which Escape presses too, and every other link that leads off the page. */
const LEAVING_LINKS = "a[href]:not([href^='#'], [href^='mailto:'], [target], [download])";

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
