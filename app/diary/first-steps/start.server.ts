import { refuseIfLocked } from "~/diary/locks/locked.server";
import { type DiaryChoice, timedElements, usualChoice } from "~/diary/planned/plan-diary";
import { createPlanSessions } from "~/diary/planned/plan-diary.server";
import { sessionCount } from "~/diary/sessions/sentences";
import { planFromTemplate } from "~/planning/job-plans/answers.server";
import { wholePlan } from "~/planning/job-plans/queries.server";
import type { TemplateKey } from "~/planning/job-plans/templates";
import { addPlan } from "~/planning/job-plans/write-plan.server";
import type { Actor } from "~/platform/context";
import type { FormKey } from "~/platform/db/idempotency.server";
import type { Refusal } from "~/platform/http/refusal.server";
import { longDate, shortDate } from "~/platform/time/dates";
import { addDays, type LondonDate, londonToday, mondayOf } from "~/platform/time/london";
import { DEFAULT_PROFILE, profileRow } from "~/profile/queries.server";

/** How many days before and after today the start of a plan may be. */
const DAYS_AROUND = 366;

/** The suggested start of a plan: the Monday of last week, so that its lists can be logged. */
export function usualStart(today: LondonDate): LondonDate {
  return addDays(mondayOf(today), -7);
}

interface Start {
  template: TemplateKey;
  from: LondonDate;
  fill_diary: boolean;
}

type Started = { ok: true; planRef: string; message: string; undo: string | null } | ({ ok: false } & Refusal);

/** Adds a plan from a template from a day on, and fills the diary from that day; each only once for its key. */
export async function startWithPlan(
  context: Actor,
  keys: { plan: FormKey; diary: FormKey },
  { template, from, fill_diary }: Start,
): Promise<Started> {
  const { db, userId, now } = context;
  const today = londonToday(now);
  const [earliest, latest] = [addDays(today, -DAYS_AROUND), addDays(today, DAYS_AROUND)];
  if (from < earliest || from > latest) {
    return {
      ok: false,
      errors: { from: `Enter a day from ${longDate(earliest)} to ${longDate(latest)}` },
      status: 422,
    };
  }
  const [profile] = await profileRow(db, userId);
  const plan = planFromTemplate(template, from, today, profile ?? DEFAULT_PROFILE);
  const { ref, refusal } = await addPlan(context, keys.plan, { plan, counts: null, notes: "", template });
  if (refusal) return { ok: false, ...refusal, errors: { "": Object.values(refusal.errors).join(". ") } };
  const filled = fill_diary ? await refuseIfLocked(fillDiary(context, ref, keys.diary, from)) : null;
  // The plan is saved, and its form cannot be used again; sessions can be added on the plan's page.
  if (filled && "errors" in filled) {
    const message = `Job plan added without its sessions. ${filled.errors[""]}`;
    return { ok: true, planRef: ref, message, undo: null };
  }
  if (filled === null) return { ok: true, planRef: ref, message: "Job plan added", undo: null };
  const message = `Job plan added, and ${sessionCount(filled.made)} in your logbook from ${shortDate(from)} on`;
  return { ok: true, planRef: ref, message, undo: filled.undo };
}

/**
 * Fills the diary from a plan.
 * @returns null when the plan has no fixed times to fill the diary from
 */
async function fillDiary(context: Actor, planRef: string, key: FormKey, from: LondonDate) {
  const { db, userId, now } = context;
  const { plan, elements } = await wholePlan(db, userId, planRef);
  if (timedElements(elements).length === 0) return null;
  const choice: DiaryChoice = { ...usualChoice(plan, elements, now), from };
  const made = await createPlanSessions(context, planRef, key, choice, null);
  return made.ok ? made : null;
}
