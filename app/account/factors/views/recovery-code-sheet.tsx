import { useEffect, useRef, useState } from "react";
import { css } from "styled-system/css";
import { button, column, note, row, text } from "styled-system/recipes";
import { CopyButton } from "~/ui/forms/copy-button";
import { LinkButton } from "~/ui/layout/button";
import { Icon } from "~/ui/layout/icon";
import { PageTitle } from "~/ui/layout/page";
import type { CodeSheet } from "../recovery-codes.server";

/** The recovery codes, which are shown only once. The print has only the heading and the codes. */
export function RecoveryCodeSheet({ codes, made, done }: CodeSheet & { done: string }) {
  const list = useRef<HTMLOListElement>(null);
  // The sheet replaces a form that was scrolled down to its button. The braces are needed because in newer browsers
  // scrollTo returns a promise, which React would call as the clean-up.
  useEffect(() => {
    window.scrollTo(0, 0);
  }, []);
  return (
    <div className={column({ gap: "5" })}>
      <PageTitle title="Your recovery codes" />
      <div role="status" className={offPaper}>
        <p className={note({ tone: "good", icon: true })}>
          <Icon name="tick" />
          <span>{done}</span>
        </p>
      </div>
      <header className={column({ gap: "1" })}>
        <h1>Daybook recovery codes</h1>
        <p className={text({ kind: "quiet" })}>{made}</p>
      </header>
      <div className={offPaper}>
        <p className={text({ kind: "read" })}>
          Without your phone or passkey, one of these codes lets you in, together with your password. Each works once.
          Keep them on paper or in a password manager, but not on that phone alone.{" "}
          <strong>You will not see them again.</strong>
        </p>
      </div>
      <ol ref={list} className={numbered}>
        {codes.map((code) => (
          <li key={code} translate="no">
            {code}
          </li>
        ))}
      </ol>
      <div className={offPaper}>
        <div className={row()}>
          <PrintButton />
          <a className={button()} download="daybook-recovery-codes.txt" href={textFile({ codes, made })}>
            Download as text
          </a>
          <CopyButton
            value={codes.join("\n")}
            select={() => list.current && getSelection()?.selectAllChildren(list.current)}
          />
        </div>
      </div>
      <div className={offPaper}>
        <LinkButton to="/account/two_factor/" visual="primary">
          I have saved these codes
        </LinkButton>
      </div>
    </div>
  );
}

/** The button needs script; without it, a text refers to the browser's menu. */
function PrintButton() {
  const [scripted, setScripted] = useState(false);
  useEffect(() => setScripted(true), []);
  if (!scripted) return <span className={text({ kind: "quiet" })}>Print this page from your browser's menu, or</span>;
  return (
    <button type="button" className={button()} onClick={() => window.print()}>
      Print
    </button>
  );
}

/** The codes as a data URL, so that no request has them in its address. */
function textFile({ codes, made }: CodeSheet): string {
  const lines = ["Daybook recovery codes", made, "", ...codes, "", "Each works once, together with your password.", ""];
  return `data:text/plain;charset=utf-8,${encodeURIComponent(lines.join("\r\n"))}`;
}

const offPaper = css({ _print: { display: "none" } });

const numbered = css({
  listStyleType: "decimal",
  paddingLeft: "7",
  margin: "0",
  maxWidth: "dialog",
  fontFamily: "[ui-monospace, Menlo, Consolas, monospace]",
  fontVariantNumeric: "tabular-nums",
  borderBlock: "line",
  paddingBlock: "3",
  "& li": { paddingBlock: "1", breakInside: "avoid" },
  "& li::marker": { color: "quiet" },
});
