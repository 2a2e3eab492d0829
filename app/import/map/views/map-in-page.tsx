import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { css } from "styled-system/css";
import { button, column, row, text } from "styled-system/recipes";
import { formatMissing, mappingErrors, NOTHING_MAPPED } from "~/import/fields";
import { formatArrived, type Received } from "~/import/format";
import type { EarlierImport } from "~/import/map/known-file.server";
import {
  factsOf,
  type MappedFile,
  type ReadFile,
  type ReadingRequest,
  type StoredLines,
  withWords,
} from "~/import/read-file";
import type { LondonDate } from "~/platform/time/london";
import { Progress } from "./choose-files";
import type { CsvWorker } from "./csv-worker";
import { ImportedBefore, MapStep } from "./map-step";
import type { ReadAs } from "./reading-options";
import {
  begin,
  CallRefused,
  fetchKnownFile,
  formatSent,
  type Problem,
  SendTrouble,
  type Sent,
  sendChunk,
} from "./send-file";

interface MapInPageProps {
  reader: CsvWorker;
  file: ReadFile;
  today: LondonDate;
  /** Why the file could not be read with the encoding or separator that was chosen last. */
  readProblem: string;
  onReadAs: (as: ReadAs) => void;
  onCancel: () => void;
}

/** A mapping and its result, which are shown and sent together. */
interface Ready {
  wanted: ReadingRequest;
  mapped: MappedFile;
}

/** The mapping page while the file is held by this device. */
export function MapInPage({ reader, file, today, readProblem, onReadAs, onCancel }: MapInPageProps) {
  const [wanted, setWanted] = useState<ReadingRequest>({ mapping: file.suggestion, choices: {}, own: [], today });
  const [remembered, setRemembered] = useState(false);
  const [shown, setShown] = useState<Ready | null>(null);
  const [sending, setSending] = useState(false);
  const [sent, setSent] = useState<Sent | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  /** Why the last press imported nothing. */
  const [missing, setMissing] = useState("");
  const [earlier, setEarlier] = useState<EarlierImport | null>(null);
  const [there, setThere] = useState<StoredLines | null>(null);
  const navigate = useNavigate();
  const heading = useRef<HTMLHeadingElement>(null);
  const touched = useRef(false);

  useEffect(() => {
    // Focuses the choice that failed, otherwise the heading.
    const encoding = readProblem ? document.getElementById("encoding") : null;
    (encoding ?? heading.current)?.focus();
  }, [readProblem]);

  // Applies the mapping that was used for this layout, unless the user has already begun to choose.
  useEffect(() => {
    let gone = false;
    fetchKnownFile(file.layout, file.fileHash)
      .then(({ mapping, words, own, earlier: before, there: lines }) => {
        if (gone) return;
        if (own.length > 0) setWanted((now) => ({ ...now, own }));
        if (mapping && !touched.current && Object.keys(mappingErrors(mapping, file.columns)).length === 0) {
          setWanted((now) => ({ ...now, mapping, choices: withWords(now.choices, words) }));
          setRemembered(true);
        }
        setEarlier(before?.complete ? before : null);
        setThere(lines);
      })
      // Optional: without an answer the suggested mapping remains.
      .catch(() => undefined);
    return () => {
      gone = true;
    };
  }, [file]);

  useEffect(() => {
    let gone = false;
    reader.map(wanted).then(
      (mapped) => !gone && setShown({ wanted, mapped }),
      () => !gone && setProblem({ words: "The rows could not be read. Choose the file again.", login: false }),
    );
    return () => {
      gone = true;
    };
  }, [reader, wanted]);

  const mapped = shown?.mapped ?? null;
  // Null while another mapping is being read: the counts on the page are not those of its rows.
  const ready = shown?.wanted === wanted ? shown : null;
  const nothing = Object.keys(wanted.mapping).length === 0;

  async function send() {
    if (!ready || nothing || sending) return;
    setProblem(null);
    setMissing(ready.mapped.rows === 0 ? formatMissing(ready.wanted.mapping) : "");
    if (ready.mapped.rows === 0) return;
    setSending(true);
    let last: Received | null = null;
    try {
      // Taken before anything else is asked of the reader, so that they are the rows which the facts describe.
      const chunks = await reader.chunks();
      // The page has shown an earlier import already: a row is stored once, however often it is sent.
      const begun = await begin(factsOf(file, ready.wanted, ready.mapped));
      for (const chunk of chunks) {
        last = await sendChunk(begun.import_ref, chunk);
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

  function choose(next: ReadingRequest) {
    if (sending) return;
    touched.current = true;
    setRemembered(false);
    setSent(null);
    setMissing("");
    setWanted(next);
  }

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
          send();
        }}
      >
        <MapStep
          file={file}
          mapped={mapped}
          wanted={wanted}
          onWanted={choose}
          readProblem={readProblem}
          onReadAs={onReadAs}
          errors={missing && wanted.mapping.case_date === undefined ? { "mapping.case_date": missing } : {}}
          remembered={remembered}
          onDevice
          there={there}
          download={
            <button type="button" className={button({ visual: "normal" })} onClick={download}>
              Download rejected rows
            </button>
          }
          buttons={
            <>
              {problem && <SendTrouble problem={problem} sent={sent} />}
              {missing && (
                <p role="alert" className={text({ kind: "error" })}>
                  {missing}
                </p>
              )}
              <div className={row()}>
                <button
                  type="submit"
                  disabled={nothing || ready === null || sending}
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
                {sending
                  ? `Sending: ${formatSent(sent ?? { received: 0, expected: ready?.mapped.rows ?? 0 })}`
                  : nothing && NOTHING_MAPPED}
              </p>
              {sending && <Progress label="Rows sent" value={sent?.received ?? 0} max={sent?.expected ?? 1} />}
            </>
          }
        />
      </form>
    </div>
  );
}
