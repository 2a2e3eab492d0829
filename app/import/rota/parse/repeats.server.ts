import ICAL from "ical.js";
import type { LondonDate } from "~/platform/time/london";
import { lineValue } from "./lines";
import { instantOf, type Moment, readMoment } from "./moments.server";

/** What the rules of one file may cost together, in steps of a daily rule. */
export interface Budget {
  left: number;
}

export const REPEATS_BUDGET = 100_000;
const COST_OF_STEP: Readonly<Record<string, number>> = { MONTHLY: 20 };
const COST_OF_MONTH = 10;
const COST_OF_YEAR = 20;

type Rule = InstanceType<typeof ICAL.Recur>;
type Options = ConstructorParameters<typeof ICAL.RecurIterator>[0];

/** Programs write an end such as 99991231 for none; in a leap year, since it may be a 29 February. */
const AFTER_EVERY_DATE = /^(2[1-9]|[3-9]\d)\d\d(?=\d{4})/;
const FAR_AHEAD = "2096";

class PastLastYear extends Error {}
class BudgetSpent extends Error {}

/** The library's iterator, stopped after a year: by itself it looks for ever for days that a rule never has. */
class BoundedIterator extends ICAL.RecurIterator {
  private declare bounds: { lastYear: number; budget: Budget };

  override fromData(options: Options & { bounds: { lastYear: number; budget: Budget } }) {
    this.bounds = options.bounds;
    super.fromData(options);
  }

  override check_contracting_rules() {
    this.pay(COST_OF_STEP[this.rule.freq] ?? 1);
    return super.check_contracting_rules();
  }

  override increment_month() {
    this.pay(COST_OF_MONTH);
    super.increment_month();
  }

  override increment_year(by: number) {
    this.pay(COST_OF_YEAR);
    super.increment_year(by);
  }

  private pay(cost: number) {
    const { lastYear, budget } = this.bounds;
    if (this.last.year > lastYear) throw new PastLastYear();
    budget.left -= cost;
    if (budget.left < 0) throw new BudgetSpent();
  }
}

/** Whether the library, version 2.2.1, gives other days for a rule than RFC 5545: compared rule by rule with another. */
function isMisread({ freq, interval, parts }: Rule, start: LondonDate): boolean {
  const of = (name: string) => (parts as Readonly<Record<string, (string | number)[]>>)[name];
  const [days, dates, months, places] = ["BYDAY", "BYMONTHDAY", "BYMONTH", "BYSETPOS"].map(of);
  const fromEnd = dates?.some((date) => Number(date) < 0) ?? false;
  if (of("BYWEEKNO") || days?.some((day) => /\d\d/.test(String(day)))) return true;
  if (places) return freq !== "MONTHLY" || !days || dates !== undefined || days.some((day) => /\d/.test(String(day)));
  if (freq === "DAILY") return fromEnd;
  const isOften = ["BYHOUR", "BYMINUTE", "BYSECOND"].some((name) => (of(name)?.length ?? 0) > 1);
  if (freq === "MONTHLY") {
    if (isOften || (days && fromEnd) || (interval > 1 && (months || (days && dates)))) return true;
    return months !== undefined && !months.includes(Number(start.slice(5, 7)));
  }
  if (freq !== "YEARLY") return false;
  if (isOften || (dates && (!months || days))) return true;
  const shortest = Math.min(...(months ?? []).map((month) => ICAL.Time.daysInMonth(Number(month), 2027)));
  const given = days ? [] : (dates ?? [start.slice(8)]).map(Number);
  return months !== undefined && given.some((date) => date < 1 || date > shortest);
}

/**
 * Returns the times from `from` to `until` at which an event recurs, by the clocks of its time zone; null for a rule
 * that cannot be read.
 * @param line the whole RRULE
 */
export function repeatMoments(
  line: string,
  start: Moment,
  { from, until }: { from: LondonDate; until: LondonDate },
  budget: Budget,
): Moment[] | null {
  const found: Moment[] = [];
  try {
    const text = lineValue(line);
    // UNTIL is evaluated here: the library compares clock times of different zones.
    const [, last] = /(?:^|;)UNTIL=([^;]*)/i.exec(text) ?? [];
    const end = last === undefined ? null : readMoment(last.replace(AFTER_EVERY_DATE, FAR_AHEAD), undefined);
    if (last !== undefined && !end) return null;
    const rule = ICAL.Recur.fromString(text.replace(/(^|;)UNTIL=[^;]*/i, "").replace(/^;/, ""));
    if (isMisread(rule, start.date)) return null;
    const bounds = { lastYear: Number(until.slice(0, 4)), budget };
    const steps = new BoundedIterator({ rule, dtstart: timeOf(start), bounds } as Options);
    for (let time = steps.next(); time; time = steps.next()) {
      const date = time.toString().slice(0, 10);
      const moment = { ...start, date, minute: start.minute === null ? null : time.hour * 60 + time.minute };
      if (date > until || (end && isAfter(moment, end))) return found;
      if (date >= from && date >= start.date) found.push(moment);
    }
    return found;
  } catch (error) {
    return error instanceof PastLastYear ? found : null;
  }
}

function timeOf({ date, minute }: Moment) {
  const [year, month, day] = date.split("-").map(Number);
  return minute === null
    ? ICAL.Time.fromDateString(date)
    : new ICAL.Time(
        { year, month, day, hour: Math.floor(minute / 60), minute: minute % 60 },
        ICAL.Timezone.localTimezone,
      );
}

function isAfter(moment: Moment, end: Moment): boolean {
  return end.minute === null ? moment.date > end.date : instantOf(moment) > instantOf(end);
}
