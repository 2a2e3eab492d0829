import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { cases } from "~/diary/cases/table.server";
import { fees } from "~/diary/fees/table.server";
import type { LeavePage } from "~/diary/leave/page";
import { leaveOfPlan } from "~/diary/leave/queries.server";
import { leave } from "~/diary/leave/table.server";
import { sessions } from "~/diary/sessions/table.server";
import { NATIONAL_RULES } from "~/planning/job-plans/pa-rules";
import { jobPlans } from "~/planning/job-plans/table.server";
import { newRef } from "~/platform/db/columns.server";
import { londonInstant } from "~/platform/time/london";
import * as yearPage from "~/routes/leave/leave";
import * as newRoute from "~/routes/leave/leave-form";
import * as page from "~/routes/leave/leave-sessions";
import { flashOf } from "../../support/flash";
import { db, load, makeUser, NOW, submit } from "../../support/harness";

type Page = Awaited<ReturnType<typeof page.loader>>;
type User = Awaited<ReturnType<typeof makeUser>>;

const made = ({ id }: User) => ({ user_id: id, created_at: NOW, updated_at: NOW });

/** Two whose leave and session, of a series and within it, have the same references. */
async function alike() {
  const [user, other] = [await makeUser(), await makeUser()];
  const [leaveRef, session_ref, planRef] = [newRef(), newRef(), newRef()];
  for (const who of [user, other]) {
    await db.batch([
      db.insert(leave).values({
        ...{ ...made(who), unique_ref: leaveRef, type: "annual", status: "approved" },
        ...{ date_start: "2026-12-15", date_end: "2026-12-15" },
      }),
      db.insert(sessions).values({
        ...{ ...made(who), unique_ref: session_ref, recurring_uuid: session_ref },
        ...{ start_at: londonInstant("2026-12-15", 480), end_at: londonInstant("2026-12-15", 1080) },
        ...{ pa_basis: "time_calculated", standard_minutes: 600, premium_minutes: 0, pa_units: 9000 },
        pa_rules: NATIONAL_RULES.england,
      }),
      db.insert(jobPlans).values({
        ...{ ...made(who), unique_ref: planRef, title: "Plan", date_start: "2026-12-15", date_end: "2026-12-15" },
        ...{ method: "weekly_leave_adjusted", weeks_per_year_tenths: 420, contracted_pa_units: 36_000 },
        pa_rules: NATIONAL_RULES.england,
      }),
    ]);
  }
  return { user, other, session_ref, planRef, params: { leaveRef } };
}

test("cases and fees of somebody else keep nobody's session in the diary", async () => {
  const { user, other, session_ref, params } = await alike();
  await db.insert(cases).values({ ...made(other), unique_ref: newRef(), session_ref });
  await db.insert(fees).values({ ...made(other), unique_ref: newRef(), session_ref, amount_pence: 100 });
  const { data } = await load<Page>(page.loader, { user, params });
  expect(data.lines.map(({ mark, stays }) => [mark, stays])).toEqual([[`${session_ref}.1`, null]]);
  const gone = await submit(page.action, { sessions: [`${session_ref}.1`] }, { user, params });
  expect(flashOf(gone).text).toBe("1 session removed from your leave");
  const left = await db.select().from(sessions).where(eq(sessions.unique_ref, session_ref));
  expect(left.map(({ user_id }) => user_id)).toEqual([other.id]);
});

test("sessions of somebody else are not asked about when leave is added", async () => {
  const { session_ref } = await alike();
  const [row] = await db.select().from(sessions).where(eq(sessions.unique_ref, session_ref));
  expect(row?.start_at).toBe(londonInstant("2026-12-15", 480));
  const form = { type: "annual", status: "approved", date_start: "15/12/2026", start_part: "full", end_part: "full" };
  const added = await submit(newRoute.action, { ...form, idempotency_key: newRef() }, { user: await makeUser() });
  expect([added.location, flashOf(added).text]).toEqual(["/leave/", "Leave added"]);
});

test("the leave of a plan is its owner's own", async () => {
  const { user, planRef } = await alike();
  expect(await leaveOfPlan(db, user.id, planRef)).toHaveLength(1);
});

test("early in a calendar year, study leave of the leave years before is counted from their first day", async () => {
  const user = await makeUser();
  await db.insert(leave).values({
    ...{ ...made(user), unique_ref: newRef(), type: "study", status: "approved" },
    ...{ date_start: "2024-04-02", date_end: "2024-04-02" },
  });
  const { data } = await load<LeavePage>(yearPage.loader, { user, path: "/leave/", now: londonInstant("2027-01-05") });
  expect([data.label, data.study.at(-1)?.amount.first]).toEqual(["2026/27", "29.0"]);
});
