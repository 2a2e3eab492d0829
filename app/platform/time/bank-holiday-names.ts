import { dayOfMonth } from "./dates";
import { type LondonDate, weekday } from "./london";

/** What a bank holiday of the tables is called. A substitute day has the name of the day that it stands for. */
export function bankHolidayName(date: LondonDate): string {
  const day = dayOfMonth(date);
  const [year, month] = [Number(date.slice(0, 4)), Number(date.slice(5, 7))];
  switch (month) {
    case 1:
      return isNewYear(year, day) ? "New Year’s Day" : "2 January";
    case 5:
      return day <= 7 ? "Early May" : "Spring";
    case 6:
      return "World Cup";
    case 7:
      return "Battle of the Boyne";
    case 8:
      return "Summer";
    case 11:
      return "St Andrew’s Day";
    case 12:
      if (day < 25) return "St Andrew’s Day";
      return day === 25 || isChristmas(year, day) ? "Christmas Day" : "Boxing Day";
    default:
      return springName(date, day, month);
  }
}

/** In March and April: St Patrick's is the 17th, or the Monday after; Good Friday is never before the 20th. */
function springName(date: LondonDate, day: number, month: number): string {
  if (month === 3 && day < 20) return "St Patrick’s Day";
  return weekday(date) === 5 ? "Good Friday" : "Easter Monday";
}

/** On a weekend it goes over to the Monday, which is then the first bank holiday of the year. */
function isNewYear(year: number, day: number): boolean {
  return day === 1 || isMondayAfter(`${year}-01-01`, day - 1);
}

function isChristmas(year: number, day: number): boolean {
  return isMondayAfter(`${year}-12-25`, day - 25);
}

/** Whether so many days after a weekend date is where its substitute lies. */
function isMondayAfter(holiday: LondonDate, later: number): boolean {
  const day = weekday(holiday);
  return day > 5 && day + later === 8;
}

/** The days of those that lie on one date of every year, in the words of `bankHolidayName`. */
const FIXED: Record<string, string> = {
  "New Year’s Day": "01-01",
  "2 January": "01-02",
  "St Patrick’s Day": "03-17",
  "Battle of the Boyne": "07-12",
  "St Andrew’s Day": "11-30",
  "Christmas Day": "12-25",
  "Boxing Day": "12-26",
};

/** Whether a bank holiday stands for one that fell on a weekend. */
export function isSubstitute(date: LondonDate): boolean {
  const own = FIXED[bankHolidayName(date)];
  return own !== undefined && own !== date.slice(5);
}
