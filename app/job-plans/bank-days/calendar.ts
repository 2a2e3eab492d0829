import type { BankCalendar, BankHolidayRegion } from "~/time/bank-holidays";
import type { LondonDate } from "~/time/london";

/** A bank holiday of a user's own (`is_off`), or one of the region that is none there. */
export interface LocalBankDay {
  day: LondonDate;
  is_off: boolean;
}

/** The bank holidays that somebody really has. */
export function calendarOf(region: BankHolidayRegion, local: readonly LocalBankDay[]): BankCalendar {
  return {
    region,
    added: local.filter(({ is_off }) => is_off).map(({ day }) => day),
    removed: local.filter(({ is_off }) => !is_off).map(({ day }) => day),
  };
}
