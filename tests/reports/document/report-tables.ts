import type { SignedInUser } from "~/account/login/logins.server";
import { DEFAULT_PROFILE } from "~/profile/queries.server";
import { formatCell, formatSentence } from "~/reports/document/cells";
import { readChoices } from "~/reports/document/choices";
import { readReport } from "~/reports/document/read.server";
import { type ReportContext, type Section, scopeOf } from "~/reports/document/section.server";
import type { Cell, Report, ReportFacts, ReportTable } from "~/reports/document/types";
import { db, NOW, vault } from "../../support/harness";

export function reportOf(user: SignedInUser, query: string, database = db, now = NOW): Promise<Report> {
  const { choices } = readChoices(new URLSearchParams(query));
  return readReport({ db: database, cipher: vault.of(user.unique_ref), userId: user.id, now }, choices);
}

/** What a section makes of such answers to its statements, on 21 November 2026: nothing is read. */
export async function madeOf(
  section: Section,
  answers: readonly unknown[],
  more: Partial<ReportContext> & { query?: string } = {},
): Promise<Pick<Report, "sections">> {
  const { query = "", ...said } = more;
  const { choices } = readChoices(new URLSearchParams(query));
  const period = { from: "2026-04-01", until: "2027-03-31" };
  const { db: _, ...scope } = scopeOf({ db, userId: 0, now: NOW }, choices, period);
  const own = { profile: DEFAULT_PROFILE, cipher: vault.of("nobody"), inPeriod: "in this period" };
  const content = await section.make(answers, { ...scope, ...own, ...said });
  return { sections: [{ name: section.name, title: "", ...content }] };
}

/** The rows of a table and its foot, as a page shows them. */
export function rowsOf(table: ReportTable): string[][] {
  return [...table.rows, ...(table.foot ? [table.foot] : [])].map((row) => row.map(formatCell));
}

export function tablesOf({ sections }: Pick<Report, "sections">): ReportTable[] {
  return sections.flatMap(({ blocks }) => blocks).flatMap((block) => (block.kind === "table" ? [block] : []));
}

/** The sentences of a section in the summary. */
export function summaryOf({ sections }: Pick<Report, "sections">): string[] {
  return sections.flatMap(({ summary = [] }) => summary.map(formatSentence));
}

export function tableOf(report: Pick<Report, "sections">, id: string): ReportTable {
  const found = tablesOf(report).find((table) => table.id === id);
  if (!found) throw new Error(`There is no table ${id}`);
  return found;
}

export function factsOf({ sections }: Pick<Report, "sections">, id: string): Record<string, number> {
  const found = sections
    .flatMap(({ blocks }) => blocks)
    .find((block): block is ReportFacts => {
      return block.kind === "facts" && block.id === id;
    });
  return Object.fromEntries((found?.facts ?? []).map(({ label, value }) => [label, amountIn(value) ?? Number.NaN]));
}

/** What adds up; null for a text, a share and what is kept back. */
export function amountIn(cell: Cell | undefined): number | null {
  if (cell === undefined || typeof cell === "string") return null;
  if (cell.kind === "change") return cell.now - cell.before;
  return "value" in cell ? cell.value : null;
}

/** The amounts of each row under its head, added up where several rows share it in whatever letters. */
export function amountsByHead(tables: readonly ReportTable[]): Map<string, (number | null)[]> {
  const lines = new Map<string, (number | null)[]>();
  for (const { rows } of tables) {
    for (const [head, ...cells] of rows) {
      const key = typeof head === "string" ? head.trim().toLowerCase() : "";
      const known = lines.get(key);
      const amounts = cells.map(amountIn);
      lines.set(key, known ? known.map((sum, at) => (sum === null ? null : sum + (amounts[at] ?? 0))) : amounts);
    }
  }
  return lines;
}
