import type { ServerBuild } from "react-router";
import { type LockReason, lockedIn } from "~/changes/keep-locked-days.server";
import { hasTyped } from "~/platform/http/field-names";
import { answersSent } from "~/platform/http/read-form.server";
import { answerDeleted, answerRefusal, isNotFound, type Refusal } from "~/platform/http/refusal.server";
import {
  formatLeaveLocked,
  formatLocked,
  formatNameLocked,
  formatPlanLocked,
  formatProfileLocked,
  LOCKED_PERIODS,
  type LockedPeriod,
} from "./rules";

const FORMATS: Record<LockReason, (period: LockedPeriod) => string> = {
  entry: formatLocked,
  name: formatNameLocked,
  plan: formatPlanLocked,
  leave: formatLeaveLocked,
  profile: formatProfileLocked,
};

/**
 * Awaits `work`.
 * @returns its result, or a refusal if it would have changed a locked period
 * @throws any other error of `work`
 */
export async function refuseIfLocked<Done>(work: Promise<Done>): Promise<Done | Refusal> {
  try {
    return await work;
  } catch (error) {
    const locked = lockedIn(error);
    if (!locked) throw error;
    return lockRefusal(locked.reason, locked);
  }
}

/** The refusal of what would change a locked period. */
export function lockRefusal(reason: LockReason, period: LockedPeriod): Refusal {
  const link = { path: LOCKED_PERIODS, words: "Show locked periods" };
  return { errors: { "": FORMATS[reason](period) }, status: 409, link };
}

/**
 * Wraps an action: where the database refused a change of a locked period, with its whole batch, or what was to be saved
 * is not there, the page comes back with all answers that were sent.
 */
export function lockable<Args extends { request: Request }, Answer>(action: (args: Args) => Promise<Answer> | Answer) {
  return async (args: Args): Promise<Answer | ReturnType<typeof answerRefusal> | ReturnType<typeof answerDeleted>> => {
    const work = async () => ({ answer: await action(args) });
    try {
      const done = await refuseIfLocked(work());
      return "answer" in done ? done.answer : answerRefusal(answersSent(args.request), done);
    } catch (thrown) {
      const sent = answersSent(args.request);
      if (!isNotFound(thrown) || !hasTyped(sent.values)) throw thrown;
      return answerDeleted(sent);
    }
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
