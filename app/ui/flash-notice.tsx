import { useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { Link, useLocation } from "react-router";
import { css } from "styled-system/css";
import { note } from "styled-system/recipes";
import { SubmitButton } from "./button";
import { useFront } from "./front";
import { Icon, type IconName } from "./icon";
import { PostForm } from "./post-form";

/** Specification section 9. */
export const SNACKBAR_MS = 6000;

/** What the root page handed over: a new object each time that the server was asked. */
export interface Flash {
  flash: { text: string; undo: string | null } | null;
}

/** What just happened: stays in the page, and floats as a snackbar for a while where script runs. */
export function FlashNotice({ root }: { root: Flash | undefined }) {
  const { key } = useLocation();
  const front = useFront();
  // It belongs to the page that it came with: the next page, or the same one with faults, is without it.
  const [arrival, setArrival] = useState({ root, key });
  if (arrival.root !== root) setArrival({ root, key });
  if (!root?.flash || arrival.root !== root || arrival.key !== key) return null;
  const words = (
    <div role="status" className={notice}>
      <Icon name="tick" />
      <span>
        {root.flash.text}
        {root.flash.undo && <WayToUndo after={root.flash.text} />}
      </span>
      {root.flash.undo && <UndoButton step={root.flash.undo} />}
      <Snackbar key={key} text={root.flash.text} />
    </div>
  );
  return front ? createPortal(words, front) : words;
}

/** To all that can be undone: the button beside it is of this act alone, and is gone with the next page. */
function WayToUndo({ after }: { after: string }) {
  return (
    <>
      {/[.?!]$/.test(after) ? " " : ". "}
      <Link to="/logbook/undo/" className={wayToUndo}>
        What can be undone
      </Link>
    </>
  );
}

const wayToUndo = css({ display: "inline-flex", alignItems: "center", minHeight: "target", whiteSpace: "nowrap" });

/** Takes an act back; the page stays, since the snackbar goes before everybody could press it there. */
export function UndoButton({ step }: { step: string }) {
  return (
    <PostForm action={`/logbook/undo/${step}/`} className={css({ marginLeft: "[auto]", flexShrink: "0" })}>
      <SubmitButton visual="normal" mark="undo">
        Undo
      </SubmitButton>
    </PostForm>
  );
}

/** Its words stand in the page as well: it says them for those who look elsewhere, and holds nothing to press. */
export function Snackbar({ text, icon = "tick" }: { text: string; icon?: IconName }) {
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
      <Icon name={icon} /> {text}
    </div>
  );
}

/** A button beside one line of words stands level with it. */
const notice = `${note({ tone: "good", icon: true })} ${css({ alignItems: "center" })}`;

const snackbar = css({
  position: "fixed",
  // Above the footer of a dialog.
  bottom: "[96px]",
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
