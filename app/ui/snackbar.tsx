import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { css } from "styled-system/css";
import { freeTop, isInSight } from "./free-place";
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
