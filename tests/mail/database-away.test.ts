import { eq } from "drizzle-orm";
import { beforeEach, expect, test, vi } from "vitest";
import { notifyDatabaseIsAway, notifyDatabaseIsBack } from "~/mail/database-away.server";
import { outbox } from "~/mail/table.server";
import type { JobContext, Mailer } from "~/platform/context";
import { db, jobContext, NOW } from "../support/harness";
import { failingMailer, recordingMailer } from "../support/mail";

const MINUTE = 60_000;
const KEY = "keeper/database-eu";
/** Since when the database is away: no other test says so of this moment. */
const BEGAN = NOW - 12_345;
const OVER = `over-${BEGAN.toString(36)}-database-eu`;

/** A store of forms that remembers this, and nothing else. */
function storeWith(held: object | null) {
  const kept = new Map<string, string>(held === null ? [] : [[KEY, JSON.stringify(held)]]);
  const read = () => JSON.parse(kept.get(KEY) ?? "null");
  const forms = {
    get: async () => read(),
    put: async (key: string, value: string) => void kept.set(key, value),
    delete: async (key: string) => void kept.delete(key),
  };
  return { forms: forms as unknown as JobContext["forms"], read };
}

/** How the keeper is told at `now`, if the database has to be away for two minutes. */
async function away(held: object | null, now: number, by?: Mailer) {
  const mailer = recordingMailer();
  const { forms, read } = storeWith(held);
  const fault = await notifyDatabaseIsAway(jobContext({ forms, now, mailer: by ?? mailer }), 2 * MINUTE).catch(String);
  return { sent: mailer.sent.map(({ key, to }) => [key, to]), held: read(), fault };
}

beforeEach(() => void vi.spyOn(console, "warn").mockImplementation(() => {}));

const FIRST = { began_at: BEGAN, isTold: false };
const TOLD = { began_at: BEGAN, isTold: true };
const MAIL = [`began-${BEGAN.toString(36)}-database-eu`, "support@daybook.example"];

test.each<[string, object | null, number, unknown[], object]>([
  ["seen away for the first time", null, BEGAN, [], FIRST],
  ["away for less than two minutes", FIRST, BEGAN + 2 * MINUTE - 1, [], FIRST],
  ["away for two minutes", FIRST, BEGAN + 2 * MINUTE, [MAIL], TOLD],
  ["told of already", TOLD, BEGAN + 60 * MINUTE, [], TOLD],
  [
    "being told of by another worker",
    { ...FIRST, telling_since: NOW },
    NOW + 5 * MINUTE - 1,
    [],
    { ...FIRST, telling_since: NOW },
  ],
  ["told of by a worker that has died", { ...FIRST, telling_since: NOW }, NOW + 5 * MINUTE, [MAIL], TOLD],
])("of a default database %s the keeper is told once", async (_what, before, now, sent, held) => {
  expect(await away(before, now)).toEqual({ sent, held, fault: undefined });
});

test("an email about the default database that cannot be sent is tried again in the next minute", async () => {
  const failed = await away(FIRST, BEGAN + 2 * MINUTE, failingMailer);
  expect(failed).toEqual({ sent: [], held: FIRST, fault: expect.stringContaining("Could not send") });
  expect(await away(failed.held, BEGAN + 3 * MINUTE)).toMatchObject({ sent: [MAIL], held: TOLD });
});

test("while it is sent, the store says since when", async () => {
  const { forms, read } = storeWith(FIRST);
  const seen: unknown[] = [];
  const mailer = { send: async () => void seen.push(read()) };
  const now = BEGAN + 2 * MINUTE;
  await notifyDatabaseIsAway(jobContext({ forms, now, mailer }), 2 * MINUTE);
  expect(seen).toEqual([{ ...FIRST, telling_since: now }]);
});

test.each<[string, object | null, string[]]>([
  ["nothing was noticed of", null, []],
  ["was away for a moment", FIRST, []],
  ["was told of", TOLD, [OVER]],
  ["was being told of", { ...FIRST, telling_since: NOW }, [OVER]],
])("that a default database which %s is back is said if it was told of, and forgotten", async (_what, held, refs) => {
  await db.delete(outbox).where(eq(outbox.unique_ref, OVER));
  const { forms, read } = storeWith(held);
  await notifyDatabaseIsBack(jobContext({ forms }));
  const rows = await db.select({ ref: outbox.unique_ref }).from(outbox).where(eq(outbox.unique_ref, OVER));
  expect([rows.map(({ ref }) => ref), read()]).toEqual([refs, null]);
});
