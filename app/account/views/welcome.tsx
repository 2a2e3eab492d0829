import type { ReactNode } from "react";
import { css } from "styled-system/css";
import { row, text } from "styled-system/recipes";
import { LinkButton } from "~/ui/layout/button";
import { Page } from "~/ui/layout/page";

interface WelcomeProps {
  first_name: string;
  keepsDiary: boolean;
  seesProgress: boolean;
  /** Shown above the text. */
  children: ReactNode;
}

/** The workflow of the specification (section 1). */
export function Welcome({ first_name, keepsDiary, seesProgress, children }: WelcomeProps) {
  if (!keepsDiary) {
    return (
      <Page title={`Welcome, ${first_name}`}>
        <p className={text({ kind: "read" })}>
          Your account does not include a diary yet. Ask the administrator of this Daybook to turn it on.
        </p>
      </Page>
    );
  }
  return (
    <Page title={`Welcome, ${first_name}`}>
      {children}
      <p className={text({ kind: "quiet" })}>How to use Daybook:</p>
      <ol className={steps}>
        <li>
          <h2>Set up your job plan first</h2>
          <p>
            Its elements become labels for all your work: clinics and lists, SPA time, and work outside the plan. For
            additional paid work you can see what you are owed and when it was paid.
          </p>
          <div className={row()}>
            <LinkButton to="/job_plans/">Job Plans</LinkButton>
            <LinkButton to="/extras/">Additional Paid Work</LinkButton>
          </div>
        </li>
        <li>
          <h2>Add sessions to the logbook</h2>
          <p>
            Each session belongs to an element of the plan. Its PAs are worked out from its times, so you see how far
            ahead or behind you are.
          </p>
          <div className={row()}>
            <LinkButton to="/logbook/">Daily Logbook</LinkButton>
            {seesProgress && <LinkButton to="/progress/">Progress Chart</LinkButton>}
          </div>
        </li>
        <li>
          <h2>Repeat regular sessions</h2>
          <p>
            A session can recur every 1, 2, 3 or 4 weeks, or on a weekday of each month. Correct the times afterwards if
            they were different. Days of leave are left out, so enter your leave too.
          </p>
          <div className={row()}>
            <LinkButton to="/logbook/session/new/">Add session</LinkButton>
            <LinkButton to="/leave/">Leave</LinkButton>
          </div>
        </li>
        <li>
          <h2>Log the cases of a session</h2>
          <p>Age, ASA grade, airway and procedures, and anything you want to remember. Open a session to add a case.</p>
        </li>
      </ol>
    </Page>
  );
}

/** Lines and space, the number in the margin, as in the diary. */
const steps = css({
  listStyleType: "none",
  counterReset: "step",
  padding: "0",
  margin: "0",
  borderTop: "heavy",
  "& > li": {
    counterIncrement: "step",
    position: "relative",
    display: "grid",
    gap: "2",
    borderBottom: "line",
    paddingBlock: "4",
    paddingLeft: { base: "7", wide: "8" },
  },
  "& > li::before": {
    content: "counter(step)",
    position: "absolute",
    left: "0",
    top: "3",
    fontSize: "day",
    fontWeight: "strong",
    color: "accent",
    fontVariantNumeric: "tabular-nums",
  },
  "& p": { maxWidth: "read", color: "quiet" },
});
