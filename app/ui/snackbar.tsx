import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { useLocation } from "react-router";
import { css } from "styled-system/css";
import { useWaiting } from "./connection";
import { useFront } from "./front";
import { Icon, type IconName } from "./icon";

/** Specification section 9. */
export const SNACKBAR_MS = 6000;

interface SnackbarProps {
  text: string;
  icon?: IconName;
  /** Whose words it says: while that is in sight there is nothing to say twice. */
  banner?: (() => Element | null) | undefined;
  /** Where there is no banner: it could be shown nowhere without hiding something. */
  onNoPlace?: (() => void) | undefined;
}

/**
 * Says words that stand in the page as well to those who look elsewhere, where it hides nothing that can be pressed. It
 * holds nothing to press itself.
 */
export function Snackbar({ text, icon = "tick", banner, onNoPlace }: SnackbarProps) {
  const box = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setShown(false), SNACKBAR_MS);
    return () => clearTimeout(timer);
  }, []);
  useLayoutEffect(() => {
    const place = () => {
      if (!box.current) return;
      const said = banner?.();
      const top = said && isInSight(said) ? null : freeTop(box.current);
      box.current.style.visibility = top === null ? "hidden" : "visible";
      box.current.style.top = `${top ?? 0}px`;
      if (top === null && !said) onNoPlace?.();
    };
    // What the page brings with it, such as the place that it is scrolled to, comes first.
    const frame = requestAnimationFrame(place);
    addEventListener("scroll", place, { capture: true, passive: true });
    addEventListener("resize", place);
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener("scroll", place, { capture: true });
      removeEventListener("resize", place);
    };
  }, [banner, onNoPlace]);
  if (!shown) return null;
  return (
    // The words in the page have been read out already.
    <div ref={box} aria-hidden="true" data-snackbar="" className={snackbar} style={{ visibility: "hidden" }}>
      <Icon name={icon} /> {text}
    </div>
  );
}

const snackbar = css({
  position: "fixed",
  left: "[50%]",
  transform: "translateX(-50%)",
  width: "[max-content]",
  maxWidth: "[min(60ch, calc(100vw - 32px))]",
  "& svg": { flexShrink: "0" },
  display: "flex",
  gap: "2",
  alignItems: "center",
  background: "ink",
  color: "paper",
  paddingBlock: "3",
  paddingInline: "5",
  borderRadius: "md",
  boxShadow: "float",
  zIndex: "snackbar",
  pointerEvents: "none",
  _print: { display: "none" },
});

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

/** What must not be hidden: all that can be pressed or typed in, and the bars that such things stand in. */
const TAKEN = "a, button, input, select, textarea, summary, label, [data-dialog-page] > footer, body > header";

const MARGIN_PX = 8;
const STEP_PX = 12;

/** What is in front: a dialog, or the page. */
function front(): Element {
  return [...document.querySelectorAll("dialog[open]")].at(-1) ?? document.body;
}

/** True while some of it is seen, below the bar that stays at the top. */
function isInSight(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  const bar = document.querySelector("body > header");
  const from = bar && !element.closest("dialog") ? bar.getBoundingClientRect().bottom : 0;
  return bottom > from && top < innerHeight;
}

/** How far down an element that is fixed to the window hides nothing: as far as can be. null where there is no such place. */
function freeTop(element: Element): number | null {
  const { left, right, height } = element.getBoundingClientRect();
  const taken = [...front().querySelectorAll(TAKEN)]
    // A closed menu keeps its place, and is not there.
    .filter((each) => each.checkVisibility())
    .map((each) => each.getBoundingClientRect())
    // What is there for screen readers alone is a dot.
    .filter((box) => box.width > 1 && box.height > 1 && box.right > left - MARGIN_PX && box.left < right + MARGIN_PX);
  for (let top = innerHeight - height - 2 * MARGIN_PX; top >= MARGIN_PX; top -= STEP_PX) {
    const hides = taken.some((box) => box.bottom > top - MARGIN_PX && box.top < top + height + MARGIN_PX);
    if (!hides) return top;
  }
  return null;
}
