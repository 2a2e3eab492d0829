import { type SQL, sql } from "drizzle-orm";
import { users } from "~/account/table.server";
import { importStaging } from "~/data/backup-import/table.server";
import { outbox } from "~/mail/table.server";
import { idempotencyKeys } from "~/platform/db/idempotency.server";
import { idOf } from "./table-entry.server";

// Conditions of the catalogue: rows that are of a user though none of their columns names the user.

/** Rows of a file that is on its way in. */
export function isInStagedImport(userRef: string): SQL {
  return sql`${importStaging.staging_ref} IN (SELECT unique_ref FROM staged_imports WHERE user_id = ${idOf(userRef)})`;
}

/** The key of the form that made the account. */
export function madeAccount(userRef: string): SQL {
  return sql`(${idempotencyKeys.user_id} = 0 AND ${idempotencyKeys.result_ref} = ${userRef})`;
}

/** Mails to the address of an account, sent before it was known whose it is. */
export function isSentTo(userRef: string): SQL {
  const address = sql`SELECT ${users.email_key} FROM ${users} WHERE ${users.unique_ref} = ${userRef}`;
  return sql`(${outbox.user_ref} = '' AND lower(${outbox.recipient}) IN (${address}))`;
}
