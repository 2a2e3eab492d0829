import { and, eq, inArray } from "drizzle-orm";
import { expect, test } from "vitest";
import { nextPath } from "~/account/factors/reauthentication.server";
import { audit } from "~/account/table.server";
import { casePages } from "~/data/tables/cases.server";
import { readChoices } from "~/data/tables/choices";
import { CASE_DATA, SESSION_DATA } from "~/data/tables/columns";
import type { Question } from "~/data/tables/fields";
import type { sessionDataPage } from "~/data/tables/page.server";
import { sessionPages } from "~/data/tables/sessions.server";
import { cases, options } from "~/diary/cases/table.server";
import { fees } from "~/diary/fees/table.server";
import { fallsInLeave } from "~/diary/leave/rules";
import { leave } from "~/diary/leave/table.server";
import { sessions } from "~/diary/sessions/table.server";
import { NATIONAL_RULES } from "~/planning/job-plans/pa-rules";
import { jobPlanElements } from "~/planning/job-plans/table.server";
import { newRef } from "~/platform/db/columns.server";
import { addDays, londonInstant, summerTimes } from "~/platform/time/london";
import { profiles } from "~/profile/table.server";
import * as undo from "~/routes/logbook/undo";
import * as activity from "~/routes/mydata/activity";
import * as caseData from "~/routes/mydata/case-data";
import * as caseFile from "~/routes/mydata/case-data-file";
import * as yourData from "~/routes/mydata/mydata";
import * as sessionData from "~/routes/mydata/session-data";
import * as sessionFile from "~/routes/mydata/session-data-file";
import { addCase, addFee, addSession, row } from "../../diary/fees/extras-fees";
import { addOptionToCase, optionsOfCase } from "../../support/case-options";
import { makeDiary } from "../../support/diary";
import { flashOf } from "../../support/flash";
import {
  countingDatabase,
  cutOffDatabase,
  db,
  load,
  makeUser,
  NOW,
  openLoginOf,
  racingDatabase,
  submit,
} from "../../support/harness";

type User = Awaited<ReturnType<typeof makeUser>>;
type Page = Awaited<ReturnType<typeof sessionDataPage>>;
interface Refused {
  form: { errors: Record<string, string[]> };
  found?: { lines: { unique_ref: string }[]; of: number };
  question?: Question;
}

const PATHS = { sessions: "/mydata/session_data/", cases: "/mydata/case_data/" };
const ROUTES = { sessions: sessionData, cases: caseData };
type Kind = keyof typeof PATHS;

async function page(kind: Kind, user: User, query = ""): Promise<Page> {
  return (await load<Page>(ROUTES[kind].loader, { user, path: PATHS[kind] + query })).data;
}

const refs = async (kind: Kind, user: User, query = "") =>
  (await page(kind, user, query)).lines.map(({ unique_ref }) => unique_ref);

const press = (kind: Kind, user: User, fields: Record<string, string | string[]>, more: object = {}) =>
  submit<Refused>(ROUTES[kind].action, { idempotency_key: newRef(), ...fields }, { user, path: PATHS[kind], ...more });

const undone = (user: User, answer: { headers: Headers }) =>
  submit(undo.action, {}, { user, params: { undoRef: flashOf(answer).undo ?? "" } });

const sessionOf = async (ref: string) => (await db.select().from(sessions).where(eq(sessions.unique_ref, ref)))[0];
const caseOf = async (ref: string) => (await db.select().from(cases).where(eq(cases.unique_ref, ref)))[0];

/** All of a diary that these acts touch. */
async function all({ id }: User) {
  return {
    sessions: await db.select().from(sessions).where(eq(sessions.user_id, id)).orderBy(sessions.unique_ref),
    cases: await db.select().from(cases).where(eq(cases.user_id, id)).orderBy(cases.unique_ref),
    fees: await db.select().from(fees).where(eq(fees.user_id, id)).orderBy(fees.unique_ref),
  };
}

/** Versions go on, and so does when it was saved last: all else is as it was. */
function withoutVersions(diary: Awaited<ReturnType<typeof all>>) {
  const plain = (rows: { version: number; updated_at: number }[]) =>
    rows.map(({ version, updated_at, ...others }) => others);
  return { ...diary, sessions: plain(diary.sessions), cases: plain(diary.cases) };
}

test.each(["sessions", "cases"] as const)("the table of %s is read in one batch", async (kind) => {
  const user = await makeUser();
  await makeDiary(user);
  const { database, trips } = countingDatabase();
  await load(ROUTES[kind].loader, { user, database, path: PATHS[kind] });
  expect(trips()).toBe(1);
});

test.each(["sessions", "cases"] as const)("the %s of others are neither listed nor counted nor filed", async (kind) => {
  const [user, other] = [await makeUser(), await makeUser()];
  const { params } = await makeDiary(user);
  await makeDiary(other);
  const { lines, message } = await page(kind, user);
  expect(lines.map(({ unique_ref }) => unique_ref)).toEqual([kind === "cases" ? params.caseRef : params.sessionRef]);
  expect(message).toMatch(/^1 (case|session)\b/);
  const choices = readChoices(kind === "cases" ? CASE_DATA : SESSION_DATA, new URLSearchParams());
  const filed =
    kind === "cases" ? casePages(db, user.id, choices, false) : sessionPages(db, user.id, choices, NOW, false);
  expect(await filed).toMatchObject([{ rows: 1 }]);
});

test("sessions stand newest first, in the chosen order and under the chosen filters, with what is doubtful", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const [early, late, over] = [
    await addSession(user, "2026-05-04"),
    await addSession(user, "2026-11-30"),
    await addSession(user, "2026-11-17"),
  ];
  await addFee(user, { session_ref: late, amount_pence: 12_000 });
  const inLeave = await addSession(user, "2026-12-15");
  expect(await refs("sessions", user)).toEqual([inLeave, late, ...[params.sessionRef, over].sort().reverse(), early]);
  expect((await refs("sessions", user, "?sort=date"))[0]).toBe(early);
  expect((await refs("sessions", user, "?sort=-pa"))[0]).toBe(params.sessionRef);
  expect((await refs("sessions", user, "?sort=-cases"))[0]).toBe(params.sessionRef);
  expect((await refs("sessions", user, "?sort=fee"))[0]).toBe(late);
  expect(await refs("sessions", user, "?from=30/11/2026&until=30/11/2026")).toEqual([late]);
  expect(await refs("sessions", user, "?fault=overlap")).toEqual(expect.arrayContaining([params.sessionRef, over]));
  expect(await refs("sessions", user, "?fault=overlap")).toHaveLength(2);
  expect(await refs("sessions", user, "?fault=in_leave")).toEqual([inLeave]);
  expect(await refs("sessions", user, "?fault=no_element")).toHaveLength(4);
  expect(await refs("sessions", user, `?element=${params.elementRef}`)).toEqual([params.sessionRef]);
  expect(await refs("sessions", user, "?status=not_claimed")).toEqual([late]);
  expect(await refs("sessions", user, "?status=planned")).toEqual([inLeave, late]);
  expect(await refs("sessions", user, "?status=empty")).not.toContain(params.sessionRef);
  const { lines, message } = await page("sessions", user);
  expect(message).toBe("5 sessions, 6.50 PA");
  // Two of 0.625 are shown as 0.63 each.
  await db
    .update(sessions)
    .set({ pa_units: 2_250 })
    .where(inArray(sessions.unique_ref, [early, late]));
  expect((await page("sessions", user, `?from=4/5/2026&until=30/11/2026`)).message).toMatch(/ PA, rounded$/);
  expect(lines.find(({ unique_ref }) => unique_ref === over)?.marks).toEqual(["No element", "Overlaps another"]);
  expect(lines[0]?.marks).toEqual(["No element", "In leave"]);
  const faulty = await page("sessions", user, "?from=31/2/2026&until=x");
  expect(Object.keys(faulty.faults)).toEqual(["from", "until"]);
});

test("cases are filtered by what they lack, and sorted by age across units", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const bare = await addCase(user, params.sessionRef, "Hernia");
  const infant = await addCase(user, params.sessionRef, "Pyloromyotomy");
  await db
    .update(cases)
    .set({ age: 20, age_unit: "days", identifier_suspected: true, start_at: NOW })
    .where(eq(cases.unique_ref, infant));
  expect(await refs("cases", user, "?fault=no_age")).toEqual([bare]);
  expect(await refs("cases", user, "?fault=identifier")).toEqual([infant]);
  expect(await refs("cases", user, "?fault=no_end")).toEqual([infant]);
  expect(await refs("cases", user, "?sort=age")).toEqual([infant, params.caseRef, bare]);
  expect(await refs("cases", user, "?sort=-age")).toEqual([params.caseRef, infant, bare]);
  const { lines, choices } = await page("cases", user, "?columns=description&columns=age");
  expect(choices.columns).toEqual(["date", "description", "age"]);
  expect(lines.map(({ cells }) => cells.description).sort()).toEqual(["", "Hernia", "Pyloromyotomy"]);
});

test("ages and supervision are shown as the profile has them", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  await db.update(cases).set({ supervision: 3 }).where(eq(cases.unique_ref, params.caseRef));
  const cells = async () => (await page("cases", user)).lines[0]?.cells;
  expect(await cells()).toMatchObject({ age: "45 y", supervision: "ST 5-7 Trainee" });
  await db
    .update(profiles)
    .set({ ages: "bands", supervision_labels: { 3: "Higher trainee" } })
    .where(eq(profiles.user_id, user.id));
  expect((await cells())?.age).not.toContain("45");
  expect((await cells())?.supervision).toBe("Higher trainee");
});

test("what falls in leave and what has no times is the same for the table as for the diary, over both clock changes", async () => {
  const user = await makeUser();
  const spans = [
    { date_start: "2026-03-29", date_end: "2026-03-29", start_part: "full", end_part: "full" },
    { date_start: "2026-10-23", date_end: "2026-10-25", start_part: "pm", end_part: "am" },
    { date_start: "2026-07-01", date_end: "2026-07-01", start_part: "am", end_part: "full" },
    { date_start: "2026-07-08", date_end: "2026-07-10", start_part: "full", end_part: "am" },
  ] as const;
  for (const span of spans) {
    await db.insert(leave).values({ ...row(user), ...span, unique_ref: newRef(), type: "annual", status: "taken" });
  }
  const hours = {
    standard_minutes: 0,
    premium_minutes: 0,
    pa_units: 0,
    pa_rules: NATIONAL_RULES.england,
    pa_basis: "fixed",
  } as const;
  const made = spans.flatMap(({ date_start, date_end }) =>
    [-1, 0, 1].flatMap((day) =>
      [
        [0, 1440],
        [0, 780],
        [690, 840],
        [720, 845],
        [1380, 1440 + 719],
        [1380, 1440 + 721],
        [1380, 2 * 1440 - 60],
      ].map(([from, to]) => {
        const first = addDays(day < 1 ? date_start : date_end, day);
        const span = { start_at: londonInstant(first, from), end_at: londonInstant(first, to) };
        return { ...row(user), ...hours, ...span, unique_ref: newRef(), fixed_pa_units: 0 };
      }),
    ),
  );
  for (const each of made) await db.insert(sessions).values(each);
  const expected = (of: (span: { startAt: number; endAt: number }) => boolean) =>
    made.filter(({ start_at, end_at }) => of({ startAt: start_at, endAt: end_at })).map(({ unique_ref }) => unique_ref);
  const shown = async (filter: string) =>
    [...(await refs("sessions", user, `?${filter}`)), ...(await refs("sessions", user, `?${filter}&page=2`))].sort();
  const inLeave = expected((span) => spans.some((each) => fallsInLeave(span, each)));
  expect(await shown("fault=in_leave")).toEqual(inLeave.sort());
  const whole = made.filter((_, at) => at % 7 === 0).map(({ unique_ref }) => unique_ref);
  expect(await shown("status=whole_day")).toEqual(whole.sort());
});

test("the clocks of a summer change when London's do", () => {
  for (const [from, until] of summerTimes(1996, 2037)) {
    for (const [instant, hours] of [
      [from - 1, 0],
      [from, 1],
      [until - 1, 1],
      [until, 0],
    ] as const) {
      const shown = new Intl.DateTimeFormat("en-GB", { timeZone: "Europe/London", timeZoneName: "shortOffset" });
      expect(shown.format(instant).endsWith("+1")).toBe(hours === 1);
    }
  }
});

test("ten thousand rows have real links from page to page, and each page its own fifty", async () => {
  const user = await makeUser();
  const ref = await addSession(user, "2026-01-05");
  await db.run(
    `INSERT INTO sessions (unique_ref, user_id, start_at, end_at, pa_basis, standard_minutes, premium_minutes, pa_units, pa_rules, created_at, updated_at)
     WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000)
     SELECT '${ref.slice(0, 16)}' || printf('%06d', i), user_id, start_at - i * 86400000, end_at - i * 86400000, pa_basis,
       standard_minutes, premium_minutes, pa_units, pa_rules, created_at, updated_at FROM sessions, n
       WHERE user_id = ${user.id} AND unique_ref = '${ref}'`,
  );
  const first = await page("sessions", user);
  expect([first.n, first.pages.pages, first.pages.before, first.pages.last]).toEqual([
    10_001,
    201,
    null,
    `${PATHS.sessions}?page=201`,
  ]);
  expect(first.lines).toHaveLength(50);
  const last = await page("sessions", user, "?page=201");
  expect([last.lines.length, last.pages.next, last.pages.first]).toEqual([1, null, PATHS.sessions]);
  const beyond = await page("sessions", user, "?page=99999");
  expect([beyond.lines.length, beyond.pages.before]).toEqual([0, `${PATHS.sessions}?page=201`]);
});

test("ticked sessions change their element and PAs in one go, and undo puts all back", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const [one, two] = [await addSession(user, "2026-11-18"), await addSession(user, "2026-11-21")];
  await db
    .update(jobPlanElements)
    .set({ custom_minutes_per_pa: 120 })
    .where(eq(jobPlanElements.unique_ref, params.elementRef));
  const before = await all(user);
  const answer = await press("sessions", user, {
    ...{ intent: "element", new_element: params.elementRef, row: [`${one}/1`, `${two}/1`] },
  });
  expect([answer.status, flashOf(answer).text]).toEqual([302, "Job plan element of 2 sessions changed"]);
  expect(await sessionOf(one)).toMatchObject({ element_ref: params.elementRef, pa_units: 7200, version: 2 });
  expect(await sessionOf(two)).toMatchObject({ element_ref: params.elementRef, premium_minutes: 240, pa_units: 7200 });
  const back = await undone(user, answer);
  expect(flashOf(back).text).toMatch(/^Restored: 2 sessions/);
  expect(withoutVersions(await all(user))).toEqual(withoutVersions(before));
});

test("an element of another plan, of somebody else or archived is refused, and nothing is written", async () => {
  const [user, other] = [await makeUser(), await makeUser()];
  const { params } = await makeDiary(user);
  const theirs = await makeDiary(other);
  const old = await addSession(user, "2025-01-07");
  const rows = [`${params.sessionRef}/1`, `${old}/1`];
  await db.update(sessions).set({ element_ref: null }).where(eq(sessions.unique_ref, params.sessionRef));
  const before = await all(user);
  const refusal = async (new_element: string) =>
    (await press("sessions", user, { intent: "element", new_element, row: rows })).data.form.errors.new_element?.[0];
  expect(await refusal(params.elementRef)).toMatch(/^Tue 7 Jan 2025: All-day orthopaedics is an element of/);
  expect(await refusal(theirs.params.elementRef)).toBe("Choose a job plan element from the list");
  await db.update(jobPlanElements).set({ active: false }).where(eq(jobPlanElements.unique_ref, params.elementRef));
  expect(await refusal(params.elementRef)).toBe("Choose a job plan element from the list");
  expect(await refusal("")).toBe("Choose a job plan element");
  expect(await all(user)).toEqual(before);
});

test("an element that is deleted while the button is pressed is refused, and nothing is written", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const one = await addSession(user, "2026-11-18");
  const [element] = await db.select().from(jobPlanElements).where(eq(jobPlanElements.unique_ref, params.elementRef));
  const new_element = newRef();
  const other = { ...(element as NonNullable<typeof element>), unique_ref: new_element, description: "Other" };
  await db.insert(jobPlanElements).values(other);
  const before = await all(user);
  const drop = () => db.delete(jobPlanElements).where(eq(jobPlanElements.unique_ref, new_element));
  const fields = { intent: "element", new_element, row: [`${one}/1`] };
  const raced = await press("sessions", user, fields, { database: racingDatabase(2, drop) });
  expect([raced.status, raced.data.form.errors]).toEqual([
    422,
    { new_element: ["This job plan element has just been deleted. Choose another"] },
  ]);
  expect(await all(user)).toEqual(before);
});

test("a fixed allocation is set on ticked sessions, once for each form", async () => {
  const user = await makeUser();
  const one = await addSession(user, "2026-11-18");
  const fields = { intent: "fixed", new_pa: "1.25", row: [`${one}/1`], idempotency_key: newRef() };
  const first = await press("sessions", user, fields);
  expect(flashOf(first).text).toBe("1 session set to 1.25 PA, fixed");
  expect(await sessionOf(one)).toMatchObject({ pa_basis: "fixed", fixed_pa_units: 4500, pa_units: 4500, version: 2 });
  const again = await press("sessions", user, fields);
  expect(flashOf(again)).toEqual(flashOf(first));
  expect((await sessionOf(one))?.version).toBe(2);
  expect(
    (await press("sessions", user, { intent: "fixed", new_pa: "", row: [`${one}/2`] })).data.form.errors,
  ).toHaveProperty("new_pa");
  expect((await press("sessions", user, { intent: "fixed", new_pa: "1" })).data.form.errors.row).toEqual([
    "Select the sessions first",
  ]);
});

test("a row that was changed since it was shown, or is somebody else's, stops the whole act", async () => {
  const [user, other] = [await makeUser(), await makeUser()];
  const [one, two] = [await addSession(user, "2026-11-18"), await addSession(user, "2026-11-19")];
  const theirs = await addSession(other, "2026-11-18");
  const change = () => db.update(sessions).set({ version: 2 }).where(eq(sessions.unique_ref, two));
  const fields = { intent: "fixed", new_pa: "1", row: [`${one}/1`, `${two}/1`] };
  const raced = await press("sessions", user, fields, { database: racingDatabase(1, change) });
  expect([raced.status, raced.data.form.errors[""]?.[0]]).toEqual([
    409,
    expect.stringContaining("changed or deleted elsewhere"),
  ]);
  expect((await sessionOf(one))?.version).toBe(1);
  expect((await press("sessions", user, fields)).status).toBe(409);
  expect((await press("sessions", user, { ...fields, row: [`${one}/1`, `${theirs}/1`] })).status).toBe(409);
  expect((await sessionOf(theirs))?.version).toBe(1);
});

test("an act whose answer was lost is answered when it is sent again", async () => {
  const user = await makeUser();
  const one = await addSession(user, "2026-11-18");
  const fields = { intent: "fixed", new_pa: "1", row: [`${one}/1`], idempotency_key: newRef() };
  await expect(press("sessions", user, fields, { database: cutOffDatabase(1) })).rejects.toThrow("connection lost");
  expect(flashOf(await press("sessions", user, fields)).text).toBe("1 session set to 1.00 PA, fixed");
  expect((await sessionOf(one))?.version).toBe(2);
});

test("deleting ticked sessions says first what goes with them, and undo brings every row back", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const other = await addSession(user, "2026-11-19");
  await addOptionToCase(params.caseRef, "121");
  await addFee(user, { case_ref: params.caseRef });
  await addFee(user, { session_ref: other });
  const before = await all(user);
  const rows = [`${params.sessionRef}/1`, `${other}/1`];
  const asked = await press("sessions", user, { intent: "delete", row: rows });
  expect(asked.data.question).toEqual({ asks: "delete", sessions: 2, cases: 1, fees: 2 });
  expect(await all(user)).toEqual(before);
  const wrong = await press("sessions", user, { intent: "delete_now", row: rows, shown: "0,2" });
  expect(wrong.status).toBe(409);
  expect(await all(user)).toEqual(before);
  const gone = await press("sessions", user, { intent: "delete_now", row: rows, shown: "1,2" });
  expect(flashOf(gone).text).toBe("Deleted: 2 sessions, 1 case and 2 fees");
  expect((await all(user)).sessions).toEqual([]);
  expect(flashOf(await undone(user, gone)).text).toBe("Restored: 2 sessions, 1 case, 2 fees");
  expect(await all(user)).toEqual(before);
});

test("ticked rows are deleted in one batch, and what was deleted is told again when the form is sent again", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const [wrong, rows] = [newRef(), [`${params.sessionRef}/1`]];
  const fields = { intent: "delete_now", row: rows, shown: "1,0", idempotency_key: newRef() };
  const { database, trips } = countingDatabase();
  const first = await press("sessions", user, fields, { database });
  expect([flashOf(first).text, trips()]).toEqual(["Deleted: 1 session and 1 case", 1]);
  expect(flashOf(await press("sessions", user, fields))).toEqual(flashOf(first));
  expect((await press("sessions", user, { ...fields, shown: "0,0" })).status).toBe(409);
  expect((await press("sessions", user, { ...fields, idempotency_key: wrong })).status).toBe(409);
  await undone(user, first);
  const third = await press("sessions", user, fields);
  expect([flashOf(third).text, (await all(user)).sessions]).toEqual([flashOf(first).text, []]);
});

test("supervision is set on ticked cases, and undo gives each its own back", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const two = await addCase(user, params.sessionRef, "Hip");
  await db.update(cases).set({ supervision: 4 }).where(eq(cases.unique_ref, two));
  await addOptionToCase(two, "121");
  const before = await all(user);
  const rows = [`${params.caseRef}/1`, `${two}/1`];
  const answer = await press("cases", user, { intent: "supervision", new_supervision: "3", row: rows });
  expect((await all(user)).cases.map(({ supervision }) => supervision)).toEqual([3, 3]);
  expect(flashOf(await undone(user, answer)).text).toBe("Restored: 2 cases");
  expect(withoutVersions(await all(user))).toEqual(withoutVersions(before));
  expect(await all(user)).toEqual(before);
  const none = await press("cases", user, { intent: "supervision", new_supervision: "none", row: [`${two}/1`] });
  expect([none.status, (await caseOf(two))?.supervision]).toEqual([302, null]);
});

test("an option is added to ticked cases that lack it, and goes again with undo", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const two = await addCase(user, params.sessionRef, "Hip");
  const three = await addCase(user, params.sessionRef, "Knee");
  const own = newRef();
  await db.insert(options).values({ ...row(user), unique_ref: own, kind: "procedure", label: "Own block" });
  await addOptionToCase(two, "121");
  await addOptionToCase(three, own);
  const rows = [`${params.caseRef}/1`, `${two}/1`, `${three}/1`];
  const answer = await press("cases", user, { intent: "option", new_option: own, row: rows });
  expect(answer.status).toBe(302);
  expect(await optionsOfCase(params.caseRef)).toMatchObject([{ id: own, flags: "" }]);
  expect((await optionsOfCase(two)).map(({ id }) => id)).toEqual(["121", own].sort());
  expect([(await caseOf(two))?.version, (await caseOf(three))?.version]).toEqual([2, 1]);
  expect(flashOf(await undone(user, answer)).text).toBe("Restored: 2 cases");
  expect((await optionsOfCase(two)).map(({ id }) => id)).toEqual(["121"]);
  expect(await optionsOfCase(params.caseRef)).toEqual([]);
  expect(await optionsOfCase(three)).toHaveLength(1);
});

test("an option that is archived, deleted meanwhile or somebody else's is refused", async () => {
  const [user, other] = [await makeUser(), await makeUser()];
  const { params } = await makeDiary(user);
  const [own, theirs] = [newRef(), newRef()];
  await db.insert(options).values([
    { ...row(user), unique_ref: own, kind: "procedure", label: "Own block" },
    { ...row(other), unique_ref: theirs, kind: "procedure", label: "Their block" },
  ]);
  const add = (new_option: string, more = {}) =>
    press("cases", user, { intent: "option", new_option, row: [`${params.caseRef}/1`] }, more);
  expect((await add(theirs)).data.form.errors).toHaveProperty("new_option");
  const raced = await add(own, {
    database: racingDatabase(2, () => db.delete(options).where(eq(options.unique_ref, own))),
  });
  expect(raced.data.form.errors.new_option?.[0]).toContain("has just been deleted");
  expect(await optionsOfCase(params.caseRef)).toEqual([]);
  expect((await caseOf(params.caseRef))?.version).toBe(1);
});

test("cases move to a session of another day at the same times of the clock, and back with undo", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const night = await addSession(user, "2026-03-28");
  await db
    .update(sessions)
    .set({ start_at: londonInstant("2026-03-28", 1200), end_at: londonInstant("2026-03-29", 480) })
    .where(eq(sessions.unique_ref, night));
  const rows = [`${params.caseRef}/1`];
  const before = await all(user);
  const none = await press("cases", user, { intent: "move", move_date: "1/1/2026", row: rows });
  expect(none.data.form.errors.move_date?.[0]).toContain("No session starts on Thu 1 Jan 2026");
  const asked = await press("cases", user, { intent: "move", move_date: "28/3/2026", row: rows });
  expect(asked.data.question).toEqual({
    asks: "move",
    day: "Sat 28 Mar 2026",
    sessions: [{ value: night, label: "20:00 – 08:00" }],
  });
  const moved = await press("cases", user, { intent: "move_now", move_to: night, move_date: "28/3/2026", row: rows });
  expect(flashOf(moved).text).toBe("1 case moved to Sat 28 Mar 2026");
  expect(await caseOf(params.caseRef)).toMatchObject({
    ...{ session_ref: night, start_at: londonInstant("2026-03-29", 545), end_at: londonInstant("2026-03-29", 640) },
  });
  await undone(user, moved);
  expect(withoutVersions(await all(user))).toEqual(withoutVersions(before));
});

test("a case that began shortly before the session that it moves to stays on its day", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const later = await addSession(user, "2026-11-17");
  const to = { start_at: londonInstant("2026-11-17", 600), end_at: londonInstant("2026-11-17", 1080) };
  await db.update(sessions).set(to).where(eq(sessions.unique_ref, later));
  const moved = await press("cases", user, { intent: "move_now", move_to: later, row: [`${params.caseRef}/1`] });
  expect(flashOf(moved).text).toBe("1 case moved to Tue 17 Nov 2026");
  expect(await caseOf(params.caseRef)).toMatchObject({
    ...{ session_ref: later, start_at: londonInstant("2026-11-17", 545), end_at: londonInstant("2026-11-17", 640) },
  });
});

test("a case does not go back to a session that is gone", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const to = await addSession(user, "2026-11-18");
  const moved = await press("cases", user, { intent: "move_now", move_to: to, row: [`${params.caseRef}/1`] });
  await db.delete(sessions).where(eq(sessions.unique_ref, params.sessionRef));
  const refused = await undone(user, moved);
  expect([refused.status, JSON.stringify(refused.data)]).toEqual([409, expect.stringContaining("Nothing was undone")]);
  expect((await caseOf(params.caseRef))?.session_ref).toBe(to);
});

test("a case cannot be moved into somebody else's session, nor into one that goes meanwhile", async () => {
  const [user, other] = [await makeUser(), await makeUser()];
  const { params } = await makeDiary(user);
  const [theirs, to] = [await addSession(other, "2026-11-18"), await addSession(user, "2026-11-18")];
  const move = (move_to: string, more = {}) =>
    press("cases", user, { intent: "move_now", move_to, row: [`${params.caseRef}/1`] }, more);
  expect((await move(theirs)).data.form.errors.move_date?.[0]).toContain("has been deleted");
  const gone = () => db.delete(sessions).where(eq(sessions.unique_ref, to));
  expect((await move(to, { database: racingDatabase(2, gone) })).data.form.errors.move_date?.[0]).toContain(
    "just been deleted",
  );
  expect((await caseOf(params.caseRef))?.session_ref).toBe(params.sessionRef);
});

test("two changes of the same cases are undone one after the other, and a change of their session then too", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const before = await all(user);
  const fixed = await press("sessions", user, { intent: "fixed", new_pa: "1", row: [`${params.sessionRef}/1`] });
  const later = { now: NOW + 1000 };
  const first = await press(
    "cases",
    user,
    { intent: "supervision", new_supervision: "3", row: [`${params.caseRef}/1`] },
    later,
  );
  const row = [`${params.caseRef}/${(await caseOf(params.caseRef))?.version}`];
  const second = await press("cases", user, { intent: "option", new_option: "121", row }, later);
  expect(flashOf(await undone(user, second)).text).toBe("Restored: 1 case");
  expect(flashOf(await undone(user, first)).text).toBe("Restored: 1 case");
  expect(flashOf(await undone(user, fixed)).text).toBe("Restored: 1 session");
  expect(withoutVersions(await all(user))).toEqual(withoutVersions(before));
});

test("deleting ticked cases says how many fees go, and undo brings every row back", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  await addOptionToCase(params.caseRef, "121");
  await addFee(user, { case_ref: params.caseRef });
  const before = await all(user);
  const rows = [`${params.caseRef}/1`];
  expect((await press("cases", user, { intent: "delete", row: rows })).data.question).toMatchObject({
    cases: 1,
    fees: 1,
  });
  const gone = await press("cases", user, { intent: "delete_now", row: rows, shown: "1,1" });
  expect(flashOf(gone).text).toBe("Deleted: 1 case and 1 fee");
  expect((await all(user)).cases).toEqual([]);
  await undone(user, gone);
  expect(await all(user)).toEqual(before);
});

test("words find cases by their encrypted text, and an act refused keeps what was found", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const hip = await addCase(user, params.sessionRef, "Hip replacement");
  await addCase(user, params.sessionRef, "Hernia");
  const { data } = await press("cases", user, { intent: "find", words: "replace HIP" });
  expect(data.found?.lines.map(({ unique_ref }) => unique_ref)).toEqual([hip]);
  expect(data.found?.of).toBe(3);
  const refused = await press("cases", user, { intent: "supervision", words: "hip", row: [`${hip}/1`] });
  expect([refused.status, refused.data.found?.lines.length]).toEqual([422, 1]);
  expect((await press("cases", user, { intent: "find", words: "" })).status).toBe(422);
});

test.each([
  "sessions",
  "cases",
] as const)("an answer to words holds lines of %s alone, never rows as they are stored", async (kind) => {
  const user = await makeUser();
  await makeDiary(user);
  const { data } = await press(kind, user, { intent: "find", words: "a" });
  expect(Object.keys(data.found ?? {}).sort()).toEqual(["isAll", "lines", "more", "of"]);
});

test("the file holds all pages of what is shown, with its columns, and no cell can calculate", async () => {
  const user = await makeUser();
  await openLoginOf(user);
  const ref = await addSession(user, "2026-11-18");
  for (let n = 0; n < 60; n += 1) await addCase(user, ref, n === 0 ? "=1+1" : `Case ${n}`);
  const path = "/mydata/case_data/csv/?columns=description&columns=asa";
  const { data, headers } = await load<string>(caseFile.loader, { user, path });
  const lines = data.trimEnd().split("\r\n");
  expect(lines[0]).toBe("Date,Description,ASA");
  expect(lines).toHaveLength(61);
  expect(lines).toContain("18/11/2026,'=1+1,");
  expect(headers.get("Content-Disposition")).toBe('attachment; filename="case-data-2026-11-21.csv"');
  const own = await load<string>(sessionFile.loader, {
    user,
    path: "/mydata/session_data/csv/?columns=pa&columns=times",
  });
  expect(own.data).toBe("Date,Times,PA\r\n18/11/2026,08:00 – 12:00,1.00\r\n");
  const log = await load<{ lines: { what: string }[] }>(activity.loader, { user });
  expect(log.data.lines.map(({ what }) => what).sort()).toEqual([
    "Data exported: case data, 60 cases",
    "Data exported: session data, 1 session",
  ]);
  // A table is not everything.
  expect((await load<{ data: { exported: string | null } }>(yourData.loader, { user })).data.data.exported).toBeNull();
});

test("a file asks for reauthentication first, and leads back to the same view", async () => {
  const user = await makeUser();
  await openLoginOf(user);
  await addSession(user, "2026-11-18");
  const unproved = { ...user, login: { ...user.login, reauthenticated_at: NOW - 11 * 60_000 } };
  const path = "/mydata/session_data/csv/?from=01%2F11%2F2026&columns=pa";
  const view = "/mydata/session_data/?from=01%2F11%2F2026&columns=date&columns=pa";
  const confirm = `/account/confirm/?next=${encodeURIComponent(view)}`;
  expect((await load(sessionFile.loader, { user: unproved, path })).location).toBe(confirm);
  expect((await submit(sessionFile.action, { words: "x" }, { user: unproved, path })).location).toBe(confirm);
  expect(nextPath(view, "/logbook/")).toBe(view);
  expect(await db.$count(audit, eq(audit.user_ref, user.unique_ref))).toBe(0);
});

test("what was found by words comes as a file, with the words in no address and no log", async () => {
  const user = await makeUser();
  await openLoginOf(user);
  const ref = await addSession(user, "2026-11-18");
  for (const text of ["Hip replacement", "Hernia"]) await addCase(user, ref, text);
  const path = "/mydata/case_data/csv/?columns=description";
  const { data } = await submit<string>(caseFile.action, { words: "hip" }, { user, path });
  expect(data).toBe("Date,Description\r\n18/11/2026,Hip replacement\r\n");
  const log = await load<{ lines: { what: string }[] }>(activity.loader, { user });
  expect(log.data.lines.map(({ what }) => what)).toEqual(["Data exported: case data, 1 case, found by words"]);
  const none = await submit(caseFile.action, { words: "" }, { user, path });
  expect(none.location).toBe("/mydata/case_data/?columns=date&columns=description");
});

test("a case after midnight has its own date, on the page and in its file, and stands in the order of time", async () => {
  const user = await makeUser();
  await openLoginOf(user);
  const night = await addSession(user, "2026-11-18");
  const times = { start_at: londonInstant("2026-11-18", 20 * 60), end_at: londonInstant("2026-11-19", 8 * 60) };
  await db.update(sessions).set(times).where(eq(sessions.unique_ref, night));
  const morning = await addSession(user, "2026-11-19");
  const late = { start_at: londonInstant("2026-11-19", 95), end_at: londonInstant("2026-11-19", 200) };
  const evening = { start_at: londonInstant("2026-11-18", 22 * 60), end_at: londonInstant("2026-11-18", 23 * 60) };
  for (const [session, text, at] of [
    [night, "Appendix", evening],
    [night, "Scrotal exploration", late],
    [night, "Without a time", {}],
    [morning, "Hip", { start_at: londonInstant("2026-11-19", 500) }],
  ] as const) {
    const ref = await addCase(user, session, text);
    await db
      .update(cases)
      .set({ age: 30, ...at })
      .where(eq(cases.unique_ref, ref));
  }
  const { lines } = await page("cases", user, "?columns=times&columns=description");
  expect(lines.map(({ cells }) => [cells.date, cells.times, cells.description])).toEqual([
    ["Thu 19 Nov 2026", "from 08:20", "Hip"],
    ["Thu 19 Nov 2026", "01:35 – 03:20", "Scrotal exploration"],
    ["Wed 18 Nov 2026", "22:00 – 23:00", "Appendix"],
    ["Wed 18 Nov 2026", "", "Without a time"],
  ]);
  expect(lines[1]?.name).toBe("Case, Thu 19 Nov 2026, 01:35 – 03:20, 30 y");
  const path = "/mydata/case_data/csv/?columns=times&columns=description";
  const { data } = await load<string>(caseFile.loader, { user, path });
  expect(data).toContain("19/11/2026,01:35 – 03:20,Scrotal exploration");
});

test.each([
  ["sessions", sessionFile],
  ["cases", caseFile],
] as const)("a date that is none shows no %s, finds none and comes as no file", async (kind, file) => {
  const user = await makeUser();
  await makeDiary(user);
  const exported = () => db.$count(audit, and(eq(audit.user_ref, user.unique_ref), eq(audit.action, "data-exported")));
  for (const query of ["?from=99%2F99%2F9999", "?until=x", "?from=02%2F11%2F2026&until=01%2F11%2F2026"]) {
    const answer = await load<Page>(ROUTES[kind].loader, { user, path: `${PATHS[kind]}${query}` });
    expect([answer.status, answer.data.lines]).toEqual([422, []]);
    const path = `${PATHS[kind]}csv/${query}`;
    expect((await load(file.loader, { user, path })).location).toBe(PATHS[kind] + query);
    expect((await submit(file.action, { words: "a" }, { user, path })).location).toBe(PATHS[kind] + query);
    const found = await press(kind, user, { intent: "find", words: "a" }, { path: PATHS[kind] + query });
    expect(found.data.found?.lines).toEqual([]);
  }
  expect(await exported()).toBe(0);
});

test("cases of a session without an element are marked", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const bare = await addCase(user, await addSession(user, "2026-11-18"), "Hernia");
  const { lines } = await page("cases", user);
  const marksOf = (ref: string) => lines.find(({ unique_ref }) => unique_ref === ref)?.marks;
  expect(marksOf(bare)).toContain("No element");
  expect(marksOf(params.caseRef)).not.toContain("No element");
});

test("a row that is deleted between the look and the batch stops the whole act", async () => {
  const user = await makeUser();
  const [one, two] = [await addSession(user, "2026-11-17"), await addSession(user, "2026-11-18")];
  const database = racingDatabase(1, () => db.delete(sessions).where(eq(sessions.unique_ref, two)));
  const fields = { intent: "fixed", new_pa: "1", row: [`${one}/1`, `${two}/1`] };
  expect((await press("sessions", user, fields, { database })).status).toBe(409);
  expect((await sessionOf(one))?.version).toBe(1);
});

test("nobody sees or changes the rows of somebody else", async () => {
  const [user, other] = [await makeUser(), await makeUser()];
  const { params } = await makeDiary(other);
  expect(await refs("sessions", user)).toEqual([]);
  expect(await refs("cases", user)).toEqual([]);
  expect((await press("cases", user, { intent: "delete", row: [`${params.caseRef}/1`] })).status).toBe(409);
  const kept = await db.select().from(cases).where(eq(cases.unique_ref, params.caseRef));
  expect(kept).toHaveLength(1);
});
