import { env } from "cloudflare:workers";
import { newTotpSecret, totpRow } from "~/account/factors/totp.server";
import type { SignedInUser } from "~/account/login/logins.server";
import { codes, totp } from "~/account/table.server";
import { newRef } from "~/platform/db/columns.server";
import { db, NOW, vault } from "./harness";
import { addRecoveryCode } from "./two-factor";

/**
 * A row of each kind that an account can have, besides those of its diary, as a change that reaches
 * too far would find; what is there stays.
 */
export async function addAccountRows({ id, unique_ref: user_ref }: Pick<SignedInUser, "id" | "unique_ref">) {
  const later = NOW + 600_000;
  const made = { created_at: NOW, updated_at: NOW };
  const address = `${user_ref.toLowerCase()}@example.com`;
  const row = await totpRow(vault, user_ref, newTotpSecret(), 0, NOW);
  await db.insert(totp).values(row).onConflictDoNothing();
  await addRecoveryCode(user_ref, "0123-4567-89AB-CDEF-GHJK-MNPR");
  const rows: Record<string, Record<string, string | number>[]> = {
    outbox: [{ unique_ref: newRef(), user_ref, kind: "reset-code", recipient: address, due_at: NOW, ...made }],
    codes: codes.kind.enumValues.map((kind) => ({
      ...{ unique_ref: newRef(), user_ref, kind, hash: newRef(), expires_at: later, created_at: NOW },
    })),
    audit: [{ unique_ref: newRef(), user_ref, action: "login", occurred_at: NOW }],
    backups: [{ unique_ref: newRef(), user_ref, day: "2026-11-20", state: "made", ...made }],
    idempotency_keys: [{ user_id: id, key: newRef(), result_ref: newRef(), fingerprint: "", created_at: NOW }],
  };
  await env.DB.batch(
    Object.entries(rows).flatMap(([table, list]) =>
      list.map((row) => {
        const values = Object.values(row);
        const insert = `INSERT INTO ${table} (${Object.keys(row)}) VALUES (${values.map(() => "?")}) ON CONFLICT DO NOTHING`;
        return env.DB.prepare(insert).bind(...values);
      }),
    ),
  );
}
