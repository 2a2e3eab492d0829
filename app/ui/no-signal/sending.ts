import { base64url } from "~/platform/db/tokens";
import { DEVICE, SEND } from "./addresses";
import {
  allOf,
  clearKept,
  type Device,
  forgetDevice,
  keepAbandoned,
  type ListedSession,
  put,
  remove,
  type Sealed,
} from "./outbox";

/** The server takes no more at once. */
const MAX_ENTRIES = 20;
const MAX_BYTES = 700_000;
/** A network that leads nowhere must not hold up the next attempt. */
const LIMIT_MS = 30_000;

export interface Sent {
  /** How many of the entries are in the logbook, and how many the server keeps as lines to correct. */
  saved: number;
  kept: number;
  /**
   * Why some still wait: no connection, nobody logged in, another account, a seal that the server cannot open, too many
   * that wait to be corrected, or a fault.
   */
  left: "offline" | "login" | "account" | "unreadable" | "full" | "failed" | null;
  /** Entries of a device that was revoked, or whose account is deleted: nobody can read them any more. */
  lost: number;
}

interface Answer {
  acknowledged: { id: string; outcome: "saved" | "kept" }[];
  unreadable?: string[];
  /** Some stay here since too much waits to be corrected. */
  isFull?: boolean;
}

/**
 * Sends what waits. One tab, or the service worker, at a time; an entry is removed once the server has said that it has it,
 * and the server takes one that comes twice for the same.
 */
export async function sendAll(): Promise<Sent> {
  return navigator.locks.request("no-signal sending", async () => {
    const sent: Sent = { saved: 0, kept: 0, left: null, lost: 0 };
    await keepAbandoned();
    for (const device of await allOf("devices")) await sendOf(device, sent);
    if (sent.saved + sent.kept + sent.lost > 0) tell(sent);
    return sent;
  });
}

const CHANNEL = "no-signal sent";

function tell(sent: Sent): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(sent);
  channel.close();
}

/** Hears of each entry that was sent or lost, whichever tab sent it, or the service worker. @returns what ends it */
export function onSent(listener: (sent: Sent) => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener("message", ({ data }) => listener(data));
  return () => channel.close();
}

/**
 * Calls this each time that there may be a connection again: the browser says so, or a phone is taken out of a pocket, whose
 * pages stood still and have not heard it. @returns what ends it
 */
export function whenBack(listener: () => void): () => void {
  const look = () => document.visibilityState === "visible" && listener();
  addEventListener("online", listener);
  document.addEventListener("visibilitychange", look);
  return () => {
    removeEventListener("online", listener);
    document.removeEventListener("visibilitychange", look);
  };
}

async function sendOf(device: Device, sent: Sent): Promise<void> {
  const all = (await allOf("entries")).filter((each) => each.device === device.ref);
  let left = all.toSorted((one, other) => one.typed_at - other.typed_at);
  // What fails by itself waits for the next sending, and others go on.
  let failed = 0;
  while (left.length > 0) {
    const batch = firstOf(left);
    const waits = { waiting: left.length + failed, since: all[0] && Math.min(...all.map((each) => each.typed_at)) };
    const entries = batch.map(({ id, typed_at, sealed }) => ({ id, typed_at, sealed: base64url(sealed) }));
    const answer = await post(SEND, { device: device.ref, ...waits, entries });
    if (answer?.status === 410) {
      sent.lost += left.length + failed;
      return forgetGone(device.ref);
    }
    if (!answer?.ok) sent.left = reasonOf(answer);
    // One that is refused as it is, say as too long, holds up no other.
    if (!answer || (!answer.ok && !(batch.length === 1 && REFUSED_ALONE.includes(answer.status)))) return;
    const taken: Answer = answer.ok ? await answer.json() : { acknowledged: [] };
    for (const { id, outcome } of taken.acknowledged) {
      await remove("entries", id);
      sent[outcome] += 1;
    }
    const stays = batch.length - taken.acknowledged.length;
    failed += stays;
    if (stays > 0) sent.left = taken.isFull ? "full" : taken.unreadable?.length ? "unreadable" : "failed";
    left = left.slice(batch.length);
  }
}

const REFUSED_ALONE = [400, 413, 422];

function firstOf(entries: readonly Sealed[]): Sealed[] {
  let bytes = 0;
  const fits = entries.slice(0, MAX_ENTRIES).filter(({ sealed }) => {
    bytes += sealed.byteLength;
    return bytes <= MAX_BYTES;
  });
  return fits.length > 0 ? fits : entries.slice(0, 1);
}

function reasonOf(answer: Response | null): Sent["left"] {
  if (!answer) return "offline";
  if (answer.status === 401) return "login";
  return answer.status === 403 || answer.status === 404 ? "account" : "failed";
}

/** @returns null without a connection */
export async function post(path: string, body: object): Promise<Response | null> {
  const headers = { "Content-Type": "application/json" };
  try {
    return await fetch(path, {
      method: "POST",
      headers,
      body: JSON.stringify(body),
      redirect: "error",
      signal: AbortSignal.timeout(LIMIT_MS),
    });
  } catch {
    return null;
  }
}

/** The server has forgotten a device: with the last one all that is kept here goes. */
async function forgetGone(ref: string): Promise<void> {
  await forgetDevice(ref);
  if ((await allOf("devices")).length === 0) await clearKept();
}

/** Gets the list of sessions anew; forgets the device where the server has. Without a connection all stays as it is. */
export async function refresh(device: Device): Promise<void> {
  const answer = await fetch(`${DEVICE}?device=${device.ref}`).catch(() => null);
  if (answer?.status === 410) {
    // What waits is told as lost by its sending.
    const waits = (await allOf("entries")).some((each) => each.device === device.ref);
    if (!waits) await forgetGone(device.ref);
  }
  if (answer?.status === 403) return put("devices", { ...device, isOthers: true });
  if (!answer?.ok) return;
  const { sessions, publicKey } = (await answer.json()) as { sessions: ListedSession[]; publicKey: string };
  const left = (await allOf("entries")).some((each) => each.device === device.ref);
  const byHand = left ? device.sessions.filter(({ key }) => key) : [];
  await put("devices", { ...device, publicKey, isOthers: false, sessions: [...byHand, ...sessions] });
}
