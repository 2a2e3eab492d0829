import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { findLogin, type SignedInUser } from "~/account/login/logins.server";
import { sessions } from "~/diary/sessions/table.server";
import { newRef } from "~/platform/db/columns.server";
import { cpd } from "~/reports/table.server";
import * as sessionPage from "~/routes/logbook/session";
import * as sessionNewPage from "~/routes/logbook/session-new";
import * as cpdNewPage from "~/routes/reports/cpd-form";
import { db, makeUser, NOW, signInAs, submit } from "../support/harness";
import { openLagging } from "../support/lagging";

// A button that is pressed twice sends two requests, which may both have looked up their login before either has saved:
// the second is refused by the database, and reads why. The copy near it has heard of neither.

let world: Awaited<ReturnType<typeof openLagging>>;
let user: SignedInUser;
let login: string;

beforeAll(async () => {
  world = await openLagging(1000);
});
afterAll(() => world.close());
beforeEach(async () => {
  user = await makeUser();
  login = await signInAs(user.unique_ref);
});

type Act = Parameters<typeof submit>[0];

/** @returns the answers to both presses of a form */
async function pressTwice(act: Act, fields: Record<string, string>, params: Record<string, string> = {}) {
  await world.lagging.catchUp();
  const presses = [];
  for (let count = 0; count < 2; count += 1) {
    const request = new Request("http://daybook.test/logbook/", { method: "POST", headers: { Cookie: login } });
    const { database } = world.open(request);
    presses.push({ database, user: (await findLogin(database, request, NOW)).user });
  }
  const answers = [];
  for (const press of presses) {
    const { status, location } = await submit(act, fields, { ...press, params, hasLogin: true });
    answers.push({ status, location });
  }
  return answers;
}

const session = {
  session_date: "17/11/2026",
  session_start_time: "08:00",
  session_end_time: "18:00",
  pa_calculation_basis: "time_calculated",
};

test("a new session whose button was pressed twice is one session, and both presses get the same answer", async () => {
  const [first, second] = await pressTwice(sessionNewPage.action, { ...session, idempotency_key: newRef() });
  expect(first?.status).toBe(302);
  expect(second).toEqual(first);
  expect(await db.$count(sessions, eq(sessions.user_id, user.id))).toBe(1);
});

test("a session whose changes were saved twice at once is changed once, and both presses get the same answer", async () => {
  await pressTwice(sessionNewPage.action, { ...session, idempotency_key: newRef() });
  const [made] = await db.select().from(sessions).where(eq(sessions.user_id, user.id));
  const fields = { ...session, session_end_time: "17:00", version: String(made?.version) };
  const [first, second] = await pressTwice(sessionPage.action, fields, { sessionRef: made?.unique_ref ?? "" });
  expect(first?.status).toBe(302);
  expect(second).toEqual(first);
});

test("what stands outside the diary, too: a new entry of CPD is one entry", async () => {
  const entry = { day: "20/11/2026", hours: "1.5", title: "Airway workshop", type: "course" };
  const [first, second] = await pressTwice(cpdNewPage.action, { ...entry, idempotency_key: newRef() });
  expect(first?.status).toBe(302);
  expect(second).toEqual(first);
  expect(await db.$count(cpd, eq(cpd.user_id, user.id))).toBe(1);
});
