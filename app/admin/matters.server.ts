import type { Look } from "~/mail/keeper.server";
import { MATTERS } from "~/mail/matters";
import { type DatabaseSize, MAX_BYTES, measureSize, sizeIn } from "~/platform/db/database-size.server";
import { checkDatabase, type HealthCheck, inTime, type World } from "./health.server";

/** Of 10 GB: whoever runs Daybook is told that the database is filling, before it takes no new users. */
const FILLING_PERCENT = 70;
/** Below this it begins anew, if it was emptied: users who come and go at a mark cause no mail each. */
const BEGINS_ANEW_PERCENT = 50;

/** Looks at the five things of which whoever runs Daybook is told. */
export async function lookForMatters(
  world: Pick<World, "db" | "now" | "limitMs">,
  maxUsers: number | null,
): Promise<Look[]> {
  const [found, measured] = await Promise.all([
    checkDatabase(world),
    inTime(measureSize(world.db), world.limitMs).catch(() => null),
  ]);
  return [...found.filter(isMatter), checkSize(measured && sizeIn(measured), maxUsers)];
}

function isMatter(check: HealthCheck): check is HealthCheck & Look {
  return Object.hasOwn(MATTERS, check.part);
}

/**
 * Between the mark and where it begins anew nothing begins, and nothing is over.
 * @param size null where the database did not say
 */
export function checkSize(size: DatabaseSize | null, maxUsers: number | null): Look {
  const part = "filling";
  if (!size) return { part, state: "unknown" };
  const ofUsers = maxUsers === null ? 0 : (size.users * 100) / maxUsers;
  const percent = Math.floor(Math.max((size.bytes * 100) / MAX_BYTES, ofUsers));
  if (percent >= FILLING_PERCENT) return { part, state: "bad", n: percent };
  return { part, state: percent < BEGINS_ANEW_PERCENT ? "good" : "unknown" };
}
