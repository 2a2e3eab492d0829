import { css } from "styled-system/css";
import { column, text } from "styled-system/recipes";
import { longDate } from "~/platform/time/dates";
import type { Report, ReportSection } from "../types";
import { type ReportHead, SMALL_WORDS } from "../types";
import { ReportBlockView } from "./report-block";
import { ReportTableView } from "./report-table";

interface ReportPrintViewProps {
  report: Report;
  /** Address of the CSV file of a table. */
  fileOf: (table: string) => string;
}

/** A report as a document: reads alike on a screen and on A4. */
export function ReportPrintView({ report: { head, sections }, fileOf }: ReportPrintViewProps) {
  return (
    <div className={column({ gap: "6" })} data-paper="">
      <section aria-label="What this report is of">
        <ReportHeadLines head={head} />
      </section>
      {sections.map((section) => (
        <SectionView key={section.name} section={section} fileOf={fileOf} />
      ))}
    </div>
  );
}

function SectionView({ section, fileOf }: { section: ReportSection } & Pick<ReportPrintViewProps, "fileOf">) {
  const { name, title, blocks, empty, reach } = section;
  return (
    <section
      aria-labelledby={name}
      className={`${column({ gap: "4" })} ${apart}`}
      data-wide={name === "cases" ? "" : undefined}
    >
      <h2 id={name}>{title}</h2>
      {reach && <p className={text({ kind: "hint" })}>{reach}</p>}
      {blocks.length === 0 && <p>{empty}</p>}
      {blocks.map((block) => (
        <ReportBlockView key={block.id} block={block} section={section} file={fileOf(block.id)} />
      ))}
    </section>
  );
}

/** How it is printed stands in app.css; there the list of cases lies across. */
const apart = css({ borderTop: "ink", paddingTop: "4" });

/** Whose report it is, of what, and that it was looked through for identifiers. */
function ReportHeadLines({ head }: { head: ReportHead }) {
  const { name, gmc_number, grade, specialty, period_words, made_on, filters, to_come, small, identifiers } = head;
  const lines = [
    ["Name", name],
    ["GMC number", gmc_number],
    ["Grade", grade],
    ["Specialty", specialty],
    ["Period", period_words],
    ["Made on", longDate(made_on)],
    ["Shows", filters.length > 0 ? filters.join("; ") : "All work"],
    ["Still to come", to_come],
    ["Small numbers", small ? SMALL_WORDS : ""],
    ["Identifiers", identifiers.words],
  ];
  const rows = lines.filter(([, words]) => words !== "");
  return <ReportTableView table={{ id: "head", heads: [], rows, foot: null }} />;
}
