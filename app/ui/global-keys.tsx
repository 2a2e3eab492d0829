import { type ComponentType, useEffect, useEffectEvent, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { keyOf } from "./keys";
import { LeaveDialog } from "./leave-dialog";
import { Telling } from "./telling";
import { forgetTyping, holdsTypedForm, noteTyping } from "./typed-forms";

type Dialog = ComponentType<{ onClose: () => void }>;

/** The ways out of a form: its Cancel, which Escape presses too, and the bar at the top. */
const WAYS_OUT = "[data-cancel] a, body > header a:not([href^='#'])";

/** What was asked for, and waits until somebody says that what was typed may go. */
interface Asked {
  from: Element;
  go: () => void;
}

/** Keys that work on every page of someone who is signed in; what is behind a dialog has none. */
export function Part() {
  const navigate = useNavigate();
  const { key: place } = useLocation();
  const [Dialog, setDialog] = useState<Dialog | null>(null);
  const [open, setOpen] = useState(false);
  const [asked, setAsked] = useState<Asked | null>(null);

  const sent = useRef<HTMLFormElement | null>(null);

  useEffect(() => {
    void place;
    setOpen(false);
    setAsked(null);
    // An answer without faults: what was typed is saved, though its form may still stand there.
    if (sent.current && !document.getElementById("error-summary")) forgetTyping([sent.current]);
    sent.current = null;
  }, [place]);

  function leave(from: Element, go: () => void): void {
    if (holdsTypedForm(from)) setAsked({ from, go });
    else go();
  }

  const follow = useEffectEvent((event: MouseEvent) => {
    const way = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>(WAYS_OUT) : null;
    const elsewhere = event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
    const from = way?.closest("dialog") ?? document.body;
    if (!way || elsewhere || way.target || !holdsTypedForm(from)) return;
    event.preventDefault();
    event.stopPropagation();
    setAsked({ from, go: () => (way.isConnected ? way.click() : navigate(way.pathname + way.search)) });
  });

  const press = useEffectEvent((event: KeyboardEvent) => {
    if (open || asked) return;
    const field = event.target instanceof Element ? event.target.closest("input, textarea, select") : null;
    const front = [...document.querySelectorAll("dialog[open]")].at(-1);
    const scope = front ?? document;
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey) {
      const form = (field as HTMLInputElement | null)?.form;
      if (form?.method !== "post") return;
      event.preventDefault();
      // A button that is off says why beside it; the key does not get around it.
      if (!scope.querySelector("button[type=submit]:disabled")) form.requestSubmit();
      return;
    }
    const key = keyOf(event);
    // On a Mac these type signs.
    if (!key || (field && !/^[a-z/?]$/i.test(event.key))) return;
    const pressed = key.presses && scope.querySelector<HTMLElement>(`[data-key=${key.presses}]`);
    if (key.presses && !pressed) return;
    event.preventDefault();
    if (key.letter === "/") {
      setOpen(true);
      if (!Dialog)
        import("./keys-dialog").then((module) => setDialog(() => module.KeysDialog)).catch(() => navigate("/keys/"));
      return;
    }
    const { to } = key;
    leave(front ?? document.body, () => (pressed ? pressed.click() : to && navigate(to)));
  });

  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event);
    const clicked = (event: MouseEvent) => follow(event);
    const submitted = ({ target }: Event) => {
      sent.current = target as HTMLFormElement;
    };
    addEventListener("keydown", listener);
    // Before the link itself hears of it.
    addEventListener("click", clicked, { capture: true });
    addEventListener("input", noteTyping);
    addEventListener("submit", submitted);
    return () => {
      removeEventListener("keydown", listener);
      removeEventListener("click", clicked, { capture: true });
      removeEventListener("input", noteTyping);
      removeEventListener("submit", submitted);
    };
  }, []);

  return (
    <>
      <Telling />
      {asked && (
        <LeaveDialog
          onStay={() => setAsked(null)}
          onLeave={() => {
            forgetTyping(asked.from.querySelectorAll("form"));
            setAsked(null);
            asked.go();
          }}
        />
      )}
      {open && Dialog && <Dialog onClose={() => setOpen(false)} />}
    </>
  );
}
