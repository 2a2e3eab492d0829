import { formatSpan } from "~/diary/leave/rules";
import { type LockedPeriod, lockOf } from "~/diary/locks/rules";
import { findElement } from "~/diary/sessions/element-choices";
import { timesText } from "~/diary/sessions/times";
import type { Actor } from "~/platform/context";
import { hashOf } from "~/platform/db/tokens";
import { shortDate } from "~/platform/time/dates";
import { type LondonDate, londonMoment } from "~/platform/time/london";
import type { RotaCalendar } from "./calendar";
import { compareRota, QUESTION_KINDS, type Step, type StepKind } from "./compare";
import { serializeCalendar } from "./form";
import { compareLeave, isLeaveKey, leaveName, leaveSpanOf } from "./leave-steps";
import { notesOf } from "./notes";
import { withOwnKeys } from "./own-keys";
import type { PlannedImport } from "./planned-import";
import { elementsOffered, type Proposal, proposals } from "./propose";
import { comparedDiary } from "./queries.server";
import { isLeaveChoice, LEAVE_OUT } from "./titles";

/** Data of the page that previews a calendar before anything is saved. */
export interface RotaPreview {
  calendar: string;
  /** Hash of the steps that are shown: sent back when they are to be carried out. */
  shown: string;
  hasPlans: boolean;
  titles: (Proposal & { title: string; events: number; first: LondonDate; last: LondonDate })[];
  offered: { value: string; label: string }[];
  /** Number of the entries to change and to delete that are leave. */
  ofLeave: { change: number; remove: number };
  add: { element: string; dates: LondonDate[] }[];
  change: { key: string; element: string; was: string; becomes: string }[];
  remove: { key: string; words: string }[];
  asked: { key: string; words: string; answer: string }[];
  /** Number of sessions that were in the diary before the rota was imported. */
  already: number;
  /** Leave to add, each with a tick. */
  leave: { key: string; words: string }[];
  /** Whether importing would write anything. */
  isAnything: boolean;
  notes: string[];
}

/**
 * Compares a calendar with the diary.
 * @param answered the meaning chosen for each title; null: as proposed
 */
export async function previewCalendar(
  actor: Pick<Actor, "db" | "userId" | "cipher">,
  given: RotaCalendar,
  answered: readonly string[] | null,
) {
  const beside = await comparedDiary(actor, given);
  const calendar = await withOwnKeys(given, beside.known, beside.hasOwnKeys);
  const diary = calendar === given ? beside : await comparedDiary(actor, calendar);
  const proposed = proposals(calendar, diary.plans, diary.remembered);
  const offered = elementsOffered(diary.plans, calendar);
  const isOffered = (value = "") =>
    value === LEAVE_OUT || isLeaveChoice(value) || offered.some(({ ref }) => ref === value);
  const chosen = proposed.map((each, place): Proposal => {
    const answer = answered?.[place];
    return answer === undefined || answer === each.element || !isOffered(answer)
      ? each
      : { element: answer, why: "chosen" };
  });
  const choices = chosen.map(({ element }) => element);
  const { sessionEvents = [], leaveEvents = [] } = Object.groupBy(diary.known, ({ unique_ref }) =>
    isLeaveKey(unique_ref) ? "leaveEvents" : "sessionEvents",
  );
  const work = compareRota(
    calendar,
    choices.map((choice) => (isLeaveChoice(choice) ? LEAVE_OUT : choice)),
    { ...diary, known: sessionEvents },
  );
  const off = compareLeave(calendar, choices, { known: leaveEvents, there: diary.leaveThere });
  const all = [...work.steps, ...off.steps];
  const unchanged = work.leftOut.unchanged + off.leftOut.unchanged;
  const steps = all.filter((step) => !isOfLocked(step, diary.locked));
  const named = (ref: string | null) =>
    (ref && (leaveName(ref) ?? findElement(diary.plans, ref)?.element.description)) || "No element";
  const leaveSteps = steps.filter(({ key }) => isLeaveKey(key));
  const page: RotaPreview = {
    calendar: serializeCalendar(calendar),
    shown: await shownOf(steps),
    hasPlans: offered.length > 0,
    titles: chosen.map((each, place) => ({ ...each, title: calendar.titles[place] ?? "", ...daysOf(calendar, place) })),
    offered: [{ value: LEAVE_OUT, label: "Leave out" }, ...offered.map(({ ref, label }) => ({ value: ref, label }))],
    add: addedBy(steps, named),
    change: steps.flatMap((step) => changeOf(step, named)),
    remove: steps.flatMap(({ what, key, session }) =>
      what === "delete" && session ? [{ key, words: `${named(session.element_ref)}, ${whenOf(session)}` }] : [],
    ),
    asked: steps.flatMap((step) => questionOf(step, named)),
    already: steps.filter(({ what }) => what === "already").length,
    leave: leaveSteps.flatMap(({ what, key, planned }) =>
      what === "add" && planned ? [{ key, words: `${named(planned.element_ref)}, ${inFile(planned)}` }] : [],
    ),
    ofLeave: {
      change: leaveSteps.filter(({ what }) => what === "change").length,
      remove: leaveSteps.filter(({ what, session }) => what === "delete" && session).length,
    },
    isAnything: steps.length > 0,
    notes: notesOf(
      calendar,
      { ...work.leftOut, unchanged, locked: all.length - steps.length, overlapping: off.overlapping },
      steps,
      diary,
    ),
  };
  const isFaulty = answered !== null && (answered.length !== calendar.titles.length || !answered.every(isOffered));
  return { page, steps, choices, diary, isFaulty };
}

/** The number of things that a page has to look at: what is there at the same times already is none. */
export function changesOf({ add, change, remove, asked, leave }: RotaPreview): number {
  const added = add.reduce((sum, { dates }) => sum + dates.length, 0);
  return added + change.length + remove.length + asked.length + leave.length;
}

/** Steps that leave sessions as they are: theirs may be in a locked period. */
const NO_SESSION: readonly StepKind[] = ["already", "same", "kept"];

/** Whether a step would add, change or delete a session or leave of a locked period. */
function isOfLocked({ what, key, planned, session }: Step, locked: readonly LockedPeriod[]): boolean {
  if (NO_SESSION.includes(what)) return false;
  if (isLeaveKey(key)) {
    const spans = [planned, session && { startAt: session.start_at, endAt: session.end_at }].filter(
      (span) => span !== null,
    );
    return spans.map(leaveSpanOf).some(({ date_start, date_end }) => lockOf(locked, date_start, date_end) !== null);
  }
  const starts = [planned?.startAt, session?.start_at].filter((at) => at !== undefined);
  return starts.some((at) => lockOf(locked, londonMoment(at).date) !== null);
}

function shownOf(steps: readonly Step[]): Promise<string> {
  const facts = steps.map(({ what, key, planned, session, known }) => {
    return [what, key, planned, session?.unique_ref, session?.version, known?.version];
  });
  return hashOf(JSON.stringify(facts));
}

function daysOf({ events }: RotaCalendar, title: number) {
  const days = events.filter((event) => event.title === title).map(({ startAt }) => londonMoment(startAt).date);
  const sorted = days.sort();
  return { events: days.length, first: sorted[0] ?? "", last: sorted.at(-1) ?? "" };
}

type NameOf = (ref: string | null) => string;

function addedBy(steps: readonly Step[], named: NameOf): RotaPreview["add"] {
  const added = new Map<string, LondonDate[]>();
  for (const { what, key, planned } of steps) {
    if (what !== "add" || !planned || isLeaveKey(key)) continue;
    const element = named(planned.element_ref);
    added.set(element, [...(added.get(element) ?? []), londonMoment(planned.startAt).date]);
  }
  return [...added].map(([element, dates]) => ({ element, dates: dates.sort() }));
}

interface Span {
  element_ref: string | null;
  start_at: number;
  end_at: number;
}

/** `Tue 17 Nov 2026, 08:00 – 18:00`; of leave `9 to 13 November 2026`. */
function whenOf(span: Span): string {
  if (isLeaveChoice(span.element_ref ?? ""))
    return formatSpan(leaveSpanOf({ startAt: span.start_at, endAt: span.end_at }));
  return `${dayOf(span)}, ${clockOf(span)}`;
}

function dayOf({ start_at }: { start_at: number }): string {
  return shortDate(londonMoment(start_at).date);
}

function clockOf({ start_at, end_at }: { start_at: number; end_at: number }): string {
  const { times, ends } = timesText({ startAt: start_at, endAt: end_at });
  return [times, ends].filter(Boolean).join(", ");
}

const inFile = ({ startAt, endAt, element_ref }: PlannedImport) =>
  whenOf({ element_ref, start_at: startAt, end_at: endAt });

function changeOf({ what, key, planned, session }: Step, named: NameOf): RotaPreview["change"] {
  if (what !== "change" || !planned || !session) return [];
  const isMoved = session.element_ref === planned.element_ref;
  const [was, becomes] = [whenOf(session), inFile(planned)];
  if (isMoved) return [{ key, element: named(planned.element_ref), was, becomes }];
  const [from, to] = [named(session.element_ref), named(planned.element_ref)];
  return [{ key, element: to, was: `${from}, ${was}`, becomes: `${to}, ${becomes}` }];
}

function questionOf({ what, key, planned, session, known }: Step, named: NameOf): RotaPreview["asked"] {
  if (!QUESTION_KINDS.includes(what)) return [];
  const fromFile = planned ? `${named(planned.element_ref)}, ${inFile(planned)}` : "";
  const there = session ? `${named(session.element_ref)}, ${whenOf(session)}` : "";
  if (what === "deleted") {
    const was = known ? whenOf(known) : "";
    return [
      {
        key,
        words: `You deleted ${known && isLeaveChoice(known.element_ref) ? "the leave" : "the session"} of ${was}. The file now has: ${fromFile}.`,
        answer: "Add it again",
      },
    ];
  }
  if (what === "gone") {
    return [{ key, words: `You changed ${there}. It is no longer in the file.`, answer: "Delete it" }];
  }
  if (what === "left out") {
    return [{ key, words: `Your logbook has: ${there}. The title of its event is now left out.`, answer: "Delete it" }];
  }
  if (what === "other times" && session && planned && !isLeaveKey(key)) {
    const [file, day] = [{ start_at: planned.startAt, end_at: planned.endAt }, dayOf(session)];
    const words = `${named(session.element_ref)}, ${day}: ${clockOf(session)} in your logbook, ${clockOf(file)} in the file.`;
    if (dayOf(file) === day) return [{ key, words, answer: "Change it to what the file says" }];
  }
  const words =
    what === "edited"
      ? `You changed this ${isLeaveKey(key) ? "leave" : "session"}: ${there}. The file now has: ${fromFile}.`
      : `Your logbook has: ${there}. The file has: ${fromFile}.`;
  return [{ key, words, answer: "Change it to what the file says" }];
}
