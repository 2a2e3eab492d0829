import { type DragEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { css } from "styled-system/css";
import { column, note, text } from "styled-system/recipes";
import { UPLOAD_FAILED } from "~/import/parse/decode";
import { fileControl } from "~/ui/file-control";
import { Icon } from "~/ui/icon";

interface ChooseFilesProps {
  /** With script: what happens to chosen files. */
  onFiles?: ((files: File[]) => void) | undefined;
  /** What was wrong with the last ones; "" for nothing. */
  problem: string;
  children?: ReactNode;
}

/** Field and drop area in one: works by click, by keyboard and, with script, by dropping files on it. */
export function ChooseFiles({ onFiles, problem, children }: ChooseFilesProps) {
  const field = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);

  // Chosen before the script came.
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
    // Where files are dropped; the field in it is the way for the keyboard.
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
          // The same file chosen again is a new choice.
          currentTarget.value = "";
        }}
      />
      {children}
    </section>
  );
}

interface FailedParseProps {
  message: string;
  /** False where the server has read the file. */
  onDevice: boolean;
  children: ReactNode;
}

/** The state of a parse that failed (specification, sections 4 and 8): its own words, then the exact ones. */
export function FailedParse({ message, onDevice, children }: FailedParseProps) {
  // The heading has said the beginning.
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
  /** Not given while it cannot be told. */
  value?: number;
  max?: number;
}

/** How far a long act is; the words beside it say the figures. */
export function Progress({ label, value, max }: ProgressProps) {
  return <progress aria-label={label} value={value} max={max} className={bar} />;
}

const bar = css({
  appearance: "none",
  display: "block",
  width: "full",
  maxWidth: "read",
  height: "[8px]",
  border: "none",
  borderRadius: "round",
  background: "line",
  overflow: "hidden",
  "&::-webkit-progress-bar": { background: "line" },
  "&::-webkit-progress-value": { background: "accent", borderRadius: "round" },
  "&::-moz-progress-bar": { background: "accent", borderRadius: "round" },
  "&:indeterminate": { background: "[linear-gradient(90deg, {colors.accent}, {colors.line})]" },
  "&:indeterminate::-webkit-progress-bar": { background: "[transparent]" },
});

/** Said before an upload: without script the browser cannot read the file itself. */
export function ReadWithout() {
  return (
    <p className={note({ tone: "warn" })}>
      JavaScript is off, so your browser cannot read the file itself. The whole file is sent, names and hospital numbers
      included, to show you its columns. Daybook keeps only the columns that you map. A file can have up to 1 MB.
    </p>
  );
}
