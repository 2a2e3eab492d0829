import { and, asc, eq, ne } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { expect, test } from "vitest";
import { cases } from "~/diary/cases/table.server";
import { fees, rates } from "~/diary/fees/table.server";
import { leave, lieuLedger } from "~/diary/leave/table.server";
import { sessions } from "~/diary/sessions/table.server";
import { jobPlanElements, jobPlans } from "~/planning/job-plans/table.server";
import { cpd } from "~/reports/table.server";
import { db, load, makeUser, submit } from "../support/harness";
import { type RouteFunction, routeModules } from "../support/route-modules";
import { type Diary, type Fields, makeWholeDiary, validForms } from "../support/valid-forms";

type Route = Record<"action" | "loader", RouteFunction>;
type Answers = Record<string, string | string[] | null>;

/** The form of a page that makes a row, and the page that edits it. */
interface Kind {
  made: string;
  edited: string;
  table: SQLiteTable & Record<"unique_ref" | "user_id", SQLiteColumn>;
  /** The row in the address of its page. */
  param: keyof Diary["params"];
  /** In place of some of the valid answers. */
  made_with?: Fields;
  /** Of several that are made the first by this is edited. */
  first_by?: SQLiteColumn;
  /** What the button sends that saves an edit. */
  button?: Fields;
  /** The one answer that is changed, and the columns that follow it. */
  change: Fields;
  stored: Record<string, unknown>;
}

const KINDS: Kind[] = [
  {
    ...{ made: "logbook/session-new", edited: "logbook/session", table: sessions, param: "sessionRef" },
    // No series; and on a night without a change of clocks nothing asks which of two times is meant.
    made_with: { recurringChoice: "", session_start_time_which: "", session_end_time_which: "" },
    first_by: sessions.start_at,
    ...{ change: { site: "Day surgery" }, stored: { site: "Day surgery" } },
  },
  {
    ...{ made: "logbook/case-new", edited: "logbook/case", table: cases, param: "caseRef" },
    ...{ change: { asa: "4" }, stored: { asa: 4 } },
  },
  {
    ...{ made: "leave/leave-new", edited: "leave/leave-form", table: leave, param: "leaveRef" },
    ...{ change: { status: "planned" }, stored: { status: "planned" } },
  },
  {
    ...{ made: "leave/lieu", edited: "leave/lieu-line", table: lieuLedger, param: "lineRef" },
    ...{ button: { intent: "save" }, change: { amount: "2" }, stored: { hundredths: 200 } },
  },
  {
    ...{ made: "extras/fee-new", edited: "extras/fee", table: fees, param: "feeRef" },
    // Asked only where a time comes twice.
    made_with: { start_time_which: "", end_time_which: "" },
    ...{ button: { intent: "save" }, change: { reference: "INV 18" }, stored: { reference: "INV 18" } },
  },
  {
    ...{ made: "extras/rate-new", edited: "extras/rate", table: rates, param: "rateRef" },
    ...{ button: { intent: "save" }, change: { name: "Nights" }, stored: { name: "Nights" } },
  },
  {
    ...{ made: "reports/cpd-new", edited: "reports/cpd-form", table: cpd, param: "cpdRef" },
    ...{ button: { intent: "save" }, change: { hours: "2" }, stored: { minutes: 120 } },
  },
  {
    ...{ made: "job-plans/plan-new", edited: "job-plans/plan-form", table: jobPlans, param: "planRef" },
    // Rules of its own: the nation's would not be shown again.
    made_with: {
      ...{ hours_per_pa_standard: "3.5", hours_per_pa_premium: "2.5", standard_start: "08:00", standard_end: "18:00" },
      bank_holiday_region: "scotland",
      // A date of its own, and a balance: no answer of the form for a new plan brings both.
      counts: "",
    },
    ...{ change: { title: "As agreed" }, stored: { title: "As agreed" } },
  },
  {
    ...{ made: "job-plans/element-new", edited: "job-plans/element", table: jobPlanElements, param: "elementRef" },
    ...{ button: { whole_plan: "yes" }, change: { location: "Day surgery" }, stored: { location: "Day surgery" } },
  },
];

/** What of a form is answered, and so is sent or told. */
function answered(fields: Answers): Fields {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== null && String(value) !== ""),
  ) as Fields;
}

/** A stored row; of its text only whether there is any, for the page shows that opened. */
async function rowOf(table: Kind["table"], ref: string) {
  const [row] = await db.select().from(table).where(eq(table.unique_ref, ref));
  return { ...row, version: row?.version ?? 0, text_encrypted: Boolean(row?.text_encrypted) };
}

test.each(KINDS)("an edit in $edited of one answer keeps all others that $made stored", async (kind) => {
  const { made, edited, table, param, made_with = {}, first_by, button = {}, change, stored } = kind;
  const routeOf = (name: string) => routeModules[`${name}.tsx`] as Route;
  const diary = await makeWholeDiary(await makeUser());
  const { user } = diary;
  const sent = { ...(await validForms[`${made}.tsx`]?.fields(diary)), ...made_with };
  expect(await submit(routeOf(made).action, sent, { user, params: diary.params })).toMatchObject({ status: 302 });
  const mine = and(eq(table.user_id, user.id), ne(table.unique_ref, diary.params[param]));
  const [row] = await db
    .select({ ref: table.unique_ref })
    .from(table)
    .where(mine)
    .orderBy(asc(first_by ?? table.unique_ref));
  const ref = row?.ref as string;
  const params = { ...diary.params, [param]: ref };

  const shown = async () => {
    const { data } = await load<{ answers?: Answers; defaults?: Answers }>(routeOf(edited).loader, { user, params });
    return { ...(data.answers ?? data.defaults), idempotency_key: null };
  };
  const [opened, was] = [await shown(), await rowOf(table, ref)];
  const before = answered(opened);
  const lost = Object.keys(answered(sent)).filter((name) => name in opened && !(name in before));
  expect(lost).toEqual(["idempotency_key"]);
  const form = { ...before, ...button, ...change };
  expect(await submit(routeOf(edited).action, form, { user, params })).toMatchObject({ status: 302 });
  const { version } = await rowOf(table, ref);
  expect(version).toBeGreaterThan(was.version);
  expect(answered(await shown())).toEqual({ ...before, ...change, version: String(version) });
  expect(await rowOf(table, ref)).toEqual({ ...was, ...stored, version, updated_at: expect.any(Number) });
});
