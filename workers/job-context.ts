import type { JobContext } from "~/platform/context";
import { countedDatabase } from "~/platform/db/counted-database.server";
import { type Database, openDatabase } from "~/platform/db/database.server";
import { openFormStore, openMailer, openQueue, openSweepsQueue, vaultOf } from "./bindings";
import type { CronWorld } from "./crons";
import { checkDirectory } from "./directory-tables";
import { watchForMatters } from "./health";
import { hasDirectoryTables, hasTables } from "./old-tables";
import { databaseOf, type Region, readRegions, regionOf } from "./regions";
import { readClock, readSite } from "./settings";

/** What the crons work with. */
export function cronWorldOf(env: Env, execution: ExecutionContext): CronWorld {
  const regions = readRegions(env);
  const contextOf = (region: Region) => jobContextOf(env, execution, region);
  return {
    regions,
    sweeps: openSweepsQueue(env),
    contextOf,
    clock: () => readClock(env),
    hasTables: (region) => hasTables(region),
    hasDirectoryTables: () => hasDirectoryTables(env.DIRECTORY),
    watch: () => watchForMatters(contextOf(regions[0]), env),
  };
}

/**
 * What a message of the queue works with.
 * @param code of the region that the message names; without one, the default region
 * @throws Error for a code that is not in the settings
 */
export function jobContextIn(env: Env, execution: ExecutionContext, code?: string): JobContext {
  const regions = readRegions(env);
  const region = code === undefined ? regions[0] : regionOf(regions, code);
  if (!region) throw new Error("A message names a region that is not in the settings");
  return jobContextOf(env, execution, region);
}

function jobContextOf(env: Env, execution: ExecutionContext, region: Region): JobContext {
  return {
    db: databaseOf(region),
    commonDb: databaseOf(readRegions(env)[0]),
    directory: directoryOf(env),
    vault: vaultOf(env),
    now: readClock(env),
    site: readSite(env),
    jobs: openQueue(env, execution, region.code),
    mailer: openMailer(env),
    forms: openFormStore(env),
    objects: region.objects,
    lockedDays: region.lockedDays,
  };
}

function directoryOf(env: Env): Database {
  return openDatabase(countedDatabase(checkDirectory(env.DIRECTORY).database), "");
}
