import { eq } from "drizzle-orm";
import { totpRow } from "~/account/factors/totp.server";
import { REAUTHENTICATION_VALID_MS } from "~/account/guard.server";
import { ADMIN_LEVEL } from "~/account/levels";
import { beginLogin } from "~/account/login/logins.server";
import { hashPassword } from "~/account/passwords/hash.server";
import { encryptHash } from "~/account/passwords/passwords.server";
import { emailKey, usernameKey } from "~/account/rules";
import { codes, logins, TOTP_PLACE, totp, users } from "~/account/table.server";
import { TERMS_VERSION } from "~/account/terms/versions";
import type { Vault } from "~/platform/crypto/vault.server";
import { newRef } from "~/platform/db/columns.server";
import type { Database } from "~/platform/db/database.server";

/** No code was used yet. */
const NO_STEP = 0;

interface Wanted {
  level: number;
  /** Stored as verified. */
  email: string | null;
  /** Without a password the user cannot log in by password. */
  password: string | null;
  /** TOTP secret in base32; a login by password then asks for a code. Null: no second factor. */
  totp: string | null;
  /** Version of the terms that they have accepted; by default the one that holds now. */
  terms?: number | undefined;
}

/** Creates a user with a remembered login. @returns the user, and the cookie of that login */
export async function makeSignedInUser(db: Database, vault: Vault, request: Request, wanted: Wanted, now: number) {
  const { level, email, password } = wanted;
  const unique_ref = newRef();
  const username = `local-${unique_ref.toLowerCase()}`;
  // An administrator's login is marked as made with a second factor: otherwise it could open no page.
  const login = { userRef: unique_ref, remember: true, secondFactor: level === ADMIN_LEVEL || wanted.totp !== null };
  const { statements, cookie } = await beginLogin(db, request, login, now);
  const names = { first_name: "First", last_name: "Last" };
  // No password fits "none"; an account without any is opened by no passkey either.
  const hash = password ? await hashOnce(password) : "none";
  const password_encrypted = await encryptHash(vault, unique_ref, hash);
  const row = userRow({ unique_ref, username, ...names, email, password_encrypted, level }, now);
  const user = db.insert(users).values({ ...row, terms_version: wanted.terms ?? row.terms_version });
  const address = email ? [db.insert(codes).values(verifiedRow(unique_ref, email, now))] : [];
  const factor = wanted.totp
    ? [db.insert(totp).values(await totpRow(vault, unique_ref, wanted.totp, NO_STEP, now))]
    : [];
  await db.batch([user, ...address, ...factor, ...statements]);
  return { unique_ref, username, cookie };
}

/** Row of the link by which a user verified an address now. */
export function verifiedRow(user_ref: string, address: string, now: number) {
  const code = { unique_ref: newRef(), user_ref, kind: "verification", hash: newRef(), payload: address } as const;
  return { ...code, used_at: now, expires_at: now, created_at: now };
}

type Person = "unique_ref" | "username" | "first_name" | "last_name" | "email" | "password_encrypted" | "level";

/** Row of a user who signed up now. */
export function userRow<Row extends Pick<typeof users.$inferInsert, Person>>(person: Row, now: number) {
  const { username, email } = person;
  const keys = { username_key: username, email_key: email ? emailKey(email) : null };
  return { ...person, ...keys, terms_accepted_at: now, terms_version: TERMS_VERSION, created_at: now, updated_at: now };
}

const hashes = new Map<string, string>();

/**
 * Hashes a password, each one once: the users of the journeys share one, and a hash takes a tenth of a second by
 * design.
 */
async function hashOnce(password: string): Promise<string> {
  const hash = hashes.get(password) ?? (await hashPassword(password));
  hashes.set(password, hash);
  return hash;
}

/** Lets a login expire, as two hours without use would. */
export async function expireLogin(db: Database, loginRef: string, now: number): Promise<void> {
  await db.update(logins).set({ expires_at: now }).where(eq(logins.unique_ref, loginRef));
}

/** Makes the last reauthentication too old for pages that require a fresh one. */
export async function expireReauthentication(db: Database, loginRef: string, now: number): Promise<void> {
  const reauthenticated_at = now - REAUTHENTICATION_VALID_MS;
  await db.update(logins).set({ reauthenticated_at }).where(eq(logins.unique_ref, loginRef));
}

/** The TOTP secret of a local user, in base32; null where two-factor is off. */
export async function totpSecretOf(db: Database, vault: Vault, username: string): Promise<string | null> {
  const [found] = await db
    .select({ user_ref: totp.user_ref, text_encrypted: totp.secret_encrypted })
    .from(totp)
    .innerJoin(users, eq(users.unique_ref, totp.user_ref))
    .where(eq(users.username_key, usernameKey(username)));
  return found ? vault.decrypt(found.user_ref, TOTP_PLACE, found.text_encrypted) : null;
}
