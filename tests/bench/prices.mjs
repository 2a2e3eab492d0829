/**
 * Cloudflare's list prices of the Workers Paid plan in US dollars, beyond what the plan contains. Workers, D1 and R2 as a
 * public copy of Cloudflare's pages gives them for the day of `PRICES_OF`; Queues by one of June 2026. To be compared with
 * developers.cloudflare.com before anybody counts on them.
 */
export const PRICES_OF = "3 August 2026";

export const PRICES = {
  planAMonth: 5,
  /** Each a million. */
  requests: 0.3,
  cpuMs: 0.02,
  rowsRead: 0.001,
  rowsWritten: 1,
  queueOperations: 0.4,
  storeWrites: 4.5,
  /** Each a gigabyte and month. */
  databaseStorage: 0.75,
  storeStorage: 0.015,
};

/** Limits of D1, Queues and Workers, from the pages of limits as of 21 April 2026. */
export const LIMITS = {
  databaseBytes: 10e9,
  databasesStorage: 1e12,
  queriesAnInvocation: 1000,
};
