/**
 * Reads a clock time as a person types it: `8:15`, `08.15`, `0815`, `815`, `8`. Returns minutes from
 * midnight (0 to 1439), null for blank, false for what is no clock time (hours to 23, minutes to 59).
 */
export function readClockTime(text: string): number | null | false {
  const clean = text.trim().replace(/\s+/g, "");
  if (clean === "") return null;
  const match = /^(\d{1,2})[:.](\d{2})$/.exec(clean) ?? /^(\d{1,2})(\d{2})?$/.exec(clean);
  if (!match) return false;
  const hours = Number(match[1]);
  const minutes = Number(match[2] ?? 0);
  return hours > 23 || minutes > 59 ? false : hours * 60 + minutes;
}

/** `08:15` from minutes since midnight; whole days are left out, so 1440 + 240 is `04:00`. */
export function clockTime(minute: number): string {
  const inDay = ((minute % 1440) + 1440) % 1440;
  return `${String(Math.floor(inDay / 60)).padStart(2, "0")}:${String(inDay % 60).padStart(2, "0")}`;
}

/** `6 h`, `1 h 30 min`, `45 min`. */
export function hoursAndMinutes(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  if (hours === 0) return `${rest} min`;
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`;
}
