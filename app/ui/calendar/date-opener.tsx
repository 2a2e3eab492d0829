import { type ComponentType, useEffect, useRef, useState } from "react";
import { css } from "styled-system/css";
import { button } from "styled-system/recipes";
import type { LondonDate } from "~/platform/time/london";
import { Icon } from "../layout/icon";
import type { CalendarProps } from "./date-calendar";

export interface DateOpenerProps {
  /** Id of the field whose date it chooses. */
  field: string;
  /** First and last day that can be chosen; 1900 to 2099 by default (specification section 9). */
  min?: LondonDate | undefined;
  max?: LondonDate | undefined;
  /** Offers Clear Value, for an optional date. */
  clearable?: boolean | undefined;
}

/** The button at the end of a date field, and the calendar that it opens. Not rendered without script. */
export function DateOpener(props: DateOpenerProps) {
  const [scripted, setScripted] = useState(false);
  const [open, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  useEffect(() => setScripted(true), []);
  if (!scripted) return null;
  return (
    <>
      <span className={place}>
        <button
          ref={opener}
          type="button"
          className={openerButton}
          aria-label="Open the calendar"
          aria-describedby={`${props.field}-label`}
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
        >
          <Icon name="calendar" size={20} />
        </button>
      </span>
      {open && (
        <CalendarDialog
          {...props}
          close={() => {
            setOpen(false);
            opener.current?.focus();
          }}
        />
      )}
    </>
  );
}

type Loaded = { Calendar: ComponentType<CalendarProps> } | "loading" | "failed";

/** A native modal dialog: it keeps the focus inside, and Escape closes it. */
function CalendarDialog({ field, min, max, clearable, close }: DateOpenerProps & { close: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [loaded, setLoaded] = useState<Loaded>("loading");
  const input = () => document.getElementById(field) as HTMLInputElement | null;

  useEffect(() => {
    dialog.current?.showModal();
    // The calendar is larger than the code of the rest of a page: it is loaded on demand.
    import("./date-calendar").then(setLoaded, () => setLoaded("failed"));
  }, []);
  useEffect(() => {
    const below = document.getElementById(field);
    if (loaded !== "loading" && dialog.current && below) placeBelow(dialog.current, below);
  }, [loaded, field]);

  function choose(date: string): void {
    const chosen = input();
    if (chosen) setFieldValue(chosen, date);
    // Closed before it is removed: while it is open nothing outside can take the focus.
    dialog.current?.close();
  }

  return (
    <dialog
      ref={dialog}
      className={popup}
      aria-label="Calendar"
      aria-describedby={`${field}-label`}
      onClose={close}
      // Escape must have no other effect in the page, such as closing a dialog below this one.
      onKeyDown={(event) => event.key === "Escape" && event.stopPropagation()}
    >
      {loaded === "loading" && <p role="status">Loading...</p>}
      {loaded === "failed" && (
        <div role="alert">
          <p>Something went wrong loading this page</p>
          <p>Please refresh the page and try again</p>
        </div>
      )}
      {typeof loaded === "object" && (
        <loaded.Calendar typed={input()?.value ?? ""} min={min} max={max} choose={choose} />
      )}
      <div className={buttons}>
        {clearable && (
          <button type="button" className={button({ visual: "plain" })} onClick={() => choose("")}>
            Clear Value
          </button>
        )}
        <button type="button" className={button({ visual: "plain" })} onClick={() => dialog.current?.close()}>
          Cancel
        </button>
      </div>
    </dialog>
  );
}

const MARGIN = 8;

/** Places the calendar under the field, or as far down as fits into the window; a narrow window shows it centred. */
function placeBelow(dialog: HTMLDialogElement, field: HTMLElement): void {
  if (!matchMedia("(min-width: 600px)").matches) return;
  const { bottom, left } = field.getBoundingClientRect();
  const lowest = innerHeight - dialog.offsetHeight - MARGIN;
  const rightmost = innerWidth - dialog.offsetWidth - MARGIN;
  dialog.style.margin = "0";
  dialog.style.top = `${Math.max(MARGIN, Math.min(bottom + MARGIN, lowest))}px`;
  dialog.style.left = `${Math.max(MARGIN, Math.min(left, rightmost))}px`;
}

/** Takes no room: it overlaps the end of the field above it. */
const place = css({ position: "absolute", bottom: "0", insetInline: "0", height: "0", maxWidth: "ch12" });

const openerButton = css({
  position: "absolute",
  right: "0",
  bottom: "0",
  width: "[40px]",
  height: "control",
  display: "grid",
  placeContent: "center",
  border: "none",
  background: "transparent",
  color: "accent",
  borderRadius: "md",
  padding: "0",
  "&:hover": { color: "accentStrong", background: "accentSoft" },
  _print: { display: "none" },
});

const popup = css({
  margin: "auto",
  width: "[min(340px, calc(100vw - 16px))]",
  border: "line",
  borderRadius: "dialog",
  background: "card",
  color: "ink",
  boxShadow: "float",
  padding: "3",
  "&::backdrop": { background: "[oklch(20% .02 230 / .35)]" },
});

const buttons = css({ display: "flex", justifyContent: "flex-end", gap: "2", marginTop: "2" });

/** Sets the value of a field as if it had been typed: listeners of the form receive the event. */
export function setFieldValue(input: HTMLInputElement, value: string): void {
  if (input.value === value) return;
  input.value = value;
  input.dispatchEvent(new Event("input", { bubbles: true }));
}
