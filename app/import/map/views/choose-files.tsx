import { type DragEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { css } from "styled-system/css";
import { column, note, text } from "styled-system/recipes";
import { UPLOAD_FAILED } from "~/import/parse/decode";
import { fileControl } from "~/ui/forms/file-control";
import { Icon } from "~/ui/layout/icon";

interface ChooseFilesProps {
  /** Handles the chosen files; only with script. */
  onFiles?: ((files: File[]) => void) | undefined;
  /** What was wrong with the last files; "" for nothing. */
  problem: string;
  children?: ReactNode;
}

/** Field and drop area in one: works by click, by keyboard and, with script, by dropping files on it. */
export function ChooseFiles({ onFiles, problem, children }: ChooseFilesProps) {
  const field = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);

  // Files that were chosen before the script was loaded.
  const early = useEffectEvent(() => {
    const files = [...(field.current?.files ?? [])];
    if (files.length > 0) onFiles?.(files);
  });
  const ready = onFiles !== undefined;
  useEffect(() => {
    if (ready) early();
  }, [ready]);

  function drop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    const files = [...event.dataTransfer.files];
    if (files.length > 0) onFiles?.(files);
  }

  return (
    // Files can be dropped here; keyboard users use the field in it.
    <section
      aria-labelledby="choose-files"
      className={area}
      data-over={over ? "" : undefined}
      data-invalid={problem ? "" : undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <div className={column({ gap: "2" })}>
        <h2 id="choose-files">{over ? "Drop the files here" : "Choose CSV files"}</h2>
        {problem && (
          <p id="files-error" role="alert" className={text({ kind: "error" })}>
            {problem}
          </p>
        )}
        <label htmlFor="files" className={text({ kind: "hint" })}>
          {onFiles
            ? "Drop them anywhere in this box, or choose them. Several files with the same headings are read as one."
            : "Several files with the same headings are read as one."}
        </label>
      </div>
      <input
        ref={field}
        id="files"
        name="files"
        type="file"
        multiple
        accept=".csv,text/csv"
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? "files-error" : undefined}
        className={fileControl}
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])];
          if (files.length === 0 || !onFiles) return;
          onFiles(files);
          // So that choosing the same file again is a change.
          currentTarget.value = "";
        }}
      />
      {children}
    </section>
  );
}

interface FailedParseProps {
  message: string;
  /** False if the server has read the file. */
  onDevice: boolean;
  children: ReactNode;
}

/**
 * The state of a failed parse (specification, sections 4 and 8): the words of the specification, then the exact reason.
 */
export function FailedParse({ message, onDevice, children }: FailedParseProps) {
  // The heading already has the beginning of the message.
  const reason = message.replace(UPLOAD_FAILED, "").trim();
  return (
    <div className={failed} role="alert">
      <Icon name="problem" size={22} />
      <div className={column({ gap: "2" })}>
        <h2>{UPLOAD_FAILED}</h2>
        {reason && <p>{reason}</p>}
        <p className={text({ kind: "quiet" })}>
          Nothing was imported, and nothing {onDevice ? "left this device" : "was kept"}.
        </p>
        <div>{children}</div>
      </div>
    </div>
  );
}

const area = css({
  display: "grid",
  gap: "4",
  justifyItems: "start",
  padding: { base: "4", wide: "6" },
  background: "card",
  border: "[2px dashed {colors.lineStrong}]",
  borderRadius: "dialog",
  "&[data-over]": { background: "accentSoft", borderColor: "accent" },
  "&[data-invalid]": { borderColor: "bad" },
});

const failed = css({
  display: "flex",
  gap: "3",
  padding: { base: "4", wide: "5" },
  borderLeft: "badSide",
  background: "badSoft",
  borderRadius: "md",
  "& > svg": { color: "bad", flexShrink: "0", marginTop: "half" },
});

interface ProgressProps {
  label: string;
  /** Undefined while it is unknown. */
  value?: number;
  max?: number;
}

/** Progress of a long operation; the figures are in the text beside it. */
export function Progress({ label, value, max }: ProgressProps) {
  return <progress aria-label={label} value={value} max={max} className={bar} />;
}

const bar = css({ width: "full", maxWidth: "read", accentColor: "accent" });

/** Shown before an upload: without script the browser cannot read the file itself. */
export function NoScriptNote() {
  return (
    <p className={note({ tone: "warn" })}>
      Without JavaScript your browser cannot read the file itself. The whole file is sent, names and hospital numbers
      included, to show you its columns. Daybook keeps only the columns that you map, and no dates of birth or names of
      anaesthetists. A file can have up to 1 MB.
    </p>
  );
}
