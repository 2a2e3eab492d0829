import { eq, sql } from "drizzle-orm";
import { lastExport } from "~/account/audit.server";
import { lastBackup } from "~/account/backups/queries.server";
import type { RequestContext } from "~/account/guard.server";
import { users } from "~/account/table.server";
import { quotaOf } from "~/data/usage/measure.server";
import { devicesOf, listedDevices } from "~/diary/no-signal/devices.server";
import type { Database } from "~/platform/db/database.server";
import { formatPlace } from "~/platform/places";
import { formatNumber } from "~/platform/time/counted";
import { longDate } from "~/platform/time/dates";
import { formatMoment } from "~/platform/time/instants";
import { londonMoment } from "~/platform/time/london";
import { amountOf, measured, rowsIn } from "../usage/measure.server";

/** The records that are counted by kind, in the order of the page. */
const KINDS = [
  { table: "job_plans", one: "job plan", many: "job plans" },
  { table: "sessions", one: "session", many: "sessions" },
  { table: "cases", one: "case", many: "cases" },
  { table: "fees", one: "fee", many: "fees" },
  { table: "leave", one: "entry of leave", many: "entries of leave" },
  { table: "cpd", one: "CPD entry", many: "CPD entries" },
  { table: "saved_reports", one: "saved report", many: "saved reports" },
] as const;

/** Statement: the first and the last session, and the address if it is confirmed. For a page's batch. */
function span(db: Database, userId: number) {
  const instant = (which: "min" | "max") =>
    sql<number | null>`(SELECT ${sql.raw(which)}(start_at) FROM sessions WHERE user_id = ${userId})`.as(`${which}_at`);
  return db
    .select({ first: instant("min"), last: instant("max"), email: users.email })
    .from(users)
    .where(eq(users.id, userId));
}

/** Loader data of Your Data: how much a diary holds and may hold, and when it was last backed up and exported. */
export async function overview({ db, user, site, now }: Pick<RequestContext, "db" | "user" | "site" | "now">) {
  const [[there], [around], [backup], [exported], devices] = await db.batch([
    measured(db, user),
    span(db, user.id),
    lastBackup(db, user.unique_ref),
    lastExport(db, user.unique_ref),
    devicesOf(db, user.unique_ref),
  ]);
  const { bytes } = amountOf(there);
  const isConfirmed = (around?.email ?? null) !== null;
  const most = quotaOf(isConfirmed);
  return {
    counts: KINDS.map(({ table, one, many }) => {
      const n = rowsIn(there, table);
      return { table, n, name: n === 1 ? one : many };
    }),
    place: formatPlace(site.place),
    hasOtherRegions: site.otherRegions.length > 0,
    range:
      around?.first && around.last
        ? `${longDate(londonMoment(around.first).date)} to ${longDate(londonMoment(around.last).date)}`
        : null,
    storage: `${formatSize(bytes)} of ${most.bytes / 1_000_000} MB`,
    isConfirmed,
    backup: backup?.made_at ? formatMoment(backup.made_at, now) : null,
    exported: exported ? formatMoment(exported.at, now) : null,
    devices: listedDevices(devices, now),
  };
}

export type Overview = Awaited<ReturnType<typeof overview>>;

/** `about 0.4 MB`: one decimal below ten. */
export function formatSize(bytes: number): string {
  const mega = bytes / 1_000_000;
  if (mega < 0.05) return "less than 0.1 MB";
  return `about ${mega < 10 ? mega.toFixed(1) : formatNumber(Math.round(mega))} MB`;
}
