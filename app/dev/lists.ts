import { pick, type Roll, shuffled } from "./dice";
import { type ListKind, PROGRAMMES, type Procedure, type Programme } from "./procedures";

/** The grades of a case that an appraisal counts. Null: not recorded. */
export interface Grade {
  asa: number | null;
  urgency: number | null;
}

export interface PlannedCase extends Grade {
  procedure: Procedure;
}

export interface List<Session> {
  session: Session;
  kind: ListKind;
  minutes: number;
}

export interface PlannedList<Session> extends List<Session> {
  programme: Programme;
  cases: PlannedCase[];
}

/** Between two cases at the least. */
export const TURNOVER_MINUTES = 10;
/** From the start of a list, with its visits and briefing, to its first case: at least, and at most. */
export const BRIEFING_MINUTES = [20, 45] as const;
const TEN_HOURS = 600;

/** Gives each list one programme, and no cases yet. */
export function withProgrammes<Session>(lists: readonly List<Session>[], roll: Roll): PlannedList<Session>[] {
  return lists.map((list) => {
    const programmes = PROGRAMMES[list.kind].flatMap((each) => Array.from({ length: each.share }, () => each));
    return { ...list, programme: pick(programmes, roll), cases: [] };
  });
}

/**
 * Divides the grades among the lists: to each as many cases as are usual for its programme and its hours hold, and to
 * each grade a procedure that such a patient has. Grades for which no list has room are left out.
 * @param busiest how many times the usual number of cases a list may have
 */
export function dealGrades<Session>(
  lists: PlannedList<Session>[],
  grades: readonly Grade[],
  busiest: number,
  roll: Roll,
): void {
  const usual = lists.map(({ programme, minutes }) => (programme.cases * minutes) / TEN_HOURS);
  const inAll = usual.reduce((sum, each) => sum + each, 0);
  const scale = Math.min(busiest, grades.length / inAll);
  const room = new Map(lists.map((list, at) => [list, Math.max(1, Math.round((usual[at] ?? 0) * scale))]));
  const inRooms = [...room.values()].reduce((sum, each) => sum + each, 0);
  const times = new Map<Procedure, number>();
  for (const grade of hardestFirst(scale < busiest ? grades : grades.slice(0, inRooms))) {
    const fitting = (list: PlannedList<Session>) =>
      proceduresFor(list, grade).filter((procedure) => !procedure.rare || !times.has(procedure));
    const open = shuffled(lists, roll).filter((list) => fitting(list).length > 0);
    const withRoom = open.filter((list) => list.cases.length < (room.get(list) ?? 0));
    const [list] = (withRoom.length > 0 ? withRoom : open).toSorted((one, other) => fullness(one) - fullness(other));
    if (!list) continue;
    const procedure = nextOf(fitting(list), list, times, roll);
    times.set(procedure, (times.get(procedure) ?? 0) + 1);
    list.cases.push({ ...grade, procedure });
  }
  for (const list of lists) list.cases = shuffled(list.cases, roll);
}

function usualMinutes({ minutes: [fastest, slowest] }: Procedure): number {
  return (fastest + slowest) / 2 + TURNOVER_MINUTES;
}

function fullness<Session>({ minutes, cases }: PlannedList<Session>): number {
  return cases.reduce((sum, { procedure }) => sum + usualMinutes(procedure), 0) / minutes;
}

/** The procedure that is most due by how often each comes; what the list has already can wait. */
function nextOf<Session>(
  fitting: readonly Procedure[],
  { cases }: PlannedList<Session>,
  times: ReadonlyMap<Procedure, number>,
  roll: Roll,
): Procedure {
  const due = fitting.map((procedure) => {
    const { often = 1 } = procedure;
    const onList = cases.filter((each) => each.procedure === procedure).length;
    const again = onList >= (often > 2 ? 3 : often > 1 ? 2 : 1) ? 1000 : onList;
    return { procedure, turn: ((times.get(procedure) ?? 0) + roll(100) / 50) / often + again };
  });
  return due.toSorted((one, other) => one.turn - other.turn)[0]?.procedure as Procedure;
}

/** Procedures of a list for such a patient that end within its hours: as they usually last, or else at their shortest. */
export function proceduresFor<Session>({ programme, minutes, cases }: PlannedList<Session>, grade: Grade): Procedure[] {
  const left = cases.reduce((spare, { procedure }) => spare - usualMinutes(procedure), minutes - BRIEFING_MINUTES[0]);
  const least = cases.reduce(
    (spare, { procedure }) => spare - procedure.minutes[0] - TURNOVER_MINUTES,
    minutes - BRIEFING_MINUTES[0],
  );
  const those = programme.procedures.filter((each) => isFor(each, grade));
  const usual = those.filter((each) => usualMinutes(each) <= left);
  return usual.length > 0 ? usual : those.filter((each) => each.minutes[0] <= least);
}

export function isFor(procedure: Procedure, { asa, urgency }: Grade): boolean {
  const [healthiest, illest] = procedure.asa;
  return (
    (asa === null || (healthiest <= asa && asa <= illest)) &&
    (urgency === null || procedure.urgencies.includes(urgency))
  );
}

/** Few procedures are for the gravely ill and for what cannot wait: theirs are chosen while all lists have room. */
function hardestFirst(grades: readonly Grade[]): Grade[] {
  const hardness = ({ asa, urgency }: Grade) => (asa ?? 0) * 2 + (urgency === 1 ? 5 : 0) + (asa === 1 ? 4 : 0);
  return grades.toSorted((one, other) => hardness(other) - hardness(one));
}
