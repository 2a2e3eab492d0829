import { createContext } from "react-router";
import type { Cipher, Vault } from "~/platform/crypto/vault.server";
import type { Database } from "~/platform/db/database.server";

/** What the queue carries: a kind, and the reference of a row that says the rest. Never a secret. */
export const JOB_KINDS = [
  "send-mail",
  "look-up-reset",
  "expire-reset",
  "expire-verification",
  "forget-user",
  "back-up-user",
  "mail-round-up",
] as const;

export interface Job {
  kind: (typeof JOB_KINDS)[number];
  ref: string;
}

export interface Jobs {
  /** After a commit, without waiting: a lost one is found by the cron. */
  nudge(job: Job, delaySeconds?: number): void;
  /** Fails when the queue did not take it. */
  send(job: Job, delaySeconds?: number): Promise<void>;
}

/** The queue, as a request sees it. */
export const jobsContext = createContext<Jobs>();

/** Sends one mail. `key` is the same for every try of it. */
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

/** Thrown by a job that is to be tried again, no sooner than after `delaySeconds`. */
export class TryAgainLater extends Error {
  override name = "TryAgainLater";

  constructor(
    /** Said in the log: nothing that a person wrote. */
    message: string,
    readonly delaySeconds: number,
  ) {
    super(message);
  }
}

/** What everything works with, be it for a visitor, for a user or in a job. */
export interface World {
  db: Database;
  vault: Vault;
  jobs: Jobs;
  site: Site;
  now: number;
}

/** Who asks, with what, when. What needs less takes a `Pick` of it. */
export interface Asker extends Pick<World, "db" | "now"> {
  userId: number;
  /** For the user's own texts. */
  cipher: Cipher;
}

/** What a job works with. Every job may run twice, late, or after its row is gone. */
export interface JobWorld extends World {
  mailer: Mailer;
  forms: KVNamespace;
  objects: R2Bucket;
}

/** Settings of this Daybook. Nothing that a request says takes their place. */
export interface Site {
  /** `https://daybook.example`: of links in mails, of passkeys, of the pages themselves. */
  origin: string;
  turnstile: {
    siteKey: string;
    secret: string;
    scriptUrl: string;
    verifyUrl: string;
  };
  /** Who answers for this Daybook: name with postal address, and the address of support. */
  keeper: { controller: string; contact: string };
  /** The lowest user level that may import files. The specification says 10 (section 6). */
  csvImportMinLevel: number;
}

export const siteContext = createContext<Site>();

/** Key-value store of half-filled forms: encrypted text, for an hour. */
export const formStoreContext = createContext<KVNamespace>();
