import { isRefused, isStale } from "~/platform/db/columns.server";
import type { Database } from "~/platform/db/database.server";
import { type ReadForm, refuse } from "~/platform/http/read-form.server";
import type { Refusal } from "~/platform/http/refusal.server";
import { dateRange, overlapping } from "./plan-dates";
import { found, planOf, plansOf } from "./queries.server";

type FormState = ReadForm<unknown>["state"];

/** @param what changed: `plan` or `element`. */
export function changedElsewhere(what: string, version?: number): Refusal {
  const message = `This ${what} was changed elsewhere after you opened it. Your answers are kept below, and what was saved is shown with them: save again to put yours in its place`;
  return { errors: { "": message }, status: 409, ...(version === undefined ? {} : { newer: { version, facts: [] } }) };
}

/** The answer to a button whose page no longer shows the row as it is. */
export function lookAgain(state: FormState, what: string) {
  return refuse(
    state,
    { "": `This ${what} was changed elsewhere after you opened this page. Check it, then try again` },
    409,
  );
}

interface Wanted {
  unique_ref: string;
  title: string;
  employer: string;
  date_start: string;
  date_end: string | null;
}

/** Puts the failed write of a plan into words. @throws the error when it is none of a plan's own. */
export async function whyPlanRefused(db: Database, userId: number, wanted: Wanted, error: unknown): Promise<Refusal> {
  if (isStale(error)) {
    const plan = found(await planOf(db, userId, wanted.unique_ref));
    return changedElsewhere("plan", plan.version);
  }
  if (!isRefused(error, "job_plans.date_start")) throw error;
  const other = overlapping(await plansOf(db, userId), wanted);
  const name = other ? `“${other.title}”, ${dateRange(other)}` : "another plan";
  const message = `Plans of one employer must not share a date. These dates overlap ${name}`;
  return { errors: { date_start: message }, status: 422 };
}
