import { type ReactNode, useEffect, useRef, useState } from "react";
import { column, text } from "styled-system/recipes";
import { SubmitButton } from "../layout/button";

interface HeldFieldsProps {
  /** Text of the button. */
  button: string;
  /**
   * Returns in words why the form cannot be sent with its present fields; empty when it can. Must be the same function
   * on each render.
   */
  reasonIn: (fields: HTMLElement) => string;
  /** Called with the name of a field as it is edited. */
  onEdit?: (name: string) => void;
  children: ReactNode;
}

/**
 * Fields with their button below them: with script the button is disabled until the server would have something to work
 * on, and the reason is shown (specification section 5). Without script it is always enabled.
 */
export function GuardedFields({ button, reasonIn, onEdit, children }: HeldFieldsProps) {
  const fields = useRef<HTMLDivElement>(null);
  const [disabledBy, setDisabledBy] = useState("");
  useEffect(() => {
    // Not only from the first key on: a browser may have filled fields in before the script ran.
    if (fields.current) setDisabledBy(reasonIn(fields.current));
  }, [reasonIn]);
  return (
    <div
      ref={fields}
      className={column({ gap: "5" })}
      onInput={({ currentTarget, target }) => {
        onEdit?.((target as HTMLInputElement).name);
        setDisabledBy(reasonIn(currentTarget));
      }}
    >
      {children}
      <div className={column({ gap: "2" })}>
        {/* Above the button, so that the reason is in view when the button is. */}
        <p id="held-by" role="status" className={text({ kind: "hint" })}>
          {disabledBy}
        </p>
        <div>
          <SubmitButton disabledBy={disabledBy ? "held-by" : undefined}>{button}</SubmitButton>
        </div>
      </div>
    </div>
  );
}

/** The value of the field of that name; "" if there is none. */
export function typedIn(fields: HTMLElement, name: string): string {
  return fields.querySelector<HTMLInputElement>(`[name=${name}]`)?.value ?? "";
}
