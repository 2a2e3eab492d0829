import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { SignedInUser } from "~/account/login/logins.server";
import { ambiguousTimes } from "~/diary/fees/standalone-times";
import { fees } from "~/diary/fees/table.server";
import { newRef } from "~/platform/db/columns.server";
import * as edit from "~/routes/extras/fee";
import * as add from "~/routes/extras/fee";
import * as timesheet from "~/routes/extras/timesheet";
import { exported, imported } from "../../data/export/own-file";
import { db, load, makeUser, submit } from "../../support/harness";
import { makeConfirmedUser } from "../../support/members";
import { rendered } from "../../support/rendered";

const HOURLY = { basis: "hour", rate_amount: "100" };

function work(start_time: string, end_time: string, more: Record<string, string> = {}) {
  return { idempotency_key: newRef(), work_date: "25/10/2026", start_time, end_time, ...HOURLY, ...more };
}

const feesOf = (user: SignedInUser) => db.select().from(fees).where(eq(fees.user_id, user.id));

async function hoursOnTimesheet(user: SignedInUser) {
  const { data } = await load<Awaited<ReturnType<typeof timesheet.loader>>>(timesheet.loader, { user });
  return data.sheet.plain.split("\n")[1]?.split("\t")[3];
}

test.each([
  ["second", 7_500, "0.75"],
  ["next", 247_500, "24.75"],
] as const)("of work that ends at a time which comes again it is asked which: the %s", async (which, pence, hours) => {
  const user = await makeUser();
  const form = work("01:30", "01:15");
  const asked = await submit<{ form: { errors: object } }>(add.action, form, { user });
  expect([asked.status, asked.data.form.errors]).toEqual([422, { end_time_which: ["Choose which 01:15 it ends at"] }]);
  expect(await feesOf(user)).toEqual([]);
  expect((await submit(add.action, { ...form, end_time_which: which }, { user })).status).toBe(302);
  const [row] = await feesOf(user);
  expect(row).toMatchObject({ start_which: "first", end_which: which, amount_pence: pence });
  expect(await hoursOnTimesheet(user)).toBe(hours);
  const params = { feeRef: row?.unique_ref as string };
  const { data } = await load<{ answers: Record<string, string> }>(edit.loader, { user, params });
  expect(data.answers).toMatchObject({ start_time_which: "first", end_time_which: which });
  // Saved as it is shown, it stays as it is.
  expect((await submit(edit.action, data.answers, { user, params })).status).toBe(302);
  expect(await feesOf(user)).toMatchObject([{ start_which: "first", end_which: which, version: 2 }]);
});

test("the second of two equal starts is kept, and an end that was before it is refused", async () => {
  const user = await makeUser();
  const form = work("01:30", "04:00", { start_time_which: "second" });
  expect((await submit(add.action, form, { user })).status).toBe(302);
  expect(await feesOf(user)).toMatchObject([{ start_which: "second", end_which: null, amount_pence: 25_000 }]);
  const before = work("01:30", "01:45", { start_time_which: "second", end_time_which: "first" });
  const { data } = await submit<{ form: { errors: object } }>(add.action, before, { user });
  expect(data.form.errors).toEqual({ end_time_which: ["The first 01:45 is before the start: choose the second"] });
});

test("times that come once keep nothing of it, nor does work with times of its own", async () => {
  const user = await makeUser();
  const form = work("08:00", "12:00", { start_time_which: "second", end_time_which: "second" });
  expect((await submit(add.action, form, { user })).status).toBe(302);
  expect(await feesOf(user)).toMatchObject([{ start_which: null, end_which: null, amount_pence: 40_000 }]);
});

test("a file of everything brings back which time is meant", async () => {
  const [user, other] = [await makeConfirmedUser(), await makeConfirmedUser()];
  await submit(add.action, work("01:30", "01:15", { end_time_which: "second" }), { user });
  const file = await exported(user);
  expect((await imported(other, file)).status).toBe(302);
  expect(await feesOf(other)).toMatchObject([{ start_which: "first", end_which: "second" }]);
  expect(await hoursOnTimesheet(other)).toBe("0.75");
  // Files from before these columns have neither.
  const third = await makeConfirmedUser();
  expect((await imported(third, file.replaceAll(/, ?"(?:start|end)_which": ?"\w+"/g, ""))).status).toBe(302);
  expect(await feesOf(third)).toMatchObject([{ start_which: null, end_which: null, end_minute: 75 }]);
});

test("the form asks as soon as the times are there; without script the page that comes back does", async () => {
  const of = (more: Record<string, string>) => {
    const typed: Record<string, string> = { ...work("01:30", "01:15"), ...more };
    return ambiguousTimes((name) => typed[name] ?? "");
  };
  expect(of({})).toMatchObject({ start: { which: "first" }, end: { which: "" } });
  expect(of({ end_time_which: "next" })).toMatchObject({ end: { which: "next" } });
  expect(of({ end_time: "01:45" })).toMatchObject({ end: { which: "first" } });
  expect(of({ work_date: "24/10/2026", start_time: "20:00" })).toMatchObject({ start: null, end: { which: "first" } });
  expect(of({ work_date: "26/10/2026" })).toEqual({ start: null, end: null });
  expect(of({ end_time: "rubbish" })).toEqual({ start: null, end: null });

  const user = await makeUser();
  const { data } = await submit<unknown>(add.action, work("01:30", "01:15"), { user });
  const { data: page } = await load<unknown>(add.loader, { user, path: "/extras/new/" });
  const html = rendered(add, {}, page, data);
  const radios = [...html.matchAll(/<input[^>]*name="end_time_which"[^>]*>([^<]*)/g)];
  expect(radios.map(([, label]) => label)).toEqual(["Second 01:15", "01:15 on Mon 26 Oct"]);
  expect(radios.some(([input]) => input?.includes("checked"))).toBe(false);
});
