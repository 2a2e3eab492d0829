import { note } from "styled-system/recipes";
import { figure } from "../figures";

/** How far the sending is, or was when it broke off. */
export interface Sent {
  received: number;
  expected: number;
}

export interface Problem {
  words: string;
  /** It is over once somebody has logged in. */
  login: boolean;
}

/** Why the sending stopped, what has arrived by then, and how to go on. */
export function SendTrouble({ problem: { words, login }, sent }: { problem: Problem; sent: Sent | null }) {
  return (
    <div role="alert" className={note({ tone: "bad" })}>
      <p>
        <b>{words}</b>
      </p>
      {sent && <p>{formatSent(sent)} have arrived and are kept.</p>}
      {login && (
        <p>
          The file and its columns stay here:{" "}
          <a href="/login/" target="_blank" rel="noopener">
            log in in a new tab
          </a>
          , then come back and press {sent ? "Send the rest" : "Confirm Columns"} again.
        </p>
      )}
    </div>
  );
}

/** `1,000 of 20,000 rows`. */
export function formatSent({ received, expected }: Sent): string {
  return `${figure(received)} of ${figure(expected)} rows`;
}
