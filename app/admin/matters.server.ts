import type { Look } from "~/mail/keeper.server";
import type { Database } from "~/platform/db/database.server";
import { MOST_BYTES, readSizes, type regionSizes } from "~/platform/db/region-sizes.server";
import type { Place } from "~/platform/places";
import { bankHolidaysRunOut } from "~/platform/time/bank-holidays";
import { londonToday } from "~/platform/time/london";
import { inTime, lookAround, type World } from "./health.server";

/** Of the largest database of D1: at each of them whoever runs Daybook is told. */
const MARKS = { filling: 70, "nearly-full": 85 } as const;
/** Below it a region that was emptied begins anew: users who come and go at a mark cause no mail each. */
const BEGINS_ANEW_PERCENT = 50;

/** Looks at all that must not be. */
export async function lookForMatters(
  world: World,
  { commonDb, places }: { commonDb: Database; places: readonly Pick<Place, "code">[] },
): Promise<Look[]> {
  const [found, sizes] = await Promise.all([lookAround(world), inTime(readSizes(commonDb)).catch(() => null)]);
  const runOut = bankHolidaysRunOut(londonToday(world.now));
  return [
    ...found,
    ...places.flatMap(({ code }) => lookAtSize(code, sizes)),
    { part: "bank-holidays", region: null, state: runOut ? "bad" : "good" },
  ];
}

/** Between a mark and half full nothing begins, and nothing is over. */
export function lookAtSize(region: string, sizes: readonly (typeof regionSizes.$inferSelect)[] | null): Look[] {
  const size = sizes?.find((each) => each.region === region);
  const percent = size ? Math.floor((size.bytes * 100) / MOST_BYTES) : null;
  return (["filling", "nearly-full"] as const).map((part) => {
    if (percent === null) return { part, region, state: "unknown" };
    if (percent >= MARKS[part]) return { part, region, state: "bad", n: percent };
    return { part, region, state: percent < BEGINS_ANEW_PERCENT ? "good" : "unknown" };
  });
}
