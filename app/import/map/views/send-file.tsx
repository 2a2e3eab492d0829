import { note } from "styled-system/recipes";
import { LOG_IN, type Received } from "~/import/format";
import type { KnownFile } from "~/import/map/known-file.server";
import type { FileFacts } from "~/import/read-file";
import { formatNumber } from "~/platform/time/counted";

/** Progress of sending, or its state when it was interrupted. */
export interface Sent {
  received: number;
  expected: number;
}

export interface Problem {
  words: string;
  /** Whether logging in solves it. */
  login: boolean;
}

/** Why sending stopped, how many rows had arrived, and how to continue. */
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
  return `${formatNumber(received)} of ${formatNumber(expected)} rows`;
}

const ROWS = "/import_csv_data/rows/";
/** Hospital Wi-Fi loses requests: a chunk that is sent again changes nothing. */
const TRIES = 4;
const RETRY_PAUSE_MS = 1500;

/** A refusal of a call, with the server's message. */
export class CallRefused extends Error {
  constructor(
    message: string,
    /** The call would not be refused after a login. */
    readonly login = false,
  ) {
    super(message);
  }
}

/** Fetches the mapping that was used for this layout before, and the import that brought this exact file. */
export async function fetchKnownFile(layout: string, fileHash: string): Promise<KnownFile> {
  const answer = await fetch(`${ROWS}?layout=${layout}&file_hash=${fileHash}`);
  if (!answer.ok || answer.redirected) throw await refusalOf(answer);
  return answer.json();
}

/** Begins an import, also of a file that was imported before: the rows that it brought then are not stored again. */
export function begin(facts: FileFacts): Promise<{ import_ref: string }> {
  return post(JSON.stringify({ intent: "begin", ...facts }));
}

/** @param rows JSON of the rows of a chunk, of which `from` come before it */
export function sendChunk(importRef: string, from: number, rows: string): Promise<Received> {
  return post(`{"intent":"rows","import_ref":${JSON.stringify(importRef)},"from":${from},"rows":${rows}}`);
}

async function post<Answer>(body: string, left = TRIES): Promise<Answer> {
  const token = /(?:^|; )(?:__Host-)?csrftoken=([^;]*)/.exec(document.cookie)?.[1] ?? "";
  const headers = { "Content-Type": "application/json", "X-CSRFToken": token };
  let answer: Response;
  try {
    answer = await fetch(ROWS, { method: "POST", headers, body });
    if (answer.status >= 500) throw new TypeError();
  } catch {
    if (left <= 1) throw new CallRefused("The connection was lost.");
    await new Promise((resolve) => setTimeout(resolve, RETRY_PAUSE_MS));
    return post(body, left - 1);
  }
  if (!answer.ok) throw await refusalOf(answer);
  return answer.json();
}

async function refusalOf(answer: Response): Promise<CallRefused> {
  try {
    const { errors } = (await answer.json()) as { errors: Record<string, string[]> };
    const [first] = Object.values(errors).flat();
    if (first) return new CallRefused(first, first === LOG_IN);
  } catch {}
  return new CallRefused(
    "The rows could not be sent. Reload this page, then choose the file again. Rows that have arrived are kept.",
  );
}
