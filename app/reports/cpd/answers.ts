import { ukDate } from "~/platform/time/dates";
import type { LondonDate } from "~/platform/time/london";
import { domainsOf } from "../domains";
import { cpdHours } from "./kinds";

export function newCpdAnswers(today: LondonDate) {
  return { day: ukDate(today), hours: "", title: "", type: "", domains: [], reflection: "" };
}

interface Saved {
  day: LondonDate;
  minutes: number;
  type: string;
  domains: string;
  version: number;
}

/** An entry as its form shows it. @param texts opened */
export function cpdAnswersOf(
  { day, minutes, type, domains, version }: Saved,
  { title, reflection }: { title: string; reflection: string },
) {
  return {
    ...{ version: String(version), day: ukDate(day), hours: typedHours(minutes), title, type, reflection },
    domains: domainsOf(domains).map(String),
  };
}

/** As it may be typed again: `1.5`; minutes that make no two decimals as a length of time, `1:20`. */
function typedHours(minutes: number): string {
  const hours = cpdHours(minutes);
  if (Number(hours) * 60 === minutes) return hours;
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}`;
}
