import { type ComponentType, useEffect, useEffectEvent, useState } from "react";
import { useNavigate } from "react-router";
import { keyOf } from "./keys";

type Dialog = ComponentType<{ onClose: () => void }>;

/** Keys that work on every page of someone who is signed in. */
export function GlobalKeys() {
  const navigate = useNavigate();
  const [Dialog, setDialog] = useState<Dialog | null>(null);
  const [open, setOpen] = useState(false);

  const press = useEffectEvent((event: KeyboardEvent) => {
    const field = event.target instanceof Element ? event.target.closest("input, textarea, select") : null;
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey) {
      const form = (field as HTMLInputElement | null)?.form;
      if (form?.method !== "post") return;
      event.preventDefault();
      // A button that is off says why beside it; the key does not get around it.
      if (!document.querySelector("button[type=submit]:disabled")) form.requestSubmit();
      return;
    }
    const key = keyOf(event);
    // On a Mac these type signs.
    if (!key || (field && !/^[a-z/?]$/i.test(event.key))) return;
    const pressed = key.presses && document.querySelector<HTMLElement>(`[data-key=${key.presses}]`);
    if (key.presses && !pressed) return;
    event.preventDefault();
    if (pressed) pressed.click();
    else if (key.letter === "/") {
      setOpen(true);
      if (!Dialog)
        import("./keys-dialog").then((module) => setDialog(() => module.KeysDialog)).catch(() => navigate("/keys/"));
    } else if (key.to) navigate(key.to);
  });

  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event);
    addEventListener("keydown", listener);
    return () => removeEventListener("keydown", listener);
  }, []);

  return open && Dialog ? <Dialog onClose={() => setOpen(false)} /> : null;
}
