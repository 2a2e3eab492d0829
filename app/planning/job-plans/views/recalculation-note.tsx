import { note } from "styled-system/recipes";
import { showPa } from "../pa-rules";

interface RecalculationNoteProps {
  summary: { sessions: number; changing: number; difference: number };
}

/** What recalculating would do, before it is done. */
export function RecalculationNote({ summary: { sessions, changing, difference } }: RecalculationNoteProps) {
  if (sessions === 0) {
    return <p className={note({ tone: "good" })}>All these sessions are under the rules of the plan already.</p>;
  }
  return (
    <p className={note()}>
      {sessions === 1 ? "1 session was" : `${sessions} sessions were`} saved under other rules.{" "}
      {changing === 0 ? (
        "None of them would change its PAs."
      ) : (
        <>
          The PAs of {changing} would change, together by <strong>{signed(difference)} PA</strong>.
        </>
      )}
    </p>
  );
}

function signed(units: number): string {
  const shown = showPa(units);
  return units > 0 ? `+${shown}` : shown;
}
