import type { Writer } from "~/changes/write-rows.server";
import { LAST_DAY, leaveBetween } from "~/diary/leave/queries.server";
import { grantedLeaveOf } from "~/diary/leave/rules";
import { locksOf } from "~/diary/locks/locked-days.server";
import { lockOf } from "~/diary/locks/rules";
import type { ChangeAnswers } from "~/planning/job-plans/change-form";
import { paUnits } from "~/planning/job-plans/pa-rules";
import { formatOverlap, overlapping } from "~/planning/job-plans/plan-dates";
import { elementsOfPlan, plansOf, requireRow, scheduleOfPlan, withTimes } from "~/planning/job-plans/queries.server";
import type { JobPlan } from "~/planning/job-plans/table.server";
import { NAME_TAKEN } from "~/planning/job-plans/write-element.server";
import { newRef } from "~/platform/db/columns.server";
import { longDate } from "~/platform/time/dates";
import { type LondonDate, londonToday } from "~/platform/time/london";
import { type ChangeEffect, changeEffect, type NextElement, nextElements, successorOf } from "./change-plan";
import { titleOf } from "./change-plan-shown";
import { heldSessions, isFixed, rangeOf } from "./held-sessions.server";
import { tooMany } from "./plan-diary";
import { taggedCancellations, taggedSessions } from "./plan-diary.server";

/** Reads a plan and works out its change. @throws 404 */
export async function readChange({ db, userId, now }: Writer, planRef: string, answers: ChangeAnswers) {
  const { from, date_end } = answers;
  const range = rangeOf({ date_start: from, date_end });
  // What is planned after a new, earlier end is asked about too.
  const onwards = rangeOf({ date_start: from, date_end: null });
  const [plans, elements, times, found, cancelled, entries, leave, locks] = await db.batch([
    plansOf(db, userId),
    elementsOfPlan(db, userId, planRef),
    scheduleOfPlan(db, userId, planRef),
    taggedSessions(db, userId, onwards),
    taggedCancellations(db, userId, range),
    heldSessions(db, userId, planRef, onwards),
    leaveBetween(db, userId, from, date_end ?? LAST_DAY),
    locksOf(db, userId),
  ]);
  const source = requireRow(plans.filter(({ unique_ref }) => unique_ref === planRef));
  const before = withTimes(elements, times);
  const entriesOf = new Map(entries.map((each) => [each.ref, each]));
  const there = found.filter(({ start_at }) => start_at < range.until);
  const held = found.flatMap((session) => {
    const own = entriesOf.get(session.unique_ref);
    return own ? [{ ...session, end_at: own.end_at, isFixed: isFixed(own, now) }] : [];
  });
  const plan = {
    ...termsOf(source, from),
    ...{ unique_ref: newRef(), title: titleOf(plans, from), date_start: from, date_end },
    contracted_pa_units: paUnits(answers.contracted_pa),
  };
  const next = nextElements(before, answers, newRef);
  const diary = { plan, next, held, there, cancelled, leave: grantedLeaveOf(leave), today: londonToday(now) };
  const effect = changeEffect({ ...diary, staying: answers.asked.filter((ref) => !answers.removed.includes(ref)) });
  /** As it is with every tick, so that what the page showed does not depend on them. */
  const ticked = changeEffect({ ...diary, staying: [] });
  const errors = errorsOf({ source, plans, plan, next, answers, effect });
  const lock = lockOf(locks, from, date_end ?? LAST_DAY);
  // What did not happen is said of the elements that go on.
  const own = cancelled.filter(({ element_ref }) => before.some(({ unique_ref }) => unique_ref === element_ref));
  const off = next.map((element) => ({
    element_ref: element.unique_ref,
    rows: own.filter((row) => successorOf(row, next) === element),
  }));
  return {
    source,
    before,
    plan,
    next,
    held,
    off: off.filter(({ rows }) => rows.length > 0),
    effect,
    ticked,
    errors,
    lock,
  };
}

/**
 * The columns that the next plan takes over. Notes and the opening balance are left out, since they belong to the period
 * of the old plan; but one that was to count from the day of the change or later has counted nothing yet, and its
 * beginning and balance go on.
 */
function termsOf(source: JobPlan, from: LondonDate) {
  const { employer, method, weeks_per_year_tenths, tolerance_percent, pa_rules } = source;
  const carried = { employer, method, weeks_per_year_tenths, tolerance_percent, pa_rules, text_encrypted: null };
  const { counts_from, opening_balance_pa_units } = source;
  return counts_from && counts_from >= from
    ? { ...carried, counts_from, opening_balance_pa_units }
    : { ...carried, counts_from: null, opening_balance_pa_units: 0 };
}

interface Checked {
  source: JobPlan;
  plans: JobPlan[];
  plan: Pick<JobPlan, "unique_ref" | "title" | "employer" | "date_start" | "date_end">;
  next: NextElement[];
  answers: ChangeAnswers;
  effect: ChangeEffect;
}

function errorsOf({ source, plans, plan, next, answers, effect }: Checked): Record<string, string> {
  const errors: Record<string, string> = {};
  if (plan.date_start <= source.date_start)
    errors.from = `Enter a date after ${longDate(source.date_start)}, when the plan starts`;
  const other = overlapping(
    plans.filter(({ unique_ref }) => unique_ref !== source.unique_ref),
    plan,
  );
  if (other) errors.from ??= formatOverlap(other);
  for (const [at, { ref, keep }] of answers.lines.entries()) {
    const element = next.find(({ origin }) => origin === ref)?.toAdd;
    if (!keep || !element || element.element.category === "Extra") continue;
    const { pattern, stated_pa_units } = element.element;
    if (stated_pa_units !== null) continue;
    if (pattern !== "fixed_times") errors[`lines[${at}].pa`] = "Enter the PAs of this element";
    else if (element.schedule.length === 0) errors[`lines[${at}].schedule[0].weekday`] = "Enter the day and times";
  }
  for (const [at, added] of answers.added.entries()) {
    const name = added?.element.description.toLowerCase();
    const alike = next.filter(({ description }) => description.toLowerCase() === name);
    const stays = effect.archived.flatMap(({ sessions: [session] }) => session?.element ?? []);
    const kept = stays.find((each) => each.toLowerCase() === name);
    if (alike.length > 1) errors[`added[${at}].description`] = NAME_TAKEN.errors.description as string;
    else if (kept !== undefined)
      errors[`added[${at}].description`] =
        `Sessions of ${kept} stay in the new plan under this name. Choose another name`;
  }
  const many = tooMany(effect.lines);
  if (many) errors.date_end = many;
  return errors;
}
