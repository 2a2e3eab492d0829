import { env } from "cloudflare:workers";
import { and, eq, isNotNull, ne } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { askForCode } from "~/account/passwords/reset-codes.server";
import { backups } from "~/account/table.server";
import { planBackups, sweepBackups } from "~/backups/daily.server";
import { outbox } from "~/mail/table.server";
import { JOB_KINDS } from "~/platform/context";
import { openQueue } from "../../workers/bindings";
import wrangler from "../../wrangler.toml?raw";
import { db, jobContext, makeUser, SITE, vault } from "../support/harness";
import { setAddressOf } from "../support/members";

const USERS = 100;
const SOON = { timeout: 25_000, interval: 10 };

test("a code that is asked for while a hundred backups wait does not wait for them", async () => {
  const everybody = await Promise.all(Array.from({ length: USERS }, () => makeUser()));
  const address = await setAddressOf(everybody[0] as (typeof everybody)[0]);
  const [jobs, now] = [openQueue(env, { waitUntil: () => {} }), Date.now()];
  await planBackups({ db, now });
  const made = () => db.$count(backups, eq(backups.state, "made"));
  await sweepBackups(jobContext({ jobs, now }));
  expect(await db.$count(backups, eq(backups.handed_at, now))).toBe(USERS - (await made()));

  const request = new Request("http://daybook.test/password/forgot/");
  await askForCode({ db, vault, jobs, site: SITE, now }, request, address, null);
  const isSent = and(eq(outbox.kind, "reset-code"), isNotNull(outbox.sent_at));
  await vi.waitFor(async () => expect(await db.$count(outbox, isSent)).toBe(1), SOON);
  expect(await made()).toBeLessThan(USERS / 2);
  await vi.waitFor(async () => expect(await made()).toBeGreaterThan(1), SOON);
  // The messages of the others find nothing to do, and must not be read beside the next file: a backup that is handed over
  // behind them is made once they have been.
  await db.delete(backups);
  const { unique_ref } = await makeUser();
  await planBackups({ db, now });
  await db.delete(backups).where(ne(backups.user_ref, unique_ref));
  await sweepBackups(jobContext({ jobs, now }));
  await vi.waitFor(async () => expect(await made()).toBe(1), SOON);
});

test("what somebody waits for and what crons hand over by the hundred go through two queues", async () => {
  const sent: Record<string, string[]> = { JOBS: [], BULK_JOBS: [] };
  const queueNamed = (name: string) => ({ send: async ({ kind }: { kind: string }) => void sent[name]?.push(kind) });
  const queues = { JOBS: queueNamed("JOBS"), BULK_JOBS: queueNamed("BULK_JOBS") } as unknown as Env;
  for (const kind of JOB_KINDS) await openQueue(queues, { waitUntil: () => {} }).send({ kind, ref: "" });
  expect(sent).toEqual({
    JOBS: [...["send-mail", "look-up-reset"], "forget-user"],
    BULK_JOBS: ["back-up-user", "mail-round-up", "check-store", "read-rota"],
  });
  const produced = [...wrangler.matchAll(/\[\[queues\.producers\]\]\nbinding = "(\w+)"\nqueue = "([\w-]+)"/g)];
  expect(produced.map(([, binding]) => binding)).toEqual(Object.keys(sent));
  for (const [, , queue] of produced) expect(wrangler).toContain(`[[queues.consumers]]\nqueue = "${queue}"`);
});
