import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { writeMail } from "~/mail/outbox.server";
import { outbox } from "~/mail/table.server";
import { openQueue } from "../../workers/queue";
import { db, vault } from "../support/harness";

test("the real queue carries a mail's message after its delay of a second, and the Worker sends the mail", async () => {
  const now = Date.now();
  const mail = await writeMail(
    db,
    vault,
    { to: "real@example.com", userRef: "", content: { kind: "data-deleted" } },
    now,
  );
  await mail.statement;
  const started = Date.now();
  await openQueue(env, { waitUntil: () => {} }).send({ kind: "send-mail", ref: mail.ref }, 1);
  const [row] = await vi.waitFor(
    async () => {
      const rows = await db.select().from(outbox).where(eq(outbox.unique_ref, mail.ref));
      expect(rows[0]?.sent_at).not.toBeNull();
      return rows;
    },
    { timeout: 15_000, interval: 50 },
  );
  expect(row?.sent_at).toBeGreaterThanOrEqual(started + 1000);
});
