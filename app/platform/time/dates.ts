import { addDays, daysBetween, type LondonDate, londonMoment, mondayOf, weekday } from "./london";

/** Names of a calendar's parts, in the language of the product. */
const monthNames = /* @__PURE__ */ new Intl.DateTimeFormat("en-GB", { month: "long", timeZone: "UTC" });
const weekdayNames = /* @__PURE__ */ new Intl.DateTimeFormat("en-GB", { weekday: "long", timeZone: "UTC" });

/** January to December. */
export const MONTHS = /* @__PURE__ */ Array.from({ length: 12 }, (_, month) =>
  monthNames.format(Date.UTC(2001, month)),
);
/** Monday to Sunday: 1 January 2001 was a Monday. */
const WEEKDAYS = /* @__PURE__ */ Array.from({ length: 7 }, (_, day) => weekdayNames.format(Date.UTC(2001, 0, day + 1)));

/** The years that the date picker offers (specification section 9). */
export const FIRST_YEAR = 1900;
export const LAST_YEAR = 2099;

/**
 * Reads a date as a person types it: `3/4/26`, `03-04-2026`, `3.4.26`, `030426` and `03042026` (for the numeric keypad
 * of a phone), `3 Apr 2026`, `3 Apr` of the year that is nearest to `today`, and ISO `2026-04-03`.
 * @returns null for blank; false for text that is not a real date from 1900 to 2099 (specification section 5: one digit
 * is padded, a two-digit year gets 20 in front)
 */
export function readDate(text: string, today = todayOfPage()): LondonDate | null | false {
  const clean = text.trim().replace(/\s+/g, " ");
  if (clean === "") return null;
  const { day, month, year } = dateParts(clean) ?? { day: 0, month: 0, year: 0 };
  return year === null ? nearest(day, month, today) : realDate(year, month, day);
}

/**
 * For a day after the end of its month, the length of the month: `February 2026 has 28 days`; null for any other fault.
 */
export function missingDay(text: string): string | null {
  const { day, month, year } = dateParts(text.trim().replace(/\s+/g, " ")) ?? { day: 0, month: 0, year: 0 };
  const most = month < 1 || month > 12 ? 0 : new Date(Date.UTC(year ?? 2000, month, 0)).getUTCDate();
  if (most === 0 || day <= most || (year !== null && !realDate(year, month, 1))) return null;
  return `${MONTHS[month - 1]}${month === 2 && year !== null ? ` ${year}` : ""} has ${most} days`;
}

/**
 * Day, month and year of a typed date; the year is null where it is left out after the name of a month. Null for text
 * of another form.
 */
function dateParts(clean: string): { day: number; month: number; year: number | null } | null {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(clean);
  const digits = /^(\d{2})(\d{2})(\d{2}|\d{4})$/.exec(clean)?.slice(1);
  const [day = "", month = "", year, ...more] = iso?.slice(1).reverse() ?? digits ?? clean.split(/\s*[/.,\- ]\s*/);
  if (!/^\d{1,2}$/.test(day) || more.length > 0) return null;
  const known = { day: Number(day), month: readMonth(month) };
  if (year === undefined) return /^\d/.test(month) || known.month === 0 ? null : { ...known, year: null };
  return /^(\d{2}|\d{4})$/.test(year) ? { ...known, year: Number(year.length === 2 ? `20${year}` : year) } : null;
}

/** The date of last, this or next year that is nearest to `today`; false when there is none, or `today` is unknown. */
function nearest(day: number, month: number, today: LondonDate | null): LondonDate | false {
  if (today === null) return false;
  const year = Number(today.slice(0, 4));
  const real = [year, year - 1, year + 1].map((each) => realDate(each, month, day)).filter((date) => date !== false);
  const away = (date: LondonDate) => Math.abs(daysBetween(today, date));
  return real.sort((one, other) => away(one) - away(other))[0] ?? false;
}

/** As `readDate`, and also reads an instant in ISO 8601: its day in London. */
export function readDateOrInstant(text: string): LondonDate | null | false {
  if (!/^\d{4}-\d{2}-\d{2}T/.test(text)) return readDate(text);
  // Date.parse would turn 30 February into a day of March.
  if (readDate(text.slice(0, 10)) === false) return false;
  const instant = Date.parse(text);
  return Number.isNaN(instant) ? false : readDate(londonMoment(instant).date);
}

/** The number of a month, from its number or at least three letters of its name; 0 for other text. */
export function readMonth(text: string): number {
  if (/^\d{1,2}$/.test(text)) return Number(text);
  if (text.length < 3) return 0;
  return MONTHS.findIndex((name) => name.toLowerCase().startsWith(text.toLowerCase())) + 1;
}

/** A date from 1900 to 2099; false when it does not exist. */
export function realDate(year: number, month: number, day: number): LondonDate | false {
  if (year < FIRST_YEAR || year > LAST_YEAR) return false;
  // A day or a month that does not exist becomes one of another month.
  if (new Date(Date.UTC(year, month - 1, day)).getUTCMonth() !== month - 1) return false;
  return `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
}

/**
 * Serial numbers of 1 March 1900 and 31 December 2099. Before the first, spreadsheets count a 29 February 1900 that did
 * not exist.
 */
const FIRST_SERIAL = 61;
const LAST_SERIAL = 73_050;

/** The date that a spreadsheet stores as a number of days since 30 December 1899; false outside March 1900 to 2099. */
export function dateOfSerial(serial: number): LondonDate | false {
  const days = Math.floor(serial);
  return days >= FIRST_SERIAL && days <= LAST_SERIAL && addDays("1899-12-30", days);
}

/** `17/11/2026`: the format of forms (specification section 3.4). */
export function ukDate(date: LondonDate): string {
  const { year, month, day } = parts(date);
  return `${String(day).padStart(2, "0")}/${String(month).padStart(2, "0")}/${year}`;
}

/** `17 November 2026`. */
export function longDate(date: LondonDate): string {
  const { year, month, day } = parts(date);
  return `${day} ${MONTHS[month - 1]} ${year}`;
}

/** `November 2026`. */
export function monthName(date: LondonDate): string {
  const { year, month } = parts(date);
  return `${MONTHS[month - 1]} ${year}`;
}

/** `Tue 17 Nov 2026`; without the year `Tue 17 Nov`. */
export function shortDate(date: LondonDate, withYear = true): string {
  const { year, month, day } = parts(date);
  return `${weekdayName(date).slice(0, 3)} ${day} ${MONTHS[month - 1]?.slice(0, 3)}${withYear ? ` ${year}` : ""}`;
}

/** `Tuesday 17 November 2026`. */
export function fullDate(date: LondonDate): string {
  return `${weekdayName(date)} ${longDate(date)}`;
}

export function weekdayName(date: LondonDate): string {
  return WEEKDAYS[weekday(date) - 1] as string;
}

/** Name of an ISO weekday, 1 (Monday) to 7 (Sunday). */
export function nameOfWeekday(isoWeekday: number): string {
  return WEEKDAYS[isoWeekday - 1] as string;
}

/** Heading of the week that holds `date`: `16 – 22 November 2026`, `28 September – 4 October 2026`. */
export function weekHeading(date: LondonDate): string {
  const first = parts(mondayOf(date));
  const last = parts(addDays(mondayOf(date), 6));
  const end = `${last.day} ${MONTHS[last.month - 1]} ${last.year}`;
  if (first.year !== last.year) return `${first.day} ${MONTHS[first.month - 1]} ${first.year} – ${end}`;
  if (first.month !== last.month) return `${first.day} ${MONTHS[first.month - 1]} – ${end}`;
  return `${first.day} – ${end}`;
}

export function dayOfMonth(date: LondonDate): number {
  return parts(date).day;
}

function parts(date: LondonDate): { year: number; month: number; day: number } {
  const [year, month, day] = date.split("-").map(Number) as [number, number, number];
  return { year, month, day };
}

let todaySource = (): LondonDate | null => null;

/**
 * The day of the request: in a browser that of the document, on the server that of the current request. It only decides
 * which year a date without one means: fields are read far from the request and its clock.
 */
function todayOfPage(): LondonDate | null {
  return typeof document === "undefined" ? todaySource() : (document.documentElement.dataset.today ?? null);
}

/**
 * Sets the source of the day on the server; called once. The source finds the current request, because the server
 * handles several at a time.
 */
export function setTodaySource(source: () => LondonDate | null): void {
  todaySource = source;
}
