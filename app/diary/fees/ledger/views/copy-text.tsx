import { useRef, useState } from "react";
import { css } from "styled-system/css";
import { button, control, row, text } from "styled-system/recipes";
import { useHydrated } from "~/ui/layout/page-script";

/**
 * Text for copying: in a field from which it can be selected and copied by hand, and with a button when scripts run.
 */
export function CopyText({ label, value }: { label: string; value: string }) {
  const field = useRef<HTMLTextAreaElement>(null);
  const hydrated = useHydrated();
  const [message, setMessage] = useState("");

  async function copy() {
    try {
      await navigator.clipboard.writeText(value);
      setMessage("Copied");
    } catch {
      // Without permission to use the clipboard the text is selected, to be copied with the keyboard.
      field.current?.select();
      setMessage("Press Ctrl + C or ⌘ + C to copy");
    }
  }

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
      {hydrated && (
        <div className={row()}>
          <button type="button" className={button({ visual: "primary" })} onClick={copy}>
            Copy
          </button>
          <span role="status">{message}</span>
        </div>
      )}
    </div>
  );
}

const plain = css({ whiteSpace: "pre", overflowX: "auto", fontSize: "sm", fontVariantNumeric: "tabular-nums" });
