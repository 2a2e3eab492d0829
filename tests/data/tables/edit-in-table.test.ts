import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { caseDataPage, sessionDataPage } from "~/data/tables/page.server";
import type { EditedLines } from "~/data/tables/save-edits.server";
import { cases } from "~/diary/cases/table.server";
import { sessions } from "~/diary/sessions/table.server";
import { changes } from "~/diary/tables.server";
import { jobPlanElements } from "~/planning/job-plans/table.server";
import { newRef } from "~/platform/db/columns.server";
import { idempotencyKeys } from "~/platform/db/idempotency.server";
import { londonInstant } from "~/platform/time/london";
import { profiles } from "~/profile/table.server";
import * as undo from "~/routes/logbook/undo";
import * as caseData from "~/routes/mydata/case-data";
import * as sessionData from "~/routes/mydata/session-data";
import { addCase, addSession } from "../../diary/fees/extras-fees";
import { makeDiary } from "../../support/diary";
import { flashOf } from "../../support/flash";
import { countingDatabase, db, load, makeUser, NOW, racingDatabase, submit } from "../../support/harness";

type User = Awaited<ReturnType<typeof makeUser>>;
type Page = Awaited<ReturnType<typeof sessionDataPage>> & Partial<Awaited<ReturnType<typeof caseDataPage>>>;
interface Refused {
  form: { errors: Record<string, string[]>; values: Record<string, string[]> };
  edited?: EditedLines;
}

const PATHS = { sessions: "/mydata/session_data/", cases: "/mydata/case_data/" };
const ROUTES = { sessions: sessionData, cases: caseData };
type Kind = keyof typeof PATHS;

async function open(kind: Kind, user: User, query = ""): Promise<Page> {
  const path = `${PATHS[kind]}?edit=yes${query}`;
  return (await load<Page>(ROUTES[kind].loader, { user, path })).data;
}

/** The page's form as it is sent, with some answers of some rows changed. */
function filled({ lines }: Pick<Page, "lines">, changes: Record<string, Record<string, string>>) {
  const fields: Record<string, string> = { idempotency_key: newRef(), intent: "save" };
  for (const [at, { unique_ref, version, name, answers = {} }] of lines.entries()) {
    const facts = { ref: unique_ref, version: String(version), name, was: JSON.stringify(answers) };
    for (const [field, value] of Object.entries({ ...facts, ...answers, ...changes[unique_ref] })) {
      fields[`rows[${at}].${field}`] = value;
    }
  }
  return fields;
}

const send = (kind: Kind, user: User, fields: Record<string, string>, more: object = {}) =>
  submit<Refused>(ROUTES[kind].action, fields, { user, path: `${PATHS[kind]}?edit=yes`, ...more });

const sessionOf = async (ref: string) => (await db.select().from(sessions).where(eq(sessions.unique_ref, ref)))[0];
const caseOf = async (ref: string) => (await db.select().from(cases).where(eq(cases.unique_ref, ref)))[0];
const changesOf = (user: User) => db.$count(changes, eq(changes.user_id, user.id));
const undone = (user: User, answer: { headers: Headers }) =>
  submit(undo.action, {}, { user, params: { undoRef: flashOf(answer).undo ?? "" } });
const placeOf = (page: Page, ref: string, name: string) =>
  `rows[${page.lines.findIndex(({ unique_ref }) => unique_ref === ref)}].${name}`;

test.each(["sessions", "cases"] as const)("the table of %s to edit is read in one batch", async (kind) => {
  const user = await makeUser();
  await makeDiary(user);
  const { database, trips } = countingDatabase();
  const page = await load<Page>(ROUTES[kind].loader, { user, database, path: `${PATHS[kind]}?edit=yes` });
  expect(trips()).toBe(1);
  expect(page.data.lines[0]?.answers).toBeDefined();
  expect(page.data.address).toBe(PATHS[kind]);
});

test("only the columns that are shown have answers, and what leads away leads to a table that is read", async () => {
  const user = await makeUser();
  await addSession(user, "2026-05-04");
  const page = await open("sessions", user, "&columns=times&columns=site");
  expect(page.lines[0]?.answers).toEqual({ session_start_time: "08:00", session_end_time: "12:00", site: "Theatre 2" });
  expect(page.address).toBe("/mydata/session_data/?columns=date&columns=times&columns=site");
  expect(Object.values(page.orders).join()).not.toContain("edit");
});

test("what was changed of a page of sessions is written in one batch, the rest left alone, and undo takes all back", async () => {
  const user = await makeUser();
  const [one, two, three] = [
    await addSession(user, "2026-05-04"),
    await addSession(user, "2026-05-05"),
    await addSession(user, "2026-05-06"),
  ];
  const before = [await sessionOf(one), await sessionOf(two), await sessionOf(three)];
  const page = await open("sessions", user, "&columns=times&columns=site&columns=pa");
  const answer = await send(
    "sessions",
    user,
    filled(page, {
      // Over midnight, and with premium time.
      [one]: { session_start_time: "20:00", session_end_time: "04:00" },
      [two]: { fixed_PA_allocation: "1.5", site: "Theatre 9" },
    }),
    { path: "/mydata/session_data/?edit=yes&columns=times&columns=site&columns=pa" },
  );
  expect(answer.headers.get("Location")).toBe(
    "/mydata/session_data/?columns=date&columns=times&columns=site&columns=pa",
  );
  expect(flashOf(answer).text).toBe("2 sessions changed in the table");
  expect(await sessionOf(one)).toMatchObject({
    ...{ start_at: londonInstant("2026-05-04", 1200), end_at: londonInstant("2026-05-05", 240), version: 2 },
    ...{ standard_minutes: 0, premium_minutes: 480, pa_units: 9600, pa_basis: "time_calculated" },
  });
  expect(await sessionOf(two)).toMatchObject({ pa_basis: "fixed", fixed_pa_units: 5400, pa_units: 5400, version: 2 });
  expect((await sessionOf(two))?.site).toBe("Theatre 9");
  expect(await sessionOf(three)).toEqual(before[2]);
  expect(await changesOf(user)).toBe(1);
  await undone(user, answer);
  const after = [await sessionOf(one), await sessionOf(two), await sessionOf(three)];
  const plain = (rows: typeof before) => rows.map((row) => ({ ...row, version: 0, updated_at: 0 }));
  expect(plain(after)).toEqual(plain(before));
});

test("a fixed allocation that is cleared is calculated by time again", async () => {
  const user = await makeUser();
  const ref = await addSession(user, "2026-05-05");
  await db
    .update(sessions)
    .set({ pa_basis: "fixed", fixed_pa_units: 100, pa_units: 100 })
    .where(eq(sessions.unique_ref, ref));
  const page = await open("sessions", user);
  await send("sessions", user, filled(page, { [ref]: { fixed_PA_allocation: "" } }));
  expect(await sessionOf(ref)).toMatchObject({ pa_basis: "time_calculated", fixed_pa_units: null, pa_units: 3600 });
});

test("each session can have the elements of its date, and the one that it has", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const past = await addSession(user, "2019-05-06");
  const page = await open("sessions", user);
  const offered = (ref: string) => {
    const line = page.lines.find(({ unique_ref }) => unique_ref === ref);
    return page.offers[line?.offer ?? -1]?.flatMap(({ choices }) => choices.map(({ value }) => value));
  };
  expect(offered(params.sessionRef)).toContain(params.elementRef);
  expect(offered(past)).toEqual([]);
  const refused = await send(
    "sessions",
    user,
    filled(page, { [past]: { job_plan_element_unique_ref: params.elementRef } }),
  );
  expect(refused.status).toBe(422);
  expect(Object.keys(refused.data.form.errors)).toEqual([placeOf(page, past, "job_plan_element_unique_ref")]);
});

test("what is wrong is said at its cell, with every answer, and nothing is written", async () => {
  const user = await makeUser();
  const [one, two] = [await addSession(user, "2026-05-04"), await addSession(user, "2026-05-05")];
  const page = await open("sessions", user);
  const fields = filled(page, {
    [one]: { session_start_time: "25:00" },
    [two]: { fixed_PA_allocation: "99", session_end_time: "13:00" },
  });
  const refused = await send("sessions", user, fields);
  expect(refused.status).toBe(422);
  expect(refused.data.form.errors).toEqual({
    [placeOf(page, one, "session_start_time")]: ["Please check the time is in the format hh:mm"],
    [placeOf(page, two, "fixed_PA_allocation")]: ["PA allocation must be between 0 and 40"],
  });
  expect(refused.data.form.values[placeOf(page, two, "session_end_time")]).toEqual(["13:00"]);
  expect(refused.data.edited?.lines.map(({ unique_ref }) => unique_ref)).toEqual([two, one]);
  expect([(await sessionOf(one))?.version, (await sessionOf(two))?.version]).toEqual([1, 1]);
});

test("a start that the clocks skip is refused; a session of several days keeps its end", async () => {
  const user = await makeUser();
  const spring = await addSession(user, "2026-03-29");
  const long = await addSession(user, "2026-05-04");
  await db
    .update(sessions)
    .set({ end_at: londonInstant("2026-05-07", 480), pa_basis: "fixed", fixed_pa_units: 3600 })
    .where(eq(sessions.unique_ref, long));
  const page = await open("sessions", user);
  const late = { [long]: { session_end_time: "09:00" } };
  const refused = await send("sessions", user, filled(page, { [spring]: { session_start_time: "01:30" }, ...late }));
  expect(refused.data.form.errors).toEqual({
    [placeOf(page, spring, "session_start_time")]: [
      "01:30 does not exist on Sun 29 Mar 2026, when the clocks go forward: enter 02:30 or later",
    ],
  });
  expect((await send("sessions", user, filled(page, late))).status).toBe(302);
  expect(await sessionOf(long)).toMatchObject({ end_at: londonInstant("2026-05-07", 540) });
});

test("an end that comes twice in the night of its start is asked for on the page of the session", async () => {
  const user = await makeUser();
  const autumn = await addSession(user, "2026-10-25");
  const page = await open("sessions", user);
  const times = { session_start_time: "01:30", session_end_time: "01:15" };
  const refused = await send("sessions", user, filled(page, { [autumn]: times }));
  expect(refused.data.form.errors).toEqual({
    [placeOf(page, autumn, "session_end_time")]: ["Choose which 01:15 it ends at. Open the session to do so"],
  });
});

test("a row that was changed elsewhere is named with what it is now, nothing is written, and a second press goes on", async () => {
  const user = await makeUser();
  const [one, two] = [await addSession(user, "2026-05-04"), await addSession(user, "2026-05-05")];
  const page = await open("sessions", user, "&columns=times&columns=site");
  const fields = filled(page, { [one]: { site: "Mine" }, [two]: { site: "Other" } });
  await db
    .update(sessions)
    .set({ site: "Theirs", end_at: londonInstant("2026-05-04", 780), version: 7 })
    .where(eq(sessions.unique_ref, one));
  const path = "/mydata/session_data/?edit=yes&columns=times&columns=site";
  const refused = await send("sessions", user, fields, { path });
  expect(refused.status).toBe(409);
  const [message] = refused.data.form.errors[placeOf(page, one, "site")] ?? [];
  expect(message).toContain("Site now: Theirs");
  expect(Object.keys(refused.data.form.errors)).toHaveLength(1);
  expect((await sessionOf(two))?.site).toBe("Theatre 2");
  const { values } = refused.data.form;
  const again = Object.fromEntries(Object.entries(values).map(([name, [value = ""]]) => [name, value]));
  const saved = await send("sessions", user, { ...again, idempotency_key: newRef() }, { path });
  expect(flashOf(saved).text).toBe("2 sessions changed in the table");
  expect(await sessionOf(one)).toMatchObject({ site: "Mine", end_at: londonInstant("2026-05-04", 780), version: 2 });
});

test("a row that was changed elsewhere and not here stops nothing", async () => {
  const user = await makeUser();
  const [one, two] = [await addSession(user, "2026-05-04"), await addSession(user, "2026-05-05")];
  const fields = filled(await open("sessions", user), { [two]: { session_end_time: "13:00" } });
  await db.update(sessions).set({ site: "Theirs", version: 2 }).where(eq(sessions.unique_ref, one));
  expect(flashOf(await send("sessions", user, fields)).text).toBe("1 session changed in the table");
  expect(await sessionOf(one)).toMatchObject({ site: "Theirs", version: 2 });
});

test("a row that is gone is named, and the others are saved without it", async () => {
  const user = await makeUser();
  const [one, two] = [await addSession(user, "2026-05-04"), await addSession(user, "2026-05-05")];
  const page = await open("sessions", user);
  const fields = filled(page, { [one]: { session_end_time: "13:00" }, [two]: { session_end_time: "13:00" } });
  await db.delete(sessions).where(eq(sessions.unique_ref, two));
  const refused = await send("sessions", user, fields);
  expect(refused.status).toBe(409);
  expect(refused.data.form.errors[""]?.[0]).toContain("deleted elsewhere after you opened this page: Tue 5 May 2026");
  expect((await sessionOf(one))?.version).toBe(1);
  const others = Object.fromEntries(Object.entries(fields).filter(([name]) => !name.startsWith("rows[0]")));
  await send("sessions", user, { ...others, idempotency_key: newRef() });
  expect(await sessionOf(one)).toMatchObject({ end_at: londonInstant("2026-05-04", 780) });
});

test.each([
  ["changed", (ref: string) => db.update(sessions).set({ version: 2 }).where(eq(sessions.unique_ref, ref))],
  ["deleted", (ref: string) => db.delete(sessions).where(eq(sessions.unique_ref, ref))],
])("a row that is %s between the look and the batch leaves nothing half-written", async (_, somebodyDoes) => {
  const user = await makeUser();
  const [one, two] = [await addSession(user, "2026-05-04"), await addSession(user, "2026-05-05")];
  const fields = filled(await open("sessions", user), {
    ...{ [one]: { session_end_time: "13:00" }, [two]: { session_end_time: "13:00" } },
  });
  const database = racingDatabase(2, () => somebodyDoes(two));
  expect((await send("sessions", user, fields, { database })).status).toBe(409);
  expect((await sessionOf(one))?.version).toBe(1);
  expect(await changesOf(user)).toBe(0);
  const claimed = and(eq(idempotencyKeys.user_id, user.id));
  expect(await db.$count(idempotencyKeys, claimed)).toBe(0);
});

test("a page whose answer was lost is answered alike when it is sent again", async () => {
  const user = await makeUser();
  const ref = await addSession(user, "2026-05-04");
  const fields = filled(await open("sessions", user), { [ref]: { session_end_time: "13:00" } });
  const first = flashOf(await send("sessions", user, fields));
  expect(flashOf(await send("sessions", user, fields))).toEqual(first);
  expect((await sessionOf(ref))?.version).toBe(2);
});

test("a page without a change writes nothing", async () => {
  const user = await makeUser();
  const ref = await addSession(user, "2026-05-05");
  const answer = await send(
    "sessions",
    user,
    filled(await open("sessions", user), { [ref]: { session_start_time: "8:00" } }),
  );
  expect(flashOf(answer).text).toBe("Nothing was changed");
  expect([await changesOf(user), (await sessionOf(ref))?.version]).toEqual([0, 1]);
});

test("an element that goes meanwhile is refused at its cell", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const ref = await addSession(user, "2026-11-16");
  const [element] = await db.select().from(jobPlanElements).where(eq(jobPlanElements.unique_ref, params.elementRef));
  const other = newRef();
  await db
    .insert(jobPlanElements)
    .values({ ...(element as NonNullable<typeof element>), unique_ref: other, description: "Other" });
  const page = await open("sessions", user);
  const fields = filled(page, { [ref]: { job_plan_element_unique_ref: other } });
  const database = racingDatabase(2, () => db.delete(jobPlanElements).where(eq(jobPlanElements.unique_ref, other)));
  const refused = await send("sessions", user, fields, { database });
  expect(refused.data.form.errors[placeOf(page, ref, "job_plan_element_unique_ref")]).toEqual([
    "Choose a job plan element from the list",
  ]);
});

test("what was changed of a page of cases is written, and what was left alone stays to the last figure", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const bare = await addCase(user, params.sessionRef, "Hernia");
  const before = await caseOf(bare);
  const page = await open("cases", user);
  const answer = await send(
    "cases",
    user,
    filled(page, {
      [bare]: { start_time: "09:15", end_time: "10:00", age: "6", age_unit: "months", asa: "3", urgency: "4" },
    }),
  );
  expect(flashOf(answer).text).toContain("1 case changed in the table");
  const after = await caseOf(bare);
  expect(after).toMatchObject({ age: 6, age_unit: "months", asa: 3, urgency: 4, gender: null, version: 2 });
  expect(after?.text_encrypted).toEqual(before?.text_encrypted);
  expect((after?.end_at ?? 0) - (after?.start_at ?? 0)).toBe(45 * 60_000);
  await undone(user, answer);
  expect({ ...(await caseOf(bare)), version: 0 }).toEqual({ ...before, version: 0 });
});

test("what is doubtful of a row that was changed is said under its new times", async () => {
  const user = await makeUser();
  const sessionRef = await addSession(user, "2026-05-04");
  const ref = await addCase(user, sessionRef, "Hernia");
  const at = (minute: number) => londonInstant("2026-05-04", minute);
  await db
    .update(cases)
    .set({ start_at: at(540), end_at: at(600) })
    .where(eq(cases.unique_ref, ref));
  const late = await open("cases", user);
  const outside = await send("cases", user, filled(late, { [ref]: { end_time: "20:30" } }));
  expect(flashOf(outside).text).toBe(
    "1 case changed in the table. Case, Mon 4 May 2026, 09:00 – 20:30: Its times are outside the session. Check them",
  );
  const page = await open("sessions", user);
  const longer = await send("sessions", user, filled(page, { [sessionRef]: { session_end_time: "07:30" } }));
  expect(flashOf(longer).text).toContain("1 session changed in the table. Mon 4 May 2026, 08:00 – 07:30: 23");
});

test("an age keeps to its limits and to the bands of the profile, and only an age that was changed", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const bare = await addCase(user, params.sessionRef, "Hernia");
  await db.update(cases).set({ age: 71 }).where(eq(cases.unique_ref, params.caseRef));
  await db.update(profiles).set({ ages: "bands" }).where(eq(profiles.user_id, user.id));
  const page = await open("cases", user);
  const faulty = await send("cases", user, filled(page, { [bare]: { age: "99", age_unit: "months" } }));
  expect(faulty.data.form.errors[placeOf(page, bare, "age")]).toEqual(["Age in months must be between 0 and 48"]);
  await send("cases", user, filled(page, { [bare]: { age: "71" }, [params.caseRef]: { asa: "4" } }));
  expect((await caseOf(bare))?.age).toBe(65);
  expect(await caseOf(params.caseRef)).toMatchObject({ age: 71, asa: 4 });
});

test("a case of several days keeps its own day, and one without times leaves them to its form", async () => {
  const user = await makeUser();
  const long = await addSession(user, "2026-05-04");
  await db
    .update(sessions)
    .set({ end_at: londonInstant("2026-05-07", 480) })
    .where(eq(sessions.unique_ref, long));
  const [timed, bare] = [await addCase(user, long, "One"), await addCase(user, long, "Two")];
  await db
    .update(cases)
    .set({ start_at: londonInstant("2026-05-06", 540) })
    .where(eq(cases.unique_ref, timed));
  const page = await open("cases", user);
  const answers = page.lines.find(({ unique_ref }) => unique_ref === bare)?.answers;
  expect(answers).not.toHaveProperty("start_time");
  expect(answers).toHaveProperty("asa");
  await send("cases", user, filled(page, { [timed]: { start_time: "10:30" } }));
  expect((await caseOf(timed))?.start_at).toBe(londonInstant("2026-05-06", 630));
});

test("nobody edits the rows of somebody else", async () => {
  const [user, stranger] = [await makeUser(), await makeUser()];
  const ref = await addSession(user, "2026-05-04");
  const fields = filled(await open("sessions", user), { [ref]: { session_end_time: "13:00" } });
  const refused = await send("sessions", stranger, fields);
  expect(refused.status).toBe(409);
  expect(refused.data.edited?.lines).toEqual([]);
  expect(await sessionOf(ref)).toMatchObject({ version: 1, updated_at: NOW });
});

test("rows that no page of ours sends are refused", async () => {
  const user = await makeUser();
  const ref = await addSession(user, "2026-05-04");
  const fields = filled(await open("sessions", user), { [ref]: { session_end_time: "13:00" } });
  for (const [name, value] of [
    ["was", "{"],
    ["was", "[1]"],
    ["version", "x"],
    ["ref", "x"],
  ] as const) {
    expect((await send("sessions", user, { ...fields, [`rows[0].${name}`]: value })).status).toBe(422);
  }
  expect((await sessionOf(ref))?.version).toBe(1);
});

test.each([
  "sessions",
  "cases",
] as const)("ticked %s without a button are refused, and say what is missing", async (kind) => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const row = `${kind === "cases" ? params.caseRef : params.sessionRef}/1`;
  const answer = await send(kind, user, { idempotency_key: newRef(), intent: "", row });
  expect(answer.status).toBe(422);
  expect(answer.data.form.errors[""]).toEqual([`Choose what to do with the selected ${kind}`]);
});
