import { undoOf } from "~/changes/saved.server";
import { type FormSubmit, findEarlierSubmit, writeChange } from "~/changes/write-change.server";
import type { Writer } from "~/changes/write-rows.server";
import { lockRefusal } from "~/diary/locks/locked.server";
import type { ChangeAnswers } from "~/planning/job-plans/change-form";
import { elementRows, planChange, withLocalDays } from "~/planning/job-plans/plan-statements.server";
import { requireRow } from "~/planning/job-plans/queries.server";
import { newRef } from "~/platform/db/columns.server";
import type { FormKey } from "~/platform/db/idempotency.server";
import { hashOf } from "~/platform/db/tokens";
import { FORM_WAS_USED, type Refusal } from "~/platform/http/refusal.server";
import { addDays } from "~/platform/time/london";
import { type ShownChange, shownChange } from "./change-plan-shown";
import { haveNoEntries, holdsOnly } from "./held-sessions.server";
import { sessionRows } from "./plan-diary.server";
import { readChange } from "./read-change.server";

export type ChangePreview = { refusal: Refusal; change: null } | { refusal: null; change: ShownChange };

type Read = Awaited<ReturnType<typeof readChange>>;

/** Returns what a change does, for the page. @throws 404 */
export async function previewChange(by: Writer, planRef: string, answers: ChangeAnswers): Promise<ChangePreview> {
  return shownOf(await readChange(by, planRef, answers));
}

async function shownOf(read: Read): Promise<ChangePreview> {
  const { errors, lock } = read;
  if (Object.keys(errors).length > 0) return { refusal: { errors, status: 422 }, change: null };
  if (lock) return { refusal: lockRefusal("plan", lock), change: null };
  return { refusal: null, change: shownChange(read, await hashOfChange(read)) };
}

/** A hash of what a change does with every tick. */
function hashOfChange({ source, plan, next, held, ticked: { gone, lines } }: Read): Promise<string> {
  const refs = (sessions: readonly { unique_ref: string }[]) => sessions.map(({ unique_ref }) => unique_ref).sort();
  const { title, date_start, date_end, contracted_pa_units } = plan;
  return hashOf(
    JSON.stringify([
      [source.version, title, date_start, date_end, contracted_pa_units],
      next.map(({ description, category, toAdd }) => [
        description,
        category,
        toAdd.element.stated_pa_units,
        toAdd.schedule,
      ]),
      refs(held),
      gone.map(({ ref, sessions }) => [ref, refs(sessions)]),
      lines.map(({ element, spans }) => [element.description, spans.map(({ startAt }) => startAt)]),
    ]),
  );
}

const MEANWHILE: Refusal = {
  errors: {
    "": "Nothing was changed yet: your answers, the plan or your logbook are not as they were when this page was shown. Check what changes now, then press the button again",
  },
  status: 409,
};

type PlanChanged =
  | { ref: string; undo: string | null; refusal?: never }
  | { refusal: Refusal; change: ShownChange | null };

/**
 * Does what the page showed, in one change: ends the plan on the day before, adds the plan that follows, moves its
 * sessions to it, removes those that are ticked and makes those of new times. Only once for each form.
 * @throws 404
 */
export async function changePlan(
  by: Writer,
  planRef: string,
  formKey: FormKey,
  answers: ChangeAnswers,
): Promise<PlanChanged> {
  const { userId } = by;
  const read = await readChange(by, planRef, answers);
  const { source, before, plan, next, held, off, effect } = read;
  const form: FormSubmit = { ...formKey, result: { part: "job_plans", ref: plan.unique_ref } };
  const earlier = await findEarlierSubmit(by, form);
  if (earlier.result === "repeated") return { ref: earlier.ref, undo: earlier.undo };
  if (earlier.result === "form used") return { refusal: FORM_WAS_USED, change: null };
  const { refusal, change } = await shownOf(read);
  if (refusal) return { refusal, change };
  if (change.shown !== answers.shown) return { refusal: MEANWHILE, change };
  const archived = effect.archived.map(({ ref, sessions }) => {
    const { schedule, ...element } = requireRow(before.filter(({ unique_ref }) => unique_ref === ref));
    return { toAdd: { element: { ...element, active: false }, schedule, ref: newRef() }, sessions };
  });
  const rows = elementRows(
    [...next, ...archived].map(({ toAdd }) => toAdd),
    plan,
  );
  const ends = source.date_end === null || source.date_end >= plan.date_start;
  const ended = planChange(userId, { plan: source, elements: before }, { date_end: addDays(plan.date_start, -1) });
  const moves = [
    ...effect.moved.map(({ element, sessions }) => ({ element_ref: element.unique_ref, sessions })),
    ...archived.map(({ toAdd, sessions }) => ({ element_ref: toAdd.ref, sessions })),
  ];
  const removed = effect.gone.filter(({ isRemoved }) => isRemoved).flatMap(({ sessions }) => sessions);
  const written = await writeChange(by, {
    message: "Job plan changed from a date",
    form,
    seen: [
      { part: "job_plans", ref: planRef, version: source.version },
      ...ended.seen,
      ...[...moves.flatMap(({ sessions }) => sessions), ...removed].map(({ unique_ref: ref, version }) => {
        return { part: "sessions" as const, ref, version };
      }),
      ...off.flatMap(({ rows }) =>
        rows.map(({ unique_ref: ref, version }) => ({ part: "cancellations" as const, ref, version })),
      ),
    ],
    after: ended.after,
    guards: {
      elements: ended.guards.elements,
      sessions: holdsOnly(userId, planRef, plan, held.length),
      entries: haveNoEntries(
        userId,
        removed.map(({ unique_ref }) => unique_ref),
      ),
    },
    inserts: {
      job_plans: [{ ...plan, pa_rules: withLocalDays(userId, plan.pa_rules) }],
      ...rows,
      sessions: sessionRows(plan, effect.lines),
    },
    ...(ends && { updates: ended.updates }),
    sets: [
      ...moves.map(({ element_ref, sessions }) => ({
        ...{ part: "sessions" as const, refs: sessions.map(({ unique_ref }) => unique_ref), values: { element_ref } },
      })),
      ...off.map(({ element_ref, rows }) => ({
        ...{ part: "cancellations" as const, refs: rows.map(({ unique_ref }) => unique_ref), values: { element_ref } },
      })),
    ],
    deletes: removed.length > 0 ? [{ part: "sessions", refs: removed.map(({ unique_ref }) => unique_ref) }] : [],
  });
  if (written.result === "written") return { ref: plan.unique_ref, undo: undoOf(written) };
  if (written.result === "repeated") return { ref: written.ref, undo: written.undo };
  if (written.result === "form used") return { refusal: FORM_WAS_USED, change: null };
  const now = await previewChange(by, planRef, answers);
  return { refusal: now.refusal ?? MEANWHILE, change: now.change };
}
