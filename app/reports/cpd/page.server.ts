import { addUpAsShown } from "~/planning/job-plans/shown-units";
import type { Actor } from "~/platform/context";
import { formatList } from "~/platform/time/counted";
import { longDate, shortDate } from "~/platform/time/dates";
import type { LondonDate } from "~/platform/time/london";
import { DEFAULT_PROFILE, profileRow } from "~/profile/queries.server";
import { domainsOf } from "~/reports/appraisal";
import { type AppraisalYear, appraisalYear, appraisalYearOf } from "~/reports/document/period";
import { CPD_HOURS_EXPECTED, cpdHours, doneAndBooked, formatCpdType, hundredthsOfHours, minutesOf } from "./kinds";
import { cpdMonths, cpdTextsShown, cpdWithin } from "./queries.server";

/**
 * Reads the CPD page of an appraisal year.
 * @param asked the calendar year in which the appraisal year begins, from the address; null for the current one
 */
export async function cpdPage(
  { db, cipher, userId }: Pick<Actor, "db" | "userId" | "cipher">,
  asked: number | null,
  today: LondonDate,
) {
  // The month in which an appraisal year begins is read in the same batch: these dates include every possible year.
  const thisYear = Number(today.slice(0, 4));
  const [[profile = DEFAULT_PROFILE], months, rows] = await db.batch([
    profileRow(db, userId),
    cpdMonths(db, userId, today),
    cpdWithin(db, userId, `${asked ?? thisYear - 1}-01-01`, `${(asked ?? thisYear) + 2}-01-01`),
  ]);
  const current = appraisalYearOf(today, profile.appraisal_month);
  const year = asked === null ? current : appraisalYear(asked, profile.appraisal_month);
  const shown = rows.filter(({ day }) => day >= year.begins && day <= year.ends);
  const { done, booked } = doneAndBooked(shown, today);
  const total = minutesOf(done);
  return {
    year: year.year,
    label: year.label,
    dates: `${longDate(year.begins)} to ${longDate(year.ends)}`,
    hours: cpdHours(total),
    /** Whether the hours of the entries add up to something else, because each is rounded. */
    rounded: ![done, booked].every((entries) =>
      addUpAsShown(
        entries.map(({ minutes }) => minutes),
        hundredthsOfHours,
      ),
    ),
    left: cpdHours(Math.max(0, CPD_HOURS_EXPECTED * 60 - total)),
    over: cpdHours(Math.max(0, total - CPD_HOURS_EXPECTED * 60)),
    booked: cpdHours(minutesOf(booked)),
    years: yearTotals(months, current, year),
    entries: await Promise.all(
      shown.map(async (row) => {
        const { title, reflection } = await cpdTextsShown(cipher, row);
        return {
          ref: row.unique_ref,
          date: shortDate(row.day),
          hours: cpdHours(row.minutes),
          type: formatCpdType(row.type),
          domains: shortDomains(row.domains),
          isBooked: row.day > today,
          title,
          reflected: reflection !== "",
        };
      }),
    ),
  };
}

/** `Domains 1 and 3`: a line has no room for their names. */
function shortDomains(stored: string): string {
  const domains = domainsOf(stored).map(String);
  if (domains.length === 0) return "";
  return `${domains.length === 1 ? "Domain" : "Domains"} ${formatList(domains)}`;
}

export type CpdPage = Awaited<ReturnType<typeof cpdPage>>;

/** The hours of each appraisal year that has any, of the current year and of the year that is shown; newest first. */
function yearTotals(
  months: readonly { month: string; minutes: number }[],
  current: AppraisalYear,
  shown: AppraisalYear,
): { year: number; label: string; hours: string }[] {
  const month = Number(current.begins.slice(5, 7));
  const minutes = new Map([current, shown].map(({ year }) => [year, 0]));
  for (const each of months) {
    const { year } = appraisalYearOf(`${each.month}-01`, month);
    minutes.set(year, (minutes.get(year) ?? 0) + each.minutes);
  }
  return [...minutes]
    .toSorted(([one], [other]) => other - one)
    .map(([year, sum]) => ({ year, label: appraisalYear(year, month).label, hours: cpdHours(sum) }));
}
