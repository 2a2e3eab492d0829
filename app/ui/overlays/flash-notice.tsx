import { useState } from "react";
import { createPortal } from "react-dom";
import { useLocation } from "react-router";
import { css } from "styled-system/css";
import { note } from "styled-system/recipes";
import { isUnsentForm, useWaiting } from "../connection/connection";
import { PostForm } from "../forms/post-form";
import { SubmitButton } from "../layout/button";
import { useFront } from "../layout/front";
import { Icon } from "../layout/icon";

/** Flash data of the root loader: a new object with each answer of the server. */
interface Flash {
  /** `done`: something was done; else the text says why not. `undo`: the path that undoes it. */
  flash: { text: string; undo: string | null; done: boolean } | null;
}

/**
 * Says what just happened: stays in the page, and is repeated in a snackbar for a while, where script runs and it is
 * out of view.
 */
export function FlashNotice({ root }: { root: Flash | null | undefined }) {
  const { key } = useLocation();
  const front = useFront();
  // It belongs to the page that it came with: the next page, or the same page with errors, is without it.
  const [arrival, setArrival] = useState({ root, key });
  if (arrival.root !== root) setArrival({ root, key });
  // Not above a form that was not sent or not saved.
  const isStuck = isUnsentForm(useWaiting());
  if (!root?.flash || arrival.root !== root || arrival.key !== key || isStuck) return null;
  const words = <Notice key={key} {...root.flash} />;
  return front ? createPortal(words, front) : words;
}

/** `NoticeSnackbar` finds it by its data attributes, and repeats it in a snackbar. */
function Notice({ text, undo, done }: NonNullable<Flash["flash"]>) {
  return (
    <div role="status" data-message={text} data-done={done} className={done ? good : plain}>
      <Icon name={done ? "tick" : "info"} />
      <span>{text}</span>
      {undo && <UndoButton action={undo} />}
    </div>
  );
}

/** Undoes the change. In the page, since a snackbar disappears before every user could press it there. */
function UndoButton({ action }: { action: string }) {
  return (
    <PostForm action={action} className={css({ marginLeft: "[auto]", flexShrink: "0" })}>
      <SubmitButton visual="normal" mark="undo">
        Undo
      </SubmitButton>
    </PostForm>
  );
}

/** A button beside one line of text is centred on it. On paper an answer to a press says nothing. */
const level = css({ alignItems: "center", _print: { display: "none" } });
const good = `${note({ tone: "good", icon: true })} ${level}`;
const plain = `${note({ icon: true })} ${level}`;
