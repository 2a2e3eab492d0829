import type { Cipher } from "~/platform/crypto/vault.server";
import { type BelievableCase, casesOfSession, type Grade } from "./believable-cases.server";
import type { BelievableSession } from "./believable-work.server";
import { type Roll, rollFrom, shuffled } from "./dice";
import type { ListKind } from "./vocabulary";

interface GradedCase {
  asa: number;
  urgency: number | null;
}

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

const EMERGENCY = new Set<number | null>([3, 2, 1]);

/** Grades of the cases of the table in random order, split into those of planned lists and emergencies. */
function shuffledGrades(roll: Roll): { planned: GradedCase[]; emergency: GradedCase[] } {
  const all = Object.entries(APPRAISAL_TABLE).flatMap(([asa, counts]) =>
    counts.flatMap((count, at) =>
      Array.from({ length: count }, () => ({ asa: Number(asa), urgency: URGENCIES[at] ?? null })),
    ),
  );
  const mixed = shuffled(all, roll);
  return {
    planned: mixed.filter((each) => !EMERGENCY.has(each.urgency)),
    emergency: mixed.filter((each) => EMERGENCY.has(each.urgency)),
  };
}

/** Most cases of a list on average, even if the year has had few lists so far. */
const MAX_CASES_PER_LIST = 8;
/** Number of the newest lists that have a case without an ASA grade. */
const LISTS_WITHOUT_ASA = 4;

type Lists = { session: BelievableSession; kind: ListKind }[];

/**
 * The cases of the appraisal year so far: exactly those of the appraisal table if there were enough lists for them, and
 * a few without ASA on the newest lists.
 */
export async function casesOfAppraisalYear(cipher: Cipher, sessions: BelievableSession[]): Promise<BelievableCase[]> {
  const roll = rollFrom(412);
  const lists = listsOf(sessions);
  const { planned, emergency } = shuffledGrades(roll);
  const dealt = new Map<BelievableSession, Grade[]>([
    ...deal(planned, lists.filter(isPlanned), roll),
    ...deal(
      emergency,
      lists.filter((each) => !isPlanned(each)),
      roll,
    ),
  ]);
  for (const { session } of lists.slice(-LISTS_WITHOUT_ASA)) {
    dealt.set(session, [...(dealt.get(session) ?? []), { asa: null, urgency: 4 }]);
  }
  return casesOf(cipher, lists, dealt, roll);
}

/** Cases of earlier years: a few on each list, graded as the appraisal table is. */
export async function casesOfEarlierYears(cipher: Cipher, sessions: BelievableSession[]): Promise<BelievableCase[]> {
  const roll = rollFrom(2024);
  const lists = listsOf(sessions);
  const decks = shuffledGrades(roll);
  const dealt = new Map<BelievableSession, Grade[]>();
  for (const list of lists) {
    const deck = isPlanned(list) ? decks.planned : decks.emergency;
    dealt.set(list.session, deck.splice(0, 3 + roll(3)));
    if (deck.length < MAX_CASES_PER_LIST) {
      const again = shuffledGrades(roll);
      deck.push(...(isPlanned(list) ? again.planned : again.emergency));
    }
  }
  return casesOf(cipher, lists, dealt, roll);
}

/** `each` cases on every session with a list, of any kind. */
export async function casesOfBusyYear(cipher: Cipher, sessions: BelievableSession[], each: number, roll: Roll) {
  const lists = listsOf(sessions);
  const { planned } = shuffledGrades(roll);
  const grades = (at: number) => Array.from({ length: each }, (_, nth) => planned[(at * each + nth) % planned.length]);
  return casesOf(cipher, lists, new Map(lists.map(({ session }, at) => [session, grades(at) as Grade[]])), roll);
}

function listsOf(sessions: BelievableSession[]): Lists {
  return sessions.flatMap((session) => (session.list ? { session, kind: session.list } : []));
}

function isPlanned({ kind }: { kind: ListKind }): boolean {
  return kind !== "trauma" && kind !== "on_call";
}

/** Divides the grades among the lists in order, evenly but for some chance; longer lists get more. */
function deal(grades: Grade[], lists: Lists, roll: Roll): [BelievableSession, Grade[]][] {
  const weights = lists.map(({ kind }) => (kind === "on_call" ? 2 : 4) + roll(3));
  const weight = weights.reduce((sum, each) => sum + each, 0);
  const total = Math.min(grades.length, lists.length * MAX_CASES_PER_LIST);
  let reached = 0;
  let dealt = 0;
  return lists.map(({ session }, at) => {
    reached += weights[at] as number;
    const until = Math.round((total * reached) / weight);
    const share = grades.slice(dealt, until);
    dealt = until;
    return [session, share];
  });
}

async function casesOf(cipher: Cipher, lists: Lists, dealt: Map<BelievableSession, Grade[]>, roll: Roll) {
  const made: BelievableCase[] = [];
  for (const { session, kind } of lists) {
    const grades = dealt.get(session) ?? [];
    if (grades.length > 0) made.push(...(await casesOfSession(cipher, session, kind, grades, roll)));
  }
  return made;
}
