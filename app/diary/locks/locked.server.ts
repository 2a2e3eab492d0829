import type { ServerBuild } from "react-router";
import { isMovingError, NOT_SAVED_MOVING } from "~/account/moves/guard.server";
import { triggerMessage } from "~/platform/db/columns.server";
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
  const [, date_start, date_end] = PERIOD.exec(triggerMessage(error, LOCKED_WORDS) ?? "") ?? [];
  return date_start && date_end ? { date_start, date_end } : null;
}

/**
 * Awaits `work`.
 * @param format words the refusal
 * @returns its result, or a refusal if it would have changed a locked period, or an account that is being moved
 * @throws any other error of `work`
 */
export async function refuseIfLocked<Done>(work: Promise<Done>, format = formatLocked): Promise<Done | Refusal> {
  try {
    return await work;
  } catch (error) {
    if (isMovingError(error)) return { errors: { "": NOT_SAVED_MOVING }, status: 503 };
    const period = lockedIn(error);
    if (!period) throw error;
    const link = { path: LOCKED_PERIODS, words: "Show locked periods" };
    return { errors: { "": format(period) }, status: 409, link };
  }
}

/**
 * Wraps an action: where the database refused a change of a locked period, with its whole batch, the page comes back with
 * all answers that were sent.
 */
export function lockable<Args extends { request: Request }, Answer>(action: (args: Args) => Promise<Answer> | Answer) {
  return async (args: Args): Promise<Answer | ReturnType<typeof answerRefusal>> => {
    const work = async () => ({ answer: await action(args) });
    const done = await refuseIfLocked(work());
    return "answer" in done ? done.answer : answerRefusal(answersSent(args.request), done);
  };
}

/**
 * The routes of a build with every action wrapped. Middleware could not do this: when it gets to know of the error, the
 * page of the error is already rendered.
 */
export function withLockable(routes: ServerBuild["routes"]): ServerBuild["routes"] {
  const wrapped = Object.entries(routes).map(([id, route]) => {
    const action = route?.module.action;
    return [id, action ? { ...route, module: { ...route.module, action: lockable(action) } } : route];
  });
  return Object.fromEntries(wrapped);
}
