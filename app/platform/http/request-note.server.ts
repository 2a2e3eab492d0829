import { AsyncLocalStorage } from "node:async_hooks";
import { setRequestSource } from "./log";

/**
 * Events of the log that no audit line records: tries, and what was refused. The others are the acts of
 * `app/account/audit.server.ts`. docs/operations.md lists them all.
 */
export const SIGNALS = [
  "login-refused",
  /** Refused until the bot check is passed. */
  "login-held",
  "second-factor-owed",
  "second-factor-refused",
  "second-factor-locked",
  "reauthentication-passed",
  "reauthentication-refused",
  "reauthentication-locked",
  "reset-asked",
  /** A code was wrong or had expired. */
  "reset-refused",
  "reset-locked",
  "bot-check-refused",
  /** All accounts that may be created within an hour were created. */
  "sign-ups-spent",
  /** Sent by another site. */
  "cross-site-refused",
  /** A call without its token. */
  "csrf-refused",
  /** By a level that is too low. */
  "level-refused",
  /** By a login that was ended meanwhile. */
  "ended-login-refused",
] as const;

type Signal = (typeof SIGNALS)[number];

/** What the log says of security, before the subjects are hashed. */
export interface SecurityEvent {
  event: string;
  /** Reference of the user who acts or is tried, or what was typed in place of it; null where nothing tells. */
  subject: string | null;
  /** Reference of another user, whom an act is about. */
  about?: string;
}

/** What is noted of a request, or of a run of the queue or a cron, while it is at work. Nothing of what was sent. */
export interface Note {
  /** Of its log lines and its answer. */
  readonly id: string;
  /** Pattern of the page, as `app/routes.ts` has it; null until one is found. */
  route: string | null;
  /** Whether somebody who is logged in asks. */
  isSignedIn: boolean;
  /** Trips to the database, and the rows that they read there. */
  trips: number;
  rows: number;
  /** What has happened; and what will have, once the row with this reference is committed. */
  events: SecurityEvent[];
  awaited: Map<string, SecurityEvent>;
}

const notes = new AsyncLocalStorage<Note>();
setRequestSource(() => notes.getStore()?.id ?? null);

/** Letters of an id, without those that are taken for one another when somebody reads it out. */
const LETTERS = "23456789abcdefghjkmnpqrstuvwxyz";

/**
 * The id is made here, not taken from Cloudflare's `CF-Ray`: so it is the same kind of thing locally and in tests, no
 * client can send one, and it says nothing of where somebody is.
 */
function newRequestId(): string {
  const letters = Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => LETTERS[byte % LETTERS.length]);
  return `${letters.slice(0, 4).join("")}-${letters.slice(4, 8).join("")}-${letters.slice(8).join("")}`;
}

/** Runs `work` with a note of its own, which it and all that it calls may add to. */
export function withNote<Result>(work: (note: Note) => Result): Result {
  const none = { route: null, isSignedIn: false, trips: 0, rows: 0, events: [], awaited: new Map() };
  const note: Note = { id: newRequestId(), ...none };
  return notes.run(note, () => work(note));
}

/** The note of the request; null outside one, as in commands and in most tests. */
export function currentNote(): Note | null {
  return notes.getStore() ?? null;
}

export function addToNote(more: Partial<Pick<Note, "route" | "isSignedIn">>): void {
  Object.assign(notes.getStore() ?? {}, more);
}

/** Notes an event that no row records. */
export function noteSignal(event: Signal, subject: string | null = null): void {
  notes.getStore()?.events.push({ event, subject });
}

/** Notes an event that a row records: it has happened once that row is committed, and not before. */
export function noteRecord(rowRef: string, event: SecurityEvent): void {
  notes.getStore()?.awaited.set(rowRef, event);
}

/** Says that rows were written with these values: what was awaited of them has happened. */
export function noteCommitted(values: readonly unknown[]): void {
  const note = notes.getStore();
  if (!note || note.awaited.size === 0) return;
  for (const value of values) {
    const event = typeof value === "string" ? note.awaited.get(value) : undefined;
    if (event) note.events.push(event);
    if (event) note.awaited.delete(value as string);
  }
}
