import type { ReactNode } from "react";
import { Link } from "react-router";
import { css } from "styled-system/css";
import { column, text } from "styled-system/recipes";
import type { FormView } from "~/ui/forms/form-state";
import { Line } from "~/ui/layout/line-list";

interface RoundUpSectionProps {
  /** Id of the section, which the address after a save has as its fragment. */
  id: string;
  title: string;
  hint: string;
  children: ReactNode;
}

/** A section with one kind of unfinished entries of a week. */
export function RoundUpSection({ id, title, hint, children }: RoundUpSectionProps) {
  return (
    <section id={id} tabIndex={-1} aria-labelledby={`${id}-title`} className={`${column({ gap: "3" })} ${part}`}>
      <div>
        <h2 id={`${id}-title`}>{title}</h2>
        <p className={text({ kind: "hint" })}>{hint}</p>
      </div>
      {children}
    </section>
  );
}

/** Text for screen readers only. */
export function ScreenReaderText({ children }: { children: string }) {
  return <span className={css({ srOnly: true })}>{children}</span>;
}

const part = css({ outline: "none" });

interface RowLineProps {
  /** Name of its row in the form, such as `cases[0]`. */
  name: string;
  row: { ref: string; version: number; to: string };
  heading: string;
  facts: string;
  children: ReactNode;
}

/** A row that the form completes, with the reference and version that were shown. */
export function RowLine({ name, row: { ref, version, to }, heading, facts, children }: RowLineProps) {
  return (
    <Line
      heading={
        <Link to={to} className={strong}>
          {heading}
        </Link>
      }
      facts={facts}
    >
      <input type="hidden" name={`${name}.ref`} value={ref} />
      <input type="hidden" name={`${name}.version`} value={version} />
      {children}
    </Line>
  );
}

/**
 * View of a form with errors, for the present rows of the page: each row gets the answers that were sent for it, even
 * if its index has changed.
 * @param rows the rows with their references, in the order of the page
 */
export function rowsAsSent(form: FormView, group: string, rows: readonly { ref: string }[]): FormView {
  const sent = Array.from({ length: form.rows(group) }, (_, at) => form.value(`${group}[${at}].ref`));
  const nameOf = (name: string) =>
    name.replace(/\[(\d+)\]/, (_, at: string) => `[${sent.indexOf(rows[Number(at)]?.ref ?? "")}]`);
  return {
    ...form,
    value: (name) => form.value(nameOf(name)),
    values: (name) => form.values(nameOf(name)),
    error: (name) => form.error(nameOf(name)),
  };
}

/** Style of a line's link. */
export const strong = css({ fontWeight: "strong" });
