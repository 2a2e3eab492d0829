import { createContext } from "react-router";

/**
 * Counts one try under `key` and says whether it may go on. The outer, forgiving layer of the limits: it
 * counts for each Cloudflare location, for a minute, so nobody can lock anybody out for longer.
 */
export type Bursts = (key: string) => Promise<boolean>;

export const burstsContext = createContext<Bursts>();

/** Said with status 429. */
export const TOO_MANY_TRIES = "Too many tries. Wait a minute, then try again";
