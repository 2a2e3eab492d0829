import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { css } from "styled-system/css";
import { column } from "styled-system/recipes";
import type { FormView } from "./form-state";

/** All that is wrong with a form, each linked to its field. Script moves the focus here. */
export function ErrorSummary({ form }: { form: FormView }) {
  const box = useRef<HTMLDivElement>(null);
  const wrong = form.errors.length > 0;
  const { key } = useLocation();
  // Each answer of the server has a key of its own, be its messages those of the one before.
  useEffect(() => {
    void key;
    if (wrong) box.current?.focus();
  }, [wrong, key]);
  if (form.errors.length === 0) return null;
  return (
    <div
      ref={box}
      tabIndex={-1}
      id="error-summary"
      className={css({ border: "bad", borderRadius: "md", padding: "4", background: "card" })}
    >
      {/* The alert is a child of what takes the focus, else some readers say it twice. */}
      <div role="alert" className={column({ gap: "2" })}>
        <h2>There is a problem</h2>
        <ul className={column({ gap: "1" })}>
          {form.errors.map(({ name, message }) => (
            <li key={name}>
              {name === "" ? (
                <strong className={css({ color: "bad" })}>{message}</strong>
              ) : (
                <a href={`#${name}`} className={css({ color: "bad", fontWeight: "strong" })}>
                  {message}
                </a>
              )}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
