import { AsyncLocalStorage } from "node:async_hooks";
import { and, asc, eq, sql } from "drizzle-orm";
import { vi } from "vitest";
import { ADMIN_LEVEL, NEW_ACCOUNT_LEVEL } from "~/account/levels";
import type { SignedInUser } from "~/account/login/logins.server";
import { users } from "~/account/table.server";
import { type Roll, rollFrom } from "~/dev/dice";
import { seed } from "~/dev/seed.server";
import { cases } from "~/diary/cases/table.server";
import { fees, payers, rates } from "~/diary/fees/table.server";
import { leave, lieuLedger } from "~/diary/leave/table.server";
import { sessions } from "~/diary/sessions/table.server";
import { jobPlanElements } from "~/planning/job-plans/table.server";
import { refersTo } from "~/platform/db/columns.server";
import { cpd } from "~/reports/table.server";
import { copyDiary } from "../support/copy-diary";
import { db, makeUser, NOW, openLoginOf, vault } from "../support/harness";
import { makeWholeDiary } from "../support/valid-forms";

export interface Reader {
  name: string;
  user: SignedInUser;
  params: Record<string, string>;
  /** The pages that say other things to them than to the others; all of them unless it says which. */
  pages?: RegExp;
}

const rolls = new AsyncLocalStorage<Roll>();

/**
 * Gives `work` the same numbers on every machine where the product draws, and others for each name: what it says and
 * writes is compared to the last letter. What else is under way in the runtime draws as ever.
 */
export async function drawnBy<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  const draw = crypto.getRandomValues.bind(crypto);
  const drawn = vi.spyOn(crypto, "getRandomValues").mockImplementation((array) => {
    const roll = rolls.getStore();
    if (!roll) return draw(array);
    const bytes = array as Uint8Array;
    for (let at = 0; at < bytes.length; at += 1) bytes[at] = roll(256);
    return array;
  });
  const ofName = rollFrom([...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) | 0, 1));
  return rolls.run(ofName, work).finally(() => drawn.mockRestore());
}

/** The consultant of two years whom `npm start` shows; somebody with one of each thing; somebody new; and others who see other pages. */
export async function makeReaders(): Promise<Reader[]> {
  await seed(db, vault, NOW);
  const small = await makeWholeDiary(await makeUser(NEW_ACCOUNT_LEVEL));
  const readers = [
    await consultant(),
    { name: "one of each", user: small.user, params: small.params },
    { name: "new", user: await makeUser(NEW_ACCOUNT_LEVEL), params: {} },
    {
      name: "with an app alone",
      user: { ...(await makeUser()), has_totp: true, asks_factor: true },
      params: {},
      pages: /^(account|twofactor|login|api)/,
    },
    { name: "below the diary's level", user: await makeUser(1), params: {}, pages: /^(home|help|logbook.logbook|api)/ },
    { name: "who may just import", user: await makeUser(3), params: {}, pages: /^(home|logbook.logbook|csv-import)/ },
    { name: "administrator", user: await makeUser(ADMIN_LEVEL), params: {}, pages: /^(home|admin)/ },
  ];
  // Beside who has many rows, and one of each, somebody with the same ones under the same references.
  for (const { user } of readers.slice(0, 2)) await copyDiary(user.id, (await makeUser()).id);
  for (const { user } of readers) await openLoginOf(user);
  return readers;
}

async function consultant(): Promise<Reader> {
  const [{ id, unique_ref, username, level }] = (await db
    .select()
    .from(users)
    .where(eq(users.username_key, "consultant"))) as [typeof users.$inferSelect];
  const user = { ...(await makeUser(level)), id, unique_ref, username };
  const [latest] = await db
    .select({ sessionRef: sessions.unique_ref, caseRef: cases.unique_ref, elementRef: sessions.element_ref })
    .from(cases)
    .innerJoin(sessions, refersTo(cases.session_ref, sessions))
    .where(and(eq(cases.user_id, id), sql`${sessions.start_at} < ${NOW}`))
    .orderBy(sql`${sessions.start_at} DESC`, asc(cases.unique_ref))
    .limit(1);
  const [element] = await db
    .select({ planRef: jobPlanElements.plan_ref })
    .from(jobPlanElements)
    .where(eq(jobPlanElements.unique_ref, latest?.elementRef ?? ""));
  const params = { ...latest, ...element, date: "2026-11-24", monday: "2026-11-16" } as Record<string, string>;
  const tables = { feeRef: fees, payerRef: payers, rateRef: rates, leaveRef: leave, lineRef: lieuLedger, cpdRef: cpd };
  for (const [name, table] of Object.entries(tables)) {
    const [first] = await db
      .select({ ref: table.unique_ref })
      .from(table)
      .where(eq(table.user_id, id))
      .orderBy(table.unique_ref)
      .limit(1);
    if (first) params[name] = first.ref;
  }
  return { name: "consultant", user, params };
}
