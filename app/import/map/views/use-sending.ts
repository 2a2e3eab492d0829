import { useState } from "react";
import { useNavigate } from "react-router";
import { missingErrors } from "~/import/fields";
import { formatArrived, type Received } from "~/import/format";
import { factsOf, type ReadFile, ROWS_PER_CHUNK } from "~/import/read-file";
import type { CsvWorker } from "./csv-worker";
import { begin, CallRefused, type Problem, type Sent, sendChunk } from "./send-file";
import type { Ready } from "./use-mapping";

/** Sends the rows of a file in chunks, and says how far it has come. */
export function useSending(reader: CsvWorker, file: ReadFile) {
  const [sending, setSending] = useState(false);
  const [sent, setSent] = useState<Sent | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  /** Why the last press imported nothing, by field name. */
  const [missing, setMissing] = useState<Record<string, string>>({});
  const navigate = useNavigate();

  async function send(ready: Ready) {
    setProblem(null);
    const errors = missingErrors(ready.wanted.mapping, ready.mapped);
    setMissing(errors);
    const [first] = Object.keys(errors);
    if (first !== undefined) {
      document.getElementById(first)?.focus();
      return;
    }
    setSending(true);
    let last: Received | null = null;
    try {
      // Taken before anything else is asked of the reader, so that they are the rows which the facts describe.
      const chunks = await reader.chunks();
      // The page has shown an earlier import already: a row is stored once, however often it is sent.
      const begun = await begin(factsOf(file, ready.wanted, ready.mapped));
      for (const [at, chunk] of chunks.entries()) {
        last = await sendChunk(begun.import_ref, at * ROWS_PER_CHUNK, chunk);
        setSent({ received: last.received, expected: last.expected });
      }
      navigate("/import_csv_data/", { state: { message: last ? formatArrived(last) : "" } });
    } catch (error) {
      setProblem(
        error instanceof CallRefused
          ? { words: error.message, login: error.login }
          : { words: "The rows could not be sent. Try again.", login: false },
      );
      setSending(false);
    }
  }

  return {
    ...{ sending, sent, problem, missing, send },
    /** Another mapping is chosen: nothing of it has been sent. */
    startAgain() {
      setSent(null);
      setMissing({});
      setProblem(null);
    },
  };
}
