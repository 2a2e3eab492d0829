import { css } from "styled-system/css";
import { column, row, text } from "styled-system/recipes";
import { PostForm } from "~/ui/forms/post-form";
import { LinkButton, SubmitButton } from "~/ui/layout/button";
import { Icon } from "~/ui/layout/icon";
import type { FirstStep } from "../rules";

/** The first steps of a new user: completed ones are ticked, and the next one has its links. */
export function FirstSteps({ steps, page }: { steps: readonly FirstStep[]; page: "home" | "logbook" }) {
  const next = steps.findIndex(({ done }) => !done);
  return (
    <section aria-labelledby="first-steps" className={styles.root}>
      <header className={row({ spread: true })}>
        <h2 id="first-steps">First steps</h2>
        <PostForm action="/help/" hidden={{ intent: "hide", page }}>
          <SubmitButton visual="plain">Hide these steps</SubmitButton>
        </PostForm>
      </header>
      <ol>
        {steps.map((step, index) => (
          <li key={step.title} className={styles.line}>
            <span className={step.done ? styles.done : styles.number}>
              {step.done ? <Icon name="tick" /> : index + 1}
            </span>
            <div className={column({ gap: "2" })}>
              <h3 className={step.done ? text({ kind: "quiet" }) : undefined}>
                {step.title}
                {step.done && <span className={css({ srOnly: true })}> (done)</span>}
              </h3>
              {index === next && <NextStep step={step} />}
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

function NextStep({ step: { about, links } }: { step: FirstStep }) {
  return (
    <>
      <p className={text({ kind: "hint" })}>{about}</p>
      <div className={row()}>
        {links.map(({ to, label }, index) => (
          <LinkButton key={to} to={to} visual={index === 0 ? "primary" : "normal"}>
            {label}
          </LinkButton>
        ))}
      </div>
    </>
  );
}

const styles = {
  root: css({
    background: "card",
    border: "line",
    borderRadius: "dialog",
    padding: "4",
    _print: { display: "none" },
  }),
  line: css({ display: "flex", gap: "3", paddingBlock: "2", borderTop: "line" }),
  number: css({ color: "accent", fontWeight: "strong" }),
  done: css({ color: "good" }),
};
