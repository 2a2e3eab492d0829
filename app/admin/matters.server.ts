import type { Look } from "~/mail/keeper.server";
import { MATTERS } from "~/mail/matters";
import type { Database } from "~/platform/db/database.server";
import { MAX_BYTES, readSizes, type regionSizes } from "~/platform/db/region-sizes.server";
import type { Place } from "~/platform/places";
import { checkDatabases, type HealthCheck, inTime, type World } from "./health.server";

/** Of the largest database of D1, or of the users that the settings allow: here a region closes to new users. */
const FULL_PERCENT = 85;
/** The part of that at which whoever runs Daybook is told that it is filling. */
const FILLING = 70 / 85;
/** Below this part it begins anew, if it was emptied: users who come and go at a mark cause no mail each. */
const BEGINS_ANEW = 50 / 85;

/** Looks at the five things of which whoever runs Daybook is told. */
export async function lookForMatters(
  world: Pick<World, "regions" | "now" | "limitMs">,
  { commonDb, places }: { commonDb: Database; places: readonly SizedPlace[] },
): Promise<Look[]> {
  const [found, sizes] = await Promise.all([
    checkDatabases(world),
    inTime(readSizes(commonDb), world.limitMs).catch(() => null),
  ]);
  return [...found.filter(isMatter), ...places.map((place) => checkSize(place, sizes))];
}

function isMatter(check: HealthCheck): check is HealthCheck & Look {
  return Object.hasOwn(MATTERS, check.part);
}

type SizedPlace = Pick<Place, "code" | "maxBytes" | "maxUsers">;

/** Between the mark and where it begins anew nothing begins, and nothing is over. */
export function checkSize(
  { code: region, maxBytes, maxUsers }: SizedPlace,
  sizes: readonly (typeof regionSizes.$inferSelect)[] | null,
): Look {
  const part = "filling";
  const size = sizes?.find((each) => each.region === region);
  if (!size) return { part, region, state: "unknown" };
  const full = Math.min(FULL_PERCENT, Math.round((maxBytes * 100) / MAX_BYTES));
  const measures = [{ percent: Math.floor((size.bytes * 100) / MAX_BYTES), full }];
  if (maxUsers !== null) {
    measures.push({ percent: Math.floor((size.users * 100) / maxUsers), full: FULL_PERCENT });
  }
  const over = measures.filter((each) => each.percent >= each.full * FILLING).map(({ percent }) => percent);
  if (over.length > 0) return { part, region, state: "bad", n: Math.max(...over) };
  const isLow = measures.every((each) => each.percent < each.full * BEGINS_ANEW);
  return { part, region, state: isLow ? "good" : "unknown" };
}
