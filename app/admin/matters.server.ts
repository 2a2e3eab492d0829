import type { Look } from "~/mail/keeper.server";
import type { Database } from "~/platform/db/database.server";
import { MAX_BYTES, readSizes, type regionSizes } from "~/platform/db/region-sizes.server";
import type { Place } from "~/platform/places";
import { bankHolidaysRunOut } from "~/platform/time/bank-holidays";
import { MINUTE_MS } from "~/platform/time/durations";
import { londonToday } from "~/platform/time/london";
import { checkAll, inTime, unseenRegion, type World } from "./health.server";

/**
 * Of the largest database of D1: a region is nearly full from here on, or where its settings close it before. Of the users
 * that its settings allow likewise.
 */
const NEARLY_FULL_PERCENT = 85;
/** The part of that at which whoever runs Daybook is told that it is filling. */
const FILLING = 70 / 85;
/** Below this part it begins anew, if it was emptied: users who come and go at a mark cause no mail each. */
const BEGINS_ANEW = 50 / 85;

/** So many regions are looked at in a minute: each takes eight of the 1,000 statements that D1 answers an invocation. */
const REGIONS_A_MINUTE = 50;

/** Looks at all that must not be. Of more than 50 regions the default one is looked at each time, the others in turn. */
export async function lookForMatters(
  world: World,
  { commonDb, places }: { commonDb: Database; places: readonly SizedPlace[] },
): Promise<Look[]> {
  const regions = regionsInTurn(world.regions, world.now);
  const unseen = world.regions.filter((each) => !regions.includes(each));
  const [found, sizes] = await Promise.all([
    checkAll({ ...world, regions }),
    inTime(readSizes(commonDb), world.limitMs).catch(() => null),
  ]);
  const runOut = bankHolidaysRunOut(londonToday(world.now));
  return [
    ...found,
    ...unseen.flatMap(({ code }) => unseenRegion(code)),
    ...places.flatMap((place) => checkSize(place, sizes)),
    { part: "bank-holidays", region: null, state: runOut ? "bad" : "good" },
  ];
}

/** The regions whose turn it is: those of the next minute follow them. */
export function regionsInTurn<Each>(regions: readonly Each[], now: number): Each[] {
  const [home, ...others] = regions;
  if (home === undefined || others.length < REGIONS_A_MINUTE) return [...regions];
  const turns = Math.ceil(others.length / (REGIONS_A_MINUTE - 1));
  const from = (Math.floor(now / MINUTE_MS) % turns) * (REGIONS_A_MINUTE - 1);
  return [home, ...others.slice(from, from + REGIONS_A_MINUTE - 1)];
}

type SizedPlace = Pick<Place, "code" | "maxBytes" | "maxUsers">;

/** Between a mark and where it begins anew nothing begins, and nothing is over. */
export function checkSize(
  { code: region, maxBytes, maxUsers }: SizedPlace,
  sizes: readonly (typeof regionSizes.$inferSelect)[] | null,
): Look[] {
  const size = sizes?.find((each) => each.region === region);
  const percent = size ? Math.floor((size.bytes * 100) / MAX_BYTES) : null;
  const full = Math.min(NEARLY_FULL_PERCENT, Math.round((maxBytes * 100) / MAX_BYTES));
  const measures = [{ percent, full }];
  if (maxUsers !== null) {
    measures.push({ percent: size ? Math.floor((size.users * 100) / maxUsers) : null, full: NEARLY_FULL_PERCENT });
  }
  const marks = [["filling", FILLING] as const, ["nearly-full", 1] as const];
  return marks.map(([part, mark]) => {
    const over = measures.flatMap((each) =>
      each.percent !== null && each.percent >= each.full * mark ? [each.percent] : [],
    );
    if (over.length > 0) return { part, region, state: "bad", n: Math.max(...over) };
    const isLow = measures.every((each) => each.percent !== null && each.percent < each.full * BEGINS_ANEW);
    return { part, region, state: isLow ? "good" : "unknown" };
  });
}
