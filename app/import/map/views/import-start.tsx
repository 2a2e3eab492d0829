import { useState } from "react";
import { Link } from "react-router";
import { css } from "styled-system/css";
import { button, note, text } from "styled-system/recipes";
import { ConfirmFirst } from "~/account/views/confirm-first";
import { isCsvName, UPLOAD_FAILED } from "~/import/parse/decode";
import type { ReadFile } from "~/import/read-file";
import type { LondonDate } from "~/platform/time/london";
import { PostForm } from "~/ui/forms/post-form";
import { SubmitButton } from "~/ui/layout/button";
import { Page } from "~/ui/layout/page";
import { useHydrated } from "~/ui/layout/page-script";
import { ChooseFiles, FailedParse, NoScriptNote, Progress } from "./choose-files";
import type { CsvWorker } from "./csv-worker";
import { ImportExplanation } from "./import-explanation";
import type { ReadAs } from "./reading-options";

type Step =
  | { name: "start"; problem: string }
  | { name: "reading"; files: string }
  | { name: "failed"; message: string }
  | { name: "map"; file: ReadFile; problem: string };

/** The module that is loaded when a file is chosen. */
type Tools = typeof import("./map-in-page");

/** The files of this document, for Re-map CSV: they are stored nowhere else. */
let held: { reader: CsvWorker; file: ReadFile; tools: Tools } | null = null;

interface ImportStartProps {
  /** Re-map CSV was pressed. */
  remap: boolean;
  /** What must be done before anything can be imported. */
  confirmFirst: string | null;
  /** There are cases to return to. */
  hasCases: boolean;
  today: LondonDate;
  onCancel: () => void;
}

/** The first two states of the import (specification, section 4): the drop area, then the mapping. */
export function ImportStart({ remap, confirmFirst, hasCases, today, onCancel }: ImportStartProps) {
  const [step, setStep] = useState<Step>(() =>
    remap && held ? { name: "map", file: held.file, problem: "" } : { name: "start", problem: "" },
  );
  const scripted = useHydrated();

  async function read(files: File[], as?: ReadAs) {
    const other = files.find((file) => !isCsvName(file.name));
    if (other) {
      setStep({ name: "failed", message: UPLOAD_FAILED });
      return;
    }
    setStep({ name: "reading", files: files.map((file) => file.name).join(", ") });
    try {
      const [tools, { CsvWorker }] = await Promise.all([import("./map-in-page"), import("./csv-worker")]);
      const same = held?.reader.files === files ? held.reader : null;
      if (!same) held?.reader.end();
      const reader = same ?? new CsvWorker(files);
      const reading = await reader.read(as);
      if (!reading.ok && same && held) {
        setStep({ name: "map", file: held.file, problem: `${reading.message} It is read as before.` });
        return;
      }
      if (!reading.ok) {
        reader.end();
        held = null;
        setStep({ name: "failed", message: reading.message });
        return;
      }
      held = { reader, file: reading.file, tools };
      setStep({ name: "map", file: reading.file, problem: "" });
    } catch {
      setStep({ name: "failed", message: "The file could not be read. Choose it again." });
    }
  }

  if (step.name === "map" && held) {
    const { tools, reader } = held;
    return (
      <tools.MapInPage
        key={step.file.fileHash + step.file.files.map(({ encoding, delimiter }) => encoding + delimiter).join()}
        reader={reader}
        file={step.file}
        today={today}
        readProblem={step.problem}
        onReadAs={(as) => read(reader.files, as)}
        onCancel={() => (hasCases ? onCancel() : setStep({ name: "start", problem: "" }))}
      />
    );
  }
  return (
    <Page
      title={remap ? "Re-map CSV" : "Import CSV data"}
      lead={
        <p className={text({ kind: "read" })}>
          Import cases from a theatre system or another logbook. Choose which column is which, check what its words
          mean, then add the cases to your sessions.
        </p>
      }
    >
      <ConfirmFirst words={confirmFirst} />
      {remap && <Remap />}
      {step.name === "reading" && <Reading files={step.files} />}
      {step.name === "failed" && (
        <FailedParse message={step.message} onDevice>
          <button
            type="button"
            className={button({ visual: "normal" })}
            onClick={() => setStep({ name: "start", problem: "" })}
          >
            Choose another file
          </button>
        </FailedParse>
      )}
      {step.name === "start" && (
        <PostForm action="/import_csv_data/map/" encType="multipart/form-data" newDocument>
          <ChooseFiles onFiles={scripted ? read : undefined} problem={step.problem}>
            {!scripted && (
              <>
                <NoScriptNote />
                <SubmitButton>Read the file</SubmitButton>
              </>
            )}
          </ChooseFiles>
        </PostForm>
      )}
      <ImportExplanation onDevice={scripted} />
      <p>
        <Link to="/import_csv_data/rota/">Import a rota’s calendar</Link>
      </p>
      <p>
        <Link to="/import_csv_data/imports/">Past imports</Link>
      </p>
    </Page>
  );
}

function Remap() {
  return (
    <p className={note()}>
      To map the columns again, choose the file again. Daybook does not keep it. Cases that are already in sessions stay
      there.
    </p>
  );
}

function Reading({ files }: { files: string }) {
  return (
    <div className={reading} role="status">
      <p>
        <b>Reading {files}</b>
      </p>
      <Progress label={`Reading ${files}`} />
      <p className={text({ kind: "hint" })}>On this device. Nothing has been sent.</p>
    </div>
  );
}

const reading = css({
  display: "grid",
  gap: "3",
  padding: { base: "4", wide: "6" },
  border: "line",
  borderRadius: "dialog",
  background: "card",
});
