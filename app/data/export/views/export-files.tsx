import type { ReactNode } from "react";
import { button, column, text } from "styled-system/recipes";
import { Line, LineList } from "~/ui/layout/line-list";

const FILES = [
  {
    name: "Everything, to keep or to restore",
    path: "/mydata/export/json/",
    button: "Save JSON",
    facts:
      "One JSON file, a record on each line, of every job plan, session, case, option, leave, fee, CPD entry, setting and import, with all notes. Daybook can import it again, up to 95 MB.",
  },
  {
    name: "Tables for a spreadsheet",
    path: "/mydata/export/zip/",
    button: "Save ZIP",
    facts: "The same as CSV files, one per table, with names in place of codes and a dictionary of the columns.",
  },
  {
    name: "Calendar",
    path: "/mydata/export/calendar/",
    button: "Save ICS",
    facts: "Sessions and leave for a calendar program, without notes, cases or fees.",
  },
];

interface ExportFilesProps {
  /** What to do with a JSON file. */
  children?: ReactNode;
}

/** The files of a whole diary. Plain links: a file is no page, and the router must not open it. */
export function ExportFiles({ children }: ExportFilesProps) {
  return (
    <div className={column({ gap: "5" })}>
      <LineList>
        {FILES.map((file) => (
          <Line key={file.path} heading={<strong>{file.name}</strong>} facts={file.facts}>
            <a href={file.path} className={button({ visual: "normal" })}>
              {file.button}
            </a>
          </Line>
        ))}
      </LineList>
      <div className={column({ gap: "2" })}>
        <p>
          The first two files have your notes in plain text, including those of your cases. Keep them where only you can
          read them.
        </p>
        <p className={text({ kind: "hint" })}>
          A long diary takes a while. If a download stops before the end, save the file again.{children}
        </p>
      </div>
    </div>
  );
}
