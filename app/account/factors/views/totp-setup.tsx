import { css } from "styled-system/css";
import { column, text } from "styled-system/recipes";
import type { FormView } from "~/ui/forms/form-state";
import { PostForm } from "~/ui/forms/post-form";
import { SubmitButton } from "~/ui/layout/button";
import type { TotpSetup as Setup } from "../totp.server";
import { CodeField } from "./code-field";

interface TotpSetupProps {
  form: FormView;
  setup: Setup;
}

/** The three steps of turning two-factor on: an app, the secret in it, a code from it. */
export function TotpSetup({ form, setup }: TotpSetupProps) {
  return (
    <ol className={steps}>
      <li>
        <h2>Get an authenticator app</h2>
        <p className={text({ kind: "quiet" })}>
          Use the password app on your phone, or any other app that makes six-digit codes.
        </p>
      </li>
      <li>
        <h2>Add Daybook to it</h2>
        <p className={text({ kind: "quiet" })}>Scan this picture with the app.</p>
        <QrCode {...setup.qr} />
        <p>
          <a href={setup.uri}>Open the app on this device</a>
          <span className={text({ kind: "quiet" })}>, or type the secret into it:</span>
        </p>
        <p className={secret} translate="no">
          {setup.secret}
        </p>
      </li>
      <li>
        <h2>Enter the code that the app shows</h2>
        <PostForm hidden={{ setup: setup.token }} className={column({ gap: "4" })}>
          <CodeField form={form} hint="Six digits; a new code every 30 seconds" digitsOnly />
          <div>
            <SubmitButton>Turn on</SubmitButton>
          </div>
        </PostForm>
      </li>
    </ol>
  );
}

const steps = css({
  listStyleType: "none",
  counterReset: "step",
  padding: "0",
  margin: "0",
  display: "grid",
  gap: "5",
  "& > li": {
    counterIncrement: "step",
    position: "relative",
    display: "grid",
    gap: "2",
    paddingLeft: "6",
  },
  "& > li::before": {
    content: "counter(step)",
    position: "absolute",
    left: "0",
    top: "0",
    fontSize: "h2",
    lineHeight: "heading",
    fontWeight: "strong",
    color: "accent",
    fontVariantNumeric: "tabular-nums",
  },
});

/** Wraps between its groups of four. */
const secret = css({
  fontFamily: "[ui-monospace, Menlo, Consolas, monospace]",
  fontSize: "base",
  userSelect: "all",
  background: "sunk",
  borderRadius: "md",
  paddingBlock: "2",
  paddingInline: "3",
});

/** Black on white in both colour schemes: many readers accept nothing else. */
function QrCode({ size, path }: Setup["qr"]) {
  const label = "QR code of the secret, for an authenticator app";
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges" className={square}>
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

const square = css({ width: "menu", maxWidth: "full", display: "block", border: "line", borderRadius: "md" });
