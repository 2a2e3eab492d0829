import { raised } from "~/platform/db/columns.server";
import { answersSent } from "~/platform/http/read-form.server";
import { answerRefusal, type Refusal } from "~/platform/http/refusal.server";
import { formatLocked, LOCKED_PERIODS, type LockedPeriod } from "./rules";
import { LOCKED_WORDS } from "./table.server";

const PERIOD = /^ (\d{4}-\d\d-\d\d)\/(\d{4}-\d\d-\d\d)/;

/** The locked period in which a row lies that a batch was to add, change or delete; null where it failed otherwise. */
export function lockedIn(error: unknown): LockedPeriod | null {
  const [, date_start, date_end] = PERIOD.exec(raised(error, LOCKED_WORDS) ?? "") ?? [];
  return date_start && date_end ? { date_start, date_end } : null;
}

/** What `work` did, or that a locked period holds what it was to change. @throws what else it throws */
export async function orLocked<Done>(work: Promise<Done>): Promise<Done | Refusal> {
  try {
    return await work;
  } catch (error) {
    const period = lockedIn(error);
    if (!period) throw error;
    const way = { path: LOCKED_PERIODS, words: "Show locked periods" };
    return { errors: { "": formatLocked(period) }, status: 409, way };
  }
}

/**
 * The action of a page that changes a diary. Whatever of it would change a locked period is refused by the database
 * itself, with all that comes in its batch; here that becomes the page's answer, with every answer that was sent, for each
 * of them alike.
 */
export function lockable<Args extends { request: Request }, Answer>(action: (args: Args) => Promise<Answer>) {
  return async (args: Args): Promise<Answer | ReturnType<typeof answerRefusal>> => {
    const done = await orLocked(action(args).then((answer) => ({ answer })));
    return "answer" in done ? done.answer : answerRefusal(answersSent(args.request), done);
  };
}
