import { expect, test } from "vitest";
import { flagsName } from "~/diary/cases/standard-options";
import { cases } from "~/diary/cases/table.server";
import type { WeekChunk } from "~/diary/list/week-chunks";
import { sessions } from "~/diary/sessions/table.server";
import { NATIONAL_RULES } from "~/planning/job-plans/pa-rules";
import { newRef } from "~/platform/db/columns.server";
import { londonInstant } from "~/platform/time/london";
import * as caseNew from "~/routes/logbook/case-new";
import * as logbook from "~/routes/logbook/logbook";
import * as sessionPage from "~/routes/logbook/session";
import * as sessionNew from "~/routes/logbook/session-new";
import * as weeks from "~/routes/logbook/weeks";
import { addOptionToCase } from "../../support/case-options";
import { makeDiary } from "../../support/diary";
import { countingDatabase, db, load, makeUser, NOW, submit } from "../../support/harness";
import { rendered } from "../../support/rendered";

type User = Awaited<ReturnType<typeof makeUser>>;

interface Page {
  like: { answers: Record<string, unknown> | null } | null;
}

async function addSession(user: User, date: string) {
  const unique_ref = newRef();
  await db.insert(sessions).values({
    ...{ unique_ref, user_id: user.id, created_at: NOW, updated_at: NOW },
    ...{ start_at: londonInstant(date, 480), end_at: londonInstant(date, 1080), pa_basis: "time_calculated" },
    ...{ standard_minutes: 600, premium_minutes: 0, pa_units: 9000, pa_rules: NATIONAL_RULES.england },
  });
  return unique_ref;
}

async function addCase(user: User, session_ref: string, urgency: number, created_at = NOW) {
  const unique_ref = newRef();
  const row = { unique_ref, user_id: user.id, created_at, updated_at: NOW };
  await db.insert(cases).values({ ...row, session_ref, urgency, supervision: 4, age: 45, gender: 1, asa: 3 });
  return unique_ref;
}

const page = (user: User, sessionRef: string, like: string, more = {}) =>
  load<Page>(caseNew.loader, { user, params: { sessionRef }, path: `/?like=${like}`, ...more });

test("technique, urgency and supervision of the last case are taken over, and nothing of its patient", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const last = await addCase(user, params.sessionRef, 2, NOW + 1);
  await addOptionToCase(last, "111");
  await addOptionToCase(last, "500", "ultrasound,catheter");
  const { database, trips } = countingDatabase();
  const { data } = await page(user, params.sessionRef, "last", { database });
  expect(trips()).toBe(1);
  expect(data.like?.answers).toEqual({
    urgency: "2",
    supervision: "4",
    selected_airway_options_set: ["111"],
    selected_extra_options_set: ["500"],
    [flagsName("500")]: ["ultrasound", "catheter"],
  });
});

test("a session without cases takes the last case of the latest session that has any", async () => {
  const user = await makeUser();
  const older = await addSession(user, "2026-11-10");
  const newer = await addSession(user, "2026-11-18");
  const empty = await addSession(user, "2026-11-20");
  await addCase(user, older, 4, NOW + 99);
  await addCase(user, newer, 1, NOW);
  await addCase(user, newer, 3, NOW + 1);
  const other = await makeUser();
  await addCase(other, await addSession(other, "2026-11-20"), 2, NOW + 999);
  expect((await page(user, empty, "last")).data.like?.answers).toMatchObject({ urgency: "3" });
  expect((await page(user, older, "last")).data.like?.answers).toMatchObject({ urgency: "4" });
});

test("a case like the last one is offered only once there is a case", async () => {
  const user = await makeUser();
  const sessionRef = await addSession(user, "2026-11-20");
  const shown = async () => {
    const [list, more, session] = await Promise.all([
      load<{ stretch: WeekChunk }>(logbook.loader, { user, path: "/logbook/" }),
      load<WeekChunk>(weeks.loader, { user, path: "/logbook/weeks/?top=2026-11-16&weeks=1" }),
      load<{ links: { sameCase: string | null } }>(sessionPage.loader, { user, params: { sessionRef } }),
    ]);
    const offered = [list.data.stretch, more.data].map(({ weeks: all }) =>
      all.flatMap(({ rows }) => rows.flatMap(({ entries = [] }) => entries.map((entry) => entry.sameCase === true))),
    );
    const html = rendered(sessionPage as never, { sessionRef }, session.data);
    return [...offered, html.includes("Same as last case"), html.includes("Add case")];
  };
  expect(await shown()).toEqual([[false], [false], false, true]);
  await addCase(user, await addSession(user, "2025-01-10"), 1);
  expect(await shown()).toEqual([[true], [true], true, true]);
});

test("a case of the user's can be named; somebody else's is none, and neither is there one before the first", async () => {
  const [user, other] = [await makeUser(), await makeUser()];
  const session = await addSession(user, "2026-11-20");
  expect((await page(user, session, "last")).data.like).toEqual({ answers: null });
  const named = await addCase(user, session, 1);
  await addCase(user, session, 2, NOW + 5);
  expect((await page(user, session, named)).data.like?.answers).toMatchObject({ urgency: "1" });
  const theirs = await addCase(other, await addSession(other, "2026-11-20"), 3);
  expect((await page(user, session, theirs)).data.like).toEqual({ answers: null });
  expect((await page(other, session, "last")).status).toBe(404);
  const plain = await load<Page>(caseNew.loader, { user, params: { sessionRef: session } });
  expect(plain.data.like).toBeNull();
});

test("the next of a list starts like the one just saved", async () => {
  const user = await makeUser();
  const sessionRef = await addSession(user, "2026-11-20");
  const form = { idempotency_key: newRef(), next: "another", urgency: "1" };
  const answer = await submit(caseNew.action, form, { user, params: { sessionRef }, path: "/?like=last" });
  expect(answer.location).toBe(`/logbook/session/${sessionRef}/case/new/?like=last`);
});

test("a duplicated session keeps times, element, site and basis, takes today's date and leaves notes behind", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const path = `/?like=${params.sessionRef}`;
  const { data } = await load<{ defaults: Record<string, string> }>(sessionNew.loader, { user, path });
  expect(data.defaults).toMatchObject({
    ...{ session_date: "21/11/2026", session_start_time: "08:00", session_end_time: "18:00", description: "" },
    ...{ job_plan_element_unique_ref: params.elementRef, pa_calculation_basis: "time_calculated" },
  });
  expect(data.defaults).not.toHaveProperty("version");
  const other = await load<{ defaults: Record<string, string> }>(sessionNew.loader, { user: await makeUser(), path });
  expect(other.data.defaults.session_start_time).toBeUndefined();
});
