import type { ReactNode } from "react";
import { Link } from "react-router";
import { css } from "styled-system/css";
import { button } from "styled-system/recipes";
import { useSending } from "./post-form";

/** Written out, so that the build can put the class names in their place. */
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
  /** Of another form than the one around it. */
  form?: string;
  /** Off until something is mended, with the id of the words that say what. Script's business only. */
  heldBy?: string | undefined;
  /** What a key finds it by. */
  mark?: string;
}

export function SubmitButton({ children, visual = "primary", heldBy, mark, ...rest }: SubmitProps) {
  const sending = useSending();
  return (
    <button
      type="submit"
      disabled={sending || heldBy !== undefined}
      aria-describedby={heldBy}
      data-key={mark}
      className={VISUALS[visual]}
      {...rest}
    >
      {children}
    </button>
  );
}

/**
 * The first button of a form is what Enter presses: put before buttons that do something else than save.
 * For the keyboard only; the button in sight is another.
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
  /** Loads a new document, for a page with a policy of its own. */
  newDocument?: boolean | undefined;
  /** What a key finds it by. */
  mark?: string;
}

/** A link that looks like a button: goes somewhere, changes nothing. */
export function LinkButton({ to, children, visual = "normal", newDocument, mark }: LinkButtonProps) {
  return (
    <Link to={to} reloadDocument={newDocument} className={VISUALS[visual]} data-key={mark}>
      {children}
    </Link>
  );
}
