import { useEffect, useState } from "react";
import { useLocation } from "react-router";
import { css } from "styled-system/css";
import { note } from "styled-system/recipes";
import { Icon } from "~/ui/icon";

/** The success message clears after this (specification, section 9). */
export const SUCCESS_MS = 3000;

/** What was just imported: with script for three seconds; without it the flash in the page says it. */
export function SuccessMessage() {
  const { state, key } = useLocation() as { state: { message?: string } | null; key: string };
  const [message, setMessage] = useState("");
  const came = state?.message ?? "";
  // Not while drawing: the state of the history survives a reload, of which the server knows nothing.
  useEffect(() => {
    if (!came || history.state?.key !== key || !history.state.usr) return;
    setMessage(came);
    // Neither a reload nor the way back says it again.
    history.replaceState({ ...history.state, usr: null }, "");
    const timer = setTimeout(() => setMessage(""), SUCCESS_MS);
    return () => {
      clearTimeout(timer);
      setMessage("");
    };
  }, [came, key]);
  return (
    <div role="status" className={message ? css({ marginBottom: "4" }) : undefined}>
      {message && (
        <p className={note({ tone: "good", icon: true })}>
          <Icon name="tick" />
          <span>{message}</span>
        </p>
      )}
    </div>
  );
}
