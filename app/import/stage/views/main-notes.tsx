import { useEffect, useState } from "react";
import { useLocation } from "react-router";
import { css } from "styled-system/css";
import { note, row, text } from "styled-system/recipes";
import type { WorkingSet } from "~/import/stage/working-set.server";
import { formatCounted, formatNumber } from "~/platform/time/counted";
import { LinkButton } from "~/ui/layout/button";
import { Icon } from "~/ui/layout/icon";

/** Offers to place all cases, or to make sessions for them; otherwise says why neither is possible. */
export function PlaceAll({ available, placeable, homeless }: Ready) {
  if (available === 0) return null;
  if (placeable + homeless === 0) {
    return <p className={note()}>No case falls inside the times of one session. Choose a session in each case.</p>;
  }
  return (
    <div className={`${note()} ${placeAll}`}>
      <div>
        {placeable > 0 && (
          <p>
            <b>
              {formatNumber(placeable)} of {formatNumber(available)}
            </b>{" "}
            {available === 1 ? "case falls" : "cases fall"} inside a session’s times.
          </p>
        )}
        {homeless > 0 && (
          <p>
            <b>
              {formatNumber(homeless)} of {formatNumber(available)}
            </b>{" "}
            {available === 1 ? "case has" : "cases have"} no session yet.
          </p>
        )}
      </div>
      <div className={row({ gap: "2" })}>
        {placeable > 0 && (
          <LinkButton to="/import_csv_data/place/" visual="primary">
            Place all {formatNumber(placeable)}…
          </LinkButton>
        )}
        {homeless > 0 && (
          <LinkButton to="/import_csv_data/new_sessions/" {...(placeable === 0 && { visual: "primary" })}>
            Make sessions for {formatCounted(homeless, "case")}…
          </LinkButton>
        )}
      </div>
    </div>
  );
}

type Ready = Pick<WorkingSet, "available" | "placeable" | "homeless">;

const placeAll = css({
  display: "flex",
  flexWrap: "wrap",
  gap: "3",
  alignItems: "center",
  justifyContent: "space-between",
});

/** Why the list is shorter than the file. */
export function HiddenRows({ placed, matching }: Pick<WorkingSet, "placed" | "matching">) {
  const parts = [
    placed > 0 && `${formatCounted(placed, "case of the file is", "cases of the file are")} in sessions`,
    matching > 0 &&
      `${formatCounted(matching, "case of the file is", "cases of the file are")} hidden: your logbook has ${matching === 1 ? "a case" : "cases"} with the same start, end, age and gender`,
  ].filter(Boolean);
  return parts.length > 0 ? <p className={text({ kind: "hint" })}>{parts.join("; ")}.</p> : null;
}

/** The success message disappears after this time (specification, section 9). */
const SUCCESS_MS = 3000;

/** The message after an import: with script for three seconds; without script the flash message in the page has it. */
export function SuccessMessage() {
  const { state, key } = useLocation() as { state: { message?: string } | null; key: string };
  const [message, setMessage] = useState("");
  const came = state?.message ?? "";
  // In an effect, not while rendering: the state of the history survives a reload, and the server does not know it.
  useEffect(() => {
    if (!came || history.state?.key !== key || !history.state.usr) return;
    setMessage(came);
    // Neither a reload nor going back shows it again.
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
