import { eq } from "drizzle-orm";
import { beforeEach, expect, test, vi } from "vitest";
import { writeNames } from "~/account/directory/accounts.server";
import { claimNames, openNames, openUsername, resolveClaim, sweepNames } from "~/account/directory/claims.server";
import { anyOf, holderOf, regionOfUser } from "~/account/directory/names.server";
import { names } from "~/account/directory/table.server";
import { users } from "~/account/table.server";
import { TERMS_VERSION } from "~/account/terms/versions";
import { openVault } from "~/platform/crypto/vault.server";
import { newRef } from "~/platform/db/columns.server";
import type { Database } from "~/platform/db/database.server";
import { hangingDatabase } from "../../support/faults";
import { db, directory, farDb, NOW, vault } from "../../support/harness";

const MINUTE = 60_000;
const near = { db, directory, vault, now: NOW };
const far = { ...near, db: farDb };
const contextIn = (region: string) => (region === "eu" ? near : far);

let username = "";
beforeEach(() => {
  username = `Name-${newRef()}`;
});

function userRow(unique_ref: string, more: Partial<typeof users.$inferInsert> = {}) {
  const times = { terms_accepted_at: NOW, terms_version: TERMS_VERSION, created_at: NOW, updated_at: NOW };
  const person = { username, username_key: username.toLowerCase(), first_name: "A", last_name: "B" };
  return { ...person, ...times, unique_ref, level: 9, ...more };
}

/** The batch of a sign-up, as far as names are concerned. */
function makeAccount(database: Database, userRef: string, claim: string) {
  return database.batch([claimNames(database, claim, NOW), database.insert(users).values(userRow(userRef))]);
}

/** The batch of a verified address. */
function setAddress(database: Database, userRef: string, claim: string, email: string) {
  const set = { email, email_key: email.toLowerCase() };
  return database.batch([
    claimNames(database, claim, NOW),
    database.update(users).set(set).where(eq(users.unique_ref, userRef)),
  ]);
}

function rowsOf(userRef: string) {
  return directory.select().from(names).where(eq(names.user_ref, userRef)).orderBy(names.kind);
}

async function account(): Promise<string> {
  const opened = await openUsername(near, username, newRef());
  await makeAccount(db, opened?.userRef as string, opened?.claim as string);
  await resolveClaim(near, opened?.claim as string);
  return opened?.userRef as string;
}

test("a name is one person's over all regions, in any case, and the directory holds only its hash", async () => {
  const userRef = await account();
  expect(await openUsername(far, username.toUpperCase(), newRef())).toBeNull();
  expect(await openUsername(near, username, newRef())).toBeNull();
  expect(await holderOf(near, ["username", username.toLowerCase()])).toEqual({ region: "eu", user_ref: userRef });
  expect(await holderOf(near, ["email", username])).toBeNull();
  expect(await regionOfUser(directory, userRef)).toBe("eu");
  const rows = await rowsOf(userRef);
  expect(rows.map(({ state, claim, form }) => [state, claim, form])).toEqual([["confirmed", "", ""]]);
  expect(JSON.stringify(rows).toLowerCase()).not.toContain(username.toLowerCase());
});

test("of two sign-ups for one name in two regions at the same moment one gets it", async () => {
  const both = await Promise.all([openUsername(near, username, newRef()), openUsername(far, username, newRef())]);
  expect(both.filter((each) => each === null)).toHaveLength(1);
});

test("a sign-up that died before its account is taken up by its own form, and is free for others after ten minutes", async () => {
  const form = newRef();
  const first = await openUsername(near, username, form);
  expect(await openUsername(near, username, form)).toEqual(first);
  expect(await openUsername(far, username, form)).toBeNull();
  await sweepNames({ directory, now: NOW + 10 * MINUTE - 1 }, contextIn);
  expect(await openUsername(far, username, newRef())).toBeNull();
  await sweepNames({ directory, now: NOW + 10 * MINUTE }, contextIn);
  expect(await openUsername(far, username, newRef())).not.toBeNull();
});

test("a sign-up that stalled is refused once its name was given up: it can be nobody else's then", async () => {
  const stalled = await openUsername(near, username, newRef());
  await sweepNames({ directory, now: NOW + 10 * MINUTE }, contextIn);
  const next = await openUsername(far, username, newRef());
  await makeAccount(farDb, next?.userRef as string, next?.claim as string);
  await expect(makeAccount(db, stalled?.userRef as string, stalled?.claim as string)).rejects.toThrow();
  expect(await db.$count(users, eq(users.username, username))).toBe(0);
});

test("names of a region that is away, however many, keep no other region's waiting", async () => {
  const userRef = newRef();
  const row = { kind: "username", region: "away", user_ref: userRef, state: "reserved", form: "" } as const;
  for (let at = 0; at < 101; at += 1) {
    await directory.insert(names).values({ ...row, key_hash: newRef(), claim: newRef(), reserved_at: NOW - MINUTE });
  }
  await openUsername(near, username, newRef());
  const but = (region: string) => (region === "away" ? null : contextIn(region));
  await sweepNames({ directory, now: NOW + 10 * MINUTE }, but);
  await directory.delete(names).where(eq(names.user_ref, userRef));
  expect(await holderOf(near, ["username", username])).toBeNull();
});

test("one run settles 80 claims over all regions, and gives up a region that fails twice", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const row = { kind: "username", state: "reserved", form: "", reserved_at: 0 } as const;
  const userRef = newRef();
  await directory.delete(names).where(eq(names.state, "reserved"));
  for (let at = 0; at < 90; at += 1) {
    const [eu, oc] = [{ region: "eu" }, { region: "oc" }];
    const made = [eu, oc].map((each) => ({ ...row, ...each, user_ref: userRef, key_hash: newRef(), claim: newRef() }));
    await directory.insert(names).values(made);
  }
  const left = () => directory.$count(names, eq(names.user_ref, userRef));
  let asked = 0;
  const away = hangingDatabase(farDb, () => {
    asked += 1;
    return Promise.reject(new Error("away"));
  });
  await sweepNames({ directory, now: NOW }, (region) => (region === "eu" ? near : { ...far, db: away }));
  expect([await left(), asked]).toEqual([140, 2]);
  const isRefused = (region: string) => (region === "eu" ? near : Promise.reject(new Error("away")));
  await sweepNames({ directory, now: NOW }, isRefused);
  expect(await left()).toBe(100);
  await sweepNames({ directory, now: NOW }, contextIn);
  expect(await left()).toBe(20);
  await directory.delete(names).where(eq(names.user_ref, userRef));
});

test("a sign-up that died after its account keeps its name, and so does one that died while settling", async () => {
  const opened = await openUsername(near, username, newRef());
  const { userRef, claim } = opened as { userRef: string; claim: string };
  await makeAccount(db, userRef, claim);
  expect(await regionOfUser(directory, userRef)).toBe("eu");
  for (const _run of ["first", "second"]) {
    await sweepNames({ directory, now: NOW + 10 * MINUTE }, contextIn);
    expect((await rowsOf(userRef)).map(({ state }) => state)).toEqual(["confirmed"]);
  }
});

test.each([
  ["before its batch", false],
  ["after its batch", true],
])("an address whose act died %s leaves exactly the address that the user has", async (_when, isDone) => {
  const userRef = await account();
  const [old, fresh] = [`old-${userRef}@example.com`, `new-${userRef}@example.com`];
  const first = (await openNames(near, userRef, [["email", old]])) as string;
  await setAddress(db, userRef, first, old);
  await resolveClaim(near, first);
  const claim = (await openNames(near, userRef, [["email", fresh]])) as string;
  if (isDone) await setAddress(db, userRef, claim, fresh);
  // Until it is settled both lead to the user, and nobody else can take either.
  for (const address of [old, fresh]) {
    expect(await holderOf(near, ["email", address])).toEqual({ region: "eu", user_ref: userRef });
    expect(await openNames(far, newRef(), [["email", address]])).toBeNull();
  }
  await sweepNames({ directory, now: NOW + 10 * MINUTE }, contextIn);
  const [kept, freed] = isDone ? [fresh, old] : [old, fresh];
  expect(await holderOf(near, ["email", kept])).not.toBeNull();
  expect(await holderOf(near, ["email", freed])).toBeNull();
  expect((await rowsOf(userRef)).map(({ kind, state }) => [kind, state])).toEqual([
    ["email", "confirmed"],
    ["username", "confirmed"],
  ]);
  if (!isDone) await expect(setAddress(db, userRef, claim, fresh)).rejects.toThrow();
});

test("a user goes on at once after an act of theirs died, and the act that died can no longer happen", async () => {
  const userRef = await account();
  const [died, next] = [`died-${userRef}@example.com`, `next-${userRef}@example.com`];
  const dead = (await openNames(near, userRef, [["email", died]])) as string;
  const claim = (await openNames(near, userRef, [["email", next]])) as string;
  expect(claim).not.toBe(dead);
  expect(await holderOf(near, ["email", died])).toBeNull();
  await expect(setAddress(db, userRef, dead, died)).rejects.toThrow();
  await setAddress(db, userRef, claim, next);
  await resolveClaim(near, claim);
  expect(await rowsOf(userRef)).toHaveLength(2);
});

test("of two acts of one user at once none loses a name that the user has in the end", async () => {
  const userRef = await account();
  const addresses = ["one", "two", "three"].map((each) => `${each}-${userRef}@example.com`);
  await Promise.allSettled(
    addresses.map(async (address) => {
      const claim = (await openNames(near, userRef, [["email", address]])) as string;
      await setAddress(db, userRef, claim, address).finally(() => resolveClaim(near, claim));
    }),
  );
  await sweepNames({ directory, now: NOW + 10 * MINUTE }, contextIn);
  const [user] = await db.select().from(users).where(eq(users.unique_ref, userRef));
  const held = await Promise.all(addresses.map((address) => holderOf(near, ["email", address])));
  expect(held.map((each) => each !== null)).toEqual(addresses.map((address) => address === user?.email));
  expect((await rowsOf(userRef)).every(({ state }) => state === "confirmed")).toBe(true);
});

test.each([
  ["before its batch", false],
  ["after its batch", true],
])("a deletion that died %s keeps the names of an account that is there, and frees those of one that is not", async (_when, isDone) => {
  const userRef = await account();
  const claim = (await openNames(near, userRef)) as string;
  if (isDone) {
    await db.batch([claimNames(db, claim, NOW), db.delete(users).where(eq(users.unique_ref, userRef))]);
  }
  expect(await openUsername(far, username, newRef())).toBeNull();
  await sweepNames({ directory, now: NOW + 10 * MINUTE }, contextIn);
  expect((await rowsOf(userRef)).map(({ state }) => state)).toEqual(isDone ? [] : ["confirmed"]);
  expect((await openUsername(far, username, newRef())) !== null).toBe(isDone);
});

test("names of a region that is not in the settings any more are kept", async () => {
  const opened = await openUsername(far, username, newRef());
  await sweepNames({ directory, now: NOW + 10 * MINUTE }, (region) => (region === "eu" ? near : null));
  expect(await rowsOf(opened?.userRef as string)).toHaveLength(1);
});

test("under a new key names are found and refused as before, and written again under it, twice as well as once", async () => {
  const userRef = await account();
  const keys = { 1: btoa("a key of thirty-two bytes, tests"), 2: btoa("another of thirty-two bytes, too") };
  const rotated = { ...near, vault: openVault(JSON.stringify(keys), "2") };
  expect(await openUsername({ ...rotated, db: farDb }, username, newRef())).toBeNull();
  for (const _run of ["first", "second"]) {
    expect(await writeNames(rotated, { unique_ref: userRef, username, email: null })).toBe(true);
    expect((await rowsOf(userRef)).map(({ key_hash }) => key_hash.slice(0, 2))).toEqual(["2."]);
  }
  expect(await holderOf(rotated, ["username", username])).toEqual({ region: "eu", user_ref: userRef });
  expect(await writeNames({ ...rotated, db: farDb }, { unique_ref: newRef(), username, email: null })).toBe(false);
});

test("a name that nobody has always gets the same one of the regions, and names of both spread over them", async () => {
  const all = ["eu", "oc"] as const;
  const drawn = await Promise.all(
    Array.from({ length: 40 }, (_, at) => anyOf(vault, ["username", `nobody-${at}`], all)),
  );
  expect(new Set(drawn)).toEqual(new Set(all));
  expect(await anyOf(vault, ["username", "Nobody-7 "], all)).toBe(drawn[7]);
});
