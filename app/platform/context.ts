import { createContext } from "react-router";
import type { Cipher, Vault } from "~/platform/crypto/vault.server";
import type { Database } from "~/platform/db/database.server";
import type { OtherRegion, Place } from "~/platform/places";

/** Kinds of queue jobs. A message holds only a kind and the reference of a row with the details, never a secret. */
export const JOB_KINDS = [
  "send-mail",
  "look-up-reset",
  "forget-user",
  "back-up-user",
  "mail-round-up",
  "check-store",
  "read-rota",
] as const;

export interface Job {
  kind: (typeof JOB_KINDS)[number];
  ref: string;
}

export interface Jobs {
  /** Sends without waiting, after a commit: the cron finds a job whose message was lost. */
  nudge(job: Job, delaySeconds?: number): void;
  /** Rejects when the queue did not accept the message. */
  send(job: Job, delaySeconds?: number): Promise<void>;
  /** Sends up to a hundred in one call. Rejects when the queue did not accept them all: some may come twice. */
  sendAll(jobs: readonly Job[]): Promise<void>;
}

/** The job queue, as used by a request. */
export const jobsContext = createContext<Jobs>();

/**
 * Lets work go on after the answer, which does not wait for it; where a test has set nothing, it does. The work must not
 * reject, and nobody may rely on it: the Worker can end first.
 */
export const afterAnswerContext = createContext<(work: Promise<unknown>) => unknown>((work) => work);

/** Sends one mail. `key` is the same for every try of the same mail. */
export interface Mailer {
  send(mail: {
    to: string;
    subject: string;
    text: string;
    html: string;
    key: string;
    headers?: Readonly<Record<string, string>>;
  }): Promise<void>;
}

/** Thrown by a job that is to be tried again, after at least `delaySeconds`. */
export class RetryLaterError extends Error {
  override name = "RetryLaterError";

  constructor(
    /** Written to the log: must not contain text of a user. */
    message: string,
    readonly delaySeconds: number,
  ) {
    super(message);
  }
}

/** Dependencies shared by requests of visitors, requests of users and jobs. */
export interface AppContext {
  db: Database;
  vault: Vault;
  jobs: Jobs;
  site: Site;
  now: number;
}

/** The user who sends a request, with database, cipher and time. Code that needs less takes a `Pick` of it. */
export interface Actor extends Pick<AppContext, "db" | "now"> {
  userId: number;
  /** For the user's own texts. */
  cipher: Cipher;
}

/** Dependencies of a job. Every job may run twice, late, or after its row was deleted. */
export interface JobContext extends AppContext {
  mailer: Mailer;
  forms: KVNamespace;
  objects: R2Bucket;
  /** For so many days the store deletes and replaces no object; 0 where it is not locked. */
  lockedDays: number;
}

/** Settings of this Daybook. They are never taken from a request. */
export interface Site {
  /** `https://daybook.example`: origin of links in mails, of passkeys, and of the pages. */
  origin: string;
  turnstile: {
    siteKey: string;
    secret: string;
    scriptUrl: string;
    verifyUrl: string;
  };
  /**
   * Controller of this Daybook with name and postal address, the address of support, and who keeps copies of the backups
   * elsewhere, "" for nobody: the privacy notice names them.
   */
  keeper: { controller: string; contact: string; copies: string };
  /** The lowest user level that may import files. The specification says 10 (section 6). */
  csvImportMinLevel: number;
  /** Where its data are, and whether it takes new users. */
  place: Place;
  /** Only to lead there: no region asks another one anything. */
  otherRegions: readonly OtherRegion[];
  /** With how many users it takes no new ones; null: however many they are. */
  maxUsers: number | null;
  /** Whether a rota may lie on this machine: in a local build alone. */
  readsLocalRotas: boolean;
  /** For so many days no backup can be deleted; 0 where that is not so. */
  lockedDays: number;
}

export const siteContext = createContext<Site>();

/** Key-value store of half-filled forms: encrypted text, for an hour. */
export const formStoreContext = createContext<KVNamespace>();
