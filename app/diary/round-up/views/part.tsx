import type { ReactNode } from "react";
import { css } from "styled-system/css";
import { column, text } from "styled-system/recipes";

interface PartProps {
  /** What the address names it by after a save. */
  id: string;
  title: string;
  hint: string;
  children: ReactNode;
}

/** One kind of what is left of a week. */
export function Part({ id, title, hint, children }: PartProps) {
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

/** For those who do not see the line. */
export function Said({ children }: { children: string }) {
  return <span className={css({ srOnly: true })}>{children}</span>;
}

const part = css({ outline: "none" });

/** The link of a line. */
export const strong = css({ fontWeight: "strong" });
