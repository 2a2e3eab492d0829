import { countBackups } from "~/account/backups/queries.server";
import type { RequestContext } from "~/account/guard.server";
import { readSizes } from "~/platform/db/region-sizes.server";
import { mostBlocked } from "~/platform/http/csp-counts.server";
import { latestActs, listedAct } from "./audit.server";
import { byState } from "./backups.server";
import { countDead, lastRuns, listedRuns } from "./jobs.server";
import { countMails } from "./mails.server";
import { listedRegions } from "./regions.server";
import { countUsers } from "./users.server";

/** Loader data of the overview, in one batch: what needs attention. */
export async function overview({ db, commonDb, site, now }: RequestContext) {
  const [[users], [mails], [waiting], [dead], counts, runs, acts, sizes, most] = await db.batch([
    countUsers(db, now),
    ...countMails(db, now),
    countDead(db),
    countBackups(db),
    lastRuns(db),
    latestActs(db),
    readSizes(db),
    mostBlocked(db, now),
  ]);
  const [known, [blocked]] =
    db.region === commonDb.region
      ? [sizes, most]
      : await commonDb.batch([readSizes(commonDb), mostBlocked(commonDb, now)]);
  return {
    users: { n: users?.n ?? 0, seen: users?.seen ?? 0 },
    mails: { failed: mails?.failed ?? 0, waiting: waiting?.n ?? 0 },
    dead: dead?.n ?? 0,
    backups: byState(counts),
    runs: listedRuns(runs, now),
    blocked: blocked ?? null,
    regions: listedRegions(site.places, known, now),
    acts: acts.map((each) => listedAct(each, now)),
  };
}

export type Overview = Awaited<ReturnType<typeof overview>>;
