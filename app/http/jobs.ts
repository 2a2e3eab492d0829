import { createContext } from "react-router";
import type { Database } from "~/db/database.server";
import type { Vault } from "~/vault/vault.server";
import type { Site } from "./site";

/** What the queue carries: a kind, and the reference of a row that says the rest. Never a secret. */
export const JOB_KINDS = [
  "send-mail",
  "look-up-reset",
  "expire-reset",
  "expire-verification",
  "forget-user",
  "back-up-user",
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

/** What a job works with. Every job may run twice, late, or after its row is gone. */
export interface JobWorld {
  db: Database;
  vault: Vault;
  now: number;
  site: Site;
  jobs: Jobs;
  mailer: Mailer;
  forms: KVNamespace;
  objects: R2Bucket;
}

/** Sends one mail. `key` is the same for every try of it. */
export interface Mailer {
  send(mail: { to: string; subject: string; text: string; html: string; key: string }): Promise<void>;
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
