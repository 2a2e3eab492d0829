import { useEffect, useRef } from "react";
import { css } from "styled-system/css";
import { button, column, row, text } from "styled-system/recipes";
import { NOTHING_MAPPED } from "~/import/fields";
import type { ReadFile } from "~/import/read-file";
import type { LondonDate } from "~/platform/time/london";
import { Progress } from "./choose-files";
import type { CsvWorker } from "./csv-worker";
import { ImportedBefore, MapStep } from "./map-step";
import type { ReadAs } from "./reading-options";
import { formatSent, type Problem, SendTrouble } from "./send-file";
import { useMapping } from "./use-mapping";
import { useSending } from "./use-sending";

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
