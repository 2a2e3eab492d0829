import { css } from "styled-system/css";
import { row, text } from "styled-system/recipes";
import { LinkButton, SubmitButton } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { PostForm } from "~/ui/post-form";
import type { FirstStep } from "../rules";

/** The steps of somebody new: those that are done ticked, and the next with its way. */
export function FirstSteps({ steps, page }: { steps: readonly FirstStep[]; page: "home" | "logbook" }) {
  const next = steps.findIndex(({ done }) => !done);
  return (
    <section aria-labelledby="first-steps" className={styles.root}>
      <header className={row({ spread: true })}>
        <h2 id="first-steps">First steps</h2>
        <PostForm action="/first_steps/" hidden={{ act: "hide", page }}>
          <SubmitButton visual="plain">Hide these steps</SubmitButton>
        </PostForm>
      </header>
      <ol>
        {steps.map((step, index) => (
          <li key={step.title}>
            <span className={styles.mark} data-done={step.done ? "" : undefined}>
              {step.done ? <Icon name="tick" /> : index + 1}
            </span>
            <div className={styles.step}>
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

function NextStep({ step: { about, ways } }: { step: FirstStep }) {
  return (
    <>
      <p className={text({ kind: "hint" })}>{about}</p>
      <div className={row()}>
        {ways.map(({ to, label }, index) => (
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
    paddingBlock: "3",
    paddingInline: "4",
    _print: { display: "none" },
    "& li": { display: "flex", gap: "3", paddingBlock: "2" },
    "& li + li": { borderTop: "line" },
  }),
  mark: css({
    width: "target",
    flexShrink: "0",
    fontWeight: "strong",
    color: "accent",
    textAlign: "center",
    "&[data-done]": { color: "good", paddingTop: "half" },
  }),
  step: css({ display: "grid", gap: "2", minWidth: "0" }),
};
