import { env } from "cloudflare:workers";
import { eq, getTableColumns } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import type { SignedInUser } from "~/account/login/logins.server";
import { users } from "~/account/table.server";
import { TERMS_VERSION } from "~/account/terms/versions";
import { amountOf, isDue, isFull, MEASURED, measured, quotaOf, type Usage } from "~/data/usage/measure.server";
import { lockedPeriods } from "~/diary/locks/table.server";
import { newDeleteCode } from "~/diary/sessions/delete-sessions.server";
import { sessions } from "~/diary/sessions/table.server";
import { newRef } from "~/platform/db/columns.server";
import type { FormState } from "~/platform/http/action-result";
import * as diaryCall from "~/routes/api/session-diary";
import * as importRows from "~/routes/csv-import/rows";
import * as deletePage from "~/routes/logbook/session-delete";
import * as newPage from "~/routes/logbook/session-new";
import * as caseData from "~/routes/mydata/case-data";
import * as locksPage from "~/routes/reports/locked-periods";
import * as termsPage from "~/routes/terms";
import { type Browser, openBrowser } from "../support/browser";
import { lockDays, makeDiary } from "../support/diary";
import { db, makeUser, NOW, signInAs, vault } from "../support/harness";
import { makeConfirmedUser } from "../support/members";
import { makeWholeDiary } from "../support/valid-forms";
import { exported, imported } from "./export/own-file";

const SESSION = {
  session_date: "18/11/2026",
  session_start_time: "08:00",
  session_end_time: "12:00",
  pa_calculation_basis: "time_calculated",
  description: "Stayed late for a difficult airway",
};

async function browserOf(user: SignedInUser): Promise<Browser> {
  const browser = openBrowser();
  browser.cookies.set("login", (await signInAs(user.unique_ref)).replace("login=", ""));
  return browser;
}

function setUsage(
  user: SignedInUser,
  { rows = 10, bytes = 1000, counted_at = NOW - 3_600_000, changes = 0 }: Partial<Usage>,
) {
  const counted = { counted_rows: rows, counted_bytes: bytes, counted_at, changes_since: changes };
  return db.update(users).set(counted).where(eq(users.id, user.id));
}

async function usageOf(user: SignedInUser) {
  const { counted_rows: rows, counted_at, changes_since: changes } = users;
  const [row] = await db.select({ rows, counted_at, changes }).from(users).where(eq(users.id, user.id));
  return row;
}

const sessionsOf = (user: SignedInUser) => db.select().from(sessions).where(eq(sessions.user_id, user.id));

const save = (browser: Browser) =>
  browser.visit(newPage, { path: "/logbook/session/new/", form: { ...SESSION, idempotency_key: newRef() } });

test("all rows of an account are counted, with their texts, and nobody else's", async () => {
  const [user] = [await makeUser(), await makeDiary(await makeUser())];
  await makeWholeDiary(user);
  const [found] = await measured(db, user);
  const counts = await Promise.all(
    MEASURED.map(async ({ name, table }) => {
      const own = "user_id" in getTableColumns(table) ? `user_id = ${user.id}` : `user_ref = '${user.unique_ref}'`;
      const row = await env.DB.prepare(`SELECT count(*) AS n FROM ${name} WHERE ${own}`).first<{ n: number }>();
      return row?.n ?? 0;
    }),
  );
  const { rows, bytes } = amountOf(found);
  expect(rows).toBe(counts.reduce((sum, n) => sum + n, 0));
  await db
    .update(sessions)
    .set({ text_encrypted: new Uint8Array(5_000) })
    .where(eq(sessions.user_id, user.id));
  const [longer] = await measured(db, user);
  expect(amountOf(longer).bytes - bytes).toBeGreaterThan(4_000);
});

describe("an account", () => {
  const quota = quotaOf(true);
  const at = (more: Partial<Usage>): Usage => ({ rows: 5_000, bytes: 5_000_000, counted_at: NOW, changes: 0, ...more });

  test("of a lifetime's work is far from full", () => {
    expect(isFull({ rows: 500_000, bytes: 200_000_000 }, quota)).toBe(false);
    expect(isFull({ rows: quota.rows, bytes: 0 }, quota)).toBe(true);
    expect(isFull({ rows: 0, bytes: quota.bytes }, quota)).toBe(true);
  });

  test("is counted when it never was, and then not before what changed might have filled it", () => {
    const later = NOW + 3_600_000;
    expect(isDue(at({ counted_at: null }), quota, NOW)).toBe(true);
    expect(isDue(at({ changes: 4_949 }), quota, later)).toBe(false);
    expect(isDue(at({ changes: 4_950 }), quota, later)).toBe(true);
    expect(isDue(at({ rows: quota.rows - 10, changes: 9, bytes: 0 }), quota, later)).toBe(false);
    expect(isDue(at({ rows: quota.rows - 10, changes: 10, bytes: 0 }), quota, later)).toBe(true);
  });

  test("is not counted again and again, however full it is: a million rows once a minute at most", () => {
    const full = at({ rows: quota.rows, changes: 1 });
    expect(isDue(full, quota, NOW + 59_999)).toBe(false);
    expect(isDue(full, quota, NOW + 60_000)).toBe(true);
    expect(isDue({ ...full, changes: 0 }, quota, NOW + 3_600_000)).toBe(false);
  });
});

test("a save is counted by what it changed, and the account is counted once", async () => {
  const user = await makeConfirmedUser();
  const browser = await browserOf(user);
  expect((await save(browser)).status).toBe(302);
  const first = await usageOf(user);
  expect(first).toMatchObject({ counted_at: NOW });
  expect(first?.changes).toBeGreaterThan(0);
  await save(browser);
  expect((await usageOf(user))?.rows).toBe(first?.rows);
  expect((await usageOf(user))?.changes).toBeGreaterThan(first?.changes ?? 0);
  // Looking for something changes nothing.
  const before = await usageOf(user);
  await browser.visit(caseData, { path: "/mydata/case_data/", form: { intent: "find", words: "airway" } });
  expect(await usageOf(user)).toEqual(before);
});

test("a full account is told what to do, its answers come back, and nothing is saved", async () => {
  const user = await makeConfirmedUser();
  const browser = await browserOf(user);
  await setUsage(user, { rows: 1_000_000 });
  const { status, response } = await save(browser);
  const { form } = (await response.json()) as { form: FormState };
  expect([status, form.errors, form.values.description]).toEqual([
    422,
    {
      "": [
        "Nothing was saved: your account is full, with 1,000,000 rows or 500 MB. Delete what you no longer need, then save again",
      ],
    },
    [SESSION.description],
  ]);
  expect(await sessionsOf(user)).toEqual([]);
});

test("an account whose address is not confirmed holds less, and is told how it may hold more", async () => {
  const user = await makeUser();
  await setUsage(user, { bytes: 50_000_000 });
  const { status, response } = await save(await browserOf(user));
  expect(status).toBe(422);
  expect(((await response.json()) as { form: FormState }).form.errors[""]?.[0]).toContain(
    "until you confirm your email address your account holds 50,000 rows or 50 MB at most. Confirm it under Manage Email",
  );
});

test("a full account can delete, look for something, and save again once there is room", async () => {
  const user = await makeConfirmedUser();
  const { params } = await makeDiary(user);
  const browser = await browserOf(user);
  await setUsage(user, { rows: 1_000_000, counted_at: NOW - 60_000 });
  const find = { path: "/mydata/case_data/", form: { intent: "find", words: "hip", row: [] } };
  expect((await browser.visit(caseData, find)).status).toBe(200);
  const grow = { path: "/mydata/case_data/", form: { intent: "option", new_option: "121", row: [] } };
  expect((await browser.visit(caseData, grow)).status).toBe(422);
  const { sessionRef } = params;
  const { code, signed } = await newDeleteCode({ cipher: vault.of(user.unique_ref), sessionRef, now: NOW });
  const gone = await browser.visit(deletePage, {
    path: `/logbook/session/${sessionRef}/delete/`,
    params: { sessionRef },
    form: {
      ...{ version: "1", recurring: "1", warned: "yes", shown: "1,1,0;0,0,0;0,0,0" },
      ...{ delete_code: code, signed_code: signed },
    },
  });
  expect(gone.status).toBe(302);
  expect((await save(browser)).status).toBe(302);
  expect((await usageOf(user))?.rows).toBeLessThan(100);
});

test("a full account can unlock days, and lock none", async () => {
  const user = await makeConfirmedUser();
  await lockDays(user, "2026-11-01", "2026-11-15");
  const browser = await browserOf(user);
  const locksOf = () => db.select().from(lockedPeriods).where(eq(lockedPeriods.user_id, user.id));
  const [kept] = await locksOf();
  const send = async (form: Record<string, string>) => {
    await setUsage(user, { rows: 1_000_000 });
    return (await browser.visit(locksPage, { path: "/reports/locks/", form })).status;
  };
  expect(await send({ intent: "lock", from: "01/10/2026", until: "31/10/2026" })).toBe(422);
  expect(await locksOf()).toEqual([kept]);
  expect(await send({ intent: "unlock", lock: kept?.unique_ref ?? "" })).toBe(302);
  expect(await locksOf()).toEqual([]);
});

test("a full account can accept new terms", async () => {
  const user = await makeConfirmedUser();
  await setUsage(user, { rows: 1_000_000 });
  const form = { version: `${TERMS_VERSION}`, next: "/logbook/" };
  expect((await (await browserOf(user)).visit(termsPage, { path: "/terms/", form })).status).toBe(302);
});

test("calls are refused in words, too, and those that only ask are not", async () => {
  const user = await makeConfirmedUser();
  await setUsage(user, { rows: 1_000_000 });
  const browser = await browserOf(user);
  const call = (route: { action: unknown }, path: string) => (body: unknown) => {
    const action = (args: { request: Request }) => {
      const token = browser.cookies.get("csrftoken") ?? "";
      const headers = { Cookie: args.request.headers.get("Cookie") ?? "", "X-CSRFToken": token };
      const json = { ...headers, "Content-Type": "application/json" };
      const request = new Request(args.request.url, { method: "POST", body: JSON.stringify(body), headers: json });
      return (route.action as (args: unknown) => unknown)({ ...args, request });
    };
    return browser.visit({ action: action as never }, { path, form: {} });
  };
  await browser.visit(importRows as never, { path: "/import_csv_data/rows/" });
  const ask = call(diaryCall, "/api/session_diary/");
  const asked = await ask({ action: "between_dates", start: "2026-11-01", end: "2026-11-30" });
  expect(asked.status).toBe(200);
  const added = await ask({ action: "AddEditSessionV2", form_data: SESSION, singleSession: true });
  expect([added.status, JSON.stringify(await added.response.json())]).toEqual([
    ...[422, expect.stringContaining("Delete what you no longer need")],
  ]);
  const sent = await call(
    importRows,
    "/import_csv_data/rows/",
  )({ intent: "rows", import_ref: newRef(), from: 0, rows: [] });
  expect(sent.status).toBe(422);
  expect(await sessionsOf(user)).toEqual([]);
});

test("a file of one's own comes in once the address is confirmed, and six times within an hour", async () => {
  const stranger = await makeUser();
  await makeDiary(stranger);
  const file = await exported(stranger);
  expect((await imported(stranger, file)).data.form.errors.file).toEqual([
    "Confirm your email address under Manage Email first, then import the file",
  ]);
  const user = await makeConfirmedUser();
  for (let n = 0; n < 6; n += 1) expect((await imported(user, file)).status).toBe(302);
  const seventh = await imported(user, file);
  expect([seventh.status, seventh.data.form.errors.file]).toEqual([
    429,
    ["You have imported 6 files within the hour, which is the limit. Wait an hour, then import this one"],
  ]);
});
