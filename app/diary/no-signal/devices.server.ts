import { and, asc, eq, sql } from "drizzle-orm";
import type { RequestContext } from "~/account/guard.server";
import { newSealKeys, type OpeningDevice } from "~/platform/crypto/seal";
import type { Cipher } from "~/platform/crypto/vault.server";
import { newRef } from "~/platform/db/columns.server";
import type { Database } from "~/platform/db/database.server";
import { cookieName, isHttps, NO_SIGNAL_COOKIE, readCookie, withCookies } from "~/platform/http/cookies";
import { lastingMessage } from "~/platform/http/flash.server";
import { refuseCall } from "~/platform/http/read-json.server";
import { devicePlace, noSignalDevices } from "./table.server";
import { lostWords, waitingWords } from "./waiting";

const COOKIE_SECONDS = 400 * 24 * 60 * 60;

type By = Pick<RequestContext, "db" | "user" | "cipher" | "now">;

/** Most devices of one account. */
const MAX_DEVICES = 20;
const TOO_MANY = `You have ${MAX_DEVICES} such devices, which is as many as an account can have. Revoke one first`;

/** Switches it on for the device at hand. @throws Response 422 for one too many */
export async function addDevice({ db, user, cipher, now }: By, { name, consent }: { name: string; consent: boolean }) {
  const known = await db.$count(noSignalDevices, eq(noSignalDevices.user_ref, user.unique_ref));
  if (known >= MAX_DEVICES) throw refuseCall(TOO_MANY, 422);
  const { publicKey, privateKey } = await newSealKeys();
  const unique_ref = newRef();
  const private_key_encrypted = (await cipher.encrypt(devicePlace(unique_ref), privateKey)) as Uint8Array;
  const row = { unique_ref, user_ref: user.unique_ref, name, public_key: publicKey, lists_sessions: consent };
  await db.insert(noSignalDevices).values({ ...row, private_key_encrypted, seen_at: now, created_at: now });
  return row;
}

function ofUser(userRef: string, ref: string) {
  return and(eq(noSignalDevices.user_ref, userRef), eq(noSignalDevices.unique_ref, ref));
}

/**
 * A device of the user.
 * @param waiting how many entries wait on it, where it has said
 * @throws Response 410 for one that is gone, 403 for one of another account, whose entries wait for it
 */
export async function requireDevice({ db, user }: By, request: Request, ref: string, waiting = 0) {
  const [found] = await db.select().from(noSignalDevices).where(ofUser(user.unique_ref, ref));
  if (found) return found;
  const isAnothers = (await db.$count(noSignalDevices, eq(noSignalDevices.unique_ref, ref))) > 0;
  if (!isAnothers) throw refuseGone(request, ref, waiting);
  throw refuseCall("What waits here was typed in another account. Log in to that account to send it", 403);
}

/** The answer to a device that was revoked, or whose account is deleted: it clears all. The next page says what is lost. */
export function refuseGone(request: Request, ref: string, waiting: number): Response {
  const cookies = [
    waiting === 0 ? null : lastingMessage(request, lostWords(waiting), { done: false }),
    deviceOf(request) === ref ? deviceCookie(request, "") : null,
  ];
  return refuseCall("This device is not switched on any more", 410, withCookies(cookies));
}

export async function keyOfDevice(cipher: Cipher, ref: string, encrypted: Uint8Array): Promise<OpeningDevice> {
  return { ref, privateKey: await cipher.decrypt(devicePlace(ref), encrypted) };
}

/**
 * Statement: what a device says about itself; gives its reference if it is known. A stranger would have to know that, and
 * can only set a number. A device's clock may be wrong: nothing waits from before it was switched on, or from after now.
 */
export function noteWaiting(
  db: Database,
  ref: string,
  { waiting, since }: { waiting: number; since?: number | undefined },
  now: number,
) {
  const told =
    since === undefined ? sql`coalesce(${noSignalDevices.waiting_since}, ${now})` : sql`${Math.round(since)}`;
  const waiting_since = waiting === 0 ? null : sql`max(${noSignalDevices.created_at}, min(${told}, ${now}))`;
  const mailed_at = waiting === 0 ? { mailed_at: null } : {};
  return db
    .update(noSignalDevices)
    .set({ waiting, waiting_since, seen_at: now, ...mailed_at })
    .where(eq(noSignalDevices.unique_ref, ref))
    .returning({ unique_ref: noSignalDevices.unique_ref });
}

/** Statement: forgets a device. Nobody can open what waits on it any more. */
export function forgetDevice(db: Database, userRef: string, ref: string) {
  return db.delete(noSignalDevices).where(ofUser(userRef, ref));
}

/** Query: a user's devices, oldest first. For a page's batch. */
export function devicesOf(db: Database, userRef: string) {
  const { unique_ref, name, waiting, waiting_since, seen_at, created_at } = noSignalDevices;
  return db
    .select({ unique_ref, name, waiting, waiting_since, seen_at, created_at })
    .from(noSignalDevices)
    .where(eq(noSignalDevices.user_ref, userRef))
    .orderBy(asc(created_at));
}

/** The same in words. */
export function listedDevices(devices: Awaited<ReturnType<typeof devicesOf>>, now: number) {
  return devices.map((device) => ({ ref: device.unique_ref, name: device.name, waiting: waitingWords(device, now) }));
}

/** The device's own mark, which its script reads: without it nothing of all this is loaded. */
export function deviceCookie(request: Request, ref: string): string {
  const age = ref === "" ? 0 : COOKIE_SECONDS;
  return `${cookieName(request, NO_SIGNAL_COOKIE)}=${ref}; Path=/; SameSite=Lax; Max-Age=${age}${isHttps(request) ? "; Secure" : ""}`;
}

/** The device that sends a request; null where it is not switched on. */
export function deviceOf(request: Request): string | null {
  return readCookie(request, NO_SIGNAL_COOKIE) || null;
}
