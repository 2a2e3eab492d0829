import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { sessions } from "~/diary/sessions/table.server";
import { PA_UNITS, paUnits } from "~/planning/job-plans/pa-rules";
import { jobPlans } from "~/planning/job-plans/table.server";
import { londonInstant } from "~/platform/time/london";
import { balanceFigures, balancesOf } from "~/progress/balance.server";
import { balanceBatch } from "~/progress/balance-batch.server";
import { readChoice } from "~/progress/choice";
import { progressFigures } from "~/progress/figures.server";
import { makeDiary } from "../support/diary";
import { db, makeUser, TODAY } from "../support/harness";

const pa = (pas: number) => Math.round(pas * PA_UNITS);

type Balance = Parameters<typeof balanceFigures>[0][number];

const BEHIND: Balance = {
  ...{ plan: { unique_ref: "p".repeat(22), title: "Job plan" }, method: "annualised_paced", day: "2026-11-20" },
  ...{ weekly: pa(10), expected: pa(272), credit: 0, done: pa(200), balance: pa(-72), weeks: -7.2 },
  ...{ word: "well behind", isEmpty: false, isToCome: false },
};

test.each<[string, Partial<Balance>, object]>([
  [
    "well behind",
    {},
    {
      short: "Behind",
      value: "72.00",
      more: "PA well behind",
      beside: ["About 7.2 weeks, to Fri 20 Nov"],
      warns: true,
    },
  ],
  [
    "on track and a little behind",
    { word: "on track", balance: pa(-1), weeks: -0.1 },
    { short: "Behind", value: "1.00", more: "PA behind", beside: ["On track, to Fri 20 Nov"], warns: false },
  ],
  [
    "ahead by less than a tenth of a week",
    { word: "ahead", balance: pa(0.2), weeks: 0.02 },
    { short: "Ahead", value: "0.20", more: "PA ahead", beside: ["to Fri 20 Nov"], warns: false },
  ],
  [
    "on plan",
    { word: "on track", balance: 0, weeks: 0 },
    { short: "Balance", value: "0.00", more: "PA, as planned", beside: ["On track, to Fri 20 Nov"], warns: false },
  ],
  [
    "empty",
    { isEmpty: true },
    { short: "Balance", value: "0.00", more: "PA", beside: ["Nothing logged in this plan yet"], warns: false },
  ],
  [
    "to come",
    { isToCome: true },
    {
      ...{ short: "Balance", value: "0.00", more: "PA", warns: false },
      beside: ["Nothing is expected before its first day is over"],
    },
  ],
])("the one plan of somebody that is %s", (_, more, shown) => {
  expect(balanceFigures([{ ...BEHIND, ...more }])).toEqual([{ label: "Plan to date", to: "/progress/", ...shown }]);
});

test("of several plans each has its title, no short words and a way to itself", () => {
  const other = { ...BEHIND, plan: { unique_ref: "o".repeat(22), title: "Elsewhere" } };
  expect(balanceFigures([BEHIND, other]).map(({ label, short, to }) => [label, short, to])).toEqual([
    ["Job plan", null, `/progress/?plan=${"p".repeat(22)}`],
    ["Elsewhere", null, `/progress/?plan=${"o".repeat(22)}`],
  ]);
});

test("a plan of yesterday counts what was worked on that day, and nothing of the last hour before it", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  await db.update(jobPlans).set({ date_start: "2026-11-20" }).where(eq(jobPlans.user_id, user.id));
  const [one] = await db.select().from(sessions).where(eq(sessions.unique_ref, params.sessionRef));
  if (!one) throw new Error("The diary has its session");
  const at = (unique_ref: string, start_at: number, pas: number) => {
    return { ...one, unique_ref, start_at, end_at: start_at + 60_000, pa_units: paUnits(pas) };
  };
  await db
    .insert(sessions)
    .values([
      at("h".repeat(22), londonInstant("2026-11-19", 1410), 4),
      at("d".repeat(22), londonInstant("2026-11-20"), 1.5),
      at("t".repeat(22), londonInstant(TODAY), 8),
    ]);
  const [balance] = balancesOf(await db.batch(balanceBatch(db, user.id, TODAY)), TODAY);
  expect(balance).toMatchObject({ done: paUnits(1.5), day: "2026-11-20", isEmpty: false });
  const shown = async () => (await progressFigures(db, user.id, readChoice(new URLSearchParams()), TODAY)).shown;
  const total = { done: paUnits(1.5) };
  expect(await shown()).toMatchObject({ firstWorked: "2026-11-20", beganInPeriod: false, report: { total } });
  const forget = (unique_ref: string) => db.delete(sessions).where(eq(sessions.unique_ref, unique_ref));
  await db.batch([forget(params.sessionRef), forget("h".repeat(22))]);
  expect(await shown()).toMatchObject({ firstWorked: "2026-11-20", beganInPeriod: true });
  await forget("d".repeat(22));
  expect(await shown()).toMatchObject({ firstWorked: null, beganInPeriod: true });
});
