import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { Asked } from "~/accounts/guard.server";
import { users } from "~/accounts/table.server";
import { growUser } from "~/dev/big-data.server";
import { seed } from "~/dev/seed.server";
import { jsonFile } from "~/reports/exports/json.server";
import { RECORD_KINDS } from "~/reports/exports/kinds.server";
import { takeOver } from "~/reports/takeover/take-over.server";
import { db, listeningJobs, makeUser, NOW, openLoginOf, SITE, vault } from "../support/harness";
import { withoutMadeAt } from "./own-file";

async function* utf8(text: string) {
  yield new TextEncoder().encode(text);
}

async function exportedOf(userRef: string): Promise<string> {
  let file = "";
  for await (const piece of jsonFile({ db, vault, userRef }, {}, NOW)) file += piece;
  return file;
}

test.each([
  [
    "the seeded consultant of two years",
    async () => {
      await seed(db, vault, NOW);
      const [consultant] = await db.select().from(users).where(eq(users.username_key, "consultant"));
      return consultant?.unique_ref ?? "";
    },
  ],
  [
    "somebody with a year of dense work",
    async () => (await growUser(db, vault, new Request("http://daybook.test/"), 1, NOW)).user_ref,
  ],
])(
  "the diary of %s comes back whole, and goes to somebody else whole",
  async (_, make) => {
    const userRef = await make();
    const user = { ...(await makeUser()), unique_ref: userRef };
    await openLoginOf(user);
    const asked: Asked = { db, vault, user, now: NOW, jobs: listeningJobs(), site: SITE };
    const request = new Request("http://daybook.test/mydata/import/");
    const file = await exportedOf(userRef);
    await takeOver(asked, request, utf8(file), "replace");
    expect(withoutMadeAt(await exportedOf(userRef)) === withoutMadeAt(file)).toBe(true);

    const other = await makeUser();
    await openLoginOf(other);
    const taken = await takeOver({ ...asked, user: other }, request, utf8(file), "add");
    const lines = file.split("\n").filter((line) => line.startsWith('{"record"'));
    const counts = RECORD_KINDS.map(({ name }) => [
      name,
      lines.filter((line) => line.startsWith(`{"record":"${name}"`)).length,
    ]);
    expect(taken.came).toEqual(Object.fromEntries(counts));
    expect(Object.values(taken.went).every((n) => n === 0)).toBe(true);
    expect(withoutMadeAt(await exportedOf(userRef)) === withoutMadeAt(file)).toBe(true);
  },
  120_000,
);
