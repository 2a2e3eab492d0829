import type { ReactNode } from "react";
import { Link } from "react-router";
import { css } from "styled-system/css";
import { button } from "styled-system/recipes";
import { useSending } from "../forms/post-form";

/** Calls of literals, so that the build can replace them by class names. */
const VISUALS = {
  plain: button({ visual: "plain" }),
  normal: button({ visual: "normal" }),
  primary: button({ visual: "primary" }),
  danger: button({ visual: "danger" }),
};

type Visual = keyof typeof VISUALS;

interface SubmitProps {
  children: ReactNode;
  visual?: Visual;
  name?: string;
  value?: string;
  /** Id of the form, if it is not the one around the button. */
  form?: string;
  /** Disables the button until something is corrected: id of the text that gives the reason. With script only. */
  disabledBy?: string | undefined;
  /** Mark (`data-key`) by which a keyboard shortcut finds it. */
  mark?: string;
}

export function SubmitButton({ children, visual = "primary", disabledBy, mark, ...rest }: SubmitProps) {
  const sending = useSending();
  return (
    <button
      type="submit"
      disabled={sending || disabledBy !== undefined}
      aria-describedby={disabledBy}
      data-key={mark}
      className={VISUALS[visual]}
      {...rest}
    >
      {children}
    </button>
  );
}

/**
 * Enter presses the first button of a form: put this one before buttons that do something other than save. For the
 * keyboard only; the visible button is another.
 */
export function EnterSaves() {
  const sending = useSending();
  return (
    <button type="submit" tabIndex={-1} aria-hidden="true" disabled={sending} className={css({ srOnly: true })}>
      Save
    </button>
  );
}

interface LinkButtonProps {
  to: string;
  children: ReactNode;
  visual?: Visual;
  /** Loads a new document, for a page with its own content security policy. */
  newDocument?: boolean | undefined;
  /** Mark (`data-key`) by which a keyboard shortcut finds it. */
  mark?: string;
}

/** A link that looks like a button: navigates, changes nothing. */
export function LinkButton({ to, children, visual = "normal", newDocument, mark }: LinkButtonProps) {
  return (
    <Link to={to} reloadDocument={newDocument} className={VISUALS[visual]} data-key={mark}>
      {children}
    </Link>
  );
}
