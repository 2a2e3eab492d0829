import fc from "fast-check";
import { expect } from "vitest";
import { deleteSessions } from "~/cases/delete-sessions.server";
import { deleteCase } from "~/cases/save.server";
import { copyWeek, repeatSession } from "~/sessions/copy.server";
import { takeBack } from "~/undo/take-back.server";
import { db, NOW } from "../support/harness";
import { dateOf, dayAt, dayOf } from "./clock";
import * as model from "./model";
import * as real from "./real";

type Model = model.Model;
type Real = real.Real;

/** One act on both. `pick` chooses among what is there: the same number means the same thing in both. */
class Act<Args> implements fc.AsyncCommand<Model, Real> {
  constructor(
    private readonly name: string,
    private readonly args: Args,
    private readonly does: (args: Args, model: Model, real: Real) => Promise<void>,
    private readonly needs: (model: Model) => readonly unknown[] | null,
  ) {}
  check = (now: Readonly<Model>) => this.needs(now)?.length !== 0;
  run = (now: Model, diary: Real) => this.does(this.args, now, diary);
  toString = () => `${this.name}(${JSON.stringify(this.args)})`;
}

function act<Args>(
  name: string,
  args: fc.Arbitrary<Args>,
  does: (args: Args, model: Model, real: Real) => Promise<void>,
  needs: (model: Model) => readonly unknown[] | null = () => null,
) {
  return args.map((each) => new Act(name, each, does, needs));
}

function picked<Thing>(list: readonly Thing[], pick: number): Thing {
  return list[pick % list.length] as Thing;
}

/** Weeks on both sides of both clock changes of the plan's year; the last days lie after its end. */
const days = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: dayOf("2026-10-12"), max: dayOf("2026-11-22") }) },
  { weight: 1, arbitrary: fc.integer({ min: dayOf("2027-03-15"), max: dayOf("2027-04-02") }) },
);
const slots = fc.constantFrom(
  ...([
    [480, 1080],
    [780, 1230],
    [1320, 480],
    [420, 780],
    [1200, 240],
    [480, 750],
  ] as const),
);
const pence = fc.option(fc.integer({ min: 1, max: 99_999 }), { freq: 2 });
const texts = fc.constantFrom("", "Plain", 'A "quoted" \\ text', "Ünïcödé 😀\nline");
const pick = fc.nat({ max: 40 });
const drafts: fc.Arbitrary<model.SessionDraft> = fc.record({
  ...{ day: days, slot: slots, element: fc.boolean(), site: fc.constantFrom("", "Main"), notes: texts, pence },
  fixedUnits: fc.option(fc.constantFrom(3600, 5400, 900), { freq: 3 }),
});
const caseDrafts: fc.Arbitrary<real.CaseDraft> = fc.record({
  times: fc.constant(null),
  age: fc.option(fc.integer({ min: 0, max: 100 })),
  asa: fc.option(fc.integer({ min: 1, max: 5 })),
  text: texts,
  airway: fc.subarray(["111", "121"]),
  procedures: fc.subarray(["202", "241"]),
  flags: fc.subarray(["ultrasound", "failed"]),
  label: fc.constantFrom("", "", "Tongue tie", "tongue TIE", "Halo frame"),
  pence,
});
const caseTimes = fc.constantFrom(
  null,
  ...([
    [540, 600],
    [1380, 180],
    [180, 240],
    [600, 660],
  ] as const),
);

const each = {
  addSession: act("addSession", fc.record({ draft: drafts, twice: fc.boolean() }), addSession),
  addSeries: act(
    "addSeries",
    fc.record({
      draft: drafts,
      series: fc.record({
        weeks: fc.constantFrom(1 as const, 2 as const),
        times: fc.integer({ min: 2, max: 4 }),
        skipBankHolidays: fc.boolean(),
      }),
      twice: fc.boolean(),
    }),
    addSession,
  ),
  editSession: act(
    "editSession",
    fc.record({ pick, draft: drafts, stale: fc.nat({ max: 2 }) }),
    editSession,
    ({ sessions }) => sessions,
  ),
  moveSession: act(
    "moveSession",
    fc.record({ pick, days: fc.integer({ min: -8, max: 8 }) }),
    moveSession,
    ({ sessions }) => sessions,
  ),
  editFollowing: act(
    "editFollowing",
    fc.record({ pick, draft: drafts, days: fc.integer({ min: -8, max: 8 }) }),
    editFollowing,
    inSeries,
  ),
  deleteSession: act(
    "deleteSession",
    fc.record({ pick }),
    (args, now, diary) => remove({ ...args, choice: "1" }, now, diary),
    ({ sessions }) => sessions,
  ),
  deleteOfSeries: act(
    "deleteOfSeries",
    fc.record({ pick, choice: fc.constantFrom("1" as const, "2" as const, "3" as const) }),
    removeOfSeries,
    inSeries,
  ),
  repeatSession: act("repeatSession", fc.record({ pick }), repeat, ({ sessions }) => sessions),
  copyWeek: act("copyWeek", fc.record({ pick, day: fc.option(days, { freq: 4 }) }), copy),
  addCase: act(
    "addCase",
    fc.record({ pick, draft: caseDrafts, times: caseTimes, twice: fc.boolean() }),
    addCase,
    ({ sessions }) => sessions,
  ),
  editCase: act(
    "editCase",
    fc.record({ pick, draft: caseDrafts, stale: fc.nat({ max: 2 }) }),
    editCase,
    ({ cases }) => cases,
  ),
  deleteCase: act("deleteCase", fc.record({ pick }), removeCase, ({ cases }) => cases),
  undo: act("undo", fc.record({ pick }), undo, ({ steps }) => steps),
  undoLast: act(
    "undoLast",
    fc.constant({}),
    (_, now, diary) => undo({ pick: now.steps.length - 1 }, now, diary),
    ({ steps }) => steps,
  ),
};

/** What works on a series needs one first, and so comes up often. */
export const acts = [
  ...Object.values(each),
  ...[each.addSeries, each.editFollowing, each.editFollowing, each.editFollowing],
  ...[each.deleteOfSeries, each.deleteOfSeries, each.deleteOfSeries],
];

function inSeries({ sessions }: Model) {
  return sessions.filter(({ series }) => series !== null);
}

interface Adding {
  draft: model.SessionDraft;
  series?: real.SeriesDraft;
  twice: boolean;
}

async function addSession({ draft, series, twice }: Adding, now: Model, diary: Real) {
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

async function editSession(args: { pick: number; draft: model.SessionDraft; stale: number }, now: Model, diary: Real) {
  const session = picked(now.sessions, args.pick);
  await saveSession(session, args.draft, args.stale === 0 && session.version > 1, now, diary);
}

async function moveSession(args: { pick: number; days: number }, now: Model, diary: Real) {
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

async function editFollowing(args: { pick: number; draft: model.SessionDraft; days: number }, now: Model, diary: Real) {
  const chosen = picked(inSeries(now), args.pick);
  const draft = { ...args.draft, day: dayAt(chosen.start) + args.days };
  const saved = await real.editSession(diary, chosen.ref, draft, chosen.version, "following");
  const changed = model.changedFollowing(now, chosen, draft);
  expect(saved?.ok).toBe(changed !== null);
  if (changed) model.replace(now, changed);
}

type Choice = "1" | "2" | "3";

function removeOfSeries(args: { pick: number; choice: Choice }, now: Model, diary: Real) {
  return remove({ ...args, pick: now.sessions.indexOf(picked(inSeries(now), args.pick)) }, now, diary);
}

async function remove(args: { pick: number; choice: Choice }, now: Model, diary: Real) {
  const session = picked(now.sessions, args.pick);
  const going = model.goingWith(now, session, args.choice);
  const shown = await real.shownGoing(diary, session.ref, args.choice);
  const { sessions, cases, fees } = { ...going, sessions: going.sessions.length, cases: going.cases.length };
  expect(shown).toEqual({ sessions, cases, fees, pence: going.pence, undoable: true });
  const { unique_ref } = diary.user;
  const { version } = session;
  const deleted = await deleteSessions(
    db,
    unique_ref,
    session.ref,
    args.choice,
    { sessions, cases, fees, version },
    NOW,
  );
  if (typeof deleted === "string" || !deleted.undo) throw new Error(`Not deleted: ${JSON.stringify(deleted)}`);
  model.takeAway(now, going.sessions, going.cases);
  now.steps.push({ ref: deleted.undo, sessions: going.sessions, cases: going.cases, made: [] });
}

async function repeat(args: { pick: number }, now: Model, diary: Real) {
  const copied = model.copyOf(picked(now.sessions, args.pick), 7);
  const { ref } = picked(now.sessions, args.pick);
  const done = await repeatSession({ db, userRef: diary.user.unique_ref, now: NOW }, ref);
  const taken = now.sessions.some(({ start }) => start === copied.start);
  await expectCopies(taken ? [] : [copied], done?.undo ?? null, now, diary);
}

async function copy(args: { pick: number; day: number | null }, now: Model, diary: Real) {
  const after = now.sessions.length > 0 ? dayAt(picked(now.sessions, args.pick).start) + 7 : dayOf("2026-11-16");
  const monday = model.mondayOf(args.day ?? after);
  const copies = model.weekCopies(now, monday);
  const done = await copyWeek({ db, userRef: diary.user.unique_ref, now: NOW }, dateOf(monday));
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

interface CaseAct {
  pick: number;
  draft: real.CaseDraft;
}

async function addCase(
  { pick, draft, times, twice }: CaseAct & { times: real.CaseDraft["times"]; twice: boolean },
  now: Model,
  diary: Real,
) {
  const session = picked(now.sessions, pick);
  const sent = { ...draft, times };
  const send = await real.caseToAdd(diary, session.ref, sent);
  expect(await send()).toBe(null);
  if (twice) expect(await send()).toBe(null);
  const made = await real.newCases(diary, now.cases);
  expect(made).toHaveLength(1);
  now.cases.push(caseAfter(now, { ref: made[0] as string, session }, sent, 1, model.feeAfter(draft.pence, null)));
}

async function editCase({ pick, draft, stale }: CaseAct & { stale: number }, now: Model, diary: Real) {
  const found = picked(now.cases, pick);
  const session = now.sessions.find(({ ref }) => ref === found.session) as model.ModelSession;
  const isStale = stale === 0 && found.version > 1;
  const refused = await real.editCase(diary, session.ref, found.ref, draft, found.version - (isStale ? 1 : 0));
  if (isStale) return expect(refused).toMatchObject({ status: 409 });
  expect(refused).toBe(null);
  const fee = model.feeAfter(draft.pence, found.fee);
  const saved = caseAfter(now, { ref: found.ref, session }, draft, found.version + 1, fee);
  now.cases = now.cases.map((each) => (each === found ? saved : each));
}

function caseAfter(
  now: Model,
  { ref, session }: { ref: string; session: model.ModelSession },
  draft: real.CaseDraft,
  version: number,
  fee: model.ModelFee | null,
): model.ModelCase {
  const { times, age, asa, text, airway, procedures, flags } = draft;
  const start = times && model.firstAt(session.start, times[0]);
  const end = times && model.firstAt(start ?? session.start, times[1]);
  const known = now.labels.find((label) => label.toLowerCase() === draft.label.toLowerCase());
  if (draft.label && !known) now.labels.push(draft.label);
  const own = known ?? draft.label;
  const options = [
    ...airway.map((id) => `airway:${id}:`),
    ...procedures.map(
      (id) =>
        `procedure:${id}:${id === "241" ? ["ultrasound", "failed"].filter((flag) => flags.includes(flag)).join() : ""}`,
    ),
    ...(own ? [`airway:${own}:`] : []),
  ].sort();
  return { ref, session: session.ref, start, end, age, asa, text, options, version, fee };
}

async function removeCase({ pick }: { pick: number }, now: Model, diary: Real) {
  const found = picked(now.cases, pick);
  const writer = { db, vault: real.openVault, user: diary.user, now: NOW };
  const deleted = await deleteCase(writer, found.session, found.ref, found.version);
  if ("errors" in deleted || !deleted.undo) throw new Error(`Not deleted: ${JSON.stringify(deleted)}`);
  model.takeAway(now, [], [found]);
  now.steps.push({ ref: deleted.undo, sessions: [], cases: [found], made: [] });
}

async function undo({ pick }: { pick: number }, now: Model, diary: Real) {
  const step = picked(now.steps, pick);
  const taken = await takeBack(db, diary.user.unique_ref, step.ref, NOW);
  expect(taken?.ok).toBe(model.undo(now, step));
}
