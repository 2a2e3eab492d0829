import { eq, inArray, or } from "drizzle-orm";
import { hashesOf } from "~/account/directory/names.server";
import { names } from "~/account/directory/table.server";
import type { JobContext } from "~/platform/context";
import { findUser } from "./restore.server";

type Opened = Pick<JobContext, "db" | "directory" | "vault">;

interface Home<World> {
  userRef: string;
  world: World;
  /** Whether the account is there: a database that was lost leaves its names in the directory. */
  isThere: boolean;
}

/**
 * The region that a user lives in, as the directory says.
 * @param named a username, in any case, or a reference
 * @throws Error if the directory has no such user, and several regions have
 */
export async function findHome<World extends Opened>(
  worlds: readonly [World, ...World[]],
  named: string,
): Promise<Home<World> | null> {
  const [{ directory, vault }] = worlds;
  const isIt = or(eq(names.user_ref, named), inArray(names.key_hash, await hashesOf(vault, ["username", named])));
  const [held] = await directory.select().from(names).where(isIt);
  if (!held) return findRow(worlds, named);
  const { user_ref: userRef, region } = held;
  const world = worlds.find(({ db }) => db.region === region);
  if (!world) throw new Error(`The directory names the region ${region}, which is not in the settings`);
  return { userRef, world, isThere: (await findUser(world.db, userRef)) !== null };
}

/** Where the directory was lost. */
async function findRow<World extends Opened>(worlds: readonly World[], named: string): Promise<Home<World> | null> {
  const found: Home<World>[] = [];
  for (const world of worlds) {
    const user = await findUser(world.db, named);
    if (user) found.push({ userRef: user.unique_ref, world, isThere: true });
  }
  if (found.length > 1)
    throw new Error(`${named} is in several regions, and the directory names none: run npm run rotate-keys first`);
  return found[0] ?? null;
}
