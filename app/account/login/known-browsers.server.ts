import { eq } from "drizzle-orm";
import { writeNotice } from "~/mail/outbox.server";
import type { AppContext } from "~/platform/context";
import type { Vault } from "~/platform/crypto/vault.server";
import { newRef } from "~/platform/db/columns.server";
import { readCookie, writeCookie } from "~/platform/http/cookies";
import { usernameKey } from "../rules";
import { users } from "../table.server";

const RAW_MAX = 60;

/** First match wins: many browsers also send the names further down. */
const BROWSERS = [
  [/\bEdg(e|A|iOS)?\//, "Edge"],
  [/\bOPR\/|\bOPiOS\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\bVivaldi\//, "Vivaldi"],
  [/\b(Firefox|FxiOS)\//, "Firefox"],
  [/\b(HeadlessChrome|Chrome|CriOS|Chromium)\//, "Chrome"],
  [/\bVersion\/[\d.]+.*\bSafari\//, "Safari"],
] as const;

const SYSTEMS = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b|\bMacintosh\b/, "Mac"],
  [/\bLinux\b|\bX11\b/, "Linux"],
] as const;

/** A browser in words: "Firefox on Windows". An unknown one is given by its User-Agent text, truncated. */
export function formatBrowser(userAgent: string): string {
  return browserName(userAgent) ?? (cut(userAgent.trim()) || "Unknown browser");
}

/** As `formatBrowser`, with names from the lists only; null for an unknown browser. */
function browserName(userAgent: string): string | null {
  const browser = nameIn(BROWSERS, userAgent);
  if (!browser) return null;
  const system = nameIn(SYSTEMS, userAgent);
  return system ? `${browser} on ${system}` : browser;
}

function nameIn(names: readonly (readonly [RegExp, string])[], userAgent: string): string | undefined {
  return names.find(([pattern]) => pattern.test(userAgent))?.[1];
}

function cut(text: string): string {
  const characters = [...text];
  return characters.length > RAW_MAX ? `${characters.slice(0, RAW_MAX - 1).join("")}…` : text;
}

/**
 * Cookie that records which users have logged in from a browser: a random id, and for each user the time, all signed.
 * It contains no name and gives no access; no logout deletes it. Who logs in from a browser without it is told by mail.
 */
const COOKIE = "browser";
/** The longest that browsers keep any cookie. */
const COOKIE_SECONDS = 400 * 24 * 60 * 60;
/** Most users that a shared computer remembers; the latest stay. */
const MAX_USERS = 5;
const PURPOSE = "known-browser";

/** When a user of this name last logged in from this browser; null for never. Needs no query. */
export async function lastLoginHere(vault: Vault, request: Request, username: string): Promise<number | null> {
  const { id, entries } = cookieContents(request);
  for (const entry of entries) {
    if (await isOf(vault, id, entry, username)) return entry.since;
  }
  return null;
}

/** The cookie of a browser that this name has just logged in from. */
export async function browserCookie(vault: Vault, request: Request, username: string, now: number): Promise<string> {
  const { id, entries } = cookieContents(request);
  const others: string[] = [];
  for (const entry of entries) {
    if (!(await isOf(vault, id, entry, username))) others.push(entry.text);
  }
  const entry = `${now.toString(36)}.${await vault.sign(PURPOSE, signedText(id, now, username))}`;
  const value = [id, entry, ...others.slice(0, MAX_USERS - 1)].join("~");
  return writeCookie(request, COOKIE, value, COOKIE_SECONDS);
}

/**
 * For the batch of a completed login: the detail of its audit line about the browser, and the mail to the verified
 * address if the browser is new.
 * @returns also the cookie that makes the browser known, and the nudge to call after the batch
 */
export async function rememberBrowser(app: AppContext, request: Request, userRef: string) {
  const { db, vault, now } = app;
  const [owner] = await db
    .select({ username: users.username, email: users.email, created_at: users.created_at })
    .from(users)
    .where(eq(users.unique_ref, userRef));
  if (!owner) return { detail: "", statements: [], cookies: [], nudge: () => {} };
  const cookies = [await browserCookie(vault, request, owner.username, now)];
  const last = await lastLoginHere(vault, request, owner.username);
  // An earlier account may have had the same name.
  if (last !== null && last >= owner.created_at) return { detail: "", statements: [], cookies, nudge: () => {} };
  const userAgent = request.headers.get("User-Agent") ?? "";
  // An unknown User-Agent may be any text, and is not put into a mail.
  const content = { kind: "new-browser", browser: browserName(userAgent) ?? "" } as const;
  const notice = await writeNotice(app, { userRef, to: owner.email }, content);
  return { detail: `new browser, ${formatBrowser(userAgent)}`, cookies, ...notice };
}

interface Entry {
  text: string;
  since: number;
  signature: string;
}

/** The contents of the cookie, not verified yet; a new id if there are none. */
function cookieContents(request: Request): { id: string; entries: Entry[] } {
  const [id = "", ...texts] = (readCookie(request, COOKIE) ?? "").split("~");
  if (!/^[\w-]{22}$/.test(id)) return { id: newRef(), entries: [] };
  const entries = texts.slice(0, MAX_USERS).flatMap((text) => {
    const [, since, signature] = /^([0-9a-z]{1,10})\.([\w.-]{1,100})$/.exec(text) ?? [];
    return since && signature ? [{ text, since: Number.parseInt(since, 36), signature }] : [];
  });
  return { id, entries };
}

function isOf(vault: Vault, id: string, { since, signature }: Entry, username: string): Promise<boolean> {
  return vault.isSigned(PURPOSE, signedText(id, since, username), signature);
}

function signedText(id: string, since: number, username: string): string {
  return [id, since, usernameKey(username)].join("\n");
}
