import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { SignedInUser } from "~/account/login/logins.server";
import { cases } from "~/diary/cases/table.server";
import { sessions } from "~/diary/sessions/table.server";
import { jobPlanElements } from "~/planning/job-plans/table.server";
import { newRef } from "~/platform/db/columns.server";
import * as sessionPage from "~/routes/logbook/session";
import * as undo from "~/routes/logbook/undo";
import * as caseData from "~/routes/mydata/case-data";
import * as sessionData from "~/routes/mydata/session-data";
import { lockDays, makeDiary } from "../../support/diary";
import { flashOf } from "../../support/flash";
import { db, load, makeUser, submit } from "../../support/harness";
import { addSession } from "../fees/extras-fees";

interface Refused {
  form: { errors: Record<string, string[]>; values: Record<string, string[]> };
}

const LOCKED =
  "You locked 1 to 20 November 2026, so sessions, cases and leave on these days cannot be changed. Unlock these days in Reports first";

/** The diary of `makeDiary`, of 17 November, and a session of 24 November; locked are the first 20 days. */
async function locked() {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const open = await addSession(user, "2026-11-24");
  await lockDays(user, "2026-11-01", "2026-11-20");
  return { user, params, open };
}

async function rowsOf({ id }: SignedInUser) {
  const [all, own] = await db.batch([
    db.select().from(sessions).where(eq(sessions.user_id, id)).orderBy(sessions.start_at),
    db.select().from(cases).where(eq(cases.user_id, id)),
  ]);
  return JSON.stringify([all, own]);
}

const ROUTES = { sessions: sessionData, cases: caseData };

test.each([
  ["sessions", { intent: "element", new_element: "other" }],
  ["sessions", { intent: "fixed", new_pa: "1" }],
  ["sessions", { intent: "delete_now", shown: "1,0" }],
  ["cases", { intent: "supervision", new_supervision: "3" }],
  ["cases", { intent: "option", new_option: "111" }],
  ["cases", { intent: "move_now", move_to: "open" }],
  ["cases", { intent: "delete_now", shown: "1,0" }],
] as const)("a tick on locked %s changes nothing by %o, and the answer says how to unlock them", async (kind, act) => {
  const { user, params, open } = await locked();
  const other = newRef();
  const [element] = await db.select().from(jobPlanElements).where(eq(jobPlanElements.unique_ref, params.elementRef));
  await db
    .insert(jobPlanElements)
    .values({ ...element, unique_ref: other, description: "Other", counts_to_balance: false } as never);
  const before = await rowsOf(user);
  const named: Record<string, string> = { other, open };
  const fields = Object.fromEntries(Object.entries(act).map(([name, value]) => [name, named[value] ?? value]));
  const row = `${kind === "sessions" ? params.sessionRef : params.caseRef}/1`;
  const form = { idempotency_key: newRef(), row, ...fields };
  const refused = await submit<Refused>(ROUTES[kind].action, form, { user });
  expect([refused.status, refused.data.form?.errors]).toEqual([409, { "": [LOCKED] }]);
  expect(await rowsOf(user)).toBe(before);
});

const EDITED = {
  ...{ version: "1", session_start_time: "08:00", session_end_time: "12:00" },
  ...{ pa_calculation_basis: "time_calculated", description: "Typed on the ward" },
};

test("a session is moved neither into locked days nor out of them, and its answers come back", async () => {
  const { user, params, open } = await locked();
  const before = await rowsOf(user);
  for (const [sessionRef, session_date] of [
    [open, "18/11/2026"],
    [params.sessionRef, "24/11/2026"],
  ] as const) {
    const at = { user, params: { sessionRef } };
    const refused = await submit<Refused>(sessionPage.action, { ...EDITED, session_date }, at);
    expect([refused.status, refused.data.form?.errors[""]]).toEqual([409, [LOCKED]]);
    expect(refused.data.form.values.session_date).toEqual([session_date]);
  }
  expect(await rowsOf(user)).toBe(before);
});

test("of a series all following sessions are changed or none, if one of them is moved into locked days", async () => {
  const { user, open } = await locked();
  const series = newRef();
  const next = await addSession(user, "2026-12-01");
  for (const ref of [open, next]) {
    await db.update(sessions).set({ recurring_uuid: series }).where(eq(sessions.unique_ref, ref));
  }
  const before = await rowsOf(user);
  const at = { user, params: { sessionRef: open } };
  const { data } = await load<{ defaults: { series_shown: string } }>(sessionPage.loader, at);
  const { series_shown } = data.defaults;
  const form = { ...EDITED, session_date: "20/11/2026", series_scope: "following", series_shown };
  const refused = await submit<Refused>(sessionPage.action, form, at);
  expect([refused.status, refused.data.form?.errors[""]]).toEqual([409, [LOCKED]]);
  expect(await rowsOf(user)).toBe(before);
});

test("an act whose days were locked since is not undone, and is once they are unlocked", async () => {
  const { user, open } = await locked();
  const form = { idempotency_key: newRef(), intent: "fixed", new_pa: "1", row: `${open}/1` };
  const changed = await submit(sessionData.action, form, { user });
  const after = await rowsOf(user);
  await lockDays(user, "2026-11-24", "2026-11-24");
  const takeBack = () => submit<Refused>(undo.action, {}, { user, params: { undoRef: flashOf(changed).undo ?? "" } });
  const refused = await takeBack();
  expect([refused.status, refused.data.form?.errors[""]]).toEqual([
    409,
    [LOCKED.replace("1 to 20 November 2026", "24 November 2026").replaceAll("these days", "this day")],
  ]);
  expect(await rowsOf(user)).toBe(after);
});
