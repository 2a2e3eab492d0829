import { showPa } from "~/planning/job-plans/pa-rules";
import { dateRange, planTitle } from "~/planning/job-plans/plan-dates";
import type { ElementWithTimes } from "~/planning/job-plans/queries.server";
import { formatWhen } from "~/planning/job-plans/schedule";
import type { JobPlan } from "~/planning/job-plans/table.server";
import { checkAgainst, inShownParts, shownSums, weeklyPaUnits } from "~/planning/job-plans/weekly";
import { longDate } from "~/platform/time/dates";
import { addDays, type LondonDate, londonMoment } from "~/platform/time/london";
import type { ChangeEffect, NextElement } from "./change-plan";

/** `Job plan 2026/27`, or with its first day where a plan of that year has this title. */
export function titleOf(plans: readonly Pick<JobPlan, "title">[], from: LondonDate): string {
  const title = planTitle(from);
  return plans.some((plan) => plan.title === title) ? `${title} from ${longDate(from)}` : title;
}

type State = "As before" | "Changed" | "New" | "Dropped";

interface ChangedPlan {
  source: JobPlan;
  before: readonly ElementWithTimes[];
  plan: Pick<
    JobPlan,
    "title" | "date_start" | "date_end" | "weeks_per_year_tenths" | "contracted_pa_units" | "pa_rules"
  >;
  next: readonly NextElement[];
  effect: ChangeEffect;
}

export type ShownChange = ReturnType<typeof shownChange>;

/** What a change does, in words and figures, for the page and for the button that does exactly this. */
export function shownChange({ source, before, plan, next, effect }: ChangedPlan, shown: string) {
  const own = before.filter(({ active }) => active);
  const weighed = next.map((each) => {
    const { counts_to_balance } = each.toAdd.element;
    return { ...each, counts_to_balance, weekly_pa_units: weeklyPaUnits({ ...each.toAdd.element, ...each }, plan) };
  });
  const [was, is] = [shownSums(own).total, shownSums(weighed).total];
  const elements = inShownParts(weighed).map((each) => {
    const old = own.find(({ unique_ref }) => unique_ref === each.origin);
    const isSame = old && !each.hasNewTimes && old.stated_pa_units === each.toAdd.element.stated_pa_units;
    const made = effect.lines.filter(({ element }) => element.unique_ref === each.unique_ref);
    const { occurrences_per_year } = each.toAdd.element;
    return {
      name: each.description,
      state: (old ? (isSame ? "As before" : "Changed") : "New") as State,
      when: formatWhen({ pattern: each.pattern, occurrences_per_year }, each.schedule),
      pa: showPa(each.weekly_pa_units),
      moved: effect.moved.find(({ element }) => element.unique_ref === each.unique_ref)?.sessions.length ?? 0,
      made: made.flatMap(({ spans }) => spans.map(({ startAt }) => londonMoment(startAt).date)).sort(),
    };
  });
  const dropped = own
    .filter(({ unique_ref }) => next.every(({ origin }) => origin !== unique_ref))
    .map(({ description, schedule, ...element }) => ({
      ...{ name: description, state: "Dropped" as State, when: formatWhen(element, schedule), pa: null, made: [] },
      moved: effect.archived.find(({ ref }) => ref === element.unique_ref)?.sessions.length ?? 0,
    }));
  const isCut = source.date_end === null || source.date_end >= plan.date_start;
  return {
    ...{ title: plan.title, dates: dateRange(plan), shown },
    ends: isCut ? `${source.title} ends on ${longDate(addDays(plan.date_start, -1))}.` : null,
    contracted: { was: showPa(source.contracted_pa_units), is: showPa(plan.contracted_pa_units) },
    week: { was: showPa(was), is: showPa(is) },
    check: checkAgainst(is, plan.contracted_pa_units),
    elements: [...elements, ...dropped],
    gone: effect.gone.map(({ ref, description, sessions, isRemoved }) => ({
      ...{ ref, description, isRemoved },
      dates: sessions.map(({ start_at }) => londonMoment(start_at).date).sort(),
    })),
    /** Elements of which sessions stay that are no longer planned. */
    archived: dropped.filter(({ moved }) => moved > 0).map(({ name }) => name),
    skipped: [...new Set(effect.lines.flatMap((line) => line.skipped))].sort(),
    away: [...new Set(effect.lines.flatMap((line) => line.away))].sort(),
  };
}
