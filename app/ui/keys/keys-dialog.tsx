import { useEffect, useRef } from "react";
import { css } from "styled-system/css";
import { button, column, text } from "styled-system/recipes";
import { sheet } from "../overlays/leave-dialog";
import { KEYS, TIME_KEYS } from "./keys";

/** Lists every key with its action. */
export function KeysList() {
  return (
    <div className={column()}>
      <dl className={keyList}>
        {KEYS.map(({ letter, name, does }) => (
          <div key={name}>
            <dt>
              <kbd>{letter === null ? "Ctrl" : "Alt"}</kbd> {letter === null && "or "}
              <kbd>{letter === null ? "Cmd" : "Shift"}</kbd> <kbd>{name}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <h2 className={text({ kind: "strong" })}>In a field for a time</h2>
      <dl className={keyList}>
        {TIME_KEYS.map(({ names: [first, ...others], does }) => (
          <div key={first}>
            <dt>
              <kbd>{first}</kbd>
              {others.map((name) => (
                <span key={name}>
                  {" "}
                  or <kbd>{name}</kbd>
                </span>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** Style of a list of what the user types, with its effect. */
export const keyList = css({
  borderTop: "line",
  "& > div": {
    display: "flex",
    flexWrap: "wrap",
    columnGap: "4",
    rowGap: "1",
    paddingBlock: "2",
    borderBottom: "line",
    alignItems: "baseline",
  },
  "& dt": { minWidth: "[208px]", whiteSpace: "nowrap" },
  "& dd": { flexGrow: "1", flexBasis: "[220px]" },
  "& kbd": {
    fontFamily: "[inherit]",
    fontSize: "sm",
    background: "sunk",
    border: "line",
    borderRadius: "md",
    paddingInline: "2",
    paddingBlock: "half",
  },
});

/** The list of keys in a dialog over the page; closing it returns the focus. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  return (
    <dialog ref={dialog} onClose={onClose} aria-labelledby="keys-title" className={sheet}>
      <header className={head}>
        <h2 id="keys-title">Keys</h2>
        <button type="button" className={button()} onClick={() => dialog.current?.close()}>
          Close
        </button>
      </header>
      <KeysList />
    </dialog>
  );
}

const head = css({ display: "flex", justifyContent: "space-between", alignItems: "center", marginBottom: "4" });
