import { expect } from "vitest";
import { deleteSessions } from "~/cases/delete-sessions.server";
import { copyWeek, repeatSession } from "~/sessions/copy.server";
import { takeBack } from "~/undo/take-back.server";
import { db, NOW } from "../support/harness";
import { dateOf, dayAt, dayOf } from "./clock";
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
  for (const [at, { ref }] of made.entries()) {
    const here = { ...draft, day: all[at] as number, pence: at === 0 ? draft.pence : null };
    const session = model.newSession(ref, here, uuid);
    if (session.fee && saved.undo) session.fee.madeBy = saved.undo;
    now.sessions.push(session);
  }
  if (saved.undo) now.steps.push({ ref: saved.undo, sessions: [], cases: [], made: made.map(({ ref }) => ref) });
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
  const fee = model.feeAfter(draft.pence, session.fee);
  const { series } = session;
  model.replace(now, [{ ...model.newSession(session.ref, draft, series), version: session.version + 1, fee }]);
}

export async function editFollowing(
  args: { pick: number; draft: model.SessionDraft; days: number },
  now: Model,
  diary: Real,
) {
  const chosen = picked(inSeries(now), args.pick);
  const draft = { ...args.draft, day: dayAt(chosen.start) + args.days };
  const saved = await real.editSession(diary, chosen.ref, draft, chosen.version, "following");
  const changed = model.changedFollowing(now, chosen, draft);
  expect(saved?.ok).toBe(changed !== null);
  if (!changed || !saved?.ok) return;
  const others = changed.slice(1).map(({ ref }) => now.sessions.find((each) => each.ref === ref) as model.ModelSession);
  expect(typeof saved.undo === "string").toBe(others.length > 0);
  if (saved.undo) now.steps.push({ ref: saved.undo, sessions: [], cases: [], made: [], changed: [chosen, ...others] });
  model.replace(now, changed);
}

type Choice = "1" | "2" | "3";

export function removeOfSeries(args: { pick: number; choice: Choice }, now: Model, diary: Real) {
  return remove({ ...args, pick: now.sessions.indexOf(picked(inSeries(now), args.pick)) }, now, diary);
}

export async function remove(args: { pick: number; choice: Choice }, now: Model, diary: Real) {
  const session = picked(now.sessions, args.pick);
  const going = model.goingWith(now, session, args.choice);
  const shown = await real.shownGoing(diary, session.ref, args.choice);
  const { sessions, cases, fees } = { ...going, sessions: going.sessions.length, cases: going.cases.length };
  expect(shown).toEqual({ sessions, cases, fees, pence: going.pence, undoable: true });
  const { id } = diary.user;
  const { version } = session;
  const deleted = await deleteSessions(db, id, session.ref, args.choice, { sessions, cases, fees, version }, NOW);
  if (typeof deleted === "string" || !deleted.undo) throw new Error(`Not deleted: ${JSON.stringify(deleted)}`);
  model.takeAway(now, going.sessions, going.cases);
  now.steps.push({ ref: deleted.undo, sessions: going.sessions, cases: going.cases, made: [] });
}

export async function repeat(args: { pick: number }, now: Model, diary: Real) {
  const copied = model.copyOf(picked(now.sessions, args.pick), 7);
  const { ref } = picked(now.sessions, args.pick);
  const done = await repeatSession({ db, userId: diary.user.id, now: NOW }, ref);
  await expectCopies(model.isThere(now, copied) ? [] : [copied], done?.undo ?? null, now, diary);
}

export async function copy(args: { pick: number; day: number | null }, now: Model, diary: Real) {
  const after = now.sessions.length > 0 ? dayAt(picked(now.sessions, args.pick).start) + 7 : dayOf("2026-11-16");
  const monday = model.mondayOf(args.day ?? after);
  const copies = model.weekCopies(now, monday);
  const done = await copyWeek({ db, userId: diary.user.id, now: NOW }, dateOf(monday));
  await expectCopies(copies, done.undo, now, diary);
}

async function expectCopies(copies: Omit<model.ModelSession, "ref">[], step: string | null, now: Model, diary: Real) {
  const made = await real.newSessions(diary, now.sessions);
  const inOrder = copies.toSorted((one, other) => one.start - other.start);
  expect(made.map(({ start }) => start)).toEqual(inOrder.map(({ start }) => start));
  expect(step !== null).toBe(made.length > 0);
  if (!step) return;
  now.sessions.push(...(await real.withRefs(diary, inOrder, made)));
  now.steps.push({ ref: step, sessions: [], cases: [], made: made.map(({ ref }) => ref) });
}

export async function undo({ pick }: { pick: number }, now: Model, diary: Real) {
  const step = picked(now.steps, pick);
  const taken = await takeBack(db, diary.user.id, step.ref, NOW);
  expect(taken?.ok).toBe(model.undo(now, step));
}

export async function makeFromPlan({ day, weeks }: { day: number; weeks: number }, now: Model, diary: Real) {
  const until = Math.min(day + 7 * weeks - 1, model.PLAN_ENDS);
  const missing = until < day ? [] : model.missingLists(now, day, until);
  const done = await real.makeFromPlan(diary, day, until);
  expect(done.ok).toBe(missing.length > 0);
  if (!done.ok) return;
  const made = await real.newSessions(diary, now.sessions);
  expect(made.map(({ start }) => start)).toEqual(missing.map((list) => model.spanOn(list.day, list.slot).start));
  // They join the series of those that are there, or begin one.
  expect(new Set(made.map(({ series }) => series)).size).toBe(1);
  now.sessions.push(
    ...made.map(({ ref, series }, at) => model.newSession(ref, missing[at] as model.SessionDraft, series)),
  );
  now.steps.push({ ref: done.undo as string, sessions: [], cases: [], made: made.map(({ ref }) => ref) });
}
