import { eq } from "drizzle-orm";
import { writeNames } from "~/account/directory/accounts.server";
import { users } from "~/account/table.server";
import { directory, NOW, REGIONS, vault } from "../../support/harness";
import { makeFullUser } from "../backups";

/** A user of the first region with rows in every table, whose names the directory has. */
export async function fullUser() {
  const { user, userRef } = await makeFullUser();
  const [row] = await REGIONS.eu.db.select().from(users).where(eq(users.unique_ref, userRef));
  await writeNames({ db: REGIONS.eu.db, directory, vault, now: NOW }, row as NonNullable<typeof row>);
  return { user, userRef };
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
