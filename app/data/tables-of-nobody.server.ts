import { deadJobs, matters } from "~/mail/table.server";
import { cronRuns } from "~/platform/db/cron-runs.server";
import { cspCounts } from "~/platform/db/csp-counts.server";
import { regionSizes } from "~/platform/db/region-sizes.server";
import { systemRows } from "./table-entry.server";

/** The end of the catalogue: tables whose rows are of no user, and name none. */
export const TABLES_OF_NOBODY = {
  dead_jobs: systemRows(deadJobs, "of the queue, not of a user"),
  cron_runs: systemRows(cronRuns, "of the machine, not of a user"),
  region_sizes: systemRows(regionSizes, "of the machine, not of a user"),
  matters: systemRows(matters, "of the machine, not of a user"),
  csp_counts: systemRows(cspCounts, "counts of what browsers blocked, of no user"),
};
