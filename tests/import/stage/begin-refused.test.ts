import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { imports } from "~/import/table.server";
import { db, makeUser } from "../../support/harness";
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
