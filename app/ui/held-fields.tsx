import { type ReactNode, useEffect, useRef, useState } from "react";
import { column, text } from "styled-system/recipes";
import { SubmitButton } from "./button";

interface HeldFieldsProps {
  /** The words of the button. */
  button: string;
  /** Why the form cannot be sent as its fields stand, in words; empty when it can. Not made anew by each drawing. */
  reasonIn: (fields: HTMLElement) => string;
  /** Called with the name of a field as it is edited. */
  onEdit?: (name: string) => void;
  children: ReactNode;
}

/**
 * Fields and, below them, their button: with script it waits until the server would have something to work on, and
 * says for what (specification section 5). Without script it is never held.
 */
export function HeldFields({ button, reasonIn, onEdit, children }: HeldFieldsProps) {
  const fields = useRef<HTMLDivElement>(null);
  const [heldBy, setHeldBy] = useState("");
  useEffect(() => {
    // Not only from the first key on: a browser may have filled fields in before the script came.
    if (fields.current) setHeldBy(reasonIn(fields.current));
  }, [reasonIn]);
  return (
    <div
      ref={fields}
      className={column({ gap: "5" })}
      onInput={({ currentTarget, target }) => {
        onEdit?.((target as HTMLInputElement).name);
        setHeldBy(reasonIn(currentTarget));
      }}
    >
      {children}
      <div className={column({ gap: "2" })}>
        {/* Above the button: a button in sight has its reason in sight. */}
        <p id="held-by" role="status" className={text({ kind: "hint" })}>
          {heldBy}
        </p>
        <div>
          <SubmitButton heldBy={heldBy ? "held-by" : undefined}>{button}</SubmitButton>
        </div>
      </div>
    </div>
  );
}

/** What a field of that name holds; "" where there is none. */
export function typedIn(fields: HTMLElement, name: string): string {
  return fields.querySelector<HTMLInputElement>(`[name=${name}]`)?.value ?? "";
}
