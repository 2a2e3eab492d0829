/** A clock time, minutes since midnight. `zone`: it named a zone, and was taken as it stands. */
export interface Clock {
  minute: number;
  zone: boolean;
}

const WITH_MINUTES =
  /^(\d{1,2})[:.](\d{2})(?:[:.](\d{2})(?:[:.,]\d{1,9})?)?\s?([ap]\.?m\.?)?\s?(z|utc|gmt|bst|[+-]\d{2}:?\d{2})?$/;
const DIGITS = /^(\d{1,2})(\d{2})\s?(?:h|hrs?|hours)?\s?([ap]\.?m\.?)?$/;
const HOUR_OF_HALF = /^(\d{1,2})\s?([ap]\.?m\.?)$/;
/** Of a day, as spreadsheets store times. */
const FRACTION = /^0?\.(?:\d|\d{3,})$/;
/** Could be a fraction of a day as well as minutes past midnight. */
const UNSURE = /^0?\.\d{2}$/;

/** Reads `0815`, `815`, `8:15`, `08.15`, `08:15:00`, `8:15 AM`; false for what is no clock time (`24:00` is none). */
export function readClock(cell: string): Clock | false {
  const text = cell.trim().toLowerCase();
  if (text.length > 40 || UNSURE.test(text)) return false;
  if (FRACTION.test(text)) return clock(0, Math.floor(Number(text) * 1440 + 0.5), "", false);
  const parts = WITH_MINUTES.exec(text);
  if (parts) {
    if (Number(parts[3] ?? 0) > 59 || Number(parts[2]) > 59) return false;
    return clock(Number(parts[1]), Number(parts[2]), parts[4], parts[5] !== undefined);
  }
  const digits = DIGITS.exec(text);
  if (digits) return Number(digits[2]) < 60 && clock(Number(digits[1]), Number(digits[2]), digits[3], false);
  const hour = HOUR_OF_HALF.exec(text);
  return hour ? clock(Number(hour[1]), 0, hour[2], false) : false;
}

function clock(hours: number, minutes: number, half: string | undefined, zone: boolean): Clock | false {
  if (half && (hours < 1 || hours > 12)) return false;
  const hour = half ? (hours % 12) + (half.startsWith("p") ? 12 : 0) : hours;
  const minute = hour * 60 + minutes;
  return minute < 1440 && { minute, zone };
}
