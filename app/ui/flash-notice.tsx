import { useState } from "react";
import { createPortal } from "react-dom";
import { Link, useLocation } from "react-router";
import { css } from "styled-system/css";
import { note } from "styled-system/recipes";
import { SubmitButton } from "./button";
import { useWaiting } from "./connection";
import { useFront } from "./front";
import { Icon } from "./icon";
import { PostForm } from "./post-form";

/** What the root page handed over: a new object each time that the server was asked. */
interface Flash {
  /** `done`: something was; else it says why not. `undo`: the address that takes it back. */
  flash: { text: string; undo: string | null; done: boolean } | null;
}

/** What just happened: stays in the page, and floats as a snackbar for a while where script runs and it is out of sight. */
export function FlashNotice({ root }: { root: Flash | undefined }) {
  const { key } = useLocation();
  const front = useFront();
  // It belongs to the page that it came with: the next page, or the same one with faults, is without it.
  const [arrival, setArrival] = useState({ root, key });
  if (arrival.root !== root) setArrival({ root, key });
  // Nor does it stand above a form that has just gone nowhere.
  const isStuck = useWaiting() === "form";
  if (!root?.flash || arrival.root !== root || arrival.key !== key || isStuck) return null;
  const words = <Notice key={key} {...root.flash} />;
  return front ? createPortal(words, front) : words;
}

/** What it says floats for a while too: see `Telling`, which finds it by its marks. */
function Notice({ text, undo, done }: NonNullable<Flash["flash"]>) {
  const { key, pathname } = useLocation();
  // There a snackbar tells it (specification 2.10), but not in a document: none can be counted on.
  const alone = pathname === "/email/" && key !== "default";
  const inPage = done ? good : plain;
  return (
    <div
      role="status"
      data-message={text}
      data-done={done}
      // What it looks like once the snackbar has no place.
      data-in-page={alone ? inPage : undefined}
      className={alone ? unseen : inPage}
    >
      <Icon name={done ? "tick" : "info"} />
      <span>
        {text}
        {undo && <WayToUndo after={text} />}
      </span>
      {undo && <UndoButton action={undo} />}
    </div>
  );
}

/** To all that can be undone: the button beside it is of this act alone, and is gone with the next page. */
function WayToUndo({ after }: { after: string }) {
  return (
    <>
      {/[.?!]$/.test(after) ? " " : ". "}
      <Link to="/logbook/undo/" className={wayToUndo}>
        Undo recent changes
      </Link>
    </>
  );
}

const wayToUndo = css({ display: "inline-flex", alignItems: "center", minHeight: "target", whiteSpace: "nowrap" });

/** Takes an act back; the page stays, since the snackbar goes before everybody could press it there. */
function UndoButton({ action }: { action: string }) {
  return (
    <PostForm action={action} className={css({ marginLeft: "[auto]", flexShrink: "0" })}>
      <SubmitButton visual="normal" mark="undo">
        Undo
      </SubmitButton>
    </PostForm>
  );
}

/** A button beside one line of words stands level with it. */
const level = css({ alignItems: "center" });
const good = `${note({ tone: "good", icon: true })} ${level}`;
const plain = `${note({ icon: true })} ${level}`;
const unseen = css({ srOnly: true });
