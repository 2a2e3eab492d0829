import type { LeavePage } from "~/diary/leave/page";
import { leave, leaveYears } from "~/diary/leave/table.server";
import { NATIONAL_RULES, type Nation } from "~/planning/job-plans/pa-rules";
import { elementSchedule, jobPlanElements, jobPlans } from "~/planning/job-plans/table.server";
import { newRef } from "~/platform/db/columns.server";
import * as pageRoute from "~/routes/leave/leave";
import { db, load, makeUser, NOW } from "../../support/harness";

type User = Awaited<ReturnType<typeof makeUser>>;

export interface Plan {
  /** ISO weekday: minutes of its list from 08:00, at 4 h a PA. */
  lists: Record<number, number>;
  /** Weekdays of `lists` that are worked every second week, from the first of the plan. */
  everySecond?: number[];
  /** PAs without times. */
  flexible?: number;
  from?: string;
  until?: string;
  nation?: Nation;
}

/** A consultant with a job plan and an entitlement of 32 days. */
export async function consultant(plan: Plan, year: Partial<typeof leaveYears.$inferInsert> = {}) {
  const user = await makeUser();
  await addPlan(user, plan);
  if (Object.keys(year).length > 0) {
    const row = { user_id: user.id, created_at: NOW, updated_at: NOW, unique_ref: newRef() };
    await db.insert(leaveYears).values({ ...row, year_begins: "2026-04-01", ...year });
  }
  return user;
}

export async function addPlan(user: User, plan: Plan) {
  const rules = NATIONAL_RULES[plan.nation ?? "england"];
  const row = { user_id: user.id, created_at: NOW, updated_at: NOW };
  const planRef = newRef();
  const dates = { date_start: plan.from ?? "2026-04-01", date_end: plan.until ?? null };
  const terms = {
    method: "weekly_leave_adjusted",
    weeks_per_year_tenths: 420,
    pa_rules: rules,
  } as const;
  await db.insert(jobPlans).values({
    ...{ ...row, ...dates, ...terms, unique_ref: planRef, title: "Job plan 2026/27", contracted_pa_units: 36_000 },
  });
  const element = { ...row, plan_ref: planRef, counts_to_balance: true, default_basis: "time_calculated" } as const;
  for (const [weekday, minutes] of Object.entries(plan.lists)) {
    const [element_ref, isSecond] = [newRef(), plan.everySecond?.includes(Number(weekday))];
    const units = (minutes / rules.standard_minutes_per_pa) * 3600 * (isSecond ? 0.5 : 1);
    await db.insert(jobPlanElements).values({
      ...{ ...element, unique_ref: element_ref, description: `List ${weekday}`, category: "DCC" },
      ...{ pattern: "fixed_times", weekly_pa_units: units },
    });
    const times = { weekday: Number(weekday), start_minute: 480, end_minute: 480 + minutes };
    const recurrence = isSecond ? 12 : 11;
    await db.insert(elementSchedule).values({ ...row, unique_ref: newRef(), element_ref, ...times, recurrence });
  }
  if (plan.flexible) {
    const units = plan.flexible * 3600;
    await db.insert(jobPlanElements).values({
      ...{ ...element, unique_ref: newRef(), description: "SPA", category: "SPA", pattern: "flexible_week" },
      ...{ stated_pa_units: units, weekly_pa_units: units },
    });
  }
}

export function takeLeave(user: User, date_start: string, date_end: string) {
  const row = { user_id: user.id, created_at: NOW, updated_at: NOW, unique_ref: newRef() };
  return db.insert(leave).values({ ...row, type: "annual", status: "approved", date_start, date_end });
}

/** `19.2 days, 38.40 PA` by the figure's label. */
export async function figures(user: User, query = "") {
  const { data } = await load<LeavePage>(pageRoute.loader, { user, path: `/leave/${query}` });
  return Object.fromEntries(
    data.annual.map(({ label, amount: { first, unit, second } }) => [label, `${first} ${unit}, ${second}`]),
  );
}
