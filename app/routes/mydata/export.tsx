import { Link } from "react-router";
import { button, column, text } from "styled-system/recipes";
import { requireReauthentication } from "~/account/guard.server";
import { Line, LineList } from "~/ui/line-list";
import { Page } from "~/ui/page";
import type { Route } from "./+types/export";

export function loader(args: Route.LoaderArgs) {
  requireReauthentication("diary", args, "/mydata/export/");
  return null;
}

export default function ExportPage() {
  return (
    <Page
      title="Export everything"
      back={<Link to="/mydata/">Your Data</Link>}
      lead="Files are made when you ask for them. Each export is recorded in your activity log."
    >
      <ExportFiles />
    </Page>
  );
}

const FILES = [
  {
    name: "Everything, to keep or to restore",
    path: "/mydata/export/json/",
    button: "Save JSON",
    facts:
      "One JSON file of every job plan, session, case, option, leave, fee, CPD entry, setting and import, with all notes. Daybook can import it again, up to 95 MB.",
  },
  {
    name: "Tables for a spreadsheet",
    path: "/mydata/export/zip/",
    button: "Save ZIP",
    facts: "The same as CSV files, one per table, with a dictionary of the columns.",
  },
  {
    name: "Calendar",
    path: "/mydata/export/calendar/",
    button: "Save ICS",
    facts: "Sessions and leave for a calendar program, without notes, cases or fees.",
  },
];

/** Plain links: a file is no page, and the router must not open it. */
function ExportFiles() {
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
          A long diary takes a while. If a download stops before the end, save the file again. To restore a JSON file,
          go to <Link to="/mydata/import/">Import backup</Link>.
        </p>
      </div>
    </div>
  );
}
