import { css } from "styled-system/css";
import { column } from "styled-system/recipes";
import type { Report, ReportSection } from "../types";
import { ReportBlockView } from "./report-block";
import { ReportHeadLines } from "./report-head";

interface ReportPaperProps {
  report: Report;
  /** Address of the CSV file of a table. */
  fileOf: (table: string) => string;
}

/** A report as a document: reads alike on a screen and on A4. */
export function ReportPaper({ report: { head, sections }, fileOf }: ReportPaperProps) {
  return (
    <div className={`${column({ gap: "6" })} ${paper}`}>
      <ReportHeadLines head={head} />
      {sections.map((section) => (
        <SectionView key={section.name} section={section} fileOf={fileOf} />
      ))}
    </div>
  );
}

function SectionView({ section, fileOf }: { section: ReportSection } & Pick<ReportPaperProps, "fileOf">) {
  const { name, title, blocks, empty } = section;
  return (
    <section aria-labelledby={name} className={column({ gap: "4" })} data-section={name}>
      <h2 id={name}>{title}</h2>
      {blocks.length === 0 && <p>{empty}</p>}
      {blocks.map((block) => (
        <ReportBlockView key={block.id} block={block} section={section} file={fileOf(block.id)} />
      ))}
    </section>
  );
}

/** Pages and their numbers stand in app.css. The list of cases lies across: its columns need the width. */
const paper = css({
  "& h2": { borderBottom: "heavy", paddingBottom: "1" },
  _print: {
    page: "[report]",
    "& table": { fontSize: "xs" },
    "& h2, & h3, & h4": { breakAfter: "avoid" },
    "& [data-section=cases]": { page: "[wide]" },
  },
});
