import type { ReactNode } from "react";
import { column, text } from "styled-system/recipes";
import { type FormView, formView } from "~/ui/forms/form-state";

/** A sample with its name above it. */
export function Sample({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={column({ gap: "2" })}>
      {/* No heading: samples of pages have headings of any level. */}
      <p className={text({ kind: "strong" })}>{name}</p>
      <div>{children}</div>
    </div>
  );
}

/** All samples of one kind. */
export function Samples({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={column({ gap: "5" })}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

/** A form with these answers. */
export function filled(answers: Record<string, string | readonly string[]>): FormView {
  return formView(answers, undefined);
}

/** A form that was refused, with these answers, and a message for each of its fields. */
export function refused(answers: Record<string, string>, errors: Record<string, string>): FormView {
  const listed = (texts: Record<string, string>) =>
    Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, [text]]));
  return formView({}, { values: listed(answers), errors: listed(errors) });
}
