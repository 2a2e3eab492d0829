import { createContext } from "react-router";

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
