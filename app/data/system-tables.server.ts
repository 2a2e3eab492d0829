import { sql } from "drizzle-orm";
import { deadJobs, matters } from "~/mail/table.server";
import { assertions } from "~/platform/db/assertions.server";
import { cronRuns } from "~/platform/db/cron-runs.server";
import { rateCounters } from "~/platform/db/rate-counters.server";
import { systemRows, type TableEntry } from "./table-entry.server";

/** The end of the catalogue: tables of the machine. None of their columns is the owner of a row. */
export const SYSTEM_TABLES = {
  rate_counters: {
    ...systemRows(rateCounters, "tries of the last hours; some name a user in their key"),
    deleted: (userRef) => sql`instr(${rateCounters.key}, ${userRef}) > 0`,
  },
  assertions: systemRows(assertions, "never holds a row"),
  dead_jobs: systemRows(deadJobs, "of the queue, not of a user"),
  cron_runs: systemRows(cronRuns, "of the machine, not of a user"),
  matters: systemRows(matters, "of the machine, not of a user"),
} as const satisfies Record<string, TableEntry>;
