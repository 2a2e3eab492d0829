import { data } from "react-router";
import { requireLevel } from "~/account/guard.server";
import { lockForm } from "~/diary/locks/form";
import { lockedPeriodsOf, lockPeriod, unlockPeriod } from "~/diary/locks/queries.server";
import { formatStillLocked, isLocked, LOCKED_PERIODS, lockableDays } from "~/diary/locks/rules";
import { ConfirmLock, ConfirmUnlock } from "~/diary/locks/views/confirm-lock";
import { LockedList } from "~/diary/locks/views/locked-list";
import { dateRange } from "~/planning/job-plans/plan-dates";
import { redirectWithMessage } from "~/platform/http/flash.server";
import { readForm, refuse } from "~/platform/http/read-form.server";
import { readDate } from "~/platform/time/dates";
import { formatMoment } from "~/platform/time/instants";
import { londonToday } from "~/platform/time/london";
import { formView } from "~/ui/forms/form-state";
import type { Route } from "./+types/locked-periods";

const NOT_OVER = "You can lock days once they are over. Choose a report of days before today";

/**
 * Lists the locked periods. With `?from=&until=` it asks whether to lock these days, with `?unlock=` whether to unlock
 * that period.
 */
export async function loader(args: Route.LoaderArgs) {
  const { db, userId, now } = requireLevel("diary", args);
  const periods = await lockedPeriodsOf(db, userId);
  const search = args.url.searchParams;
  const [date_start, date_end] = ["from", "until"].map((name) => readDate(search.get(name) ?? ""));
  const days = date_start && date_end ? lockableDays({ date_start, date_end }, londonToday(now)) : null;
  const going = periods.find(({ unique_ref }) => unique_ref === search.get("unlock"));
  return {
    lock:
      days && !isLocked(days, periods) ? { from: days.date_start, until: days.date_end, words: dateRange(days) } : null,
    unlock: going
      ? {
          lock: going.unique_ref,
          words: dateRange(going),
          stillLocked: formatStillLocked(going, othersThan(going, periods)),
        }
      : null,
    periods: periods.map((period) => ({
      ref: period.unique_ref,
      words: dateRange(period),
      when: formatMoment(period.locked_at, now),
      path: `${LOCKED_PERIODS}?unlock=${period.unique_ref}`,
    })),
  };
}

export async function action(args: Route.ActionArgs) {
  const context = requireLevel("diary", args);
  const form = await readForm(args.request, lockForm);
  if (!form.ok) return refuse(form.state);
  const { db, userId, now } = context;
  if (form.value.intent === "lock") {
    const { from, until } = form.value;
    const days = lockableDays({ date_start: from, date_end: until }, londonToday(now));
    if (days?.date_end !== until) return refuse(form.state, { "": NOT_OVER });
    await lockPeriod(context, args.request, days);
    return redirectWithMessage(args.request, LOCKED_PERIODS, `${dateRange(days)} locked`);
  }
  const { lock } = form.value;
  const periods = await lockedPeriodsOf(db, userId);
  const period = periods.find(({ unique_ref }) => unique_ref === lock);
  if (!period) throw data(null, { status: 404 });
  await unlockPeriod(context, args.request, period);
  const said = [`${dateRange(period)} unlocked`, ...formatStillLocked(period, othersThan(period, periods))];
  return redirectWithMessage(args.request, LOCKED_PERIODS, said.join(". "));
}

function othersThan<Period extends { unique_ref: string }>(period: Period, periods: readonly Period[]): Period[] {
  return periods.filter(({ unique_ref }) => unique_ref !== period.unique_ref);
}

export default function LockedPeriodsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { lock, unlock, periods } = loaderData;
  const form = formView({}, actionData?.form);
  if (lock) return <ConfirmLock form={form} {...lock} back="/reports/" />;
  if (unlock) return <ConfirmUnlock form={form} {...unlock} back={LOCKED_PERIODS} />;
  return <LockedList form={form} periods={periods} />;
}
