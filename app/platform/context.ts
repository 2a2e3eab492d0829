import type { Cipher, Vault } from "~/platform/crypto/vault.server";
import type { Database } from "~/platform/db/database.server";
import type { Jobs, Mailer } from "./http/jobs";
import type { Site } from "./http/site";

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
