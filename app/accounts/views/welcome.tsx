import { css } from "styled-system/css";
import { row, text } from "styled-system/recipes";
import { LinkButton } from "~/ui/button";
import { Page } from "~/ui/page";

interface WelcomeProps {
  first_name: string;
  keepsDiary: boolean;
}

/** The workflow of the specification (section 1), as far as its pages exist. */
export function Welcome({ first_name, keepsDiary }: WelcomeProps) {
  if (!keepsDiary) {
    return (
      <Page title={`Welcome, ${first_name}`}>
        <p className={text({ kind: "read" })}>Your account has no diary yet. The keeper of this Daybook can open it.</p>
      </Page>
    );
  }
  return (
    <Page title={`Welcome, ${first_name}`} lead="How Daybook is meant to be used.">
      <ol className={steps}>
        <li>
          <h2>Set up your job plan first</h2>
          <p>
            Its elements become tags for all your work: clinics and lists, SPA time, and extra work outside the plan.
          </p>
          <div className={row()}>
            <LinkButton to="/job_plans/" visual="primary">
              Job Plans
            </LinkButton>
          </div>
        </li>
        <li>
          <h2>Add sessions to the logbook</h2>
          <p>Each is tagged with an element of the plan, and the PAs that you worked are worked out from its times.</p>
          <div className={row()}>
            <LinkButton to="/logbook/">Daily Logbook</LinkButton>
          </div>
        </li>
        <li>
          <h2>Log the cases of a session</h2>
          <p>
            Age, ASA grade, airway and procedures, and what you want to remember of them. Open a session to add one.
          </p>
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
