import type { Writer } from "~/changes/write-rows.server";
import { isAsPlanned } from "~/diary/expected/as-planned";
import { leaveBetween } from "~/diary/leave/queries.server";
import { worthFormQueries } from "~/diary/leave/worth.server";
import { locksOf } from "~/diary/locks/locked-days.server";
import { formatLockedPeriod } from "~/diary/locks/rules";
import { workKey } from "~/planning/job-plans/same-work";
import { weekHeading } from "~/platform/time/dates";
import { addDays, type LondonDate, londonInstant, mondayOf } from "~/platform/time/london";
import { cancellationsOfPage, startsWithin } from "../list/diary.server";
import { plansOfDays } from "../list/plans-of-days.server";
import { diarySpan } from "../sessions/diary-pages";
import { sessions } from "../sessions/table.server";
import { hasTimes } from "../sessions/week-due";
import { columnsOf } from "./plan-diary";

/**
 * What an element without times counts as planned in the week of a date, as `plannedToLog` has a planned session.
 * @returns null when no plan of the user has such an element in that week
 */
export async function asPlannedWeek(
  { db, userId }: Pick<Writer, "db" | "userId">,
  elementRef: string,
  date: LondonDate,
) {
  const span = diarySpan(date, 1);
  const [leave, there, cancelled, locks, ...worth] = await db.batch([
    leaveBetween(db, userId, span.bottom, span.last),
    db
      .select({ start_at: sessions.start_at, element_ref: sessions.element_ref })
      .from(sessions)
      .where(startsWithin(sessions, userId, span)),
    cancellationsOfPage(db, userId, span),
    locksOf(db, userId),
    ...worthFormQueries(db, userId, span),
  ]);
  const { plans, asPlanned } = plansOfDays(worth, { span, leave });
  const plan = plans.find(({ elements }) => elements.some(({ unique_ref }) => unique_ref === elementRef));
  const element = plan?.elements.find(({ unique_ref }) => unique_ref === elementRef);
  if (!plan || !element || !isAsPlanned(element) || hasTimes(element)) return null;
  // A plan that follows in the week goes on with it.
  const refs = new Set<string | null>(
    plans.flatMap((each) =>
      each.elements.filter((one) => workKey(each, one) === workKey(plan, element)).map((one) => one.unique_ref),
    ),
  );
  const isOwn = (each: { element_ref: string | null }) => refs.has(each.element_ref);
  const units = asPlanned.filter(isOwn).reduce((sum, each) => sum + each.units, 0);
  const days = [0, 1, 2, 3, 4, 5, 6].map((day) => addDays(mondayOf(date), day));
  const asLogged = { ...element, default_basis: "fixed" as const, default_fixed_pa_units: units };
  const columns = columnsOf(plan, asLogged, { startAt: londonInstant(date), endAt: londonInstant(addDays(date, 1)) });
  const state = there.some(isOwn) ? "logged" : cancelled.some(isOwn) ? "cancelled" : units === 0 ? "none" : "open";
  return {
    copy: { columns, name: `${element.description}, ${weekHeading(date)}`, isPlanned: true, isAsPlanned: true },
    state: state as "logged" | "cancelled" | "none" | "open",
    ...{ notes: [], there, cancelled },
    locked: formatLockedPeriod(locks, mondayOf(date), addDays(mondayOf(date), 6)),
    days: days.map((day) => ({ elementRef, date: day })),
  };
}
