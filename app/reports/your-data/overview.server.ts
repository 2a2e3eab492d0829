import { type SQL, sql } from "drizzle-orm";
import { lastExport } from "~/accounts/activity.server";
import { lastBackup } from "~/accounts/backups/queries.server";
import type { Database } from "~/db/database.server";
import { longDate } from "~/time/dates";
import { londonMoment } from "~/time/london";
import { momentWords } from "~/time/moment-words";

/** What is counted, in the order of the page; and near enough what a row of it takes beside its sealed text, in bytes. */
const KINDS = [
  { table: "job_plans", one: "job plan", many: "job plans", bytes: 600, seals: true },
  { table: "sessions", one: "session", many: "sessions", bytes: 700, seals: true },
  { table: "cases", one: "case", many: "cases", bytes: 350, seals: true },
  { table: "case_options", one: "airway or procedure entry", many: "airway and procedure entries", bytes: 150 },
  { table: "claims", one: "fee", many: "fees", bytes: 400, seals: true },
  { table: "leave", one: "entry of leave", many: "entries of leave", bytes: 300, seals: true },
  { table: "cpd", one: "CPD entry", many: "CPD entries", bytes: 250, seals: true },
  { table: "saved_reports", one: "saved report", many: "saved reports", bytes: 300 },
  { table: "import_rows", one: "row of imported files", many: "rows of imported files", bytes: 450, seals: true },
] as const;

type Table = (typeof KINDS)[number]["table"];

/** One row for all that a user has. For a page's batch. */
function held(db: Database, userRef: string) {
  const count = (table: Table) => sql<number>`(SELECT count(*) FROM ${sql.raw(table)} WHERE user_ref = ${userRef})`;
  const sealed = KINDS.filter((kind) => "seals" in kind).map(
    ({ table }) => sql`(SELECT total(octet_length(sealed)) FROM ${sql.raw(table)} WHERE user_ref = ${userRef})`,
  );
  const columns = Object.fromEntries(
    KINDS.map(({ table }) => [table, count(table).mapWith(Number).as(`n_${table}`)]),
  ) as Record<Table, SQL.Aliased<number>>;
  const instant = (which: "min" | "max") =>
    sql<number | null>`(SELECT ${sql.raw(which)}(start_at) FROM sessions WHERE user_ref = ${userRef})`.as(
      `${which}_at`,
    );
  return db
    .select({
      ...columns,
      sealed: sql<number>`${sql.join(sealed, sql` + `)}`.mapWith(Number).as("sealed_bytes"),
      first: instant("min"),
      last: instant("max"),
    })
    .from(sql`(SELECT 1)`);
}

/** What Your Data says of a diary: how much there is, and when it was last kept safe. */
export async function overview(db: Database, userRef: string, now: number) {
  const [[there], [backup], [exported]] = await db.batch([
    held(db, userRef),
    lastBackup(db, userRef),
    lastExport(db, userRef),
  ]);
  const of = (table: Table) => there?.[table] ?? 0;
  const bytes = KINDS.reduce((sum, kind) => sum + of(kind.table) * kind.bytes, there?.sealed ?? 0);
  return {
    counts: KINDS.map(({ table, one, many }) => ({ table, n: of(table), name: of(table) === 1 ? one : many })),
    range:
      there?.first && there.last
        ? `${longDate(londonMoment(there.first).date)} to ${longDate(londonMoment(there.last).date)}`
        : null,
    storage: sizeWords(bytes),
    backup: backup?.made_at ? momentWords(backup.made_at, now) : null,
    exported: exported ? momentWords(exported.at, now) : null,
  };
}

export type Overview = Awaited<ReturnType<typeof overview>>;

/** `about 0.4 MB`: one decimal below ten. */
export function sizeWords(bytes: number): string {
  const mega = bytes / 1_000_000;
  if (mega < 0.05) return "less than 0.1 MB";
  return `about ${mega < 10 ? mega.toFixed(1) : Math.round(mega).toLocaleString("en-GB")} MB`;
}
