import { requireLevel } from "~/account/guard.server";
import { hasElementChosen } from "~/account/levels";
import { workKind } from "~/diary/fees/kinds";
import { lastPayers, payersOf } from "~/diary/fees/queries.server";
import { LAST_DAY, leaveBetween } from "~/diary/leave/queries.server";
import { grantedLeaveOf } from "~/diary/leave/rules";
import { locksOf } from "~/diary/locks/locked-days.server";
import { lockedDays } from "~/diary/locks/rules";
import { sessionsAroundDate, surroundingSessions } from "~/diary/sessions/around.server";
import { returnToDiary, withView } from "~/diary/sessions/diary-pages";
import { findElement, soleElement, usualElement, withSchedules } from "~/diary/sessions/element-choices";
import { newSessionForm } from "~/diary/sessions/form";
import { duplicateDefaults, newSessionDefaults, prefilled } from "~/diary/sessions/form-defaults";
import { lastOutsidePlan, usualOutside } from "~/diary/sessions/outside-plan.server";
import { planTimesOf, withPlanTimes } from "~/diary/sessions/plan-times";
import { planChoices, planRows, sessionRow } from "~/diary/sessions/queries.server";
import { SessionDialog } from "~/diary/sessions/views/session-dialog";
import { addSession } from "~/diary/sessions/write.server";
import { elementChoices, scheduleOfUser } from "~/planning/job-plans/queries.server";
import type { Actor } from "~/platform/context";
import { newRef } from "~/platform/db/columns.server";
import type { FormState } from "~/platform/http/action-result";
import { redirectWithMessage } from "~/platform/http/flash.server";
import { pathTo } from "~/platform/http/path-to";
import { readForm, refuse } from "~/platform/http/read-form.server";
import { answerRefusal } from "~/platform/http/refusal.server";
import { readDate } from "~/platform/time/dates";
import { addDays, londonMoment, londonToday } from "~/platform/time/london";
import { DEFAULT_PROFILE, profileRow } from "~/profile/queries.server";
import { closingAfter, SERIES_DIALOG_CLOSES_MS } from "~/ui/connection/client-action";
import { keyOf, useFormView } from "~/ui/forms/form-state";
import type { Route } from "./+types/session-new";

/**
 * Leave is loaded from so many days before the date, for sessions that are entered late. Later leave is loaded without
 * a limit, since a series is as long as its plan.
 */
const LEAVE_DAYS_BEFORE = 35;

export async function loader(args: Route.LoaderArgs) {
  const { db, user, now } = requireLevel("diary", args);
  const date = readDate(args.url.searchParams.get("date") ?? "") || londonToday(now);
  const [[profile], planned, elements, payers, schedule, [like], near, leave, locks, last] = await db.batch([
    profileRow(db, user.id),
    planRows(db, user.id),
    elementChoices(db, user.id),
    lastPayers(db, user.id),
    scheduleOfUser(db, user.id),
    sessionRow(db, user.id, args.url.searchParams.get("like") ?? ""),
    sessionsAroundDate(db, user.id, date),
    leaveBetween(db, user.id, addDays(date, -LEAVE_DAYS_BEFORE), LAST_DAY),
    locksOf(db, user.id),
    lastOutsidePlan(db, user.id),
  ]);
  const usual = usualOutside(last);
  const plans = withSchedules(planChoices(planned, elements), schedule);
  const { searchParams } = args.url;
  const { default_element_ref, sites } = profile ?? DEFAULT_PROFILE;
  const autoSelects = hasElementChosen(user.level);
  const sole = autoSelects ? soleElement(plans, date) : null;
  const asked = findElement(plans, searchParams.get("element") ?? "")?.element;
  const isOutside = workKind(searchParams.get("element") ?? "") !== null;
  const first = isOutside ? null : (asked ?? sole ?? usualElement(plans, default_element_ref, date));
  const logged = near.map(({ start_at }) => start_at);
  const times = planTimesOf(plans, first?.unique_ref ?? "", date, logged);
  return {
    plans,
    defaults: like
      ? duplicateDefaults(like, date, usual)
      : { ...newSessionDefaults(date, first, times), ...prefilled(searchParams, plans, usual) },
    autoSelects,
    usual,
    sites,
    fee: { saved: null, payers: payersOf(payers), path: null },
    idempotencyKey: newRef(),
    around: surroundingSessions(date, near),
    leave: grantedLeaveOf(leave),
    locks: lockedDays(locks),
    back: returnToDiary(searchParams, date, now),
  };
}

export async function action(args: Route.ActionArgs) {
  const context = requireLevel("diary", args);
  const { now } = context;
  const form = await readForm(args.request, newSessionForm);
  if (!form.ok && form.about === "job_plan_element_unique_ref") return refuse(await filledIn(context, form.state));
  if (!form.ok) return refuse(form.state);
  const { idempotency_key: key, ...answers } = form.value;
  const saved = await addSession(context, { key, fingerprint: form.fingerprint }, answers);
  if (!saved.ok) return answerRefusal(form.state, saved);
  const path =
    form.value.after_save === "case"
      ? withView(
          pathTo("/logbook/session/:sessionRef/case/new/", { sessionRef: saved.sessionRef }),
          args.url.searchParams,
        )
      : returnToDiary(args.url.searchParams, londonMoment(saved.startAt).date, now);
  return redirectWithMessage(args.request, path, saved.message, { undo: saved.undo ?? null });
}

/** Without script: fills in what the plan, or the last work of a kind outside it, has for the date and the element. */
async function filledIn({ db, userId }: Actor, { values, errors }: FormState): Promise<FormState> {
  const [planned, elements, schedule, last] = await db.batch([
    planRows(db, userId),
    elementChoices(db, userId),
    scheduleOfUser(db, userId),
    lastOutsidePlan(db, userId),
  ]);
  const plans = withSchedules(planChoices(planned, elements), schedule);
  return { values: withPlanTimes(values, plans, usualOutside(last)), errors };
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const repeats = (await request.clone().formData()).has("recurring");
  return repeats ? closingAfter(SERIES_DIALOG_CLOSES_MS, serverAction) : serverAction();
}

export default function AddSession({ loaderData, actionData }: Route.ComponentProps) {
  const { plans, defaults, autoSelects, usual, sites, fee, around, leave, locks, idempotencyKey, back } = loaderData;
  const form = useFormView(defaults, actionData?.form);
  return (
    <SessionDialog
      title="Add Session"
      form={form}
      plans={plans}
      stored={null}
      sites={sites}
      fee={fee}
      around={around}
      leave={leave}
      locks={locks}
      autoSelects={autoSelects}
      usual={usual}
      narrowed={actionData !== undefined && form.errors.length === 0}
      hidden={{ idempotency_key: keyOf(form, idempotencyKey) }}
      back={back}
    />
  );
}
