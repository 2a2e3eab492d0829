import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { auditLine } from "~/account/audit.server";
import { secondFactorTriesKey } from "~/account/limits.server";
import type { SignedInUser } from "~/account/login/logins.server";
import { backups, codes, passkeys, recoveryCodes, TOTP_PLACE, totp, users } from "~/account/table.server";
import { writeMail } from "~/mail/outbox.server";
import { deadJobs } from "~/mail/table.server";
import { newRef } from "~/platform/db/columns.server";
import { idempotencyKeys } from "~/platform/db/idempotency.server";
import { rateCounters } from "~/platform/db/rate-counters.server";
import { db, NOW, vault } from "./harness";
import { addLogin } from "./two-factor";

/** Puts something of a user into every table of accounts, and into the store of files. @returns their address */
export async function fillAccount(user: SignedInUser): Promise<string> {
  const user_ref = user.unique_ref;
  const email = `${user_ref.toLowerCase()}@example.com`;
  const row = () => ({ unique_ref: newRef(), user_ref, created_at: NOW });
  const times = { updated_at: NOW };
  const content = { kind: "password-changed" } as const;
  const [own, nobodys] = [
    await writeMail(db, vault, { to: email, userRef: user_ref, content }, NOW),
    await writeMail(db, vault, { to: email.toUpperCase(), userRef: "", content: { kind: "address-in-use" } }, NOW),
  ];
  await db.batch([
    db.update(users).set({ email, email_key: email }).where(eq(users.unique_ref, user_ref)),
    db
      .insert(codes)
      .values({ ...row(), kind: "verification", hash: newRef(), payload: email, used_at: NOW, expires_at: NOW }),
    db.insert(codes).values({ ...row(), kind: "take_back", hash: newRef(), payload: `old-${email}`, expires_at: NOW }),
    db.insert(totp).values({
      ...row(),
      ...times,
      secret_encrypted: (await vault.encrypt(user_ref, TOTP_PLACE, "JBSWY3DPEHPK3PXP")) as Uint8Array,
      last_step: 0,
    }),
    db.insert(recoveryCodes).values({ ...row(), code_hash: newRef() }),
    db.insert(passkeys).values({
      ...row(),
      ...times,
      credential_id: newRef(),
      public_key: new Uint8Array([1]),
      counter: 0,
      backed_up: false,
      name: "Theatre phone",
    }),
    db.insert(codes).values({ ...row(), kind: "passkey_enrol", hash: newRef(), expires_at: NOW }),
    db.insert(codes).values({ ...row(), kind: "reset", hash: newRef(), expires_at: NOW }),
    db
      .insert(idempotencyKeys)
      .values({ user_id: user.id, key: newRef(), result_ref: "", fingerprint: "", created_at: NOW }),
    db
      .insert(idempotencyKeys)
      .values({ user_id: 0, key: newRef(), result_ref: user_ref, fingerprint: "", created_at: NOW }),
    db.insert(rateCounters).values({ key: secondFactorTriesKey(user_ref, "login"), window_start: NOW, n: 1 }),
    db.insert(deadJobs).values({ unique_ref: newRef(), kind: "send-mail", ref: own.ref, died_at: NOW }),
    auditLine(db, user_ref, "account-made", NOW),
    db.insert(backups).values({ ...row(), ...times, day: "2026-11-20", state: "made", made_at: NOW }),
    own.statement,
    nobodys.statement,
  ]);
  await addLogin(user);
  await env.OBJECTS.put(`users/${user_ref}/2026-11-20.gz`, "encrypted backup");
  return email;
}
