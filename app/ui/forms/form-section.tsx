import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { css } from "styled-system/css";
import { fold, foldLine, foldTitle } from "../layout/fold";
import { Icon } from "../layout/icon";
import type { FormView } from "./form-state";

/** The present answers of a section. */
export type SectionAnswers = Pick<FormView, "value" | "values">;

interface FormSectionProps {
  form: FormView;
  title: string;
  /** Names of its fields: it opens when one of them has an error. */
  fields: readonly string[];
  /** The chosen answers in words, for the line that shows while it is folded; "" for none. */
  message: (answers: SectionAnswers) => ReactNode;
  /** Text of the line when nothing is chosen. */
  nothing?: string;
  /** Open from the start, for what is answered nearly every time. */
  open?: boolean;
  /** Content that must be visible while it is folded too: warnings. */
  under?: (answers: SectionAnswers) => ReactNode;
  children: ReactNode;
}

/**
 * A sub-dialog of a form (age and gender, airway, procedures, fee, recurrence): its fields belong to the same form, and
 * are posted with it. Folded to one line with the chosen answers; with script the line follows what is typed.
 */
export function FormSection(props: FormSectionProps) {
  const { form, title, fields, message, nothing = "Not recorded", open, under, children } = props;
  const details = useRef<HTMLDetailsElement>(null);
  const [answers, setAnswers] = useState<SectionAnswers>(form);
  const faulty = fields.filter((name) => form.error(name)).join();

  useEffect(() => {
    // Text that was typed before the script ran counts too.
    if (details.current) setAnswers(answersIn(details.current));
  }, []);
  useEffect(() => {
    // A new answer of the server opens a section with errors, even if the user had folded it.
    if (faulty && details.current) details.current.open = true;
  }, [faulty]);

  function follow({ currentTarget }: FormEvent<HTMLDetailsElement>) {
    setAnswers(answersIn(currentTarget));
  }

  return (
    <div className={section} data-invalid={faulty ? "" : undefined}>
      {/* Listens to events that bubble up from the fields; it is no control itself. */}
      <details ref={details} open={open || faulty !== ""} className={fold} onInput={follow}>
        <summary className={foldLine}>
          <Icon name="chevron" />
          <span className={foldTitle}>{title}</span>
          <span className={chosen} data-message="">
            {message(answers) || nothing}
          </span>
        </summary>
        <fieldset className={inside}>
          <legend className={css({ srOnly: true })}>{title}</legend>
          {children}
        </fieldset>
      </details>
      {under && (
        <div aria-live="polite" className={below}>
          {under(answers)}
        </div>
      )}
    </div>
  );
}

/** Whether one of these fields has an answer: a section with one is open from the start. */
export function hasAnswer({ value }: SectionAnswers, fields: readonly string[]): boolean {
  return fields.some((name) => value(name) !== "");
}

/** Reads the values of the fields below an element, as they would be sent. */
export function answersIn(root: HTMLElement): SectionAnswers {
  const held = [...root.querySelectorAll<HTMLInputElement>("[name]")]
    .filter((input) => !/^(checkbox|radio)$/.test(input.type) || input.checked)
    .map(({ name, value }) => ({ name, value }));
  const values = (name: string) => held.filter((each) => each.name === name).map((each) => each.value);
  return { values, value: (name) => values(name)[0] ?? "" };
}

// A single line between adjacent sections.
const section = css({
  borderBlock: "line",
  "& + &": { borderTop: "none" },
  "&[data-invalid]": { borderLeft: "badSide", paddingLeft: "3" },
});

const below = css({ display: "grid", gap: "2", "&:not(:empty)": { paddingBottom: "3" } });

const chosen = css({
  flex: "[1 1 12ch]",
  minWidth: "0",
  textAlign: { base: "left", wide: "right" },
  fontSize: "md",
  color: "quiet",
  overflowWrap: "anywhere",
});

const inside = css({
  display: "grid",
  gap: "4",
  gridTemplateColumns: "minmax(0, 1fr)",
  border: "none",
  padding: "0",
  margin: "0",
  paddingTop: "2",
  paddingBottom: "5",
  minWidth: "0",
});

/** Related fields, under their heading. */
export function FieldGroup({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <fieldset className={group}>
      <legend>{legend}</legend>
      {children}
    </fieldset>
  );
}

const group = css({
  display: "grid",
  gap: "4",
  border: "none",
  padding: "0",
  margin: "0",
  minWidth: "0",
  "& > legend": { fontSize: "h2", fontWeight: "heading", lineHeight: "heading", paddingBottom: "3" },
});
