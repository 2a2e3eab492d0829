/**
 * London's clocks and the national PA rules of England from April 2026 to November 2027, told again in the plainest way: what
 * the model calculates with must not be the code that it judges. Days count from 1 January 1970.
 */
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

const CHANGES = ["2026-03-29", "2026-10-25", "2027-03-28", "2027-10-31"].map((date) => Date.parse(`${date}T01:00:00Z`));
const BANK_HOLIDAYS = "2026-12-25 2026-12-28 2027-01-01 2027-03-26 2027-03-29 2027-05-03 2027-05-31 2027-08-30"
  .split(" ")
  .map(dayOf);

export function dayOf(date: string): number {
  return Date.parse(`${date}T00:00:00Z`) / DAY;
}

export function dateOf(day: number): string {
  return new Date(day * DAY).toISOString().slice(0, 10);
}

/** Monday is 0. */
export function weekdayOf(day: number): number {
  return (day + 3) % 7;
}

export function isBankHoliday(day: number): boolean {
  return BANK_HOLIDAYS.includes(day);
}

function ahead(instant: number): number {
  return CHANGES.filter((change) => change <= instant).length % 2 === 1 ? HOUR : 0;
}

/** What the clocks show, as milliseconds from 1 January 1970. */
function shown(instant: number): number {
  return instant + ahead(instant);
}

export function dayAt(instant: number): number {
  return Math.floor(shown(instant) / DAY);
}

export function minuteAt(instant: number): number {
  return Math.floor((shown(instant) % DAY) / MINUTE);
}

/** No time between one and two in the morning, which the clocks may skip or show twice. */
export function instantAt(day: number, minute: number): number {
  const wall = day * DAY + minute * MINUTE;
  return wall - ahead(wall - HOUR);
}

export interface Worked {
  standard: number;
  premium: number;
}

/** Four hours of the day make a PA; three where it is evening, night, weekend or bank holiday. */
export function workedBetween(start: number, end: number): Worked {
  const worked: Worked = { standard: 0, premium: 0 };
  for (let instant = start; instant < end; instant += 30 * MINUTE) {
    const [day, minute] = [dayAt(instant), minuteAt(instant)];
    const plain = weekdayOf(day) < 5 && !isBankHoliday(day) && minute >= 7 * 60 && minute < 19 * 60;
    worked[plain ? "standard" : "premium"] += 30;
  }
  return worked;
}

export function unitsOf({ standard, premium }: Worked): number {
  return standard * 15 + premium * 20;
}
