import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { SignedInUser } from "~/account/login/logins.server";
import { lockedPeriods } from "~/diary/locks/table.server";
import { NATIONAL_RULES } from "~/planning/job-plans/pa-rules";
import { jobPlans } from "~/planning/job-plans/table.server";
import { localPublicHolidays } from "~/planning/public-holidays/table.server";
import { newRef } from "~/platform/db/columns.server";
import type { FormState } from "~/platform/http/action-result";
import * as profile from "~/routes/account/profile";
import * as planEdit from "~/routes/job-plans/plan-form";
import * as page from "~/routes/leave/public-holidays";
import * as leaveSettings from "~/routes/leave/settings";
import { exported, imported } from "../../data/export/own-file";
import { lockDays, makeDiary } from "../../support/diary";
import { db, load, makeUser, NOW, racingDatabase, submit } from "../../support/harness";
import { makeConfirmedUser, PASSWORD, setPasswordOf } from "../../support/members";
import { rendered } from "../../support/rendered";
import { reportOfDays } from "../../support/report-of-days";
import { plan, validForms } from "../../support/valid-forms";

type Page = Awaited<ReturnType<typeof page.loader>>;

const LOCKED =
  "You locked 1 to 20 November 2026, so sessions, cases and leave on these days cannot be changed. Unlock these days in Reports first";

const PLAN = { ...plan, date_start: "01/04/2026", date_end: "31/03/2027" };

interface Refused {
  form: FormState;
}

async function locked() {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const own = { user_id: user.id, created_at: NOW, updated_at: NOW };
  await db.insert(localPublicHolidays).values([
    { ...own, unique_ref: newRef(), day: "2026-11-10", is_added: true, name: "Trust day" },
    { ...own, unique_ref: newRef(), day: "2026-12-28", is_added: false },
  ]);
  await lockDays(user, "2026-11-01", "2026-11-20");
  return { user, params };
}

function press(user: SignedInUser, fields: { day: string; intent?: string; name?: string }) {
  return submit<Refused>(page.action, { idempotency_key: newRef(), ...fields }, { user });
}

async function daysOf(user: SignedInUser) {
  const rows = await db.select().from(localPublicHolidays).where(eq(localPublicHolidays.user_id, user.id));
  return rows.map(({ day, name, is_added }) => [day, name, is_added]).sort();
}

async function rulesOf(user: SignedInUser) {
  const [row] = await db.select().from(jobPlans).where(eq(jobPlans.user_id, user.id));
  return row?.pa_rules;
}

test("a bank holiday in a locked period is not added, renamed or removed, and the answer says how to unlock it", async () => {
  const { user } = await locked();
  const [before, rules] = [await daysOf(user), await rulesOf(user)];
  for (const fields of [
    { day: "17/11/2026", name: "Founders’ day" },
    { intent: "remove", day: "10/11/2026" },
  ]) {
    const refused = await press(user, fields);
    expect([refused.status, refused.data.form.errors]).toEqual([409, { "": [LOCKED] }]);
    expect(refused.data.form.values.day).toEqual([fields.day]);
  }
  expect([await daysOf(user), await rulesOf(user)]).toEqual([before, rules]);
  expect((await press(user, { day: "24/12/2026", name: "Christmas Eve" })).status).toBe(302);
  expect((await press(user, { intent: "restore", day: "28/12/2026" })).status).toBe(302);
  expect((await daysOf(user)).map(([day]) => day)).toEqual(["2026-06-19", "2026-11-10", "2026-12-24"]);
});

test("a bank holiday of the nation in a locked period is not removed, and one that was removed not restored", async () => {
  const user = await makeUser();
  await makeDiary(user);
  const day = (intent: string, date: string) => press(user, { intent, day: date });
  expect((await day("remove", "25/05/2026")).status).toBe(302);
  await lockDays(user, "2026-05-01", "2026-05-31");
  const words = LOCKED.replace("1 to 20 November 2026", "1 to 31 May 2026");
  for (const [intent, date] of [["remove", "04/05/2026"] as const, ["restore", "25/05/2026"] as const]) {
    const refused = await day(intent, date);
    expect([refused.status, refused.data.form.errors]).toEqual([409, { "": [words] }]);
  }
  expect((await daysOf(user)).map(([date]) => date)).toEqual(["2026-05-25", "2026-06-19"]);
});

test("the page shows locked bank holidays for reading, without their button", async () => {
  const { user } = await locked();
  const { data } = await load<Page>(page.loader, { user, path: "/leave/bank_days/?year=2026" });
  expect(data.lines.filter(({ locked: isLocked }) => isLocked).map(({ day }) => day)).toEqual(["2026-11-10"]);
  const html = rendered(page as never, {}, data);
  expect(html).toMatch(/Tue 10 Nov 2026.*Trust day.*Locked/);
  expect(html).not.toContain('value="2026-11-10"');
  expect(html).toContain('value="2026-12-28"');
  const came = { form: { values: { day: ["17/11/2026"] }, errors: {} } };
  expect(rendered(page as never, {}, data, came)).toContain(
    "<strong>Locked: <!-- -->1 to 20 November 2026<!-- -->.</strong>",
  );
});

test("a plan that rules locked days keeps what their report counts by, and what it does not show can be changed", async () => {
  const { user, params } = await locked();
  const { data } = await load<{ locked: string | null }>(planEdit.loader, { user, params });
  expect(data.locked).toBe("1 to 20 November 2026");
  expect(rendered(planEdit as never, params, data)).toContain("so you cannot change these");
  const save = (fields: Record<string, string>, more = {}) =>
    submit<Refused>(planEdit.action, { version: "1", ...PLAN, ...fields }, { user, params, ...more });
  const before = await rulesOf(user);
  const others = {
    method: "annualised_linear",
    nation: "scotland",
    bank_holiday_region: "northern_ireland",
    standard_end: "20:00",
  };
  for (const [name, value] of Object.entries(others)) {
    const refused = await save({ [name]: value, title: "Typed anew" });
    expect([refused.status, refused.data.form.errors]).toEqual([
      409,
      {
        "": [
          "You locked 1 to 20 November 2026, and the report of these days counts by the job plan of these days. Unlock these days in Reports first, or change the plan from 21 November 2026 or later",
        ],
      },
    ]);
    expect(refused.data.form.values.title).toEqual(["Typed anew"]);
  }
  expect(await rulesOf(user)).toEqual(before);
  expect(
    (await save({ title: "Job plan 2026/27", employer: "", opening_balance_pa: "0", counts: "start", notes: "Agreed" }))
      .status,
  ).toBe(302);
});

test("a lock that comes while the form of a plan or a bank holiday is saved holds them too", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const added = await submit<Refused>(
    page.action,
    { idempotency_key: newRef(), day: "17/11/2026", name: "" },
    { user, database: racingDatabase(1, () => lockDays(user, "2026-11-01", "2026-11-20")) },
  );
  expect([added.status, (await daysOf(user)).map(([day]) => day)]).toEqual([409, ["2026-06-19"]]);
  await db.delete(lockedPeriods).where(eq(lockedPeriods.user_id, user.id));
  const saved = await submit(
    planEdit.action,
    { version: "1", ...PLAN, nation: "scotland" },
    { user, params, database: racingDatabase(2, () => lockDays(user, "2026-11-01", "2026-11-20")) },
  );
  expect([saved.status, (await rulesOf(user))?.nation]).toEqual([409, "england"]);
});

test("a plan beside the locked days changes its rules, and the nation of the profile is that of new plans alone", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  await lockDays(user, "2026-03-01", "2026-03-31");
  expect((await load<{ locked: string | null }>(planEdit.loader, { user, params })).data.locked).toBe(null);
  const form = { version: "1", ...PLAN, nation: "scotland" };
  expect((await submit(planEdit.action, form, { user, params })).status).toBe(302);
  await lockDays(user, "2026-11-01", "2026-11-20");
  const before = await rulesOf(user);
  const fields = (await load<{ answers: Record<string, string> }>(profile.loader, { user })).data.answers;
  expect((await submit(profile.action, { ...fields, nation: "wales" }, { user })).status).toBe(302);
  expect([await rulesOf(user), before?.nation]).toEqual([before, NATIONAL_RULES.scotland.nation]);
});

test("a file brings no bank holiday of locked days, and does not replace a diary that has some", async () => {
  const user = await makeConfirmedUser();
  await setPasswordOf(user);
  for (const day of ["10/11/2026", "24/12/2026"]) expect((await press(user, { day, name: "" })).status).toBe(302);
  const file = await exported(user);
  await db.delete(localPublicHolidays).where(eq(localPublicHolidays.user_id, user.id));
  await lockDays(user, "2026-11-01", "2026-11-20");
  const answer = await imported(user, file);
  expect([answer.status, await daysOf(user)]).toEqual([409, []]);
  const replaced = await imported(user, file, { way: "replace", password: PASSWORD });
  expect([replaced.status, replaced.data.form?.errors[""]?.[0]]).toEqual([
    409,
    expect.stringContaining("You locked 1 to 20 November 2026"),
  ]);
});

test("the settings of leave are free, since no way of bank holidays and no entitlement changes a locked report", async () => {
  const user = await makeUser();
  await makeDiary(user);
  await db.update(jobPlans).set({ method: "annualised_paced" }).where(eq(jobPlans.user_id, user.id));
  await lockDays(user, "2026-11-01", "2026-11-20");
  const report = async () => JSON.stringify(await reportOfDays(user, "2026-11-01", "2026-11-20"));
  const before = await report();
  const { fields } = validForms["leave/settings.tsx"] as { fields: () => Record<string, string> };
  const { status } = await submit(leaveSettings.action, fields(), { user });
  expect([status, await report()]).toEqual([302, before]);
});
