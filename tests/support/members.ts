import { eq } from "drizzle-orm";
import type { SignedInUser } from "~/account/login/logins.server";
import { encryptPassword } from "~/account/passwords/passwords.server";
import { emailKey } from "~/account/rules";
import { PASSWORD_PLACE, users } from "~/account/table.server";
import { missingCsrf } from "~/platform/http/csrf.server";
import * as apiLogin from "~/routes/api/login";
import { call, db, makeUser, vault } from "./harness";

export const PASSWORD = "marble kettle lantern";

/** Lets a user log in with `PASSWORD`. */
export async function setPasswordOf({ unique_ref }: { unique_ref: string }): Promise<void> {
  await db
    .update(users)
    .set({ password_encrypted: await encryptPassword(vault, unique_ref, PASSWORD) })
    .where(eq(users.unique_ref, unique_ref));
}

/** The hash of a user's password, deciphered. */
export async function hashOfUser(user: { unique_ref: string } | undefined): Promise<string> {
  const ref = user?.unique_ref ?? "";
  const [row] = await db.select().from(users).where(eq(users.unique_ref, ref));
  return vault.decrypt(ref, PASSWORD_PLACE, row?.password_encrypted ?? null);
}

/** Verifies an address for a user. */
export async function setAddressOf(
  { unique_ref }: { unique_ref: string },
  email = `${unique_ref.toLowerCase()}@example.com`,
): Promise<string> {
  await db
    .update(users)
    .set({ email, email_key: emailKey(email) })
    .where(eq(users.unique_ref, unique_ref));
  return email;
}

/** Somebody with a password and a verified address. */
export async function makeMember(level = 9): Promise<SignedInUser & { email: string }> {
  const user = await makeUser(level);
  await setPasswordOf(user);
  return { ...user, email: await setAddressOf(user) };
}

/** Somebody whose address is confirmed, as whoever brings a file in. */
export async function makeConfirmedUser(level = 9): Promise<SignedInUser> {
  const user = await makeUser(level);
  await setAddressOf(user);
  return user;
}

/** Logs in by `/api/login/`, with the right password unless `fields` has another, and whatever else these have. */
export async function logInByCall(username: string, fields: object = {}) {
  const cookie = (await missingCsrf(new Request("http://daybook.test/"), vault))?.split(";")[0] ?? "";
  const headers = { "Content-Type": "application/json", Cookie: cookie, "X-CSRFToken": cookie.split("=")[1] ?? "" };
  const body = JSON.stringify({ username, password: PASSWORD, ...fields });
  const request = new Request("http://daybook.test/api/login/", { method: "POST", headers, body });
  return call<object>(apiLogin.action, request, { user: null });
}
