// @module-tag full
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { writeNames } from "~/account/directory/accounts.server";
import { sweepNames } from "~/account/directory/claims.server";
import { holderOf } from "~/account/directory/names.server";
import { isMoving, moves } from "~/account/moves/table.server";
import { users } from "~/account/table.server";
import { askForMove } from "~/backups/moving/ask.server";
import { moveUser } from "~/backups/moving/move-user.server";
import type { MoveContext, Place } from "~/backups/moving/runs.server";
import { runMove, sweepMoves } from "~/backups/moving/sweep.server";
import { MOVED } from "~/backups/moving/tables.server";
import { storedBackups } from "~/backups/stored.server";
import { isOwn } from "~/data/table-entry.server";
import type { JobContext } from "~/platform/context";
import { fillAccount } from "../../support/account";
import { dyingWorlds } from "../../support/dying";
import { directory, jobContext, makeUser, NOW, REGIONS, recordingJobs, vault } from "../../support/harness";

const MINUTE = 60_000;
const BOTH = [REGIONS.eu, REGIONS.oc];

/** The places where somebody could use this account. */
async function liveIn(userRef: string): Promise<Place[]> {
  const each = await Promise.all(
    BOTH.map(({ db }) =>
      db
        .select({ moving: isMoving(users.unique_ref) })
        .from(users)
        .where(eq(users.unique_ref, userRef)),
    ),
  );
  return BOTH.filter((_, at) => each[at]?.some(({ moving }) => !moving));
}

/** How many rows of a user a region has. */
async function rowsIn({ db }: Place, userRef: string): Promise<number> {
  const counts = await Promise.all(MOVED.map(({ table, owner }) => db.$count(table, isOwn(owner, userRef))));
  return counts.reduce((sum, n) => sum + n, 0);
}

/** What the cron does in both regions, and the queue with its messages. */
async function cron(now: number) {
  const contexts = BOTH.map((place) => jobContext({ ...place, now, jobs: recordingJobs() }));
  for (const app of contexts) {
    await sweepMoves(app);
    const { sent } = app.jobs as ReturnType<typeof recordingJobs>;
    for (const { kind, ref } of sent) if (kind === "move-user") await runMove(app, ref);
  }
  const contextIn = (region: string) => contexts.find(({ db }) => db.region === region) as JobContext;
  await sweepNames({ directory, now }, contextIn);
}

test("a move that dies at any step leaves one account that can be used, and the cron ends it", {
  timeout: 300_000,
}, async () => {
  const user = await makeUser();
  const userRef = user.unique_ref;
  const email = await fillAccount(user);
  await writeNames({ db: REGIONS.eu.db, directory, vault, now: NOW }, { ...user, email });
  let now = NOW;

  async function move(dies?: ReturnType<typeof dyingWorlds>) {
    const [from] = await liveIn(userRef);
    const to = from === REGIONS.eu ? REGIONS.oc : REGIONS.eu;
    if (!from) throw new Error("Nobody can use the account");
    now += 20 * MINUTE;
    await askForMove(from.db, userRef, to.db.region, now);
    const mortal = (place: Place) =>
      dies ? { ...place, db: dies.dying(place.db), objects: dies.dyingStore(place.objects) } : place;
    const context: MoveContext = {
      directory: dies ? dies.dying(directory) : directory,
      vault,
      now,
      from: mortal(from),
      to: mortal(to),
    };
    return moveUser(context, userRef);
  }

  const counted = dyingWorlds(0, "before");
  expect(await move(counted)).toBe(true);
  expect(await liveIn(userRef)).toEqual([REGIONS.oc]);
  const rows = await rowsIn(REGIONS.oc, userRef);
  expect(rows).toBeGreaterThan(6);
  const most = counted.state.trips;
  expect(most).toBeGreaterThan(20);
  for (const when of ["before", "after"] as const) {
    for (let nth = 1; nth <= most; nth += 1) {
      const [before] = await liveIn(userRef);
      await move(dyingWorlds(nth, when)).catch(() => {});
      expect([nth, when, (await liveIn(userRef)).length <= 1]).toEqual([nth, when, true]);
      now += 11 * MINUTE;
      await cron(now);
      now += 11 * MINUTE;
      await cron(now);
      const live = await liveIn(userRef);
      const [place, left] = [live[0] as Place, BOTH.find((each) => each !== live[0]) as Place];
      expect([nth, when, live.length, await rowsIn(left, userRef)]).toEqual([nth, when, 1, 0]);
      expect([nth, when, (await storedBackups(left.objects, userRef)).length]).toEqual([nth, when, 0]);
      expect([nth, when, (await storedBackups(place.objects, userRef)).length]).toEqual([nth, when, 1]);
      for (const name of [["username", user.username] as const, ["email", email] as const]) {
        const holder = await holderOf({ directory, vault }, name);
        expect([nth, when, holder]).toEqual([nth, when, { region: place.db.region, user_ref: userRef }]);
      }
      for (const { db } of BOTH) expect([nth, when, await db.$count(moves)]).toEqual([nth, when, 0]);
      expect([nth, when, place !== before]).toEqual([nth, when, true]);
    }
  }
});
