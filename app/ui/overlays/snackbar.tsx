import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { useLocation } from "react-router";
import { css } from "styled-system/css";
import { useWaiting } from "../connection/connection";
import { useFront } from "../layout/front";
import { Icon, type IconName } from "../layout/icon";

/** How long a snackbar is shown (specification section 9). */
export const SNACKBAR_MS = 6000;

interface SnackbarProps {
  text: string;
  icon?: IconName;
  /** Finds the element that shows the same text, if the snackbar is hidden while that is in view. */
  banner?: (() => Element | null) | undefined;
}

/**
 * Repeats text of the page for users who look elsewhere, where it covers nothing that can be pressed. It contains
 * nothing to press itself.
 */
export function Snackbar({ text, icon = "tick", banner }: SnackbarProps) {
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
    };
    // Changes that come with the page, such as its scroll position, are made first.
    const frame = requestAnimationFrame(place);
    addEventListener("scroll", place, { capture: true, passive: true });
    addEventListener("resize", place);
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener("scroll", place, { capture: true });
      removeEventListener("resize", place);
    };
  }, [banner]);
  if (!shown) return null;
  return (
    // The text in the page has already been read out.
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

/** The notice of the page, which may have moved into a dialog. */
function notice(): HTMLElement | null {
  return document.querySelector<HTMLElement>(NOTICE);
}

/** The data attributes of a notice, with the location key of its page. */
interface NoticeData {
  key: string;
  message: string;
  done: string;
}

/** Repeats a notice in a snackbar: on the page of the address at once (specification 2.10), elsewhere while it is out of view. */
export function NoticeSnackbar() {
  const { key, pathname } = useLocation();
  const front = useFront();
  // The notice appears once its form no longer waits, and once the dialog that it was sent from is gone.
  const waiting = useWaiting();
  const [told, setTold] = useState<NoticeData | null>(null);
  useEffect(() => {
    void front;
    void waiting;
    const words = notice();
    setTold(words && ({ key, ...words.dataset } as unknown as NoticeData));
  }, [key, front, waiting]);
  if (told?.key !== key) return null;
  const { message, done } = told;
  const icon = done === "true" ? "tick" : "info";
  const bar = <Snackbar key={key} text={message} icon={icon} banner={pathname === "/email/" ? undefined : notice} />;
  return front ? createPortal(bar, front) : bar;
}

/** Elements that must not be covered: all that can be pressed or typed in, and the bars that contain them. */
const MUST_STAY_VISIBLE =
  "a, button, input, select, textarea, summary, label, [data-dialog-page] > footer, body > header";

const MARGIN_PX = 8;
const STEP_PX = 12;

/** The topmost open dialog, else the page. */
function frontElement(): Element {
  return [...document.querySelectorAll("dialog[open]")].at(-1) ?? document.body;
}

/** True while part of it is in view, below the bar that stays at the top. */
function isInSight(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  const bar = document.querySelector("body > header");
  const from = bar && !element.closest("dialog") ? bar.getBoundingClientRect().bottom : 0;
  return bottom > from && top < innerHeight;
}

/**
 * Lowest top position, in pixels, at which an element fixed to the window covers nothing of `MUST_STAY_VISIBLE`; null if there is
 * none.
 */
function freeTop(element: Element): number | null {
  const { left, right, height } = element.getBoundingClientRect();
  const taken = [...frontElement().querySelectorAll(MUST_STAY_VISIBLE)]
    // A closed menu keeps its box, but is not visible.
    .filter((each) => each.checkVisibility())
    .map((each) => each.getBoundingClientRect())
    // Text for screen readers alone has a box of one pixel.
    .filter((box) => box.width > 1 && box.height > 1 && box.right > left - MARGIN_PX && box.left < right + MARGIN_PX);
  for (let top = innerHeight - height - 2 * MARGIN_PX; top >= MARGIN_PX; top -= STEP_PX) {
    const hides = taken.some((box) => box.bottom > top - MARGIN_PX && box.top < top + height + MARGIN_PX);
    if (!hides) return top;
  }
  return null;
}
