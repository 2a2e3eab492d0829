import type { Look } from "~/mail/keeper.server";
import type { Database } from "~/platform/db/database.server";
import { MOST_BYTES, readSizes, type regionSizes } from "~/platform/db/region-sizes.server";
import type { Place } from "~/platform/places";
import { bankHolidaysRunOut } from "~/platform/time/bank-holidays";
import { londonToday } from "~/platform/time/london";
import { inTime, lookAround, type World } from "./health.server";

/** Of the largest database of D1: a region is nearly full from here on, or where its settings close it before. */
const NEARLY_FULL_PERCENT = 85;
/** The part of that at which whoever runs Daybook is told that it is filling. */
const FILLING = 70 / 85;
/** Below this part it begins anew, if it was emptied: users who come and go at a mark cause no mail each. */
const BEGINS_ANEW = 50 / 85;

/** Looks at all that must not be. */
export async function lookForMatters(
  world: World,
  { commonDb, places }: { commonDb: Database; places: readonly SizedPlace[] },
): Promise<Look[]> {
  const [found, sizes] = await Promise.all([lookAround(world), inTime(readSizes(commonDb)).catch(() => null)]);
  const runOut = bankHolidaysRunOut(londonToday(world.now));
  return [
    ...found,
    ...places.flatMap((place) => lookAtSize(place, sizes)),
    { part: "bank-holidays", region: null, state: runOut ? "bad" : "good" },
  ];
}

type SizedPlace = Pick<Place, "code" | "mostBytes">;

/** Between a mark and where it begins anew nothing begins, and nothing is over. */
export function lookAtSize(
  { code: region, mostBytes }: SizedPlace,
  sizes: readonly (typeof regionSizes.$inferSelect)[] | null,
): Look[] {
  const size = sizes?.find((each) => each.region === region);
  const percent = size ? Math.floor((size.bytes * 100) / MOST_BYTES) : null;
  const full = Math.min(NEARLY_FULL_PERCENT, Math.round((mostBytes * 100) / MOST_BYTES));
  const marks = [["filling", full * FILLING] as const, ["nearly-full", full] as const];
  return marks.map(([part, mark]) => {
    if (percent === null) return { part, region, state: "unknown" };
    if (percent >= mark) return { part, region, state: "bad", n: percent };
    return { part, region, state: percent < full * BEGINS_ANEW ? "good" : "unknown" };
  });
}
