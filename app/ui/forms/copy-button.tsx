import { useState } from "react";
import { button } from "styled-system/recipes";
import { useHydrated } from "~/ui/layout/page-script";

interface CopyButtonProps {
  value: string;
  /** Selects what is to be copied, for the keyboard, where the browser gives no permission to use the clipboard. */
  select: () => void;
  visual?: "primary" | "normal";
}

/** Copies a text and says so. It needs script: without it, it is not there. */
export function CopyButton({ value, select, visual = "normal" }: CopyButtonProps) {
  const hydrated = useHydrated();
  const [message, setMessage] = useState("");

  async function copy() {
    try {
      await navigator.clipboard.writeText(value);
      setMessage("Copied");
    } catch {
      select();
      setMessage("Press Ctrl + C or ⌘ + C to copy");
    }
  }

  if (!hydrated) return null;
  return (
    <>
      <button type="button" className={button({ visual })} onClick={copy}>
        Copy
      </button>
      <span role="status">{message}</span>
    </>
  );
}
