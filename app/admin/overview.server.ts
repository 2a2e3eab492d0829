import { countBackups } from "~/account/backups/queries.server";
import type { RequestContext } from "~/account/guard.server";
import type { Site } from "~/platform/context";
import { type DatabaseSize, isFull, MAX_BYTES, measureSize, sizeIn } from "~/platform/db/database-size.server";
import { upperFirst } from "~/platform/letter-case";
import { formatCounted } from "~/platform/time/counted";
import { latestActs, listedAct } from "./audit.server";
import { byState, countDead, countMails, lastRuns, listedRuns } from "./jobs.server";
import { countUsers } from "./users.server";

/** Loader data of the overview, in one batch: what needs attention. */
export async function overview({ db, site, now }: RequestContext) {
  const [[users], [mails], [waiting], [dead], counts, runs, acts, measured] = await db.batch([
    countUsers(db, now),
    ...countMails(db, now),
    countDead(db),
    countBackups(db),
    lastRuns(db),
    latestActs(db),
    measureSize(db),
  ]);
  return {
    users: { n: users?.n ?? 0, seen: users?.seen ?? 0 },
    mails: { failed: mails?.failed ?? 0, waiting: waiting?.n ?? 0 },
    dead: dead?.n ?? 0,
    backups: byState(counts),
    runs: listedRuns(runs, now),
    size: formatSize(site, sizeIn(measured)),
    acts: acts.map((each) => listedAct(each, now)),
  };
}

export type Overview = Awaited<ReturnType<typeof overview>>;

/** How large the database is, of what it may hold, and whether it takes new users. */
export function formatSize(
  { place, maxUsers }: Pick<Site, "place" | "maxUsers">,
  { bytes, users }: DatabaseSize,
): { place: string; size: string; users: string; state: "open" | "closed" | "full" } {
  return {
    place: `${upperFirst(place.name)}${place.isGuaranteed ? "" : ", not guaranteed"}`,
    size: `${formatGigabytes(bytes)}, ${Math.floor((bytes * 100) / MAX_BYTES)} %`,
    users: formatUsers(users, maxUsers),
    state: !place.isOpen ? "closed" : isFull({ bytes, users }, maxUsers) ? "full" : "open",
  };
}

export type FormattedSize = ReturnType<typeof formatSize>;

/** `1,204 of 1,600 users`. */
function formatUsers(users: number, most: number | null): string {
  const [now, mark] = [users, most].map((n) => n?.toLocaleString("en-GB"));
  return mark ? `${now} of ${mark} users` : formatCounted(users, "user");
}

function formatGigabytes(bytes: number): string {
  return bytes < 10_000_000 ? "less than 0.01 GB" : `${(bytes / 1_000_000_000).toFixed(2)} GB`;
}
