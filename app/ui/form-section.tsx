import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { css } from "styled-system/css";
import { fold, foldLine, foldTitle } from "./fold";
import type { FormView } from "./form-state";
import { Icon } from "./icon";

/** The answers of a section, as the form holds them now. */
export type SectionAnswers = Pick<FormView, "value" | "values">;

interface FormSectionProps {
  form: FormView;
  title: string;
  /** The names of its fields: it opens when one of them has a message. */
  fields: readonly string[];
  /** What is chosen, in words, for the line that shows while it is folded; "" for nothing yet. */
  message: (answers: SectionAnswers) => ReactNode;
  /** What the line says when nothing is chosen. */
  nothing?: string;
  /** Open from the start, for what is answered nearly every time. */
  open?: boolean;
  /** What has to be seen while it is folded too: warnings. */
  under?: (answers: SectionAnswers) => ReactNode;
  children: ReactNode;
}

/**
 * A sub-dialog of a form (age and gender, airway, procedures, fee, recurrence): part of the same form, and posts
 * nothing of its own. Folded to one line that says what is chosen; with script the line follows what is typed.
 */
export function FormSection(props: FormSectionProps) {
  const { form, title, fields, message, nothing = "Not recorded", open, under, children } = props;
  const details = useRef<HTMLDetailsElement>(null);
  const [answers, setAnswers] = useState<SectionAnswers>(form);
  const faulty = fields.filter((name) => form.error(name)).join();

  useEffect(() => {
    // What was typed before the script came counts too.
    if (details.current) setAnswers(answersIn(details.current));
  }, []);
  useEffect(() => {
    // A new answer of the server opens what it finds fault with, though someone had folded it.
    if (faulty && details.current) details.current.open = true;
  }, [faulty]);

  function follow({ currentTarget }: FormEvent<HTMLDetailsElement>) {
    setAnswers(answersIn(currentTarget));
  }

  return (
    <div className={section} data-invalid={faulty ? "" : undefined}>
      {/* Follows what bubbles up from the fields; it is no control itself. */}
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

/** What stands in the fields below an element, as they would be sent. */
export function answersIn(root: HTMLElement): SectionAnswers {
  const held = [...root.querySelectorAll<HTMLInputElement>("[name]")]
    .filter((input) => !/^(checkbox|radio)$/.test(input.type) || input.checked)
    .map(({ name, value }) => ({ name, value }));
  const values = (name: string) => held.filter((each) => each.name === name).map((each) => each.value);
  return { values, value: (name) => values(name)[0] ?? "" };
}

// One line between two that follow each other.
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

/** Fields of one matter, under its heading. */
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
