import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { css } from "styled-system/css";
import { button, column, row, text } from "styled-system/recipes";
import { missingErrors, NOTHING_MAPPED } from "~/import/fields";
import { formatArrived, type Received } from "~/import/format";
import { factsOf, type ReadFile, ROWS_PER_CHUNK } from "~/import/read-file";
import type { LondonDate } from "~/platform/time/london";
import { Progress } from "./choose-files";
import type { CsvWorker } from "./csv-worker";
import { ImportedBefore, MapStep } from "./map-step";
import type { ReadAs } from "./reading-options";
import { begin, CallRefused, formatSent, type Problem, SendTrouble, type Sent, sendChunk } from "./send-file";
import { type Ready, useMapping } from "./use-mapping";

interface MapInPageProps {
  reader: CsvWorker;
  file: ReadFile;
  today: LondonDate;
  /** Why the file could not be read with the encoding or separator that was chosen last. */
  readProblem: string;
  onReadAs: (as: ReadAs) => void;
  onCancel: () => void;
}

/** The mapping page while the file is held by this device. */
export function MapInPage({ reader, file, today, readProblem, onReadAs, onCancel }: MapInPageProps) {
  const { choose, ready, ...mapping } = useMapping(reader, file, today);
  const { send, startAgain, ...sending } = useSending(reader, file);
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    // Focuses the choice that failed, otherwise the heading.
    const encoding = readProblem ? document.getElementById("encoding") : null;
    (encoding ?? heading.current)?.focus();
  }, [readProblem]);

  const { wanted, earlier, there } = mapping;
  const { missing } = sending;
  const isEmpty = Object.keys(wanted.mapping).length === 0;

  async function download() {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([await reader.rejected()], { type: "text/csv" }));
    link.download = "rejected-rows.csv";
    link.click();
    URL.revokeObjectURL(link.href);
  }

  const names = file.files.map(({ name }) => name).join(", ");
  return (
    <div className={column({ gap: "5" })}>
      <title>Map CSV – Daybook</title>
      <header className={column({ gap: "1" })}>
        <h1 ref={heading} tabIndex={-1} className={css({ "&:focus": { outline: "none" } })}>
          Map CSV
        </h1>
        <p className={text({ kind: "quiet" })}>{names}</p>
      </header>
      {earlier && <ImportedBefore earlier={earlier} there={there} />}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (ready && !isEmpty && !sending.sending) send(ready);
        }}
      >
        <MapStep
          file={file}
          mapped={mapping.mapped}
          wanted={wanted}
          onWanted={(next) => {
            if (sending.sending) return;
            startAgain();
            choose(next);
          }}
          readProblem={readProblem}
          onReadAs={onReadAs}
          errors={missing}
          remembered={mapping.remembered}
          onDevice
          there={there}
          download={
            <button type="button" className={button({ visual: "normal" })} onClick={download}>
              Download rejected rows
            </button>
          }
          buttons={
            <SendButtons
              {...sending}
              problem={mapping.isUnreadable ? UNREADABLE : sending.problem}
              rows={ready?.mapped.rows ?? null}
              isEmpty={isEmpty}
              onCancel={onCancel}
            />
          }
        />
      </form>
    </div>
  );
}

const UNREADABLE: Problem = { words: "The rows could not be read. Choose the file again.", login: false };

interface SendButtonsProps extends Pick<ReturnType<typeof useSending>, "sending" | "sent" | "problem" | "missing"> {
  /** Rows that would be sent; null while they are being read. */
  rows: number | null;
  /** No column is mapped. */
  isEmpty: boolean;
  onCancel: () => void;
}

function SendButtons({ sending, sent, problem, missing, rows, isEmpty, onCancel }: SendButtonsProps) {
  return (
    <>
      {problem && <SendTrouble problem={problem} sent={sent} />}
      {Object.values(missing).map((message) => (
        <p key={message} role="alert" className={text({ kind: "error" })}>
          {message}
        </p>
      ))}
      <div className={row()}>
        <button
          type="submit"
          disabled={isEmpty || rows === null || sending}
          aria-describedby="confirm-held"
          className={button({ visual: "primary" })}
        >
          {sent && !sending ? "Send the rest" : "Confirm Columns"}
        </button>
        <button type="button" className={button({ visual: "plain" })} disabled={sending} onClick={onCancel}>
          Cancel
        </button>
      </div>
      <p id="confirm-held" role="status" className={text({ kind: "hint" })}>
        {sending ? `Sending: ${formatSent(sent ?? { received: 0, expected: rows ?? 0 })}` : isEmpty && NOTHING_MAPPED}
      </p>
      {sending && <Progress label="Rows sent" value={sent?.received ?? 0} max={sent?.expected ?? 1} />}
    </>
  );
}

/** Sends the rows of a file in chunks, and says how far it has come. */
function useSending(reader: CsvWorker, file: ReadFile) {
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
