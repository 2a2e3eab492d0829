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
import { type LeaveOffer, leaveOffers } from "./leave-offers";
import { notesOf } from "./notes";
import { withOwnKeys } from "./own-keys";
import { elementsOffered, type Proposal, proposals } from "./propose";
import { comparedDiary } from "./queries.server";
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
  /** Leave that the diary does not have. */
  leave: LeaveOffer[];
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
    leave: leaveOffers(
      calendar,
      choices.map((choice) => choice === LEAVE_OUT),
      diary.leaveThere,
    ),
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
