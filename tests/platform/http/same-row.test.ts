import { eq, getTableColumns } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { expect, test } from "vitest";
import { cases, options } from "~/diary/cases/table.server";
import { fees, payers, rates } from "~/diary/fees/table.server";
import { leave, lieuLedger } from "~/diary/leave/table.server";
import { sessions } from "~/diary/sessions/table.server";
import { jobPlanElements, jobPlans } from "~/planning/job-plans/table.server";
import { newRef } from "~/platform/db/columns.server";
import { cpd } from "~/reports/table.server";
import { db, makeUser, submit } from "../../support/harness";
import { routeModules } from "../../support/route-modules";
import { type Diary, type Fields, makeWholeDiary, validForms } from "../../support/valid-forms";

type Row = Record<string, unknown>;
type OwnTable = SQLiteTable & { user_id: SQLiteColumn; unique_ref: SQLiteColumn };

interface Pair {
  adds: string;
  saves: string;
  table: OwnTable;
  /** The row of a diary that is saved over. */
  ref: (diary: Diary) => string;
  /** In place of the answers of the new one. */
  more: Fields;
  same: string[];
}

const ONCE = { recurring: "", series_scope: "this", job_plan_element_unique_ref: "" };
const CASE = { start_time: "09:10", end_time: "10:50", age_unit: "months", gender: "2", urgency: "1" };
/** In the night with an hour twice. */
const NIGHT = { work_date: "25/10/2026", start_time: "01:30", end_time: "01:15", end_time_which: "next" };
const PLAN = {
  template: "",
  counts: "start",
  weeks_per_year: "40",
  contracted_pa: "11",
  tolerance_percent: "6",
  method: "annualised_linear",
};
const ELEMENT = { whole_plan: "yes", category: "SPA", counts_to_balance: "", counting: "as_planned" };

/** What is as it was before: no answer here touches it, or none can. */
const PAIRS: Pair[] = (
  [
    [
      "logbook/session-new",
      "logbook/session",
      sessions,
      "sessionRef",
      ONCE,
      "outcome pa_rules pa_units recurring_uuid work_kind",
    ],
    [
      "logbook/case-new",
      "logbook/case",
      cases,
      "caseRef",
      CASE,
      "identifier_suspected reflection_domains reflection_type session_ref",
    ],
    ["extras/fee-new", "extras/fee", fees, "feeRef", { ...NIGHT, amount: "1,300.00" }, "case_ref session_ref"],
    [
      "extras/rate-new",
      "extras/rate",
      rates,
      "rateRef",
      { intent: "save", bank_holidays_as_sunday: "" },
      "active basis",
    ],
    ["leave/leave-new", "leave/leave-form", leave, "leaveRef", { status: "requested" }, ""],
    [
      "leave/lieu",
      "leave/lieu-line",
      lieuLedger,
      "lineRef",
      { intent: "save", session_ref: "", kind: "spent", unit: "hours", amount: "7.5" },
      "leave_ref session_ref",
    ],
    ["reports/cpd-new", "reports/cpd-form", cpd, "cpdRef", { intent: "save", hours: "2.25", type: "conference" }, ""],
    ["job-plans/plan-new", "job-plans/plan-form", jobPlans, "planRef", PLAN, "counts_from opening_balance_pa_units"],
    [
      "job-plans/element-new",
      "job-plans/element",
      jobPlanElements,
      "elementRef",
      ELEMENT,
      "active occurrences_per_year on_call_category on_call_one_in pattern plan_ref",
    ],
  ] as [string, string, OwnTable, string, Fields, string][]
).map(([adds, saves, table, ref, more, same]) => ({
  ...{ adds: `${adds}.tsx`, saves: `${saves}.tsx`, table, more, same: same.split(" ").filter(Boolean) },
  ref: ({ params }: Diary) => (params as Record<string, string>)[ref] as string,
}));

/** A row by what its form says of it; references by the name that the diary has for them, options and payers by their words. */
async function said(row: Row | undefined, { user, params }: Diary): Promise<Row> {
  const ofUser = await db.select().from(options).where(eq(options.user_id, user.id));
  const paidBy = await db.select().from(payers).where(eq(payers.user_id, user.id));
  const names = [
    ...Object.entries(params).map(([name, ref]) => [ref, name] as const),
    ...ofUser.map(({ unique_ref, label }) => [unique_ref, label] as const),
    ...paidBy.map(({ unique_ref, name }) => [unique_ref, name] as const),
  ];
  const byText = (one: unknown, other: unknown) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1);
  const named = (value: unknown) => {
    const said = JSON.parse(
      names.reduce((text, [ref, name]) => text.replaceAll(`"${ref}"`, `"${name}"`), JSON.stringify(value)),
    );
    return Array.isArray(said) ? said.sort(byText) : said;
  };
  const own = ["unique_ref", "user_id", "created_at", "updated_at", "version", "text_encrypted", "sort_order"];
  return Object.fromEntries(
    Object.entries(row ?? {})
      .filter(([name]) => !own.includes(name))
      .map(([name, value]) => [name, named(value)]),
  );
}

test.each(PAIRS)("the same answers make the same row, be they added or saved: $saves", async ({
  adds,
  saves,
  table,
  ref,
  more,
  same,
}) => {
  const [one, other] = [await makeWholeDiary(await makeUser()), await makeWholeDiary(await makeUser())];
  const rowsOf = (diary: Diary) =>
    db.select(getTableColumns(table)).from(table).where(eq(table.user_id, diary.user.id)) as Promise<Row[]>;
  const answers = async (diary: Diary): Promise<Fields> => {
    const fields = { ...(await validForms[adds]?.fields(diary)), ...more };
    return { ...fields, version: "1", idempotency_key: newRef() };
  };
  const post = async (path: string, diary: Diary) => {
    const { status } = await submit(routeModules[path]?.action as never, await answers(diary), diary);
    expect([path, status]).toEqual([path, 302]);
  };
  const before = new Set((await rowsOf(one)).map(({ unique_ref }) => unique_ref));
  await post(adds, one);
  await post(saves, other);
  const added = (await rowsOf(one)).find(({ unique_ref }) => !before.has(unique_ref));
  const was = (await rowsOf(one)).find(({ unique_ref }) => unique_ref === ref(one));
  const saved = (await rowsOf(other)).find(({ unique_ref }) => unique_ref === ref(other));
  expect(await said(saved, other)).toEqual(await said(added, one));
  expect(saved?.version).toBe(2);
  // What is as it was before may have been left out by both: only what no answer here touches.
  const [then, now] = [await said(was, one), await said(added, one)];
  const untouched = Object.keys(now).filter((name) => JSON.stringify(now[name]) === JSON.stringify(then[name]));
  expect(untouched.sort()).toEqual(same);
});
