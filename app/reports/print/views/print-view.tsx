import type { CSSProperties, ReactNode } from "react";
import { css } from "styled-system/css";
import { column, row, text } from "styled-system/recipes";
import type {
  ReportBlock,
  ReportEntries,
  ReportEntry,
  ReportFacts,
  ReportHead,
  ReportSection,
  ReportTable,
} from "~/reports/document/types";
import { sideScroll } from "~/ui/layout/side-scroll";
import type { RenderedReport } from "../render-report.server";
import { FirstPage } from "./first-page";
import { ReportTableView } from "./report-table";

interface ReportPrintViewProps {
  report: RenderedReport;
  /** Address of the CSV file of a table. */
  fileOf: (table: string) => string;
}

/** A report as a document, for a screen and for A4 alike. */
export function ReportPrintView({ report: { sections, ...first }, fileOf }: ReportPrintViewProps) {
  return (
    <div className={column({ gap: "6" })} data-paper="">
      <FirstPage {...first} />
      {/* The summary says of each that has nothing. */}
      {sections
        .filter(({ blocks }) => blocks.length > 0)
        .map((section) => (
          <SectionView key={section.name} section={section} fileOf={fileOf} />
        ))}
    </div>
  );
}

function SectionView({ section, fileOf }: { section: ReportSection } & Pick<ReportPrintViewProps, "fileOf">) {
  const { name, title, blocks, reach } = section;
  return (
    <section
      aria-labelledby={name}
      className={`${column({ gap: "4" })} ${apart}`}
      data-own={name === "gaps" ? "" : undefined}
      data-wide={name === "cases" ? "" : undefined}
    >
      <h2 id={name}>{title}</h2>
      {reach && <p className={text({ kind: "hint" })}>{reach}</p>}
      {name === "gaps" && <p className={text({ kind: "hint" })}>Only for you: not on paper.</p>}
      {runsOf(blocks).map((run) => (
        <Run key={run[0]?.id} run={run}>
          {run.map((block) => (
            <BlockView key={block.id} block={block} section={section} file={fileOf(block.id)} />
          ))}
        </Run>
      ))}
    </section>
  );
}

/** Blocks that follow one another: narrow ones together, each wide one by itself. */
function runsOf(blocks: readonly ReportBlock[]): ReportBlock[][] {
  const runs: ReportBlock[][] = [];
  for (const block of blocks) {
    const before = runs.at(-1);
    if (before?.[0] && !isWide(before[0]) && !isWide(block)) before.push(block);
    else runs.push([block]);
  }
  return runs;
}

/** On paper narrow blocks are set in columns, and a short one that has no other beside it stays whole. */
function Run({ run, children }: { run: readonly ReportBlock[]; children: ReactNode }) {
  const [first] = run;
  if (!first || isWide(first)) return children;
  const isAlone = run.length === 1 && !isLong(first);
  return (
    <div
      className={column({ gap: "4" })}
      data-columns={isAlone ? undefined : ""}
      data-alone={isAlone ? first.kind : undefined}
    >
      {children}
    </div>
  );
}

interface BlockViewProps {
  block: ReportBlock;
  section: ReportSection;
  /** Address of its CSV file. */
  file: string;
}

function BlockView({ block, section, file }: BlockViewProps) {
  // A block that has its section's title gets no heading: the title is not repeated.
  const named = block.caption !== section.title;
  // A `figure` is printed on one page, and never separated from its heading. A long block may continue on the next
  // page.
  const Whole = isLong(block) ? "div" : "figure";
  const label = named ? `block-${block.id}` : section.name;
  return (
    <Whole
      className={`${column({ gap: "2" })} ${block.kind === "table" ? sideScroll : ""}`}
      data-across={isWide(block) ? "" : undefined}
    >
      <div className={`${row({ spread: true, align: "baseline" })} ${broken} ${titled}`}>
        {named && <h3 id={label}>{block.caption}</h3>}
        <a href={file} className={fileLink} aria-label={`CSV of ${block.caption}`}>
          CSV
        </a>
      </div>
      {block.note && <p className={`${text({ kind: "hint" })} ${titled}`}>{block.note}</p>}
      {block.kind !== "entries" && <Figures block={block} label={label} />}
      {block.kind === "entries" && <Entries block={block} />}
    </Whole>
  );
}

/** Whether a block is too wide for half a page. */
function isWide(block: ReportBlock): boolean {
  return block.kind === "table" && block.heads.length > MAX_COLUMNS_OF_HALF_A_PAGE;
}

const MAX_COLUMNS_OF_HALF_A_PAGE = 4;

/**
 * Whether a block may continue on the next page: texts, and tables that would leave much of a page blank if they were
 * kept from breaking between their rows.
 */
function isLong(block: ReportBlock): boolean {
  if (block.kind !== "table") return block.kind === "entries";
  return block.rows.length > (isWide(block) ? MAX_KEPT_WHOLE.wide : MAX_KEPT_WHOLE.narrow);
}

const MAX_KEPT_WHOLE = { wide: 10, narrow: 6 };

function Figures({ block, label }: { block: ReportTable | ReportFacts; label: string }) {
  const isTable = block.kind === "table";
  const table = isTable ? block : { heads: [], rows: block.facts.map(({ label, value }) => [label, value]) };
  if (table.rows.length === 0) return <p>Every figure is zero.</p>;
  const view = <ReportTableView table={table} label={label} />;
  return isTable ? view : <div className={css({ maxWidth: "read" })}>{view}</div>;
}

function Entries({ block }: { block: ReportEntries }) {
  return (
    <div className={column({ gap: "4" })}>
      {/* Two entries may be of one session and have the same content: only their index can be the key. */}
      {Object.entries(block.entries).map(([place, { title, facts, text: words }]) => (
        <article key={place} className={`${column({ gap: "1" })} ${broken}`}>
          <h4 className={text({ kind: "strong" })}>{title}</h4>
          {facts.length > 0 && <p className={text({ kind: "hint" })}>{facts.map(formatFact).join(" · ")}</p>}
          <p className={entryText}>{words}</p>
        </article>
      ))}
    </div>
  );
}

/** `ASA 2`, `Domains: …`; a value that explains itself has no label. */
function formatFact({ label, value }: ReportEntry["facts"][number]): string {
  if (["Case", "Age", "Gender", "Urgency", "Type"].includes(label)) return value;
  return label === "ASA" ? `ASA ${value}` : `${label}: ${value}`;
}

/** Title, name, GMC number and period for the margin of every printed page, as a text in the style sheet. */
export function pageFoot({ title, name, gmc_number, period_words }: ReportHead): CSSProperties {
  const words = [title, name, gmc_number && `GMC ${gmc_number}`, period_words].filter(Boolean).join(" · ");
  return { "--foot": `"${words.replace(/["\\]|\p{Cc}/gu, escaped)}"` } as CSSProperties;
}

/** CSS escape of a letter by its number; the space ends it. */
function escaped(letter: string): string {
  return `\\${letter.charCodeAt(0).toString(16)} `;
}

/** The print styles are in app.css, where the case list is set in landscape. */
const apart = css({ borderTop: "ink", paddingTop: "2" });

/** A table that is wider than a phone scrolls; with the keyboard, from the link in it. */

const fileLink = css({
  lineHeight: "[24px]",
  fontSize: "sm",
  marginLeft: "auto",
  _print: { display: "none" },
});

const entryText = css({ whiteSpace: "pre-line", maxWidth: "read" });

const broken = css({ overflowWrap: "anywhere" });

const titled = css({ _print: { breakAfter: "avoid" } });
