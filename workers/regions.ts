import { z } from "zod";
import { countedDatabase } from "~/platform/db/counted-database.server";
import { type Database, openDatabase } from "~/platform/db/database.server";
import type { OtherRegion, Place } from "~/platform/places";

/** Jurisdictions of D1 and R2: data stay there, which Cloudflare guarantees. */
const JURISDICTIONS = ["eu", "fedramp"] as const;
/** Location hints: data are placed there, which nobody guarantees. */
const HINTS = ["wnam", "enam", "weur", "eeur", "apac", "oc"] as const;

const listed = z
  .strictObject({
    /** Of its files of settings, and at the end of the names of what it has at Cloudflare. */
    code: z.string().regex(/^[a-z][a-z0-9-]{0,19}$/),
    /** As people read it, in a sentence: "the European Union". */
    name: z.string().min(1),
    hostname: z.hostname(),
    jurisdiction: z.enum(JURISDICTIONS).optional(),
    hint: z.enum(HINTS).optional(),
    open: z.boolean(),
  })
  .refine(({ jurisdiction, hint }) => (jurisdiction === undefined) !== (hint === undefined), {
    error: "has either a jurisdiction or a hint",
  });

/** All regions, each a deployment of its own. */
interface Regions {
  /** The one of this deployment; of a trial, which is not listed, it is the place of the first. */
  own: Place;
  others: readonly OtherRegion[];
}

const known = new WeakMap<object, Regions>();

/**
 * The regions of the settings. Read once for each isolate.
 * @throws Error for a list that is not complete
 */
export function readRegions(env: Pick<Env, "REGIONS" | "REGION">): Regions {
  const regions = known.get(env) ?? regionsIn(z.array(listed).min(1).parse(env.REGIONS), env.REGION);
  known.set(env, regions);
  return regions;
}

function regionsIn(list: z.output<typeof listed>[], code: string): Regions {
  for (const named of ["code", "hostname"] as const) {
    if (new Set(list.map((each) => each[named])).size < list.length) throw new Error(`Two regions have one ${named}`);
  }
  const own = list.find((each) => each.code === code) ?? list[0];
  return {
    own: placeOf(own as z.output<typeof listed>),
    others: list
      .filter((each) => each.code !== own?.code)
      .map((each) => ({ ...placeOf(each), origin: `https://${each.hostname}` })),
  };
}

function placeOf({ name, jurisdiction, open }: z.output<typeof listed>): Place {
  return { name, isGuaranteed: jurisdiction !== undefined, isOpen: open };
}

/** The database of the settings, whose trips are counted: one for each isolate. */
export function bindingOf({ DB }: Pick<Env, "DB">): D1Database {
  const binding = counted.get(DB) ?? countedDatabase(DB);
  counted.set(DB, binding);
  return binding;
}

const counted = new WeakMap<D1Database, D1Database>();

export function databaseOf(env: Pick<Env, "DB">): Database {
  return openDatabase(bindingOf(env));
}
