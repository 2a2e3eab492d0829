import { asc, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { cases } from "~/diary/cases/table.server";
import { fees } from "~/diary/fees/table.server";
import type { RoundUpPage } from "~/diary/round-up/page.server";
import { sessions } from "~/diary/sessions/table.server";
import { londonInstant } from "~/platform/time/london";
import * as planned from "~/routes/logbook/planned-log";
import * as roundUp from "~/routes/logbook/round-up";
import * as undo from "~/routes/logbook/undo";
import { makeDiary } from "../../support/diary";
import { flashOf } from "../../support/flash";
import { countingDatabase, db, load, makeUser, NOW, submit } from "../../support/harness";
import { rendered } from "../../support/rendered";
import { addFee, addSession } from "../fees/extras-fees";

type User = Awaited<ReturnType<typeof makeUser>>;
type Page = RoundUpPage;

const WEEK = "/logbook/round-up/?date=2026-11-16";
/** The session of the diary is logged in that week; in the one before its time of the plan is not. */
const BEFORE = "/logbook/round-up/?date=2026-11-09";

async function pageOf(user: User, path = WEEK): Promise<Page> {
  return (await load<Page>(roundUp.loader, { user, path })).data;
}

async function sessionsOf(user: User) {
  return db.select().from(sessions).where(eq(sessions.user_id, user.id)).orderBy(asc(sessions.start_at));
}

/** A week with one loose end of each kind, and one more fee. */
async function looseWeek() {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  await db.update(cases).set({ asa: null }).where(eq(cases.unique_ref, params.caseRef));
  const untagged = await addSession(user, "2026-11-18");
  const fee = await addFee(user, { session_ref: untagged, amount_pence: 40_000 });
  const alone = await addFee(user, { work_date: "2026-11-19", amount_pence: 26_000 });
  await db.update(sessions).set({ element_ref: null }).where(eq(sessions.unique_ref, params.sessionRef));
  return { user, params, untagged, fee, alone };
}

test("a week shows what is planned and not logged, what cases lack, sessions without element, and fees", async () => {
  const { user, params, fee, alone } = await looseWeek();
  const page = await pageOf(user);
  expect(page.total).toBe(6);
  expect(page.unlogged).toMatchObject([
    { element: "All-day orthopaedics", when: "Tue 17 Nov, 08:00 – 18:00", pa: "2.50" },
  ]);
  const session = `/logbook/session/${params.sessionRef}/`;
  const caseForm = `${session}case/${params.caseRef}/?view=round-up&found=2026-11-16`;
  expect(page.cases).toMatchObject([{ to: caseForm, missing: "No ASA", when: "Tue 17 Nov, 09:05 – 10:40" }]);
  expect(page.sessions.map(({ when }) => when)).toEqual(["Tue 17 Nov, 08:00 – 18:00", "Wed 18 Nov, 08:00 – 12:00"]);
  expect(page.sessions[0]?.to).toBe(`${session}?edit=yes&view=round-up`);
  expect(page.fees.map(({ amount, to }) => [amount, to])).toEqual([
    ["£400.00", `/extras/${fee}/`],
    ["£260.00", `/extras/${alone}/`],
  ]);
});

test("a week without work is not called complete, and of one without cases and fees nothing is claimed", async () => {
  const user = await makeUser();
  const words = async () => rendered(roundUp, {}, await pageOf(user)).replace(/<!-- -->/g, "");
  expect(await words()).toContain("Nothing to finish");
  expect(await words()).toContain("Nothing is logged in this week yet.");
  const { params } = await makeDiary(user);
  await db.delete(cases).where(eq(cases.unique_ref, params.caseRef));
  await db.delete(fees).where(eq(fees.user_id, user.id));
  expect(await words()).toContain("All done");
  expect(await words()).not.toMatch(/every (case|fee)/i);
});

test("the page is read in one trip", async () => {
  const { user } = await looseWeek();
  const { database, trips } = countingDatabase();
  await load(roundUp.loader, { user, path: WEEK, database });
  expect(trips()).toBe(1);
});

test("only what is over, and is neither leave nor a bank holiday, counts as not logged", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  expect((await pageOf(user, BEFORE)).unlogged).toHaveLength(1);
  const during = await load<Page>(roundUp.loader, { user, path: BEFORE, now: londonInstant("2026-11-10", 1079) });
  expect(during.data.unlogged).toEqual([]);
  // The leave of the diary, and a bank holiday of its owner's own on a Tuesday.
  const later = { user, now: londonInstant("2027-01-10", 720) };
  const inLeave = await load<Page>(roundUp.loader, { ...later, path: "/logbook/round-up/?date=2026-12-15" });
  expect(inLeave.data.unlogged).toEqual([]);
  expect(params.leaveRef).toBeTruthy();
});

test("one press logs a planned session with its times, element, basis and site, and undo takes it away", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const [line] = (await pageOf(user, BEFORE)).unlogged;
  const where = { elementRef: params.elementRef, date: "2026-11-10" };
  const answer = await submit(planned.action, {}, { user, params: where, path: line?.path ?? "" });
  expect([answer.status, answer.location]).toEqual([302, "/logbook/round-up/?date=2026-11-09"]);
  expect(flashOf(answer).text).toContain("Session logged: All-day orthopaedics, Tue 10 Nov 2026, 08:00 – 18:00");
  const [made] = await sessionsOf(user);
  expect(made).toMatchObject({
    ...{ start_at: londonInstant("2026-11-10", 480), end_at: londonInstant("2026-11-10", 1080) },
    ...{ element_ref: params.elementRef, pa_units: 9000, pa_basis: "time_calculated", site: "" },
  });
  expect((await pageOf(user, BEFORE)).total).toBe(0);
  await submit(undo.action, {}, { user, params: { undoRef: flashOf(answer).undo ?? "" } });
  expect(await sessionsOf(user)).toHaveLength(1);
});

test("a date that is none leads nowhere, and a bare address to this week", async () => {
  const user = await makeUser();
  expect((await load(roundUp.loader, { user, path: "/logbook/round-up/?date=soon" })).status).toBe(404);
  const page = (await load<Page>(roundUp.loader, { user, path: "/logbook/round-up/", now: NOW })).data;
  expect([page.heading, page.links.filter(Boolean).map((link) => link?.label)]).toEqual([
    "16 – 22 November 2026",
    ["Week before"],
  ]);
});
