import { z } from "zod";
import { countedDatabase } from "~/platform/db/counted-database.server";
import { type Database, openDatabase } from "~/platform/db/database.server";
import { MAX_BYTES } from "~/platform/db/region-sizes.server";
import type { Place } from "~/platform/places";
import { laggingDatabase } from "./lagging";

declare const __LOCAL_BUILD__: boolean;

/** Jurisdictions of D1 and R2: data stay there, which Cloudflare guarantees. */
const JURISDICTIONS = ["eu", "fedramp"] as const;
/** Location hints: data are placed there, which nobody guarantees. */
const HINTS = ["wnam", "enam", "weur", "eeur", "apac", "oc"] as const;

const listed = z
  .strictObject({
    /** Begins each token of the region. Never changed: tokens that were given out would find nobody. */
    code: z.string().regex(/^[a-z]{2,8}$/),
    /** As people read it, in a sentence: "the European Union". */
    name: z.string().min(1),
    jurisdiction: z.enum(JURISDICTIONS).optional(),
    hint: z.enum(HINTS).optional(),
    /** Names of the bindings. */
    database: z.string(),
    bucket: z.string(),
    /** Whether new users may choose it. */
    open: z.boolean(),
    /** How full its database is, of the 10 GB of D1, when it closes to new users. */
    closes_at_percent: z.int().min(1).max(100).default(85),
    /** With how many users it closes to new ones, whose diaries grow when it is closed (docs/growth.md). */
    closes_at_users: z.int().min(1).optional(),
    /** Whether pages are read from copies, which D1 then has to keep (docs/operations.md). */
    copies: z.boolean().default(false),
    /** The days of the lock that its bucket has (docs/operations.md). The law gives a month to delete what is asked for. */
    locked_days: z.int().min(0).max(30).default(0),
  })
  .refine(({ jurisdiction, hint }) => (jurisdiction === undefined) !== (hint === undefined), {
    error: "has either a jurisdiction or a hint",
  });

/** Where Cloudflare has a database and a bucket. */
export type Location = (typeof JURISDICTIONS)[number] | (typeof HINTS)[number];

/** A place with the whole of some users: one database, one bucket. */
export interface Region extends Place {
  location: Location;
  database: D1Database;
  objects: R2Bucket;
}

/** All regions; the first is the default one. */
export type Regions = readonly [Region, ...Region[]];

const known = new WeakMap<object, Regions>();

/**
 * The regions of the settings. Read once for each isolate.
 * @throws Error for a list that is not complete: nobody may be asked to a database that is not theirs
 */
export function readRegions(env: Env): Regions {
  const regions = known.get(env) ?? regionsIn(env, z.array(listed).min(1).parse(env.REGIONS));
  known.set(env, regions);
  return regions;
}

function regionsIn(env: Env, list: z.output<typeof listed>[]): Regions {
  const regions = list.map(
    ({ code, name, jurisdiction, hint, open, copies, locked_days, database, bucket, ...marks }) => ({
      code,
      name,
      isGuaranteed: jurisdiction !== undefined,
      location: (jurisdiction ?? hint) as Location,
      isOpen: open,
      hasCopies: copies,
      lockedDays: locked_days,
      maxBytes: (MAX_BYTES * marks.closes_at_percent) / 100,
      maxUsers: marks.closes_at_users ?? null,
      database: countedDatabase(databaseBinding(env, database)),
      objects: bindingOf<R2Bucket>(env, bucket),
    }),
  );
  for (const named of ["code", "database", "bucket"] as const) {
    if (new Set(list.map((each) => each[named])).size < list.length) throw new Error(`Two regions have one ${named}`);
  }
  if (!regions.some(({ isOpen }) => isOpen)) throw new Error("No region takes new users");
  return regions as [Region, ...Region[]];
}

/** Locally its copy may be made to lag behind. */
function databaseBinding(env: Env, name: string): D1Database {
  const primary = bindingOf<D1Database>(env, name);
  const lag = __LOCAL_BUILD__ ? (env as { COPY_LAG?: string }).COPY_LAG : undefined;
  if (!lag) return primary;
  return laggingDatabase(primary, bindingOf<D1Database>(env, `${name}_COPY`), Number(lag));
}

function bindingOf<Binding>(env: Env, name: string): Binding {
  const binding: unknown = Object.hasOwn(env, name) ? env[name as keyof Env] : undefined;
  if (typeof binding !== "object" || binding === null)
    throw new Error(`A region names a binding ${name}: there is none`);
  return binding as Binding;
}

/** The region of a code; null for one that is not, or no longer, in the settings. */
export function regionOf(regions: Regions, code: unknown): Region | null {
  return regions.find((each) => each.code === code) ?? null;
}

export function databaseOf({ database, code }: Region): Database {
  return openDatabase(database, code);
}
