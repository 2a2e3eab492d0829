import type { JobContext } from "~/platform/context";
import { logError } from "~/platform/http/log";
import { DAILY, runDailyJobs, runEveryMinute } from "./jobs";

/** What crons work with. */
export interface CronWorld {
  app: JobContext;
  clock: () => number;
  /** Whether the database has the tables of this build. */
  hasTables: () => Promise<boolean>;
  /** Looks at what must not be, and tells whoever runs Daybook. */
  watch: () => Promise<void>;
}

/** Runs a cron. A database with older tables than this build needs is left alone. */
export async function runCron(cron: string, { app, clock, hasTables, watch }: CronWorld): Promise<void> {
  // First, while it can be told when the crons last ran.
  if (cron !== DAILY) await watch().catch(logError);
  if (await hasTables()) await (cron === DAILY ? runDailyJobs : runEveryMinute)(app, clock);
}
