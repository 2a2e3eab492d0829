const DAY_MINUTES = 1440;

/**
 * Reads a clock time as a person types it: `8:15`, `08.15`, `8 15`, `0815`, `815`, `8`, `8:`, `5pm`, `5.30 pm`, and
 * `9.5` for half past nine. A comma counts as a point, because some phones have one in its place.
 * @returns minutes from midnight (0 to 1439); null for blank; false for any other text (hours to 23, minutes to 59)
 */
export function readClockTime(text: string): number | null | false {
  const clean = trimmedTime(text);
  if (clean === "") return null;
  const half = /^(\d{1,2})(?:[:. ]?(\d{2}))? ?([ap])\.? ?m\.?$/.exec(clean);
  if (half) {
    const hours = Number(half[1]);
    if (hours < 1 || hours > 12) return false;
    return minuteOf((hours % 12) + (half[3] === "p" ? 12 : 0), Number(half[2] ?? 0));
  }
  const halfPast = /^(\d{1,2})\.5$/.exec(clean);
  if (halfPast) return minuteOf(Number(halfPast[1]), 30);
  const match = /^(\d{1,2})[:. ](\d{2})?$/.exec(clean) ?? /^(\d{1,2})(\d{2})?$/.exec(clean);
  return match ? minuteOf(Number(match[1]), Number(match[2] ?? 0)) : false;
}

/** As `readClockTime`, for an end: 24:00 is the midnight at the end of the day, 1440. */
export function readEndTime(text: string): number | null | false {
  return /^24([:. ]?(00)?)$/.test(trimmedTime(text)) ? DAY_MINUTES : readClockTime(text);
}

/** Removes the spaces of a typed time, except between hours and minutes: 13 0 is not 130. */
function trimmedTime(text: string): string {
  const clean = text.trim().toLowerCase().replaceAll(",", ".");
  return clean.replace(/\s*([:.])\s*/g, "$1").replace(/\s+/g, " ");
}

function minuteOf(hours: number, minutes: number): number | false {
  return hours <= 23 && minutes <= 59 && hours * 60 + minutes;
}

/** `08:15` from minutes since midnight; whole days are dropped, so 1440 + 240 is `04:00`. */
export function clockTime(minute: number): string {
  const inDay = ((minute % 1440) + 1440) % 1440;
  return `${String(Math.floor(inDay / 60)).padStart(2, "0")}:${String(inDay % 60).padStart(2, "0")}`;
}

/** As `clockTime`, for an end on the same day: the midnight at its end is `24:00`. */
export function endTime(minute: number): string {
  return minute === DAY_MINUTES ? "24:00" : clockTime(minute);
}

/** `6 h`, `1 h 30 min`, `45 min`. */
export function hoursAndMinutes(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  if (hours === 0) return `${rest} min`;
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`;
}
