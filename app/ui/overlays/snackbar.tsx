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
 * Repeats text of the page for users who look elsewhere, at the foot of the window. It contains nothing to press, and
 * what lies under it can be pressed.
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
      const top = said && isInSight(said) ? null : topAtFoot(box.current);
      box.current.style.visibility = top === null ? "hidden" : "visible";
      box.current.style.top = `${top ?? 0}px`;
    };
    // Changes that come with the page, such as its scroll position, are made first.
    const frame = requestAnimationFrame(place);
    addEventListener("scroll", place, { capture: true, passive: true });
    addEventListener("resize", place);
    addEventListener("focusin", place);
    visualViewport?.addEventListener("resize", place);
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener("scroll", place, { capture: true });
      removeEventListener("resize", place);
      removeEventListener("focusin", place);
      visualViewport?.removeEventListener("resize", place);
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

/**
 * What a snackbar stands above where it would lie over it: bars at the foot of the window, even those that are not shown
 * yet, and the focus.
 */
const STANDS_ABOVE = "[data-dialog-page] > footer, [data-foot-bar], :focus";

const MARGIN_PX = 8;

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
 * The top of an element at the foot of what the keyboard of a phone leaves of the window, in pixels; null where a bar
 * leaves it no room.
 */
function topAtFoot(element: Element): number | null {
  const { left, right, height } = element.getBoundingClientRect();
  const { offsetTop, height: seen } = visualViewport ?? { offsetTop: 0, height: innerHeight };
  const boxes = [...frontElement().querySelectorAll(STANDS_ABOVE)]
    .filter((each) => each.checkVisibility())
    .map((each) => each.getBoundingClientRect())
    // Of what fills the window, such as the content, no foot is free.
    .filter((box) => box.right > left && box.left < right && box.height < seen / 2)
    .toSorted((one, other) => other.bottom - one.bottom);
  const lowest = offsetTop + seen - height - 2 * MARGIN_PX;
  const top = boxes.reduce((at, box) => {
    const hides = box.bottom > at - MARGIN_PX && box.top < at + height + MARGIN_PX;
    return hides ? box.top - height - MARGIN_PX : at;
  }, lowest);
  return top < offsetTop + MARGIN_PX ? null : top;
}
