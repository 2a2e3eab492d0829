import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { MAX_CUSTOM_OPTIONS } from "~/diary/cases/options.server";
import { options } from "~/diary/cases/table.server";
import { imports } from "~/import/table.server";
import { newRef } from "~/platform/db/columns.server";
import { db, makeUser, NOW } from "../../support/harness";
import { makeConfirmedUser } from "../../support/members";
import { factsOf, row } from "../files";
import { browserOf } from "../rows-call";

const begun = (userId: number) => db.$count(imports, eq(imports.user_id, userId));

test("a file is not begun by a call without a confirmed address, and the call says what to do first", async () => {
  const user = await makeUser();
  const send = await browserOf(user);
  const { status, data } = await send({ intent: "begin", ...factsOf([row(2)]) });
  const words = "Confirm your email address under Manage Email first, then import the file";
  expect([status, data]).toEqual([422, { errors: { "": [words] } }]);
  expect(await begun(user.id)).toBe(0);
});

test("a call does not begin a file whose words would be more options than a user may have", async () => {
  const user = await makeConfirmedUser();
  const full = Array.from({ length: MAX_CUSTOM_OPTIONS }, (_, at) => ({
    ...{ unique_ref: newRef(), user_id: user.id, created_at: NOW, updated_at: NOW },
    ...{ kind: "airway" as const, label: `Option ${at}` },
  }));
  for (let at = 0; at < full.length; at += 10) await db.insert(options).values(full.slice(at, at + 10));
  const send = await browserOf(user);
  const words = { airway: { "magic wand": ["+airway/Magic wand"] } };
  const { status, data } = await send({ intent: "begin", ...factsOf([row(2)]), choices: { words } });
  expect([status, data.errors]).toEqual([422, { "": [expect.stringMatching(/^You can have 200 airway options/)] }]);
  expect(await begun(user.id)).toBe(0);
});
