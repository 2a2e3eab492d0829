import { useEffect, useRef } from "react";
import { column, note, row } from "styled-system/recipes";
import { LinkButton } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { StartAgain } from "./reset-code-step";

/** Step 3 of /password/forgot/. Script puts the focus on Continue, so that Enter goes on. */
export function ResetVerifiedStep({ validUntil }: { validUntil: string }) {
  const actions = useRef<HTMLDivElement>(null);
  useEffect(() => actions.current?.querySelector("a")?.focus(), []);
  return (
    <div className={column({ gap: "5" })}>
      <div role="status" className={note({ tone: "good", icon: true })}>
        <Icon name="tick" />
        <span>Code verified. You can now set a new password.</span>
      </div>
      <p>Set it before {validUntil}. After that you need a new code.</p>
      <div ref={actions} className={row()}>
        <LinkButton to="/password/reset/" visual="primary">
          Continue
        </LinkButton>
        <StartAgain label="Use another address" />
      </div>
    </div>
  );
}
