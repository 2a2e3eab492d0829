import { addDays, type LondonDate } from "~/platform/time/london";

interface End {
  end: number | null;
  /** Where the session ends on a date of its own. */
  endDate: LondonDate | null;
}

/** An end at 24:00 is 00:00 of the day after: of the date that was given for it, else of what follows the start. */
export function readEnd({ end, endDate }: End): End {
  return end === 1440 ? { end: 0, endDate: endDate && addDays(endDate, 1) } : { end, endDate };
}
