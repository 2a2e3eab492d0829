import type { Profile } from "~/profile/queries.server";
import { sessionMinutes, type TimedSession } from "~/progress/minutes";
import type { Measure } from "~/progress/types";
import { minutes, pas } from "../cells";
import type { Figure } from "../types";

/** Progress, and work in reports, are in what the profile says. */
export function measureOf({ units }: Pick<Profile, "units">): Measure {
  return units === "hours" ? "hours" : "pas";
}

/** Whole units of a measure. */
export function unitsCell(units: number, measure: Measure): Figure {
  return measure === "pas" ? pas(units) : minutes(units);
}

export function unitsOfSession(session: TimedSession, measure: Measure): number {
  return measure === "pas" ? session.pa_units : sessionMinutes(session);
}

/** As a head names it: `PAs`. */
export function unitWord(measure: Measure): "PAs" | "hours" {
  return measure === "pas" ? "PAs" : "hours";
}
