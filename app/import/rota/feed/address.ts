import { ownValue } from "~/platform/http/own-value";
import { longDate } from "~/platform/time/dates";
import { londonToday } from "~/platform/time/london";

const MAX_LETTERS = 2_000;
/** Names that lead to no public server. */
const INSIDE = /(^|\.)(localhost|local|internal|intranet|lan|home|corp|private|test|invalid|onion|arpa)$/;
const LOOPBACK = ["localhost", "127.0.0.1"];

export const ADDRESS_FAULTS = {
  none: "Enter the address of your rota, which begins with webcal:// or https://",
  long: `Enter an address of ${MAX_LETTERS} characters or fewer`,
  scheme: "Enter an address that begins with webcal:// or https://",
  name: "Enter an address without a user name and password before the @",
  port: "Enter an address without a port, such as :8080",
  inside: "Enter an address on the public internet: Daybook cannot open one of a private network",
  own: "Enter the address of your rota: this is Daybook’s own",
} as const;

export interface AddressRules {
  /** Hostnames of Daybook: it never asks itself. */
  own: readonly string[];
  /** Whether a server on this machine may be asked, by http as well: in a local build alone. */
  isLocal: boolean;
}

/** The address that is to be asked, or why it is not: for what was typed, and for each address that a server leads to. */
export function readAddress(typed: string, { own, isLocal }: AddressRules): URL | keyof typeof ADDRESS_FAULTS {
  const given = typed.trim();
  if (given === "") return "none";
  if (given.length > MAX_LETTERS) return "long";
  const url = URL.parse(given.replace(/^webcals?:/i, "https:"));
  if (!url) return "scheme";
  url.hash = "";
  if (isLocal && url.protocol === "http:" && LOOPBACK.includes(url.hostname)) return url;
  if (url.protocol !== "https:") return "scheme";
  if (url.username || url.password) return "name";
  if (url.port) return "port";
  const name = url.hostname.replace(/\.$/, "");
  // Numbers of any spelling are IPv4 by now. Public ones are refused as well: no rota needs one.
  const isNumber = name.startsWith("[") || /^[\d.]+$/.test(name);
  if (isNumber || !name.includes(".") || INSIDE.test(name)) return "inside";
  return own.includes(name) ? "own" : url;
}

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
