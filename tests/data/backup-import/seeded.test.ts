import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { RequestContext } from "~/account/guard.server";
import type { SignedInUser } from "~/account/login/logins.server";
import { users } from "~/account/table.server";
import { importBackup } from "~/data/backup-import/import-backup.server";
import { recordFile } from "~/data/export/export.server";
import { RECORD_KINDS } from "~/data/records/kinds.server";
import { growUser } from "~/dev/big-data.server";
import { seed } from "~/dev/seed.server";
import { db, makeUser, NOW, openLoginOf, recordingJobs, SITE, vault } from "../../support/harness";
import { recordsIn, withoutMadeAt } from "../export/own-file";

async function* utf8(text: string) {
  yield new TextEncoder().encode(text);
}

type Owner = Pick<SignedInUser, "id" | "unique_ref">;

async function exportedOf({ unique_ref }: Owner): Promise<string> {
  let file = "";
  for await (const piece of recordFile({ db, cipher: vault.of(unique_ref), userRef: unique_ref }, {}, NOW))
    file += piece;
  return file;
}

test.each([
  [
    "the seeded consultant of two years",
    async (): Promise<Owner> => {
      await seed(db, vault, NOW);
      const [consultant] = await db.select().from(users).where(eq(users.username_key, "consultant"));
      return { id: consultant?.id ?? 0, unique_ref: consultant?.unique_ref ?? "" };
    },
  ],
  [
    "somebody with a year of dense work",
    async (): Promise<Owner> => growUser(db, vault, new Request("http://daybook.test/"), 1, NOW),
  ],
])(
  "the diary of %s comes back whole, and goes to somebody else whole",
  async (_, make) => {
    const { id, unique_ref } = await make();
    const user = { ...(await makeUser()), id, unique_ref };
    await openLoginOf(user);
    const cipher = vault.of(unique_ref);
    const context: RequestContext = {
      db,
      vault,
      cipher,
      user,
      userId: id,
      now: NOW,
      jobs: recordingJobs(),
      site: SITE,
    };
    const request = new Request("http://daybook.test/mydata/import/");
    const file = await exportedOf(user);
    await importBackup(context, request, utf8(file), "replace");
    expect(withoutMadeAt(await exportedOf(user)) === withoutMadeAt(file)).toBe(true);

    const other = await makeUser();
    await openLoginOf(other);
    const ofOther = { ...context, user: other, userId: other.id, cipher: vault.of(other.unique_ref) };
    const taken = await importBackup(ofOther, request, utf8(file), "add");
    const lines = recordsIn(file);
    const counts = RECORD_KINDS.map(({ name }) => [
      name,
      lines.filter((line) => line.startsWith(`{"record":"${name}"`)).length,
    ]);
    expect(taken.came).toEqual(Object.fromEntries(counts));
    expect(Object.values(taken.went).every((n) => n === 0)).toBe(true);
    expect(withoutMadeAt(await exportedOf(user)) === withoutMadeAt(file)).toBe(true);
  },
  120_000,
);
