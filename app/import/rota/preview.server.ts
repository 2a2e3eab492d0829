import { fallsInLeave } from "~/diary/leave/rules";
import { type LockedPeriod, lockOf } from "~/diary/locks/rules";
import { findElement } from "~/diary/sessions/element-choices";
import { overlaps, timesText } from "~/diary/sessions/times";
import type { Actor } from "~/platform/context";
import { hashOf } from "~/platform/db/tokens";
import { formatCounted } from "~/platform/time/counted";
import { shortDate } from "~/platform/time/dates";
import { type LondonDate, londonMoment } from "~/platform/time/london";
import { type RotaCalendar, UNREAD } from "./calendar";
import { compareRota, QUESTION_KINDS, type Skipped, type Step, type StepKind } from "./compare";
import { serializeCalendar } from "./form";
import { withOwnKeys } from "./own-keys";
import { elementsOffered, type Proposal, proposals } from "./propose";
import { type ComparedDiary, comparedDiary } from "./queries.server";
import { LEAVE_OUT } from "./titles";

/** Data of the page that previews a calendar before anything is saved. */
export interface RotaPreview {
  calendar: string;
  /** Hash of the steps that are shown: sent back when they are to be carried out. */
  shown: string;
  hasPlans: boolean;
  titles: (Proposal & { title: string; events: number; first: LondonDate; last: LondonDate })[];
  offered: { value: string; label: string }[];
  add: { element: string; dates: LondonDate[] }[];
  change: { key: string; element: string; was: string; becomes: string }[];
  remove: { key: string; words: string }[];
  asked: { key: string; words: string; answer: string }[];
  /** Number of sessions that were in the diary before the rota was imported. */
  already: number;
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
  const isOffered = (value: string | undefined) => value === LEAVE_OUT || offered.some(({ ref }) => ref === value);
  const chosen = proposed.map((each, place): Proposal => {
    const answer = answered?.[place];
    return answer === undefined || answer === each.element || !isOffered(answer)
      ? each
      : { element: answer, why: "chosen" };
  });
  const choices = chosen.map(({ element }) => element);
  const { steps: all, leftOut } = compareRota(calendar, choices, diary);
  const steps = all.filter((step) => !isOfLocked(step, diary.locked));
  const named = (ref: string | null) => (ref && findElement(diary.plans, ref)?.element.description) || "No element";
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
    isAnything: steps.length > 0,
    notes: notesOf(calendar, { ...leftOut, locked: all.length - steps.length }, steps, diary),
  };
  const isFaulty = answered !== null && (answered.length !== calendar.titles.length || !answered.every(isOffered));
  return { page, steps, choices, diary, isFaulty };
}

/** Steps that leave sessions as they are: theirs may be in a locked period. */
const NO_SESSION: readonly StepKind[] = ["already", "same", "kept"];

/** Whether a step would add, change or delete a session of a locked period. */
function isOfLocked({ what, planned, session }: Step, locked: readonly LockedPeriod[]): boolean {
  if (NO_SESSION.includes(what)) return false;
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
  for (const { what, planned } of steps) {
    if (what !== "add" || !planned) continue;
    const element = named(planned.element_ref);
    added.set(element, [...(added.get(element) ?? []), londonMoment(planned.startAt).date]);
  }
  return [...added].map(([element, dates]) => ({ element, dates: dates.sort() }));
}

/** `Tue 17 Nov 2026, 08:00 – 18:00`. */
function whenOf(span: { start_at: number; end_at: number }): string {
  return `${dayOf(span)}, ${clockOf(span)}`;
}

function dayOf({ start_at }: { start_at: number }): string {
  return shortDate(londonMoment(start_at).date);
}

function clockOf({ start_at, end_at }: { start_at: number; end_at: number }): string {
  const { times, ends } = timesText({ startAt: start_at, endAt: end_at });
  return [times, ends].filter(Boolean).join(", ");
}

const inFile = ({ startAt, endAt }: { startAt: number; endAt: number }) => whenOf({ start_at: startAt, end_at: endAt });

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
      { key, words: `You deleted the session of ${was}. The file now has: ${fromFile}.`, answer: "Add it again" },
    ];
  }
  if (what === "gone") {
    return [{ key, words: `You changed ${there}. It is no longer in the file.`, answer: "Delete it" }];
  }
  if (what === "left out") {
    return [{ key, words: `Your logbook has: ${there}. The title of its event is now left out.`, answer: "Delete it" }];
  }
  if (what === "other times" && session && planned) {
    const [file, day] = [{ start_at: planned.startAt, end_at: planned.endAt }, dayOf(session)];
    const words = `${named(session.element_ref)}, ${day}: ${clockOf(session)} in your logbook, ${clockOf(file)} in the file.`;
    if (dayOf(file) === day) return [{ key, words, answer: "Change it to what the file says" }];
  }
  const words =
    what === "edited"
      ? `You changed this session: ${there}. The file now has: ${fromFile}.`
      : `Your logbook has: ${there}. The file has: ${fromFile}.`;
  return [{ key, words, answer: "Change it to what the file says" }];
}

function notesOf(
  { unread, cancelled }: RotaCalendar,
  leftOut: Skipped & { locked: number },
  steps: readonly Step[],
  diary: ComparedDiary,
): string[] {
  const events = (n: number, words: string, ofMany = words) =>
    n === 0 ? null : `${formatCounted(n, "event")} ${n === 1 ? words : ofMany}`;
  const kept = steps.filter(({ what }) => what === "kept").length;
  const added = steps.flatMap(({ what, planned }) => (what === "add" && planned ? [planned] : []));
  const away = added.filter((span) => diary.leave.some((each) => fallsInLeave(span, each))).length;
  const over = added.filter((span) => diary.sessions.some((each) => overlaps(each, span))).length;
  const knownKeys = new Set(diary.known.map(({ unique_ref }) => unique_ref));
  const cancelledUnknown = cancelled.filter((key) => !knownKeys.has(key)).length;
  const { zones, ...unreadEvents } = unread;
  return [
    events(leftOut.unchanged, "imported before and not changed since"),
    leftOut.locked > 0 &&
      `${formatCounted(leftOut.locked, "event is", "events are")} on days that you locked, and will not be imported. To import ${leftOut.locked === 1 ? "it" : "them"}, unlock these days in Reports first`,
    over > 0 &&
      `${formatCounted(over, "session")} to add ${over === 1 ? "overlaps" : "overlap"} other sessions in your logbook`,
    away > 0 && `${formatCounted(away, "session")} to add ${away === 1 ? "falls" : "fall"} in your leave`,
    kept > 0 &&
      `${formatCounted(kept, "session")} no longer in the file ${kept === 1 ? "has" : "have"} cases or fees and will stay. If you did not do the work, delete the ${kept === 1 ? "session" : "sessions"} in your logbook`,
    events(
      leftOut.cancelled,
      "left out: you said that the session did not happen. To import it, mark the session as planned in your logbook first",
      "left out: you said that the sessions did not happen. To import them, mark the sessions as planned in your logbook first",
    ),
    cancelledUnknown > 0 &&
      `${formatCounted(cancelledUnknown, "cancelled event was", "cancelled events were")} not imported before. If your logbook has ${cancelledUnknown === 1 ? "a session for it, delete it" : "sessions for them, delete them"} in your logbook`,
    events(
      leftOut.outside,
      "left out: no job plan has the element on that day. Import the file again once a plan has it",
      "left out: no job plan has their elements on those days. Import the file again once a plan has them",
    ),
    events(
      leftOut.untimed,
      "left out: all day, and the element has no times on that day",
      "left out: all day, and their elements have no times on those days",
    ),
    ...Object.entries(unreadEvents).map(([why, n]) => {
      return events(n, `left out: ${UNREAD[why as keyof typeof UNREAD]}`);
    }),
    events(zones, UNREAD.zones),
  ].filter((words) => typeof words === "string");
}
