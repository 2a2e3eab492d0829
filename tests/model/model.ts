import { DAY, dayAt, dayOf, instantAt, isBankHoliday, minuteAt, unitsOf, weekdayOf, workedBetween } from "./clock";

/** A diary in plain lists: what the database must say after any acts. */
export interface Model {
  sessions: ModelSession[];
  cases: ModelCase[];
  /** Labels of airway options of the user's own. */
  labels: string[];
  changes: ModelChange[];
  /** The number of the newest change. */
  last: number;
}

export interface ModelSession {
  ref: string;
  start: number;
  end: number;
  /** Tagged with the one element, whose plan ends on 31 March 2027. */
  element: boolean;
  site: string;
  notes: string;
  fixedUnits: number | null;
  series: string | null;
  version: number;
  fee: ModelFee | null;
}

export interface ModelCase {
  ref: string;
  session: string;
  start: number | null;
  end: number | null;
  age: number | null;
  asa: number | null;
  text: string;
  options: string[];
  version: number;
  fee: ModelFee | null;
}

export interface ModelFee {
  pence: number;
  version: number;
}

type Row = ModelSession | ModelCase;

interface RowChange {
  before: Row | null;
  left: number | null;
  /** Only its version was raised, and its fee changed. */
  moved: boolean;
}

/** What an act did: how each row that it wrote was before, and the version in which it left it; null for none. */
export interface ModelChange {
  number: number;
  rows: Map<string, RowChange>;
  /** The same of the fee of each of these rows that it wrote. */
  fees: Map<string, { before: ModelFee | null; left: number | null }>;
  undone: boolean;
  /** The change that this one undid. */
  undoes?: ModelChange;
}

const byRef = (rows: readonly Row[]) => new Map(rows.map((row) => [row.ref, row]));

/** Does as the writer of the diary: the act gets a number, which the rows that it writes have as their version. */
export function write(model: Model, act: (number: number) => void): ModelChange {
  const was = byRef([...model.sessions, ...model.cases]);
  model.last += 1;
  act(model.last);
  const is = byRef([...model.sessions, ...model.cases]);
  const refs = [...new Set([...was.keys(), ...is.keys()])].filter((ref) => was.get(ref) !== is.get(ref));
  const rows = refs.map((ref) => {
    const [before, after] = [was.get(ref) ?? null, is.get(ref) ?? null];
    const moved = before !== null && after !== null && withoutFee(before) === withoutFee(after);
    return [ref, { before, left: after?.version ?? null, moved }] as const;
  });
  const fees = refs.flatMap((ref) => {
    const [before, after] = [was.get(ref)?.fee ?? null, is.get(ref)?.fee ?? null];
    return before === after ? [] : [[ref, { before, left: after?.version ?? null }] as const];
  });
  const change = { number: model.last, rows: new Map(rows), fees: new Map(fees), undone: false };
  model.changes.push(change);
  return change;
}

/** As `write`, for a save: one that leaves every row as it is leaves no trace. */
export function save(model: Model, act: (number: number) => void): void {
  const { sessions, cases, last } = model;
  const held = () => byRef([...model.sessions, ...model.cases]);
  const was = held();
  const change = write(model, act);
  const is = held();
  if (![...change.rows.keys()].every((ref) => withoutVersions(is.get(ref)) === withoutVersions(was.get(ref)))) return;
  Object.assign(model, { sessions, cases, last });
  model.changes.pop();
}

function withoutFee(row: Row): string {
  return withoutVersions({ ...row, fee: null });
}

function withoutVersions(row: Row | undefined): string {
  const sorted = Object.entries(row ?? {}).sort(([one], [other]) => (one < other ? -1 : 1));
  return JSON.stringify(sorted.map(([name, value]) => (name === "version" ? null : [name, value?.pence ?? value])));
}

/** What is typed into the form of a session. */
export interface SessionDraft {
  day: number;
  slot: readonly [number, number];
  element: boolean;
  site: string;
  notes: string;
  fixedUnits: number | null;
  pence: number | null;
}

const PLAN_STARTS = dayOf("2026-04-01");
export const PLAN_ENDS = dayOf("2027-03-31");

export function inPlan(day: number): boolean {
  return day >= PLAN_STARTS && day <= PLAN_ENDS;
}

export function spanOn(day: number, [start, end]: readonly [number, number]) {
  return { start: instantAt(day, start), end: instantAt(end > start ? day : day + 1, end) };
}

export function draftOf(session: ModelSession): SessionDraft {
  const { start, end, element, site, notes, fixedUnits, fee } = session;
  const slot = [minuteAt(start), minuteAt(end)] as const;
  return { day: dayAt(start), slot, element, site, notes, fixedUnits, pence: fee?.pence ?? null };
}

export function feeAfter(pence: number | null, version: number): ModelFee | null {
  return pence === null ? null : { pence, version };
}

export function newSession(
  ref: string,
  draft: SessionDraft,
  version: number,
  series: string | null = null,
): ModelSession {
  const { day, slot, element, site, notes, fixedUnits, pence } = draft;
  return {
    ...{ ref, ...spanOn(day, slot), element, site, notes, fixedUnits, series },
    ...{ version, fee: feeAfter(pence, version) },
  };
}

/** An element outside its plan is refused, unless the session has it there already. */
export function mayHaveElement(draft: { element: boolean; day: number }, current: ModelSession | null): boolean {
  const keeps = current?.element === true && dayAt(current.start) === draft.day;
  return !draft.element || inPlan(draft.day) || keeps;
}

export function seriesDays(first: number, weeks: number, times: number, skipBankHolidays: boolean): number[] {
  const days = Array.from({ length: times }, (_, at) => first + at * 7 * weeks);
  return skipBankHolidays ? days.filter((day) => !isBankHoliday(day)) : days;
}

/** Those of a series that start after one of them. */
export function following(model: Model, chosen: ModelSession): ModelSession[] {
  return model.sessions.filter(({ series, start }) => series && series === chosen.series && start > chosen.start);
}

/** What a form for "this and all following" makes of those that it changes, the chosen one first; null when it must be refused. */
export function changedFollowing(
  model: Model,
  chosen: ModelSession,
  draft: SessionDraft,
  version: number,
): ModelSession[] | null {
  if (!mayHaveElement(draft, chosen)) return null;
  const later = following(model, chosen);
  const followers = later.flatMap((each) => followed(model, each, chosen, draft, version) ?? []);
  const own = { ...each(chosen, draft), notes: draft.notes, fee: feeAfter(draft.pence, version) };
  const changed = [own, ...followers];
  const all = model.sessions.filter(({ series }) => series && series === chosen.series);
  const after = all.map((before) => ({ before, now: changed.find(({ ref }) => ref === before.ref) ?? before }));
  const taken = after.some(
    ({ before, now }) =>
      before.start !== now.start && after.some((other) => other.before !== before && other.now.start === now.start),
  );
  return taken ? null : changed;

  function each(session: ModelSession, { day, slot, element, site, fixedUnits }: SessionDraft): ModelSession {
    return { ...session, ...spanOn(day, slot), element, site, fixedUnits, version };
  }
}

/** Only what the form changes goes to one that follows, and never over what is its own; null when it stays. */
function followed(
  model: Model,
  session: ModelSession,
  chosen: ModelSession,
  draft: SessionDraft,
  version: number,
): ModelSession | null {
  const [is, was, typed] = [shapeOf(session), shapeOf(chosen), { ...draft, weekday: weekdayOf(draft.day) }];
  const takes = (part: "weekday" | "slot" | "element" | "site" | "fixedUnits" | "notes") =>
    String(is[part]) === String(was[part]) && String(typed[part]) !== String(was[part]);
  const moved = draft.day - dayAt(chosen.start);
  const moves = is.weekday === was.weekday && moved !== 0;
  const day = dayAt(session.start) + (moves ? moved : 0);
  const after = {
    ...{ ...session, ...spanOn(day, takes("slot") ? draft.slot : is.slot), version },
    ...{ element: takes("element") ? draft.element : session.element, site: takes("site") ? draft.site : session.site },
    fixedUnits: takes("fixedUnits") ? draft.fixedUnits : session.fixedUnits,
    notes: takes("notes") ? draft.notes : session.notes,
  };
  const same = JSON.stringify({ ...after, version: session.version }) === JSON.stringify(session);
  const worked = model.cases.some((each) => each.session === session.ref);
  return same || worked || !mayHaveElement({ element: after.element, day }, session) ? null : after;
}

function shapeOf(session: ModelSession) {
  return { ...draftOf(session), weekday: weekdayOf(dayAt(session.start)) };
}

export function replace(model: Model, changed: readonly ModelSession[]): void {
  model.sessions = model.sessions.map((each) => changed.find(({ ref }) => ref === each.ref) ?? each);
}

/** The Tuesdays of the plan's one list between two days that have no such session yet. */
export function missingLists(model: Model, from: number, until: number): SessionDraft[] {
  const list = { slot: [480, 1080] as const, element: true, site: "", notes: "", fixedUnits: null, pence: null };
  const days = Array.from({ length: until - from + 1 }, (_, at) => from + at).filter((day) => weekdayOf(day) === 1);
  const there = new Set(model.sessions.filter(({ element }) => element).map(({ start }) => start));
  return days.map((day) => ({ ...list, day })).filter(({ day, slot }) => !there.has(spanOn(day, slot).start));
}

export function mondayOf(day: number): number {
  return day - weekdayOf(day);
}

export function cascadeOf(model: Model, chosen: ModelSession, choice: "1" | "2" | "3") {
  const ofSeries = model.sessions.filter(({ series }) => series && series === chosen.series);
  const sessions = { 1: [chosen], 2: ofSeries.filter(({ start }) => start >= chosen.start), 3: ofSeries }[choice];
  const cases = model.cases.filter(({ session }) => sessions.some(({ ref }) => ref === session));
  const fees = [...sessions, ...cases].flatMap(({ fee }) => (fee ? [fee.pence] : []));
  return { sessions, cases, fees: fees.length, pence: sum(fees) };
}

export function removeRows(model: Model, sessions: readonly ModelSession[], cases: readonly ModelCase[]): void {
  model.sessions = model.sessions.filter((each) => !sessions.includes(each));
  model.cases = model.cases.filter((each) => !cases.includes(each));
}

/** @returns false when nothing is undone, because a row is not as the change left it */
export function undo(model: Model, change: ModelChange): boolean {
  if (change.undone) return true;
  const there = () => byRef([...model.sessions, ...model.cases]);
  const now = there();
  if ([...change.rows.keys()].some((ref) => isChangedSince(model, change, now, ref))) return false;
  change.undone = true;
  if (change.undoes) change.undoes.undone = false;
  const undo = write(model, (by) => {
    const stands = (ref: string) => change.rows.get(ref)?.left === (now.get(ref)?.version ?? null);
    const back = [...change.rows].filter(([ref]) => stands(ref)).flatMap(([, { before }]) => (before ? [before] : []));
    const sessions = back.filter((row): row is ModelSession => !("session" in row));
    model.sessions = restoreRows(model.sessions, sessions);
    model.cases = restoreRows(
      model.cases,
      back.filter((row): row is ModelCase => "session" in row),
    );
    const made = ({ ref }: Row) => change.rows.get(ref)?.before === null;
    removeRows(model, model.sessions.filter(made), model.cases.filter(made));
    // Fees of rows that somebody went on with.
    const alone = (row: Row) => {
      const fee = change.fees.get(row.ref);
      return fee && now.get(row.ref) === row && !stands(row.ref) ? { ...row, fee: fee.before, version: by } : row;
    };
    model.sessions = model.sessions.map((each) => alone(each) as ModelSession);
    model.cases = model.cases.map((each) => alone(each) as ModelCase);
  });
  undo.undoes = change;
  return true;
}

/** A row or its fee is not as the change left it, was added to, or would come back where its owner is gone. */
function isChangedSince(model: Model, change: ModelChange, now: Map<string, Row>, ref: string): boolean {
  const { before, left, moved } = change.rows.get(ref) as RowChange;
  const row = now.get(ref);
  if (!moved && (row?.version ?? null) !== left) return true;
  if (!before) return model.cases.some((each) => each.session === ref && !change.rows.has(each.ref));
  const isBack = (owner: string) => now.has(owner) || change.rows.get(owner)?.left === null;
  if (left === null && "session" in before && !isBack(before.session)) return true;
  const fee = change.fees.get(ref);
  if (!fee) return false;
  return (row?.fee?.version ?? null) !== fee.left || (fee.before !== null && fee.left === null && !isBack(ref));
}
function restoreRows<Each extends Row>(rows: readonly Each[], back: readonly Each[]): Each[] {
  return [...rows.filter(({ ref }) => !back.some((each) => each.ref === ref)), ...back];
}

/** The first instant from another on at which the clocks show a minute. */
export function firstAt(from: number, minute: number): number {
  const today = instantAt(dayAt(from), minute);
  return today >= from ? today : instantAt(dayAt(from) + 1, minute);
}

export function unitsOfSession({ start, end, fixedUnits }: Pick<ModelSession, "start" | "end" | "fixedUnits">): number {
  return fixedUnits ?? unitsOf(workedBetween(start, end));
}

export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

export const WEEK = 7 * DAY;
