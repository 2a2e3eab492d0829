import { DAY, dayAt, dayOf, instantAt, isBankHoliday, minuteAt, unitsOf, weekdayOf, workedBetween } from "./clock";

/** A diary in plain lists: what the database must say after any acts. */
export interface Model {
  sessions: ModelSession[];
  cases: ModelCase[];
  /** Labels of airway options of the user's own. */
  labels: string[];
  steps: ModelStep[];
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
  /** The act that made it, if that can be taken back. */
  madeBy: string | null;
}

export interface ModelStep {
  ref: string;
  sessions: ModelSession[];
  cases: ModelCase[];
  made: string[];
  /** As they were before the act changed them. */
  changed?: ModelSession[];
  /** The version in which a session is again as the act left it, after a later change was taken back. */
  again?: Map<string, number>;
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

export function feeAfter(pence: number | null, before: ModelFee | null, madeBy: string | null = null): ModelFee | null {
  if (pence === null) return null;
  return before ? { ...before, pence, version: before.version + 1 } : { pence, version: 1, madeBy };
}

export function newSession(ref: string, draft: SessionDraft, series: string | null = null): ModelSession {
  const { day, slot, element, site, notes, fixedUnits, pence } = draft;
  return {
    ...{ ref, ...spanOn(day, slot), element, site, notes, fixedUnits, series },
    ...{ version: 1, fee: feeAfter(pence, null) },
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
export function changedFollowing(model: Model, chosen: ModelSession, draft: SessionDraft): ModelSession[] | null {
  if (!mayHaveElement(draft, chosen)) return null;
  const later = following(model, chosen);
  const followers = later.flatMap((each) => followed(model, each, chosen, draft) ?? []);
  const own = { ...each(chosen, draft), notes: draft.notes, fee: feeAfter(draft.pence, chosen.fee) };
  const changed = [own, ...followers];
  const all = model.sessions.filter(({ series }) => series && series === chosen.series);
  const after = all.map((before) => ({ before, now: changed.find(({ ref }) => ref === before.ref) ?? before }));
  const taken = after.some(
    ({ before, now }) =>
      before.start !== now.start && after.some((other) => other.before !== before && other.now.start === now.start),
  );
  return taken ? null : changed;

  function each(session: ModelSession, { day, slot, element, site, fixedUnits }: SessionDraft): ModelSession {
    return { ...session, ...spanOn(day, slot), element, site, fixedUnits, version: session.version + 1 };
  }
}

/** Only what the form changes goes to one that follows, and never over what is its own; null when it stays. */
function followed(model: Model, session: ModelSession, chosen: ModelSession, draft: SessionDraft): ModelSession | null {
  const [is, was, typed] = [shapeOf(session), shapeOf(chosen), { ...draft, weekday: weekdayOf(draft.day) }];
  const takes = (part: "weekday" | "slot" | "element" | "site" | "fixedUnits" | "notes") =>
    String(is[part]) === String(was[part]) && String(typed[part]) !== String(was[part]);
  const moved = draft.day - dayAt(chosen.start);
  const moves = is.weekday === was.weekday && moved !== 0;
  const day = dayAt(session.start) + (moves ? moved : 0);
  const after = {
    ...{ ...session, ...spanOn(day, takes("slot") ? draft.slot : is.slot), version: session.version + 1 },
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

/** Without notes, fee and series; the element only where its plan holds the day. */
export function copyOf(session: ModelSession, days: number): Omit<ModelSession, "ref"> {
  const { start, end, element, fixedUnits, site } = session;
  const day = dayAt(start) + days;
  return {
    ...{ start: instantAt(day, minuteAt(start)), end: instantAt(dayAt(end) + days, minuteAt(end)) },
    ...{ element: element && inPlan(day), site, notes: "", fixedUnits, series: null, version: 1, fee: null },
  };
}

/** Sessions of the week before that nothing in this one starts with. */
export function weekCopies(model: Model, monday: number): Omit<ModelSession, "ref">[] {
  const starts = new Set(model.sessions.map(({ start }) => start));
  return model.sessions
    .filter(({ start }) => dayAt(start) >= monday - 7 && dayAt(start) < monday)
    .map((session) => copyOf(session, 7))
    .filter(({ start }) => !starts.has(start));
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

export function goingWith(model: Model, chosen: ModelSession, choice: "1" | "2" | "3") {
  const ofSeries = model.sessions.filter(({ series }) => series && series === chosen.series);
  const sessions = { 1: [chosen], 2: ofSeries.filter(({ start }) => start >= chosen.start), 3: ofSeries }[choice];
  const cases = model.cases.filter(({ session }) => sessions.some(({ ref }) => ref === session));
  const fees = [...sessions, ...cases].flatMap(({ fee }) => (fee ? [fee.pence] : []));
  return { sessions, cases, fees: fees.length, pence: sum(fees) };
}

export function takeAway(model: Model, sessions: readonly ModelSession[], cases: readonly ModelCase[]): void {
  model.sessions = model.sessions.filter((each) => !sessions.includes(each));
  model.cases = model.cases.filter((each) => !cases.includes(each));
}

/** @returns false when nothing comes back, because the session of a case is gone. */
export function undo(model: Model, step: ModelStep): boolean {
  const there = new Set([...model.sessions, ...step.sessions].map(({ ref }) => ref));
  if (!step.cases.every(({ session }) => there.has(session))) return false;
  model.sessions.push(...step.sessions);
  model.cases.push(...step.cases);
  for (const before of step.changed ?? []) {
    const now = model.sessions.find(({ ref }) => ref === before.ref);
    if (!now || now.version !== leftAt(step, before.ref)) continue;
    for (const other of model.steps) {
      if (other !== step && leftAt(other, before.ref) === before.version) {
        other.again = new Map(other.again).set(before.ref, now.version + 1);
      }
    }
    replace(model, [{ ...before, version: now.version + 1 }]);
  }
  model.sessions = model.sessions.filter((session) => {
    const made = step.made.includes(session.ref) && [1, leftAt(step, session.ref)].includes(session.version);
    const ownFee = session.fee === null || (session.fee.madeBy === step.ref && session.fee.version === 1);
    return !(made && ownFee && !model.cases.some((each) => each.session === session.ref));
  });
  Object.assign(step, { sessions: [], cases: [], made: [], changed: [] });
  return true;
}

/** The version of a session that stands as an act left it; null for one that it neither made nor changed. */
function leftAt(step: ModelStep, ref: string): number | null {
  const again = step.again?.get(ref);
  if (again !== undefined) return again;
  const before = step.changed?.find((each) => each.ref === ref);
  if (before) return before.version + 1;
  return step.made.includes(ref) ? 1 : null;
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
