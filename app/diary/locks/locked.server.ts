import { raised } from "~/platform/db/columns.server";
import { answersSent } from "~/platform/http/read-form.server";
import { answerRefusal, type Refusal } from "~/platform/http/refusal.server";
import { formatLocked, LOCKED_PERIODS, type LockedPeriod } from "./rules";
import { LOCKED_WORDS } from "./table.server";

const PERIOD = /^ (\d{4}-\d\d-\d\d)\/(\d{4}-\d\d-\d\d)/;

/**
 * The locked period that made a batch fail, because a row in it would have been added, changed or deleted; null for
 * other errors.
 */
export function lockedIn(error: unknown): LockedPeriod | null {
  const [, date_start, date_end] = PERIOD.exec(raised(error, LOCKED_WORDS) ?? "") ?? [];
  return date_start && date_end ? { date_start, date_end } : null;
}

/**
 * Awaits `work`.
 * @returns its result, or a refusal if it would have changed a locked period
 * @throws any other error of `work`
 */
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
 * Wraps the action of a page that changes a diary. The database refuses a change of a locked period with its whole
 * batch; for every such action this turns the error into an answer of the page that keeps all answers that were sent.
 */
export function lockable<Args extends { request: Request }, Answer>(action: (args: Args) => Promise<Answer>) {
  return async (args: Args): Promise<Answer | ReturnType<typeof answerRefusal>> => {
    const done = await orLocked(action(args).then((answer) => ({ answer })));
    return "answer" in done ? done.answer : answerRefusal(answersSent(args.request), done);
  };
}
