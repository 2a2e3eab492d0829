import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { SignedInUser } from "~/account/login/logins.server";
import { growUser } from "~/dev/big-data.server";
import { type CaseText, encryptCaseText } from "~/diary/cases/encrypted-text.server";
import { cases } from "~/diary/cases/table.server";
import { feePlace, fees } from "~/diary/fees/table.server";
import { MAX_EXAMINED } from "~/diary/search/queries.server";
import type { Found } from "~/diary/search/search-diary.server";
import { sessionPlace, sessions } from "~/diary/sessions/table.server";
import { NATIONAL_RULES } from "~/planning/job-plans/pa-rules";
import { isInUse, newRef } from "~/platform/db/columns.server";
import { insertRows } from "~/platform/db/json-rows.server";
import type { FormState } from "~/platform/http/action-result";
import { type LondonDate, londonInstant } from "~/platform/time/london";
import { action, loader } from "~/routes/logbook/search";
import { addOptionToCase } from "../../support/case-options";
import { makeDiary } from "../../support/diary";
import { type Answer, countingDatabase, db, load, makeUser, NOW, submit, vault } from "../../support/harness";

interface Answered {
  form: FormState;
  found?: Found;
}

function search(user: SignedInUser | null, asked: Record<string, string>): Promise<Answer<Answered>> {
  return submit<Answered>(action, asked, { user, path: "/logbook/search/" });
}

async function found(user: SignedInUser, asked: Record<string, string>): Promise<Found> {
  const { status, data } = await search(user, asked);
  expect([status, data.form.errors]).toEqual([200, {}]);
  return data.found as Found;
}

const days = ({ sessions }: Found) => sessions.map(({ day }) => day);

/** What is shown of the text, the words found in brackets. */
function shown({ sessions }: Found): string[] {
  return sessions
    .flatMap((session) => [...session.lines, ...session.cases.flatMap((each) => each.lines)])
    .map(({ label, parts }) => `${label}: ${parts.map(({ text, hit }) => (hit ? `[${text}]` : text)).join("")}`);
}

/** A session of 08:00 to 18:00. */
async function addSession(user: SignedInUser, date: LondonDate, notes = "", unique_ref = newRef()) {
  await db.insert(sessions).values({
    unique_ref,
    user_id: user.id,
    start_at: londonInstant(date, 480),
    end_at: londonInstant(date, 1080),
    pa_basis: "time_calculated",
    standard_minutes: 600,
    premium_minutes: 0,
    pa_units: 9000,
    pa_rules: NATIONAL_RULES.england,
    text_encrypted: await vault.encrypt(user.unique_ref, sessionPlace(unique_ref), notes),
    created_at: NOW,
    updated_at: NOW,
  });
  return unique_ref;
}

async function addCase(
  user: SignedInUser,
  sessionRef: string,
  text: Partial<CaseText>,
  more: Partial<typeof cases.$inferInsert> = {},
) {
  const { unique_ref = newRef() } = more;
  const whole = { case_description: "", complications: "", reflective_notes: "", ...text };
  await db.insert(cases).values({
    unique_ref,
    user_id: user.id,
    session_ref: sessionRef,
    asa: 2,
    urgency: 4,
    text_encrypted: await encryptCaseText(vault.of(user.unique_ref), unique_ref, whole),
    created_at: NOW,
    updated_at: NOW,
    ...more,
  });
  return unique_ref;
}

async function addFee(user: SignedInUser, owner: { session_ref: string } | { case_ref: string }) {
  const unique_ref = newRef();
  const text_encrypted = await vault.encrypt(user.unique_ref, feePlace(unique_ref), "Invoice 1142 queried");
  const row = { unique_ref, user_id: user.id, amount_pence: 31_000, created_at: NOW, updated_at: NOW };
  await db.insert(fees).values({ ...row, ...owner, text_encrypted });
}

test("words are found in every kind of text, newest first, with the lines that hold them", async () => {
  const user = await makeUser();
  const march = await addSession(user, "2026-03-04", "Covered for a colleague\nQUERIED by the rota desk");
  const june = await addSession(user, "2026-06-02");
  await addFee(user, { session_ref: june });
  await addCase(user, march, {
    case_description: "TKR",
    complications: "Dose queried",
    reflective_notes: "Queried it",
  });
  await addFee(user, { case_ref: await addCase(user, june, { case_description: "Hip" }) });
  const answer = await found(user, { words: "queried" });
  expect(days(answer)).toEqual(["Tue 2 Jun 2026", "Wed 4 Mar 2026"]);
  expect(shown(answer)).toEqual([
    "Fee notes: Invoice 1142 [queried]",
    "Fee notes: Invoice 1142 [queried]",
    "Notes: [QUERIED] by the rota desk",
    "Complications: Dose [queried]",
    "Reflective notes: [Queried] it",
  ]);
  expect(answer.counts).toEqual({ sessions: 2, cases: 2 });
});

test("all words must be in the text of one session or of one case", async () => {
  const user = await makeUser();
  const session = await addSession(user, "2026-11-17", "A list of hips");
  await addCase(user, session, { case_description: "Fractured neck of femur" });
  const both = await addCase(user, session, { case_description: "Hip", complications: "Fracture of a tooth" });
  const answer = await found(user, { words: "hip fracture" });
  expect(answer.sessions.map(({ lines, cases }) => [lines, cases.map(({ unique_ref }) => unique_ref)])).toEqual([
    [[], [both]],
  ]);
});

test("nobody else's text is found, nor is a row filed under another's session", async () => {
  const [user, other] = [await makeUser(), await makeUser()];
  const theirs = await addSession(other, "2026-11-17", "A needle");
  await addCase(other, theirs, { case_description: "needle" });
  const mine = await addSession(user, "2026-11-18", "Nothing of theirs");
  const myCase = await addCase(user, mine, { case_description: "Theirs neither" });
  await expect(addCase(user, theirs, { case_description: "needle" })).rejects.toSatisfy(isInUse);
  await expect(addFee(other, { session_ref: mine })).rejects.toSatisfy(isInUse);
  await expect(addFee(other, { case_ref: myCase })).rejects.toSatisfy(isInUse);
  // The same references may be another's too, with rows of theirs filed under them.
  await addSession(other, "2026-11-18", "A needle", mine);
  await addCase(other, mine, { case_description: "needle" }, { unique_ref: myCase });
  await addFee(other, { session_ref: mine });
  await addFee(other, { case_ref: myCase });
  expect((await found(user, { words: "needle" })).sessions).toEqual([]);
  expect((await found(user, { words: "invoice" })).sessions).toEqual([]);
  // A fee of somebody else would not open under this user's key, and would take the texts of its row with it.
  const own = await found(user, { words: "theirs" });
  expect(shown(own)).toEqual(["Notes: Nothing of [theirs]", "Description: [Theirs] neither"]);
  expect(own).toMatchObject({ unreadable: 0, counts: { sessions: 1, cases: 1 } });
  const { params } = await makeDiary(other);
  const { status, data } = await search(user, { element: params.elementRef });
  expect([status, data.form.errors]).toEqual([422, { element: ["Choose a job plan element from the list"] }]);
});

test("each filter finds what it says", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const untagged = await addSession(user, "2026-11-18");
  const times = { start_at: londonInstant("2026-11-18", 540), end_at: londonInstant("2026-11-18", 600) };
  const noAsa = await addCase(user, untagged, {}, { asa: null });
  const noEnd = await addCase(user, untagged, {}, { ...times, end_at: null, urgency: 2 });
  const suspected = await addCase(user, untagged, {}, { ...times, identifier_suspected: true, asa: 3 });
  await addOptionToCase(suspected, "111");
  const sessionsOf = async (asked: Record<string, string>) =>
    (await found(user, asked)).sessions.map(({ unique_ref }) => unique_ref);
  const casesOf = async (asked: Record<string, string>) =>
    (await found(user, asked)).sessions.flatMap((session) => session.cases.map(({ unique_ref }) => unique_ref));
  expect(await sessionsOf({ element: params.elementRef })).toEqual([params.sessionRef]);
  expect(await sessionsOf({ category: "DCC" })).toEqual([params.sessionRef]);
  expect(await sessionsOf({ category: "SPA" })).toEqual([]);
  expect(await sessionsOf({ missing: "no_element" })).toEqual([untagged]);
  expect(await casesOf({ missing: "no_asa" })).toEqual([noAsa]);
  expect(await casesOf({ missing: "no_end" })).toEqual([noEnd]);
  expect(await casesOf({ missing: "identifier" })).toEqual([suspected]);
  expect(await casesOf({ find_asa: "3" })).toEqual([suspected]);
  expect(await casesOf({ find_urgency: "2" })).toEqual([noEnd]);
  expect(await casesOf({ option: "111" })).toEqual([suspected]);
  expect(await casesOf({ option: "111", find_asa: "2" })).toEqual([]);
  expect(await casesOf({ category: "DCC", find_asa: "2" })).toEqual([params.caseRef]);
});

test("the last 12 months and what is planned are searched, and on from there over empty years", async () => {
  const user = await makeUser();
  for (const date of ["2015-01-05", "2019-05-07", "2025-12-01", "2026-11-30"]) await addSession(user, date, "Needle");
  const first = await found(user, { words: "needle" });
  expect([days(first), first.searched]).toEqual([["Mon 30 Nov 2026", "Mon 1 Dec 2025"], "from 21 November 2025 on"]);
  const second = await found(user, { words: "needle", before: String(first.before) });
  expect([days(second), second.searched]).toEqual([["Tue 7 May 2019"], "from 7 May 2018 to 7 May 2019"]);
  const third = await found(user, { words: "needle", before: String(second.before) });
  expect([days(third), third.before]).toEqual([["Mon 5 Jan 2015"], null]);
});

test("the way further back leads to the next session that the filters pass", async () => {
  const user = await makeUser();
  await addCase(user, await addSession(user, "2012-02-01"), {}, { asa: 5 });
  await addCase(user, await addSession(user, "2020-02-03"), {}, { asa: 1 });
  const first = await found(user, { find_asa: "5" });
  expect(days(await found(user, { find_asa: "5", before: String(first.before) }))).toEqual(["Wed 1 Feb 2012"]);
});

test("dates bound a search, the last day included", async () => {
  const user = await makeUser();
  for (const date of ["2026-03-03", "2026-03-04", "2026-03-05", "2026-03-06"]) await addSession(user, date, "Needle");
  const answer = await found(user, { words: "needle", from: "4/3/2026", until: "5/3/2026" });
  expect([days(answer), answer.searched, answer.before]).toEqual([
    ["Thu 5 Mar 2026", "Wed 4 Mar 2026"],
    "from 4 March 2026 to 5 March 2026",
    null,
  ]);
});

test("an answer that is full says so, and the next one goes on behind it without leaving one out", async () => {
  const user = await makeUser();
  const notes = "Needle";
  for (let at = 0; at < 55; at += 1) {
    // The last place of the first answer is shared by two that start together.
    const minute = at > 49 ? at - 1 : at;
    const ref = await addSession(user, "2026-11-02", notes);
    const start = londonInstant("2026-11-17", 600 - minute);
    const times = { start_at: start, end_at: start + 60_000 };
    await db.update(sessions).set(times).where(eq(sessions.unique_ref, ref));
  }
  const both: Record<string, string>[] = [{ words: "needle" }, { missing: "no_element" }];
  for (const asked of both) {
    const first = await found(user, asked);
    const second = await found(user, { ...asked, before: String(first.before) });
    expect([first.sessions.length, first.full, second.sessions.length, second.full]).toEqual([51, true, 4, false]);
  }
});

test("a text that does not open is counted, and the others are found", async () => {
  const user = await makeUser();
  await addSession(user, "2026-11-17", "Needle");
  const torn = await addSession(user, "2026-11-18", "Needle");
  await db
    .update(sessions)
    .set({ text_encrypted: await vault.encrypt(user.unique_ref, sessionPlace(newRef()), "Needle") })
    .where(and(eq(sessions.user_id, user.id), eq(sessions.unique_ref, torn)));
  const answer = await found(user, { words: "needle" });
  expect([days(answer), answer.unreadable]).toEqual([["Tue 17 Nov 2026"], 1]);
});

test.each([
  [{}, { words: "Enter words to find, or choose a filter" }],
  [{ from: "1/1/2026" }, { words: "Enter words to find, or choose a filter" }],
  [{ words: "hip", from: "31/2/2026" }, { from: "From must be a real date: February 2026 has 28 days" }],
  [{ words: "hip", until: "soon" }, { until: "To must be a real date, such as 27/3/2026" }],
  [
    { words: "hip", from: "2/1/2026", until: "1/1/2026" },
    { until: "The last date must be the same as or after the first date" },
  ],
  [{ words: "a b c d e f g h i j k" }, { words: "Enter 10 words or fewer" }],
  [{ words: "x".repeat(201) }, { words: "Words must be 200 characters or fewer" }],
  [{ find_asa: "6" }, { find_asa: "Choose an ASA grade from the list" }],
  [{ option: "999" }, { option: "Choose an airway or procedure from the list" }],
])("%o is refused with words", async (asked, errors) => {
  const { status, data } = await search(await makeUser(), asked);
  const lists = Object.fromEntries(Object.entries(errors).map(([name, message]) => [name, [message]]));
  expect([status, data.form.errors, data.found]).toEqual([422, lists, undefined]);
});

test("the page offers elements and options in one trip", async () => {
  const user = await makeUser();
  await makeDiary(user);
  const { database, trips } = countingDatabase();
  const { data } = await load<{ choices: { elements: { label: string }[] } }>(loader, { user, database });
  expect(trips()).toBe(1);
  expect(data.choices.elements.map(({ label }) => label)).toEqual(["Job plan 2026/27, 1 April 2026 to 31 March 2027"]);
});

test("12 months of full work, 400 sessions and 2,000 cases, are looked through in five trips", async () => {
  const { id, unique_ref } = await growUser(db, vault, new Request("http://daybook.test/"), 2, NOW);
  const user = { ...(await makeUser()), id, unique_ref };
  const { database, trips } = countingDatabase();
  const asked = { user, path: "/logbook/search/", database };
  const { data } = await submit<Answered>(action, { words: "no such words anywhere" }, asked);
  expect([data.found?.sessions, data.found?.before === null, trips()]).toEqual([[], false, 5]);
});

test("an answer that is full does not ask what lies further back", async () => {
  const user = await makeUser();
  for (let at = 0; at < 50; at += 1) await addSession(user, "2026-11-17", "Needle");
  const { database, trips } = countingDatabase();
  await submit(action, { words: "needle" }, { user, path: "/logbook/search/", database });
  expect(trips()).toBe(1);
});

test("a rare filter is looked for among so many sessions at once, and the search goes on behind them", async () => {
  const user = await makeUser();
  await addCase(user, await addSession(user, "2009-02-03"), {}, { urgency: 1 });
  const ref = await addSession(user, "2010-01-01");
  const [model] = await db.select().from(sessions).where(eq(sessions.unique_ref, ref));
  if (!model) throw new Error("No session was added");
  const others = Array.from({ length: MAX_EXAMINED - 1 }, (_, at) => {
    const start_at = londonInstant("2010-01-02") + at * 3_600_000;
    return { ...model, unique_ref: newRef(), start_at, end_at: start_at + 3_600_000 };
  });
  for (const statement of insertRows(db, sessions, others)) await statement;
  const first = await found(user, { find_urgency: "1" });
  // Nothing passes among them: on with the one behind.
  expect([days(first), first.before]).toEqual([[], londonInstant("2009-02-03", 480) + 1]);
  expect(days(await found(user, { find_urgency: "1", before: String(first.before) }))).toEqual(["Tue 3 Feb 2009"]);
});
