import { css } from "styled-system/css";
import { column, row, text } from "styled-system/recipes";
import type { ReportBlock, ReportEntries, ReportFacts, ReportSection } from "../types";
import { ReportTableView } from "./report-table";

interface ReportBlockViewProps {
  block: ReportBlock;
  section: ReportSection;
  /** Address of its CSV file. */
  file: string;
}

export function ReportBlockView({ block, section, file }: ReportBlockViewProps) {
  // A section of one thing is not told its name twice.
  const named = block.caption !== section.title;
  // A figure is printed on one page, and never parted from its heading. What is long begins where it comes and goes on.
  const Whole = isLong(block) ? "div" : "figure";
  const label = named ? `block-${block.id}` : section.name;
  return (
    <Whole className={`${column({ gap: "2" })} ${block.kind === "table" ? box : ""}`}>
      <div className={`${row({ spread: true, align: "baseline" })} ${broken}`}>
        {named && <h3 id={label}>{block.caption}</h3>}
        <a href={file} className={fileLink} aria-label={`CSV of ${block.caption}`}>
          CSV
        </a>
      </div>
      {block.note && <p className={text({ kind: "hint" })}>{block.note}</p>}
      {block.kind === "table" && <ReportTableView table={block} label={label} />}
      {block.kind === "facts" && (
        <div className={css({ maxWidth: "read" })}>
          <Facts block={block} label={label} />
        </div>
      )}
      {block.kind === "entries" && <Entries block={block} />}
    </Whole>
  );
}

/** Texts, and tables that would leave much of a page blank if they were kept from breaking between their rows. */
function isLong(block: ReportBlock): boolean {
  return block.kind === "entries" || (block.kind === "table" && block.rows.length > MOST_KEPT_WHOLE);
}

const MOST_KEPT_WHOLE = 10;

function Facts({ block, label }: { block: ReportFacts; label: string }) {
  const table = {
    ...block,
    kind: "table" as const,
    heads: [],
    rows: block.facts.map((fact) => [fact.label, fact.value]),
  };
  return <ReportTableView table={{ ...table, foot: null }} label={label} />;
}

function Entries({ block }: { block: ReportEntries }) {
  return (
    <div className={column({ gap: "4" })}>
      {/* Two entries may be of one session and say the same: they have no name but their place. */}
      {Object.entries(block.entries).map(([place, { title, facts, text: words }]) => (
        <article key={place} className={`${column({ gap: "1" })} ${broken}`}>
          <h4 className={text({ kind: "strong" })}>{title}</h4>
          {facts.length > 0 && (
            <p className={text({ kind: "hint" })}>
              {facts.map(({ label, value }) => `${label}: ${value}`).join(" · ")}
            </p>
          )}
          <p className={entryText}>{words}</p>
        </article>
      ))}
    </div>
  );
}

/** Wider than a phone it is scrolled; by keys, too, from the link in it. */
const box = css({ overflowX: "auto" });

const fileLink = css({
  lineHeight: "[24px]",
  fontSize: "sm",
  marginLeft: "auto",
  _print: { display: "none" },
});

const entryText = css({ whiteSpace: "pre-line", maxWidth: "read" });

const broken = css({ overflowWrap: "anywhere" });
