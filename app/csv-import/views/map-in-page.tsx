import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { css } from "styled-system/css";
import { button, column, note, row, text } from "styled-system/recipes";
import { mappingErrors, NOTHING_MAPPED } from "../choose-column";
import { factsOf, type MappedFile, type ReadFile, type Wanted } from "../read-file";
import { importedWords, type Received } from "../received";
import type { FileReader } from "./file-reader";
import { MapStep, type ReadAs } from "./map-step";
import { askForKnown, begin, CallRefused, type Earlier, sendChunk } from "./send-file";

interface MapInPageProps {
  reader: FileReader;
  file: ReadFile;
  onReadAs: (as: ReadAs) => void;
  onCancel: () => void;
}

type Sending = { received: number; expected: number } | null;

/** The mapping page while the file is held by this device. */
export function MapInPage({ reader, file, onReadAs, onCancel }: MapInPageProps) {
  const [wanted, setWanted] = useState<Wanted>({ mapping: file.suggestion, choices: {} });
  const [remembered, setRemembered] = useState(false);
  const [mapped, setMapped] = useState<MappedFile | null>(null);
  const [sending, setSending] = useState<Sending>(null);
  const [problem, setProblem] = useState("");
  const [earlier, setEarlier] = useState<Earlier | null>(null);
  const navigate = useNavigate();
  const heading = useRef<HTMLHeadingElement>(null);
  const touched = useRef(false);

  useEffect(() => heading.current?.focus(), []);

  // The mapping that was used for this layout, unless somebody has begun to choose.
  useEffect(() => {
    let gone = false;
    askForKnown(file.layout, file.fileHash)
      .then(({ mapping, earlier: before }) => {
        if (gone) return;
        if (mapping && !touched.current && Object.keys(mappingErrors(mapping, file.columns)).length === 0) {
          setWanted((now) => ({ ...now, mapping }));
          setRemembered(true);
        }
        setEarlier(before?.complete ? before : null);
      })
      // It only helps: without it the suggestion stands.
      .catch(() => undefined);
    return () => {
      gone = true;
    };
  }, [file]);

  useEffect(() => {
    let gone = false;
    reader.map(wanted).then(
      (answer) => !gone && setMapped(answer),
      () => !gone && setProblem("The rows could not be read. Choose the file again."),
    );
    return () => {
      gone = true;
    };
  }, [reader, wanted]);

  const nothing = Object.keys(wanted.mapping).length === 0;
  const reason = nothing ? NOTHING_MAPPED : mapped?.rows === 0 ? "No row can be imported with these columns" : "";

  async function send() {
    if (!mapped || reason) return;
    setProblem("");
    setSending({ received: 0, expected: mapped.rows });
    try {
      // What this page shows of an earlier import has been read: a row comes once, however often it is sent.
      const begun = await begin(factsOf(file, wanted, mapped));
      let last: Received | null = null;
      for (const chunk of await reader.chunks()) {
        last = await sendChunk(begun.import_ref, chunk);
        setSending({ received: last.received, expected: last.expected });
      }
      const says = last ? importedWords(last) : "";
      navigate("/import_csv_data/", { state: { says } });
    } catch (error) {
      const own = error instanceof CallRefused;
      setProblem(own ? error.message : "The rows could not be sent. Try again: what arrived is kept.");
      setSending(null);
    }
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
      {earlier && (
        <p className={note({ tone: "warn" })}>
          This file was imported on {earlier.day}. Importing it again brings no row twice; another mapping replaces the
          rows that are not placed yet.
        </p>
      )}
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
          onWanted={(next) => {
            touched.current = true;
            setRemembered(false);
            setWanted(next);
          }}
          onReadAs={onReadAs}
          errors={{}}
          remembered={remembered}
          onDevice
          download={
            <button type="button" className={button({ visual: "normal" })} onClick={download}>
              Download rejected rows
            </button>
          }
          buttons={
            <>
              {problem && (
                <p role="alert" className={text({ kind: "error" })}>
                  {problem}
                </p>
              )}
              <div className={row()}>
                <button
                  type="submit"
                  disabled={reason !== "" || mapped === null || sending !== null}
                  aria-describedby="confirm-held"
                  className={button({ visual: "primary" })}
                >
                  Confirm Columns
                </button>
                <button
                  type="button"
                  className={button({ visual: "plain" })}
                  disabled={sending !== null}
                  onClick={onCancel}
                >
                  Cancel
                </button>
              </div>
              <p id="confirm-held" role="status" className={text({ kind: "hint" })}>
                {sending ? `Importing: ${sending.received} of ${sending.expected} rows` : reason}
              </p>
              {sending && (
                <progress value={sending.received} max={sending.expected} aria-label="Rows imported" className={bar} />
              )}
            </>
          }
        />
      </form>
    </div>
  );
}

const bar = css({ width: "full", accentColor: "accent" });
