import { env } from "cloudflare:workers";
import { inArray } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { writeMail } from "~/mail/outbox.server";
import { outbox } from "~/mail/table.server";
import { openQueue } from "../../workers/bindings";
import { db, vault } from "../support/harness";

async function waitingMail(): Promise<string> {
  const mail = { to: "real@example.com", userRef: "", content: { kind: "data-deleted" } } as const;
  const { ref, statement } = await writeMail(db, vault, mail, Date.now());
  await statement;
  return ref;
}

test("the real queue carries the messages of mails, one with a delay after a later one without, and the Worker sends them", async () => {
  const [delayed, prompt] = [await waitingMail(), await waitingMail()];
  const queue = openQueue(env, { waitUntil: () => {} });
  await queue.send({ kind: "send-mail", ref: delayed }, 1);
  await queue.send({ kind: "send-mail", ref: prompt });
  const sentAt = await vi.waitFor(
    async () => {
      const rows = await db
        .select()
        .from(outbox)
        .where(inArray(outbox.unique_ref, [delayed, prompt]));
      expect(rows.map(({ sent_at }) => sent_at)).not.toContain(null);
      return new Map(rows.map(({ unique_ref, sent_at }) => [unique_ref, sent_at as number]));
    },
    { timeout: 25_000, interval: 50 },
  );
  expect(sentAt.get(delayed)).toBeGreaterThan(sentAt.get(prompt) as number);
});
