import { eq } from "drizzle-orm";
import type { SignedInUser } from "~/account/login/logins.server";
import { DIARY_PARTS } from "~/changes/parts.server";
import { RECORD_KINDS } from "~/data/records/kinds.server";
import { action } from "~/routes/mydata/import";
import { loader } from "~/routes/mydata/json-file";
import { call, contextOf, db, openLoginOf, utf8Of } from "../../support/harness";

/** Everything of a user as the page exports it. */
export async function exported(user: SignedInUser): Promise<string> {
  await openLoginOf(user);
  const args = { request: new Request("http://daybook.test/"), context: contextOf(user), params: {} };
  return utf8Of(await loader(args as never));
}

/** What is the same in two exports of one diary. What comes in has the number of its coming as its version. */
export function withoutMadeAt(file: string): string {
  return withoutVersions(file.replace(/"made_at":"[^"]*",/, ""));
}

const PARTS = DIARY_PARTS.map(({ name }) => name).join("|");

/** The records of a diary's parts without the changes that left them. */
export function withoutVersions(file: string): string {
  return file.replaceAll(new RegExp(`^(\\{"record":"(?:${PARTS})".*?)"version":\\d+`, "gm"), "$1");
}

/** The records of a file, a line each. */
export function recordsIn(file: string): string[] {
  return file.split("\n").filter((line) => line.startsWith('{"record"'));
}

/** A file that was changed, with the number of its records at its end. */
export function recounted(file: string): string {
  return file.replace(/^\{"records":\d+\}$/m, `{"records":${recordsIn(file).length}}`);
}

/** Brings a file back in by the page's form. */
export function imported(
  user: SignedInUser,
  file: BlobPart,
  more: Record<string, string> = {},
  database = db,
  name = "daybook.ndjson",
) {
  const body = new FormData();
  for (const [field, value] of Object.entries({ way: "add", password: "", twoFactorCode: "", ...more })) {
    body.append(field, value);
  }
  body.append("file", new File([file], name));
  const request = new Request("http://daybook.test/mydata/import/", { method: "POST", body });
  return call<{ form: { errors: Record<string, string[]> } }>(action, request, { user, database });
}

/** Every row of a user in the tables that an export holds. */
export async function rowsOf(user: SignedInUser): Promise<unknown[][]> {
  const [first, ...others] = RECORD_KINDS.map(({ table }) => {
    return db.select().from(table).where(eq(table.user_id, user.id)).orderBy();
  });
  return first ? db.batch([first, ...others]) : [];
}

export async function wipe(user: SignedInUser): Promise<void> {
  for (const { table } of RECORD_KINDS.toReversed()) await db.delete(table).where(eq(table.user_id, user.id));
}
