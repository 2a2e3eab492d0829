import { and, eq, inArray, ne, not, type SQL, sql } from "drizzle-orm";
import type { AppContext } from "~/platform/context";
import type { Vault } from "~/platform/crypto/vault.server";
import type { Database } from "~/platform/db/database.server";
import { emailKey, usernameKey } from "../rules";
import { type NameKind, names } from "./table.server";

const PURPOSE = "directory";

/** A name, with what it is. */
export type Name = readonly [kind: NameKind, name: string];

/** The names of an account, as its row has them. */
export function namesOf({ username, email }: { username: string; email: string | null }): Name[] {
  return [["username", username], ...(email === null ? [] : [["email", email] as const])];
}

function textOf([kind, name]: Name): string {
  return `${kind}/${kind === "username" ? usernameKey(name) : emailKey(name)}`;
}

/** The hashes of a name under all keys of the vault, the current one first. */
export function hashesOf(vault: Vault, name: Name): Promise<[string, ...string[]]> {
  return vault.signatures(PURPOSE, textOf(name));
}

/** Whether a hash of the directory is of this name, under whatever key. */
export function isHashOf(vault: Vault, name: Name, hash: string): Promise<boolean> {
  return vault.isSigned(PURPOSE, textOf(name), hash);
}

/** Who holds a name, be it confirmed or reserved; null for nobody. */
export async function holderOf({ directory, vault }: Pick<AppContext, "directory" | "vault">, name: Name) {
  const [found] = await directory
    .select({ region: names.region, user_ref: names.user_ref })
    .from(names)
    .where(inArray(names.key_hash, await hashesOf(vault, name)));
  return found ?? null;
}

/** The code of the region that a user is in; null if the directory has no such user. */
export async function regionOfUser(directory: Database, userRef: string): Promise<string | null> {
  const theirs = eq(names.user_ref, userRef);
  const [found] = await directory.select({ region: names.region }).from(names).where(theirs).limit(1);
  return found?.region ?? null;
}

/** One of `all` for a name that nobody holds, always the same, and not to be foreseen without the vault's key. */
export async function anyOf<Each>(vault: Vault, name: Name, all: readonly [Each, ...Each[]]): Promise<Each> {
  const signature = (await vault.sign("any-region", textOf(name))).split(".").at(-1) ?? "";
  const sum = [...signature].reduce((before, letter) => before + letter.charCodeAt(0), 0);
  return all[sum % all.length] ?? all[0];
}

export type NameRow = typeof names.$inferSelect;

/** Condition: a name of one of these hashes is there, of anybody but this user. */
export function isHeldByOther(userRef: string, hashes: readonly string[]): SQL {
  const isIt = and(inArray(names.key_hash, [...hashes]), ne(names.user_ref, userRef));
  return sql`EXISTS (SELECT 1 FROM names WHERE ${isIt})`;
}

/** Statement: writes a name, unless a condition is met or its hash is there. */
export function insertUnless(directory: Database, row: NameRow, unless: SQL) {
  const { key_hash, kind, region, user_ref, state, claim, form, reserved_at } = row;
  return directory
    .insert(names)
    .select(
      sql`SELECT ${key_hash}, ${kind}, ${region}, ${user_ref}, ${state}, ${claim}, ${form}, ${reserved_at} WHERE NOT ${unless}`,
    )
    .onConflictDoNothing();
}

/** How many names are still hashed under another key than the current one. */
export function countOlderNames({ directory, vault }: Pick<AppContext, "directory" | "vault">): Promise<number> {
  const prefix = `${vault.currentKeyId}.`;
  return directory.$count(names, not(eq(sql`substr(${names.key_hash}, 1, ${prefix.length})`, prefix)));
}
