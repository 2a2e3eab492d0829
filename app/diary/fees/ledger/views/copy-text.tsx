import { useRef } from "react";
import { css } from "styled-system/css";
import { control, row, text } from "styled-system/recipes";
import { CopyButton } from "~/ui/forms/copy-button";

/**
 * Text for copying: in a field from which it can be selected and copied by hand, and with a button when scripts run.
 */
export function CopyText({ label, value }: { label: string; value: string }) {
  const field = useRef<HTMLTextAreaElement>(null);
  return (
    <div className={css({ display: "grid", gap: "2", _print: { display: "none" } })}>
      <label htmlFor="plain-text" className={text({ kind: "strong" })}>
        {label}
      </label>
      <textarea
        id="plain-text"
        ref={field}
        readOnly
        rows={Math.min(12, value.split("\n").length + 1)}
        value={value}
        className={`${control({ kind: "note" })} ${plain}`}
      />
      <div className={row()}>
        <CopyButton value={value} select={() => field.current?.select()} visual="primary" />
      </div>
    </div>
  );
}

const plain = css({ whiteSpace: "pre", overflowX: "auto", fontSize: "sm", fontVariantNumeric: "tabular-nums" });
