import { useEffect, useState } from "react";
import { css } from "styled-system/css";
import { note, row } from "styled-system/recipes";
import { Icon } from "./icon";

/** Specification section 9. */
export const SNACKBAR_MS = 6000;

/** What just happened: stays in the page, and floats as a snackbar for a while where script runs. */
export function FlashNotice({ text }: { text: string | null }) {
  if (!text) return null;
  return (
    <div role="status" className={note({ tone: "good" })}>
      <span className={row()}>
        <Icon name="tick" /> {text}
      </span>
      <Snackbar key={text} text={text} />
    </div>
  );
}

function Snackbar({ text }: { text: string }) {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    setShown(true);
    const timer = setTimeout(() => setShown(false), SNACKBAR_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!shown) return null;
  return (
    // The notice in the page has been read out already.
    <div aria-hidden="true" data-snackbar="" className={snackbar}>
      <Icon name="tick" /> {text}
    </div>
  );
}

const snackbar = css({
  position: "fixed",
  // Above the footer of a dialog.
  bottom: "[96px]",
  left: "[50%]",
  transform: "translateX(-50%)",
  maxWidth: "[calc(100vw - 32px)]",
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
