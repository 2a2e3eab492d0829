import { data } from "react-router";
import { raised } from "~/platform/db/columns.server";
import type { FormResult } from "~/platform/http/action-result";
import { answersSent, refuse } from "~/platform/http/read-form.server";
import { formatLocked, LOCKED_PERIODS, type LockedPeriod } from "./rules";
import { LOCKED_WORDS } from "./table.server";

const PERIOD = /^ (\d{4}-\d\d-\d\d)\/(\d{4}-\d\d-\d\d)/;

/** The locked period in which a row lies that a batch was to add, change or delete; null where it failed otherwise. */
export function lockedIn(error: unknown): LockedPeriod | null {
  const [, date_start, date_end] = PERIOD.exec(raised(error, LOCKED_WORDS) ?? "") ?? [];
  return date_start && date_end ? { date_start, date_end } : null;
}

/** The page again with every answer, and which locked period holds what was to change. */
export function refuseLocked(request: Request, period: LockedPeriod) {
  const { data: refused, init } = refuse(answersSent(request), { "": formatLocked(period) }, 409);
  const way = { path: LOCKED_PERIODS, words: "Show locked periods" };
  return data<FormResult>({ form: { ...refused.form, way } }, init ?? undefined);
}

/**
 * The action of a page that changes a diary. Whatever of it would change a locked period is refused by the database
 * itself, with all that comes in its batch; here that becomes the page's answer, for each of them alike.
 */
export function lockable<Args extends { request: Request }, Answer>(action: (args: Args) => Promise<Answer>) {
  return async (args: Args): Promise<Answer | ReturnType<typeof refuseLocked>> => {
    try {
      return await action(args);
    } catch (error) {
      const period = lockedIn(error);
      if (!period) throw error;
      return refuseLocked(args.request, period);
    }
  };
}
