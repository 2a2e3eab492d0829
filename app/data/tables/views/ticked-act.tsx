import type { ReactNode } from "react";
import { css } from "styled-system/css";
import { row } from "styled-system/recipes";
import { SubmitButton } from "~/ui/button";

interface TickedActProps {
  act: string;
  /** On its button. */
  message: string;
  danger?: boolean;
  /** The field of what it changes to. */
  children?: ReactNode;
}

/** One thing that can be done with the ticked rows. */
export function TickedAct({ act, message, danger, children }: TickedActProps) {
  return (
    <div className={`${row({ align: "end" })} ${tall}`}>
      {children}
      <SubmitButton visual={danger ? "danger" : "normal"} name="act" value={act}>
        {message}
      </SubmitButton>
    </div>
  );
}

const tall = css({ "& button": { minHeight: "control" } });
