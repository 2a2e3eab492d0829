/**
 * Cloudflare's list prices of the Workers Paid plan in US dollars, beyond what the plan contains, as published on
 * developers.cloudflare.com (pricing of Workers, D1, R2 and Queues) and read there on the day of `PRICES_OF`.
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
