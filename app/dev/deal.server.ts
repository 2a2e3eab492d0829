import type { Cipher } from "~/platform/crypto/vault.server";
import { MINUTE_MS } from "~/platform/time/durations";
import { londonMoment } from "~/platform/time/london";
import { type BelievableCase, casesOfList } from "./believable-cases.server";
import { planYearOf } from "./believable-plan.server";
import type { BelievableSession } from "./believable-work.server";
import { pick, type Roll, rollFrom, shuffled } from "./dice";
import { dealGrades, type Grade, type List, type PlannedList, proceduresFor, withProgrammes } from "./lists";
import type { ListKind } from "./procedures";

/**
 * ASA by urgency of one appraisal year, 412 cases: the columns are elective, expedited, urgent, immediate
 * (codes 4 to 1 of the specification, 3.6) and not recorded.
 */
export const APPRAISAL_TABLE: Record<number, readonly number[]> = {
  1: [61, 4, 12, 1, 0],
  2: [148, 13, 27, 2, 1],
  3: [72, 15, 22, 4, 0],
  4: [5, 4, 12, 6, 0],
  5: [0, 0, 0, 3, 0],
};

export const URGENCIES = [4, 3, 2, 1, null] as const;

/** How full the lists of the appraisal year may be, and how full those of earlier years are. */
const BUSIEST = 1.4;
const USUAL = 1;
/** Number of the newest lists that have a case without an ASA grade. */
const LISTS_WITHOUT_ASA = 4;

/** Grades of the cases of the table in random order. */
function shuffledGrades(roll: Roll): Grade[] {
  const all = Object.entries(APPRAISAL_TABLE).flatMap(([asa, counts]) =>
    counts.flatMap((count, at) =>
      Array.from({ length: count }, () => ({ asa: Number(asa), urgency: URGENCIES[at] ?? null })),
    ),
  );
  return shuffled(all, roll);
}

/**
 * The cases of the appraisal year so far: exactly those of the appraisal table if there were enough lists for them, and
 * a few without ASA on the newest lists.
 */
export function casesOfAppraisalYear(cipher: Cipher, sessions: BelievableSession[]): Promise<BelievableCase[]> {
  const roll = rollFrom(412);
  const lists = withProgrammes(listsOf(sessions), roll);
  dealByUrgency(lists, shuffledGrades(roll), BUSIEST, roll);
  const withRoom = lists.flatMap((list) => {
    const [shortest] = list.cases.length > 0 && list.kind !== "home_night" ? shortestOf(list) : [];
    return shortest ? [{ list, shortest }] : [];
  });
  for (const { list, shortest } of withRoom.slice(-LISTS_WITHOUT_ASA)) {
    list.cases.push({ procedure: shortest, asa: null, urgency: shortest.urgencies[0] ?? null });
  }
  return casesOf(cipher, lists, roll);
}

/** Cases of earlier years, graded as the appraisal table is. */
export async function casesOfEarlierYears(cipher: Cipher, sessions: BelievableSession[]): Promise<BelievableCase[]> {
  const roll = rollFrom(2024);
  const made: BelievableCase[] = [];
  for (const year of new Set(sessions.map(yearOf))) {
    const lists = withProgrammes(listsOf(sessions.filter((each) => yearOf(each) === year)), roll);
    // More than a year's lists have room for.
    dealByUrgency(lists, [...shuffledGrades(roll), ...shuffledGrades(roll)], USUAL, roll);
    made.push(...(await casesOf(cipher, lists, roll)));
  }
  return made;
}

/** `each` cases on every session with a list, whatever its hours hold. */
export function casesOfBusyYear(cipher: Cipher, sessions: BelievableSession[], each: number, roll: Roll) {
  const lists = withProgrammes(listsOf(sessions), roll);
  for (const list of lists) {
    list.cases = Array.from({ length: each }, () => {
      const procedure = pick(list.programme.procedures, roll);
      return { procedure, asa: procedure.asa[roll(2)] ?? null, urgency: procedure.urgencies[0] ?? null };
    });
  }
  return casesOf(cipher, lists, roll);
}

/** Procedures of a list that its hours still hold, the shortest first. */
function shortestOf(list: PlannedList<BelievableSession>) {
  return proceduresFor(list, { asa: null, urgency: null }).toSorted((one, other) => one.minutes[0] - other.minutes[0]);
}

function yearOf({ row }: BelievableSession): string {
  return planYearOf(londonMoment(row.start_at).date);
}

function listsOf(sessions: BelievableSession[]): List<BelievableSession>[] {
  return sessions.flatMap((session) => {
    const hours = (session.row.end_at - session.row.start_at) / MINUTE_MS;
    const minutes = session.list === "home_night" ? Math.min(hours, CALL_ENDS_WITHIN) : hours;
    return session.list ? { session, kind: session.list, minutes } : [];
  });
}

/** Calls from home are over before midnight: the list of the next day begins at eight. */
const CALL_ENDS_WITHIN = 330;

const PLANNED = new Set<ListKind>(["theatre", "ent", "wli", "private"]);

/** Elective cases are on planned lists, and what cannot wait is on the others. */
function dealByUrgency(
  lists: PlannedList<BelievableSession>[],
  grades: readonly Grade[],
  busiest: number,
  roll: Roll,
): void {
  for (const isPlanned of [true, false]) {
    dealGrades(
      lists.filter(({ kind }) => PLANNED.has(kind) === isPlanned),
      grades.filter(({ urgency }) => (urgency === 4 || urgency === null) === isPlanned),
      busiest,
      roll,
    );
  }
}

async function casesOf(cipher: Cipher, lists: PlannedList<BelievableSession>[], roll: Roll) {
  const made: BelievableCase[] = [];
  const told = new Map<unknown, number>();
  for (const list of lists) made.push(...(await casesOfList(cipher, list, told, roll)));
  return made;
}
