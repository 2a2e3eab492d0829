import { cases } from "~/diary/cases/table.server";
import { fees, payers } from "~/diary/fees/table.server";
import { leave } from "~/diary/leave/table.server";
import { sessions } from "~/diary/sessions/table.server";
import { elementSchedule, jobPlanElements, jobPlans } from "~/planning/job-plans/table.server";
import type { Database } from "~/platform/db/database.server";
import { insertRows } from "~/platform/db/insert-rows.server";
import type { BelievableCase } from "./believable-cases.server";
import type { BelievablePlan } from "./believable-plan.server";
import type { BelievableSession } from "./believable-work.server";

interface Work {
  plans: BelievablePlan[];
  sessions: BelievableSession[];
  cases: BelievableCase[];
  payers: (typeof payers.$inferInsert)[];
  fees: (typeof fees.$inferInsert)[];
  leave: (typeof leave.$inferInsert)[];
}

/** Statements that write plans, the work done under them and the days without, parents first. */
export function insertWork(db: Database, work: Work) {
  const plans = work.plans.map((each) => each.plan);
  const elements = work.plans.flatMap((each) => Object.values(each.elements));
  const schedule = work.plans.flatMap((each) => each.schedule);
  const rows = work.cases.map((each) => each.row);
  return [
    ...insertRows(db, jobPlans, plans),
    ...insertRows(db, jobPlanElements, elements),
    ...insertRows(db, elementSchedule, schedule),
    ...insertRows(
      db,
      sessions,
      work.sessions.map((each) => each.row),
    ),
    ...insertRows(db, cases, rows),
    ...insertRows(db, payers, work.payers),
    ...insertRows(db, fees, work.fees),
    ...insertRows(db, leave, work.leave),
  ];
}
