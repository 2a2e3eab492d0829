import { eq } from "drizzle-orm";
import { writeNames } from "~/account/directory/accounts.server";
import { moves } from "~/account/moves/table.server";
import { users } from "~/account/table.server";
import { newRef } from "~/platform/db/columns.server";
import { directory, NOW, REGIONS, vault } from "../../support/harness";
import { makeFullUser } from "../backups";

/** A user of the first region with rows in every table, whose names the directory has. */
export async function fullUser() {
  const { user, userRef } = await makeFullUser();
  const [row] = await REGIONS.eu.db.select().from(users).where(eq(users.unique_ref, userRef));
  await writeNames({ db: REGIONS.eu.db, directory, vault, now: NOW }, row as NonNullable<typeof row>);
  return { user, userRef };
}

/**
 * Somebody else's move in this region, which no other may heed or change.
 * @returns a function that deletes it and returns what it deleted
 */
export async function neighboursMove({ db }: typeof REGIONS.eu, state: "asked" | "arriving") {
  const userRef = newRef();
  const run = { attempt: 1, claim: newRef(), leased_until: 0 };
  await db.insert(moves).values({ ...run, user_ref: userRef, state, other: "ap", reason: "", asked_at: NOW });
  return () => db.delete(moves).where(eq(moves.user_ref, userRef)).returning({ state: moves.state });
}

/** A store in which something happens just before the first object is put: then the rows of the copy are there. */
export function storeThatWaits(objects: R2Bucket, meanwhile: () => Promise<unknown>): R2Bucket {
  let isFirst = true;
  return new Proxy(objects, {
    get: (target, name) =>
      name !== "put"
        ? Reflect.get(target, name).bind(target)
        : async (...values: Parameters<R2Bucket["put"]>) => {
            if (isFirst) await meanwhile();
            isFirst = false;
            return target.put(...values);
          },
  });
}
