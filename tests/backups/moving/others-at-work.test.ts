import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { forgetUser } from "~/account/deletion/delete-account.server";
import { hasDeletionNote } from "~/account/deletion/deletion-notes.server";
import { findFormDraft, saveFormDraft } from "~/account/form-drafts/form-drafts.server";
import { moves } from "~/account/moves/table.server";
import { users } from "~/account/table.server";
import { checkStore } from "~/backups/check-store.server";
import { askForMove } from "~/backups/moving/ask.server";
import { moveUser } from "~/backups/moving/move-user.server";
import { beginRun } from "~/backups/moving/runs.server";
import { sweepMoves } from "~/backups/moving/sweep.server";
import { deleteAccountRows } from "~/data/deletion.server";
import { changes } from "~/diary/tables.server";
import { deadJobs } from "~/mail/table.server";
import { idempotencyKeys } from "~/platform/db/idempotency.server";
import { runDailyJobs, runEveryMinute } from "../../../workers/jobs";
import { directory, jobContext, NOW, REGIONS, recordingJobs, vault } from "../../support/harness";
import { fullUser, neighboursMove, storeThatWaits } from "./moved-user";

// What else is at work while a user is moved, or afterwards: crons, jobs, and another run of the move.

const { eu, oc } = REGIONS;
const context = { directory, vault, now: NOW, from: eu, to: oc };
const MINUTE = 60_000;

test("the crons of the region that a user comes to leave the copy as it is while it is made", async () => {
  const { user, userRef } = await fullUser();
  const eighth = NOW - 8 * 24 * 60 * MINUTE;
  const old = { key: "old", result_ref: "", fingerprint: "", created_at: eighth };
  await eu.db.insert(idempotencyKeys).values({ ...old, user_id: user.id });
  expect(await eu.db.$count(changes, eq(changes.user_id, user.id))).toBeGreaterThan(0);
  await askForMove(eu.db, userRef, "oc", NOW);
  const objects = storeThatWaits(oc.objects, async () => {
    const app = jobContext({ ...oc, now: NOW + 61 * MINUTE });
    await runEveryMinute(app);
    await runDailyJobs(app);
  });
  expect(await moveUser({ ...context, to: { ...oc, objects } }, userRef)).toBe(true);
});

test("a run that takes the place of one that died is left to work for five minutes, as the first was", async () => {
  const { userRef } = await fullUser();
  await askForMove(eu.db, userRef, "oc", NOW);
  const begin = async (minutes: number) =>
    (await beginRun({ ...context, now: NOW + minutes * MINUTE }, userRef)) !== null;
  expect([await begin(0), await begin(4), await begin(5), await begin(9), await begin(10)]).toEqual([
    ...[true, false, true, false, true],
  ]);
});

test("a move that stops, and one that ends, leave the run of another user that began in the same moment", async () => {
  const [stalled, spoiled, moved] = [await fullUser(), await fullUser(), await fullUser()];
  for (const { userRef } of [stalled, spoiled, moved]) await askForMove(eu.db, userRef, "oc", NOW);
  const run = await beginRun(context, stalled.userRef);
  const objects = storeThatWaits(oc.objects, () => Promise.reject(new Error("The store is away")));
  vi.spyOn(console, "error").mockImplementation(() => {});
  await eu.objects.put(`users/${spoiled.userRef}/2026-11-20.gz`, "a backup");
  await expect(moveUser({ ...context, to: { ...oc, objects } }, spoiled.userRef)).rejects.toThrow();
  expect(await moveUser(context, moved.userRef)).toBe(true);
  const [row] = await eu.db.select().from(moves).where(eq(moves.user_ref, stalled.userRef));
  expect(row).toMatchObject({ state: "copying", attempt: run?.attempt, leased_until: NOW + 5 * MINUTE });
});

test("a move leaves what another user has asked for in the region that it goes to", async () => {
  const { userRef } = await fullUser();
  const neighbour = await neighboursMove(oc, "asked");
  await askForMove(eu.db, userRef, "oc", NOW);
  expect(await moveUser(context, userRef)).toBe(true);
  expect(await neighbour()).toEqual([{ state: "asked" }]);
});

test("a job that is to forget a user who was moved since forgets nothing", async () => {
  const { userRef } = await fullUser();
  const forms = { ...jobContext(), now: NOW };
  const request = new Request("http://daybook.test/");
  const draft = { path: "/logbook/", form: { values: { notes: ["typed"] }, errors: {} } };
  const cookie = (await saveFormDraft(forms, request, userRef, draft))?.split(";")[0] ?? "";
  await askForMove(eu.db, userRef, "oc", NOW);
  await moveUser(context, userRef);
  await eu.objects.put(`users/${userRef}/2026-11-20.gz`, "locked");
  const app = jobContext({ ...eu, lockedDays: 30, now: Date.now() });
  await forgetUser(app, userRef, deleteAccountRows(eu.db, userRef));
  const kept = await findFormDraft(forms, new Request("http://daybook.test/", { headers: { Cookie: cookie } }));
  expect(kept).toEqual({ owner: userRef, draft });
  expect(await hasDeletionNote(eu.objects, userRef)).toBe(false);
});

test("a move that was given up, and goes on once another has copied the user, deletes none of the other's backups", async () => {
  const { userRef } = await fullUser();
  await askForMove(eu.db, userRef, "oc", NOW);
  const objects = storeThatWaits(oc.objects, () =>
    oc.db.update(users).set({ last_name: "Other" }).where(eq(users.unique_ref, userRef)),
  );
  let isAgain = false;
  const db = new Proxy(oc.db, {
    get(target, name) {
      if (name !== "batch") return Reflect.get(target, name);
      return async (list: Parameters<typeof target.batch>[0]) => {
        const [move] = await eu.db.select().from(moves).where(eq(moves.user_ref, userRef));
        const done = await target.batch(list);
        if (move?.state === "stopped" && !isAgain) {
          isAgain = true;
          const later = { ...context, now: NOW + MINUTE };
          await askForMove(eu.db, userRef, "oc", later.now);
          expect(await moveUser(later, userRef)).toBe(true);
        }
        return done;
      };
    },
  });
  vi.spyOn(console, "error").mockImplementation(() => {});
  await expect(moveUser({ ...context, to: { ...oc, db, objects } }, userRef)).rejects.toThrow("differs");
  expect(isAgain).toBe(true);
  expect(await (await oc.objects.get(`users/${userRef}/2026-11-20.gz`))?.text()).toBe("encrypted backup");
});

test("a move that the queue gave up is begun again after ten minutes, so that it is not given up each minute", async () => {
  const { userRef } = await fullUser();
  await askForMove(eu.db, userRef, "oc", NOW);
  await eu.db.insert(deadJobs).values({ unique_ref: userRef, kind: "move-user", ref: userRef, died_at: NOW });
  const begun = async (now: number) => {
    const jobs = recordingJobs();
    await sweepMoves(jobContext({ ...eu, now, jobs }));
    return jobs.sent.some(({ kind, ref }) => kind === "move-user" && ref === userRef);
  };
  expect([await begun(NOW + 9 * MINUTE), await begun(NOW + 10 * MINUTE)]).toEqual([false, true]);
  await eu.db.delete(moves).where(eq(moves.user_ref, userRef));
});

test("backups that the other store has not got stay where they were until it has them, or until they are too old to be kept", async () => {
  const { userRef } = await fullUser();
  const key = `users/${userRef}/2026-11-20.gz`;
  await askForMove(eu.db, userRef, "oc", NOW);
  // A run that has given its copy up deletes the other's backups, and then the store is down.
  const objects = new Proxy(oc.objects, {
    get: (target, name) =>
      name !== "list"
        ? Reflect.get(target, name).bind(target)
        : async (options: R2ListOptions) => {
            const [move] = await oc.db.select().from(moves).where(eq(moves.user_ref, userRef));
            if (move?.state !== "complete") return target.list(options);
            await target.delete(key);
            throw new Error("The store is down");
          },
  });
  vi.spyOn(console, "error").mockImplementation(() => {});
  expect(await moveUser({ ...context, to: { ...oc, objects } }, userRef)).toBe(true);
  const look = async (now = NOW) => {
    await checkStore(jobContext({ ...eu, now }), "");
    return (await eu.objects.head(key)) !== null;
  };
  expect([await oc.objects.head(key), await look()]).toEqual([null, true]);
  // Old, but the only one.
  const late = NOW + 36 * 24 * 60 * MINUTE;
  expect(await look(late)).toBe(true);
  await oc.objects.put(`users/${userRef}/2026-11-22.gz`, "newer");
  expect([await look(late - 24 * 60 * MINUTE), await look(late)]).toEqual([true, false]);

  await eu.objects.put(key, "encrypted backup");
  await oc.objects.put(key, "encrypted backup");
  expect(await look()).toBe(false);
});
