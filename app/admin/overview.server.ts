import { countBackups } from "~/account/backups/queries.server";
import type { RequestContext } from "~/account/guard.server";
import { measureSize, sizeIn } from "~/platform/db/database-size.server";
import { latestActs, listedAct } from "./audit.server";
import { byState, countDead, countMails, lastRuns, listedRuns } from "./jobs.server";
import { formatSize } from "./size.server";
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
