import { useEffect, useState } from "react";
import { useLocation } from "react-router";
import { css } from "styled-system/css";
import { note } from "styled-system/recipes";
import { Icon } from "~/ui/icon";

/** The success message clears after this (specification, section 9). */
export const SUCCESS_MS = 3000;

/** What was just imported: with script for three seconds; without it the flash in the page says it. */
export function SuccessMessage() {
  const { state, key } = useLocation() as { state: { says?: string } | null; key: string };
  const [says, setSays] = useState("");
  const came = state?.says ?? "";
  // Not while drawing: the state of the history survives a reload, of which the server knows nothing.
  useEffect(() => {
    if (!came || history.state?.key !== key || !history.state.usr) return;
    setSays(came);
    // Neither a reload nor the way back says it again.
    history.replaceState({ ...history.state, usr: null }, "");
    const timer = setTimeout(() => setSays(""), SUCCESS_MS);
    return () => {
      clearTimeout(timer);
      setSays("");
    };
  }, [came, key]);
  return (
    <div role="status" className={says ? css({ marginBottom: "4" }) : undefined}>
      {says && (
        <p className={note({ tone: "good", icon: true })}>
          <Icon name="tick" />
          <span>{says}</span>
        </p>
      )}
    </div>
  );
}
