import { expect } from "vitest";
import { deleteSessions, previewDeletion } from "~/diary/sessions/delete-sessions.server";
import { undoWithMessage } from "~/diary/undo/undo.server";
import { db, NOW } from "../support/harness";
import { dayAt } from "./clock";
import * as model from "./model";
import * as real from "./real";

type Model = model.Model;
type Real = real.Real;

/** The same number picks the same thing in the model and in the diary. */
export function picked<Thing>(list: readonly Thing[], pick: number): Thing {
  return list[pick % list.length] as Thing;
}

export function inSeries({ sessions }: Model) {
  return sessions.filter(({ series }) => series !== null);
}

interface Adding {
  draft: model.SessionDraft;
  series?: real.SeriesDraft;
  twice: boolean;
}

export async function addSession({ draft, series, twice }: Adding, now: Model, diary: Real) {
  const send = await real.sessionToAdd(diary, draft, series ?? null);
  const saved = await send();
  const { weeks = 1, times = 1, skipBankHolidays = false } = series ?? {};
  const last = draft.day + 7 * weeks * (times - 1);
  const all = model.seriesDays(draft.day, weeks, times, skipBankHolidays);
  const fits = all.every((day) => model.mayHaveElement({ ...draft, day }, null));
  const reaches = !series || (all.length >= 2 && (!model.inPlan(draft.day) || model.inPlan(last)));
  expect(saved.ok).toBe(fits && reaches);
  if (!saved.ok) return;
  if (twice) expect(await send()).toMatchObject({ ok: true, sessionRef: saved.sessionRef });
  const made = await real.newSessions(diary, now.sessions);
  expect(made.map(({ start }) => start)).toEqual(all.map((day) => model.spanOn(day, draft.slot).start));
  expect([...new Set(made.map((row) => row.series !== null))]).toEqual([series !== undefined]);
  const uuid = series ? (made[0]?.series ?? null) : null;
  model.write(now, (number) => {
    for (const [at, { ref }] of made.entries()) {
      const here = { ...draft, day: all[at] as number, pence: at === 0 ? draft.pence : null };
      now.sessions.push(model.newSession(ref, here, number, uuid));
    }
  });
  if (series) expect(saved.undo).toBe(String(now.last));
}

export async function editSession(
  args: { pick: number; draft: model.SessionDraft; stale: number },
  now: Model,
  diary: Real,
) {
  const session = picked(now.sessions, args.pick);
  await saveSession(session, args.draft, args.stale === 0 && session.version > 1, now, diary);
}

export async function moveSession(args: { pick: number; days: number }, now: Model, diary: Real) {
  const session = picked(now.sessions, args.pick);
  const draft = model.draftOf(session);
  await saveSession(session, { ...draft, day: draft.day + args.days }, false, now, diary);
}

async function saveSession(
  session: model.ModelSession,
  draft: model.SessionDraft,
  stale: boolean,
  now: Model,
  diary: Real,
) {
  const saved = await real.editSession(diary, session.ref, draft, session.version - (stale ? 1 : 0), "this");
  const allowed = model.mayHaveElement(draft, session);
  if (!allowed || stale) {
    expect(saved).toMatchObject({ ok: false, status: allowed ? 409 : 422 });
    return;
  }
  expect(saved?.ok).toBe(true);
  model.save(now, (number) => model.replace(now, [model.newSession(session.ref, draft, number, session.series)]));
}

export async function editFollowing(
  args: { pick: number; draft: model.SessionDraft; days: number },
  now: Model,
  diary: Real,
) {
  const chosen = picked(inSeries(now), args.pick);
  const draft = { ...args.draft, day: dayAt(chosen.start) + args.days };
  const saved = await real.editSession(diary, chosen.ref, draft, chosen.version, "following");
  const changed = model.changedFollowing(now, chosen, draft, now.last + 1);
  expect(saved?.ok).toBe(changed !== null);
  if (!changed || !saved?.ok) return;
  model.save(now, () => model.replace(now, changed));
  expect(saved.undo ?? null).toBe(changed.length > 1 ? String(now.last) : null);
}

type Choice = "1" | "2" | "3";

export function removeOfSeries(args: { pick: number; choice: Choice }, now: Model, diary: Real) {
  return remove({ ...args, pick: now.sessions.indexOf(picked(inSeries(now), args.pick)) }, now, diary);
}

export async function remove(args: { pick: number; choice: Choice }, now: Model, diary: Real) {
  const session = picked(now.sessions, args.pick);
  const going = model.cascadeOf(now, session, args.choice);
  const shown = await real.shownDeletion(diary, session.ref, args.choice);
  const { sessions, cases, fees } = { ...going, sessions: going.sessions.length, cases: going.cases.length };
  expect(shown).toEqual({ sessions, cases, fees, pence: going.pence });
  const { id } = diary.user;
  const preview = await previewDeletion(db, id, session.ref);
  if (!preview) throw new Error("The session is there");
  const asked = { choice: args.choice, version: session.version, counts: { sessions, cases, fees } };
  const deleted = await deleteSessions({ db, userId: id, now: NOW }, preview, asked);
  if (deleted === null || deleted === "changed") throw new Error(`Not deleted: ${deleted}`);
  model.write(now, () => model.removeRows(now, going.sessions, going.cases));
  expect(deleted.undo).toBe(String(now.last));
}

export async function undo({ pick }: { pick: number }, now: Model, diary: Real) {
  const change = picked(now.changes, pick);
  const done = await undoWithMessage({ db, userId: diary.user.id, now: NOW }, String(change.number));
  expect(done?.ok).toBe(model.undo(now, change));
}

export async function makeFromPlan({ day, weeks }: { day: number; weeks: number }, now: Model, diary: Real) {
  const until = Math.min(day + 7 * weeks - 1, model.PLAN_ENDS);
  const missing = until < day ? [] : model.missingLists(now, day, until);
  const done = await real.createFromPlan(diary, day, until);
  expect(done.ok).toBe(missing.length > 0);
  if (!done.ok) return;
  const made = await real.newSessions(diary, now.sessions);
  expect(made.map(({ start }) => start)).toEqual(missing.map((list) => model.spanOn(list.day, list.slot).start));
  // They join the series of those that are there, or begin one.
  expect(new Set(made.map(({ series }) => series)).size).toBe(1);
  model.write(now, (number) => {
    now.sessions.push(
      ...made.map(({ ref, series }, at) => model.newSession(ref, missing[at] as model.SessionDraft, number, series)),
    );
  });
  expect(done.undo).toBe(String(now.last));
}
