import type { z } from "zod";
import type { Writer } from "~/changes/write-rows.server";
import type { endPlanForm } from "~/planning/job-plans/plan-form";
import { planOf, requireRow } from "~/planning/job-plans/queries.server";
import { endPlan } from "~/planning/job-plans/write-plan.server";
import type { Saved } from "~/platform/http/answer-save.server";
import { formatCounted } from "~/platform/time/counted";
import { longDate, readDate } from "~/platform/time/dates";
import { haveNoEntries, plannedAfter } from "./held-sessions.server";

type EndAnswers = z.output<typeof endPlanForm> & { fingerprint: string };

/**
 * Ends a plan on a day, once its user has said what becomes of the sessions that are planned after it.
 * @throws 404
 */
export async function endPlanWithSessions(
  by: Writer,
  planRef: string,
  { version, date_end, after, asked, fingerprint }: EndAnswers,
): Promise<Saved> {
  requireRow(await planOf(by.db, by.userId, planRef));
  const removed = after === "keep" ? [] : await plannedAfter(by, planRef, date_end);
  // The sessions after another day than was asked about are others.
  if (removed.length > 0 && (after === null || readDate(asked) !== date_end)) {
    const are = formatCounted(removed.length, "session of this plan is", "sessions of this plan are");
    const message = `${are} planned after ${longDate(date_end)}. Choose whether to keep them`;
    return { refusal: { errors: { after: message }, status: 422 } };
  }
  const entries = haveNoEntries(
    by.userId,
    removed.map(({ ref }) => ref),
  );
  return endPlan(by, planRef, { version, date_end, fingerprint, removed, entries });
}
