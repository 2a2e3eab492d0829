import { ownValue } from "~/platform/http/own-value";
import { longDate } from "~/platform/time/dates";
import { londonToday } from "~/platform/time/london";

const FAULTS = {
  slow: "did not answer within 10 seconds",
  unreachable: "could not be reached",
  redirect: "led to an address that Daybook does not open",
  large: "answered with more than 2 MB",
  calendar: "answered with something that is not a calendar Daybook can read",
  events: "answered with a calendar of too many events",
} as const;

/** Why a rota could not be read: one of these, or the status that the server answered. */
export type FeedFault = keyof typeof FAULTS | `${number}`;

/** `The address answered 404 on 28 November 2026`. */
export function formatFault(fault: string, at: number): string {
  return `The address ${ownValue(FAULTS, fault) ?? `answered ${fault}`} on ${longDate(londonToday(at))}`;
}
