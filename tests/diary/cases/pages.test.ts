import { env } from "cloudflare:workers";
import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { EMPTY_CASE } from "~/diary/cases/checks.server";
import { caseLines } from "~/diary/cases/facts.server";
import { casesOfSession, chosenOptions } from "~/diary/cases/queries.server";
import { cases, options } from "~/diary/cases/table.server";
import { sessions } from "~/diary/sessions/table.server";
import { newRef } from "~/platform/db/columns.server";
import type { FormState } from "~/platform/http/action-result";
import { londonInstant } from "~/platform/time/london";
import * as editPage from "~/routes/logbook/case";
import * as deletePage from "~/routes/logbook/case-delete";
import * as newPage from "~/routes/logbook/case-new";
import { optionsOfCase, optionsOfUser } from "../../support/case-options";
import { makeDiary } from "../../support/diary";
import { flashOf } from "../../support/flash";
import { countingDatabase, db, load, makeUser, submit, vault } from "../../support/harness";

type Refusal = { form: FormState };
type Fields = Record<string, string | string[]>;

function add(user: Awaited<ReturnType<typeof makeUser>>, sessionRef: string, fields: Fields = {}) {
  const form = { idempotency_key: newRef(), ...fields };
  return submit<Refusal>(newPage.action, form, { user, params: { sessionRef } });
}

async function messagesFor(fields: Fields) {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const answer = await add(user, params.sessionRef, fields);
  expect(answer.status).toBe(422);
  expect(await db.select().from(cases).where(eq(cases.user_id, user.id))).toHaveLength(1);
  return answer.data.form.errors;
}

async function newest(userId: number, caseRef: string) {
  const rows = await db.select().from(cases).where(eq(cases.user_id, userId));
  const row = rows.find((each) => each.unique_ref !== caseRef);
  if (!row) throw new Error("No case was added");
  const own = await db.select().from(options).where(eq(options.user_id, userId));
  return { row, chosen: chosenOptions(row.options, own) };
}

test("a case is logged, and the answer goes back to its session and says so", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const answer = await add(user, params.sessionRef, {
    start_time: "1105",
    end_time: "12.20",
    age: "6",
    age_unit: "months",
    gender: "2",
    asa: "3",
    urgency: "1",
    supervision: "20",
    selected_airway_options_set: ["121", "132"],
    selected_extra_options_set: ["202", "217"],
    block_flags_217: ["ultrasound", "taught"],
    case_description: "Inguinal hernia",
  });
  expect([answer.status, answer.location]).toEqual([302, `/logbook/session/${params.sessionRef}/`]);
  expect(answer.headers.get("Set-Cookie")).toContain("Case%20saved");
  const { row, chosen } = await newest(user.id, params.caseRef);
  expect(row).toMatchObject({
    start_at: londonInstant("2026-11-17", 665),
    end_at: londonInstant("2026-11-17", 740),
    age: 6,
    age_unit: "months",
    gender: 2,
    asa: 3,
    urgency: 1,
    supervision: 20,
    identifier_suspected: false,
  });
  expect(chosen.map((each) => [each.kind, each.id, each.flags])).toEqual([
    ["airway", "121", ""],
    ["airway", "132", ""],
    ["procedure", "202", ""],
    ["procedure", "217", "ultrasound,taught"],
  ]);
});

test("save and add another goes on to the next case", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const answer = await add(user, params.sessionRef, { asa: "1", next: "another" });
  expect(answer.location).toBe(`/logbook/session/${params.sessionRef}/case/new/`);
});

test("a case may be logged with nothing known yet", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  expect((await add(user, params.sessionRef, { save_empty: "yes" })).status).toBe(302);
  const { row, chosen } = await newest(user.id, params.caseRef);
  expect([row.start_at, row.age, row.asa, row.text_encrypted, chosen]).toEqual([null, null, null, null, []]);
});

test("every field says how to mend it, all at once", async () => {
  const time = "Please check the time is in the format hh:mm";
  const errors = await messagesFor({
    start_time: "25:00",
    end_time: "9:7",
    age: "130",
    age_unit: "",
    gender: "3",
    asa: "6",
    urgency: "5",
    supervision: "10",
    new_airway_option: "x".repeat(61),
    new_extra_option: "x".repeat(61),
    case_description: "x".repeat(501),
    complications: "x".repeat(10_001),
    reflective_notes: "x".repeat(10_001),
  });
  expect(errors).toEqual({
    start_time: [time],
    end_time: [time],
    age: ["Age in years must be between 0 and 120"],
    gender: ["Choose female or male from the list"],
    asa: ["Choose an ASA grade from the list"],
    urgency: ["Choose an urgency from the list"],
    supervision: ["Choose whom you supervised from the list"],
    new_airway_option: ["Airway option must be 60 characters or fewer"],
    new_extra_option: ["Procedure must be 60 characters or fewer"],
    case_description: ["Case description must be 500 characters or fewer"],
    complications: ["Complications must be 10000 characters or fewer"],
    reflective_notes: ["Reflective notes must be 10000 characters or fewer"],
  });
});

test.each([
  [{ age: "forty" }, "age", "Age must be a number"],
  [{ age: "4.5" }, "age", "Age must be a whole number"],
  [{ age: "-1" }, "age", "Age in years must be between 0 and 120"],
  [{ age: "49", age_unit: "months" }, "age", "Age in months must be between 0 and 48"],
  [{ age: "367", age_unit: "days" }, "age", "Age in days must be between 0 and 366"],
  [{ age: "1", age_unit: "weeks" }, "age_unit", "Choose years, months or days from the list"],
  [{ idempotency_key: "" }, "idempotency_key", "Reload this page, then send the form again"],
  [
    { selected_extra_options_set: "231", block_flags_231: "x" },
    "block_flags_231",
    "Choose block details from the list",
  ],
  [{ start_time: ["09:00", "10:00"] }, "start_time", "Give one answer only"],
])("%o is refused at %s", async (fields: Fields, name, message) => {
  expect(await messagesFor(fields)).toEqual({ [name]: [message] });
});

test("unknown options, those of the other kind, and those of other users are refused", async () => {
  const other = await makeUser();
  const theirs = await makeDiary(other);
  await add(other, theirs.params.sessionRef, { new_airway_option: "Tongue tie" });
  const [foreign] = await db.select().from(options).where(eq(options.user_id, other.id));
  for (const id of ["999", "211", foreign?.unique_ref ?? "", "' OR 1=1 --"]) {
    expect(await messagesFor({ selected_airway_options_set: ["121", id] })).toEqual({
      selected_airway_options_set: ["Choose airway options from the list: one of those sent is not on it"],
    });
  }
});

test("too many options are refused", async () => {
  const ids = Array.from({ length: 41 }, (_, index) => String(200 + index));
  expect(await messagesFor({ selected_extra_options_set: ids })).toEqual({
    selected_extra_options_set: ["Choose 40 procedures or fewer"],
  });
});

test("a custom option is made once, ticked, and taken up again under any case of its letters", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const key = newRef();
  await add(user, params.sessionRef, { idempotency_key: key, new_extra_option: "Stellate  ganglion" });
  await add(user, params.sessionRef, { idempotency_key: key, new_extra_option: "Stellate  ganglion" });
  const { row, chosen } = await newest(user.id, params.caseRef);
  const made = await db.select().from(options).where(eq(options.user_id, user.id));
  expect(made.map((each) => [each.kind, each.label])).toEqual([["procedure", "Stellate ganglion"]]);
  expect(chosen.map((each) => each.id)).toEqual([made[0]?.unique_ref]);

  await db.update(options).set({ active: false }).where(eq(options.user_id, user.id));
  await add(user, params.sessionRef, { new_extra_option: "STELLATE GANGLION" });
  const after = await db.select().from(options).where(eq(options.user_id, user.id));
  expect(after).toHaveLength(1);
  expect(after[0]?.active).toBe(true);
  const uses = (await optionsOfUser(user.id)).filter(({ id }) => id === made[0]?.unique_ref);
  expect(uses).toHaveLength(2);
  expect(uses.some((each) => each.case_ref === row.unique_ref)).toBe(true);
});

test("a label of the Standard list ticks that option and adds none", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  await add(user, params.sessionRef, { new_airway_option: "oral ett", selected_airway_options_set: "121" });
  const { chosen } = await newest(user.id, params.caseRef);
  expect(chosen.map((each) => each.id)).toEqual(["121"]);
  expect(await db.select().from(options).where(eq(options.user_id, user.id))).toEqual([]);
});

test("an archived option is offered only to a case that has it", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  await add(user, params.sessionRef, { new_airway_option: "Tongue tie" });
  const { row } = await newest(user.id, params.caseRef);
  await db.update(options).set({ active: false }).where(eq(options.user_id, user.id));
  type Page = { around: { custom: { airway: { label: string }[] } } };
  const offered = async (loader: typeof editPage.loader | typeof newPage.loader, caseRef: string) =>
    (await load<Page>(loader, { user, params: { ...params, caseRef } })).data.around.custom.airway;
  expect(await offered(editPage.loader, row.unique_ref)).toMatchObject([{ label: "Tongue tie" }]);
  expect(await offered(editPage.loader, params.caseRef)).toEqual([]);
  expect(await offered(newPage.loader, "")).toEqual([]);
});

test("a double submit makes one case and answers alike", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const fields = { idempotency_key: newRef(), case_description: "TKR" };
  const answers = await Promise.all([add(user, params.sessionRef, fields), add(user, params.sessionRef, fields)]);
  expect(answers.map((each) => each.location)).toEqual(Array(2).fill(`/logbook/session/${params.sessionRef}/`));
  expect(await db.select().from(cases).where(eq(cases.user_id, user.id))).toHaveLength(2);
});

test("the text of a case cannot be read in its row", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const text = { case_description: "Laparotomy", complications: "Aspiration", reflective_notes: "Wished for help" };
  await add(user, params.sessionRef, text);
  const { row } = await newest(user.id, params.caseRef);
  const stored = await env.DB.prepare("SELECT hex(text_encrypted) AS text_encrypted FROM cases WHERE unique_ref = ?")
    .bind(row.unique_ref)
    .first<{ text_encrypted: string }>();
  for (const words of Object.values(text)) {
    const hex = [...new TextEncoder().encode(words)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    expect(stored?.text_encrypted.toLowerCase()).not.toContain(hex);
    expect(JSON.stringify({ ...row, text_encrypted: null })).not.toContain(words);
  }
  type Page = { answers: Record<string, unknown> };
  const page = await load<Page>(editPage.loader, { user, params: { ...params, caseRef: row.unique_ref } });
  expect(page.data.answers).toMatchObject(text);
});

test("a case of a night lies after midnight, and its page shows the times as typed", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  await db
    .update(sessions)
    .set({ start_at: londonInstant("2026-11-18", 1200), end_at: londonInstant("2026-11-19", 240) })
    .where(and(eq(sessions.user_id, user.id), eq(sessions.unique_ref, params.sessionRef)));
  await add(user, params.sessionRef, { start_time: "23:30", end_time: "00:45" });
  const { row } = await newest(user.id, params.caseRef);
  expect([row.start_at, row.end_at]).toEqual([londonInstant("2026-11-18", 1410), londonInstant("2026-11-19", 45)]);
});

test("a case that begins a little before its session is on its day, and its page asks for no day", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const saved = await add(user, params.sessionRef, { start_time: "07:40", end_time: "09:10" });
  expect(flashOf(saved).text).toBe("Case saved. Its times are outside the session. Check them");
  const { row } = await newest(user.id, params.caseRef);
  expect([row.start_at, row.end_at]).toEqual([londonInstant("2026-11-17", 460), londonInstant("2026-11-17", 550)]);
  type Page = { answers: Record<string, unknown>; around: { days: unknown[] } };
  const page = await load<Page>(editPage.loader, { user, params: { ...params, caseRef: row.unique_ref } });
  expect(page.data).toMatchObject({ answers: { start_time: "07:40", case_day: "2026-11-17" }, around: { days: [] } });
});

test("a session over 24 hours asks for the day and keeps it", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  await db
    .update(sessions)
    .set({ start_at: londonInstant("2026-11-17", 480), end_at: londonInstant("2026-11-19", 480) })
    .where(and(eq(sessions.user_id, user.id), eq(sessions.unique_ref, params.sessionRef)));
  await add(user, params.sessionRef, { start_time: "07:00", case_day: "2026-11-19" });
  const { row } = await newest(user.id, params.caseRef);
  expect(row.start_at).toBe(londonInstant("2026-11-19", 420));

  const early = await add(user, params.sessionRef, { start_time: "05:00", case_day: "2026-11-17" });
  expect(early.data.form.errors).toEqual({
    start_time: ["Start time must be 06:00 or later on Tue 17 Nov 2026: the session starts at 08:00"],
  });
  const elsewhere = await add(user, params.sessionRef, { start_time: "07:00", case_day: "2026-11-25" });
  expect(elsewhere.data.form.errors).toEqual({ case_day: ["Choose a day from the list"] });
});

test("a case that ends before it starts, and a day that its session has not, are said at their fields", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const turned = await add(user, params.sessionRef, { start_time: "10:00", end_time: "09:00" });
  expect([turned.status, turned.data.form.errors]).toEqual([
    422,
    { end_time: ["End time must be after the start, 10:00. Check both times"] },
  ]);
  const edited = await submit<Refusal>(
    editPage.action,
    { version: "1", start_time: "10:00", end_time: "09:00" },
    {
      user,
      params,
    },
  );
  expect(edited.data.form.errors).toEqual(turned.data.form.errors);
  const elsewhere = await add(user, params.sessionRef, { start_time: "10:00", case_day: "18/11/2026" });
  expect([elsewhere.status, elsewhere.data.form.errors]).toEqual([
    422,
    { case_day: ["The session is on Tue 17 Nov 2026: leave the day out, or choose another session"] },
  ]);
  expect((await add(user, params.sessionRef, { start_time: "10:00", case_day: "17/11/2026" })).status).toBe(302);
  const early = await add(user, params.sessionRef, { start_time: "05:00", end_time: "05:45", case_day: "17/11/2026" });
  expect(early.data.form.errors).toEqual({
    case_day: ["With these times the case is on Wed 18 Nov 2026: leave the day out, or change the times"],
  });
});

test("a case is moved over midnight by its time alone, and one that lasts longer than any keeps its times", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const night = { start_at: londonInstant("2026-11-12", 1200), end_at: londonInstant("2026-11-13", 480) };
  await db.update(sessions).set(night).where(eq(sessions.unique_ref, params.sessionRef));
  const late = { start_at: londonInstant("2026-11-12", 1410), end_at: null };
  await db.update(cases).set(late).where(eq(cases.unique_ref, params.caseRef));
  const edited = await submit<Refusal>(editPage.action, { version: "1", start_time: "01:00" }, { user, params });
  expect(edited.status).toBe(302);
  // Saved before a case was known to last eighteen hours at most.
  const long = { start_at: londonInstant("2026-11-12", 1200), end_at: londonInstant("2026-11-13", 1000) };
  await db.update(cases).set(long).where(eq(cases.unique_ref, params.caseRef));
  const same = { version: "2", start_time: "20:00", end_time: "16:40", asa: "3" };
  expect((await submit<Refusal>(editPage.action, same, { user, params })).status).toBe(302);
});

test("a day that was sent where none is asked must be that of the times", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const night = { start_at: londonInstant("2026-11-12", 1200), end_at: londonInstant("2026-11-13", 480) };
  await db.update(sessions).set(night).where(eq(sessions.unique_ref, params.sessionRef));
  const sent: Fields[] = [
    { start_time: "23:00", case_day: "13/11/2026" },
    { start_time: "01:00", end_time: "02:00", case_day: "12/11/2026" },
    { start_time: "01:00", end_time: "02:00", case_day: "13/11/2026" },
    { start_time: "23:00", end_time: "01:00", case_day: "12/11/2026" },
  ];
  const statuses: number[] = [];
  for (const each of sent) statuses.push((await add(user, params.sessionRef, each)).status);
  expect(statuses).toEqual([422, 422, 302, 302]);
});

test("an edit replaces what the case had, and a save from an older version is refused with the answers kept", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const edit = (fields: Fields) => submit<Refusal>(editPage.action, fields, { user, params });
  await edit({ version: "1", asa: "2", selected_extra_options_set: "231", block_flags_231: "catheter" });
  expect((await edit({ version: "2", asa: "4", selected_extra_options_set: "232" })).status).toBe(302);
  const [row] = await db.select().from(cases).where(eq(cases.unique_ref, params.caseRef));
  expect([row?.asa, row?.version]).toEqual([4, 3]);
  const chosen = await optionsOfCase(params.caseRef);
  expect(chosen.map((each) => [each.id, each.flags])).toEqual([["232", ""]]);

  const stale = await edit({ version: "2", asa: "5", new_extra_option: "Never made", case_description: "Mine" });
  expect(stale.status).toBe(409);
  expect(stale.data.form.errors[""]?.[0]).toContain("was changed elsewhere");
  expect(stale.data.form.values.case_description).toEqual(["Mine"]);
  expect(await db.select().from(options).where(eq(options.user_id, user.id))).toEqual([]);
  expect(await optionsOfCase(params.caseRef)).toEqual(chosen);
});

test("deleting says which case, takes its options along, and is not there a second time", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  await submit(editPage.action, { version: "1", selected_airway_options_set: "111" }, { user, params });
  type Page = { around: { cases: { unique_ref: string }[] } };
  const page = await load<Page>(deletePage.loader, { user, params });
  expect(page.data.around.cases.map((each) => each.unique_ref)).toEqual([params.caseRef]);
  const gone = await submit(deletePage.action, { version: "2" }, { user, params });
  expect(gone.location).toBe(`/logbook/session/${params.sessionRef}/`);
  expect(await db.select().from(cases).where(eq(cases.user_id, user.id))).toEqual([]);
  expect((await load(deletePage.loader, { user, params })).status).toBe(404);
  expect((await submit(deletePage.action, { version: "1" }, { user, params })).status).toBe(404);
});

test("what is not the user's, or lies under another session, is not there", async () => {
  const user = await makeUser();
  const mine = await makeDiary(user);
  const second = await makeDiary(user);
  const stranger = await makeUser();
  const wrong = { ...mine.params, sessionRef: second.params.sessionRef };
  const form = { version: "1", idempotency_key: newRef() };
  for (const { loader, action } of [editPage, deletePage]) {
    for (const ask of [
      { user: stranger, params: mine.params },
      { user, params: wrong },
    ]) {
      expect((await load(loader, ask)).status).toBe(404);
      expect((await submit(action, form, ask)).status).toBe(404);
    }
  }
  expect((await load(newPage.loader, { user: stranger, params: mine.params })).status).toBe(404);
  expect((await submit(newPage.action, form, { user: stranger, params: mine.params })).status).toBe(404);
  expect(await db.select().from(cases).where(eq(cases.user_id, user.id))).toHaveLength(2);
});

test.each([
  ["new", newPage.loader],
  ["edit", editPage.loader],
  ["delete", deletePage.loader],
])("the %s page asks the database once", async (_name, loader) => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const { database, trips } = countingDatabase();
  expect((await load(loader, { user, params, database })).status).toBe(200);
  expect(trips()).toBe(1);
});

test("visitors are sent to log in", async () => {
  const { params } = await makeDiary(await makeUser());
  expect((await load(newPage.loader, { user: null, params })).location).toBe("/login/");
});

test("a line a case: time, patient, grade, urgency, what was done, and what is missing", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  await add(user, params.sessionRef, { case_description: "Cataract\nleft", end_time: "05:10" });
  const rows = await casesOfSession(db, user.id, params.sessionRef);
  const lines = await caseLines(rows, vault.of(user.unique_ref), []);
  expect(lines).toMatchObject([
    { time: "09:05 – 10:40", day: "", summary: "45 y F, ASA 2, Elective", without_asa: false, outside: false },
    { time: "until 05:10", day: "Wed 18 Nov", summary: "Cataract left", without_asa: true, outside: true },
  ]);
});

test("a new case of which nothing is said is asked about, and saved once it is said to be empty", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const form = { idempotency_key: newRef(), age_unit: "years", case_day: "17/11/2026" };
  const refused = await add(user, params.sessionRef, form);
  expect([refused.status, refused.data.form.errors]).toEqual([422, { save_empty: [EMPTY_CASE] }]);
  expect((await add(user, params.sessionRef, { ...form, save_empty: "yes" })).status).toBe(302);
  const enough: Fields[] = [{ start_time: "0900" }, { asa: "2" }, { selected_airway_options_set: "111" }, { age: "0" }];
  for (const fields of enough) expect((await add(user, params.sessionRef, fields)).status).toBe(302);
});

test.each([
  ["0800", "2030", "Case saved. It lasts 12 h 30 min: check its times"],
  ["1900", "2000", "Case saved. Its times are outside the session. Check them"],
  ["0900", "1000", "Case saved"],
])("of a case from %s to %s is said: %s", async (start_time, end_time, message) => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const saved = await add(user, params.sessionRef, { start_time, end_time });
  expect(flashOf(saved).text).toBe(message);
  const edited = await submit(editPage.action, { version: "1", start_time, end_time }, { user, params });
  expect(flashOf(edited).text).toBe(message);
});

test("several options of the user's own are added with one case, each once, and none of them is lost when it comes back", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const names = ["Tongue tie", "Halo  frame", "TONGUE TIE", "oral ett", ""];
  const refused = await add(user, params.sessionRef, { new_airway_option: names, age: "900" });
  expect(refused.data.form.values.new_airway_option).toEqual(names);
  expect((await add(user, params.sessionRef, { new_airway_option: names })).status).toBe(302);
  const own = await db.select().from(options).where(eq(options.user_id, user.id));
  expect(own.map(({ label }) => label).sort()).toEqual(["Halo frame", "Tongue tie"]);
  const { chosen } = await newest(user.id, params.caseRef);
  expect(chosen.map(({ id }) => id).sort()).toEqual(["121", ...own.map((each) => each.unique_ref)].sort());
  const long = await add(user, params.sessionRef, { new_airway_option: ["Good", "x".repeat(61)] });
  expect(long.data.form.errors).toEqual({ new_airway_option: ["Airway option must be 60 characters or fewer"] });
});

test("a case without a description is named by its options, or by the texts that it has", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const airway = { selected_airway_options_set: ["121"], new_airway_option: "Halo frame" };
  await add(user, params.sessionRef, airway);
  await add(user, params.sessionRef, { complications: "None", reflective_notes: "Much", asa: "2" });
  await add(user, params.sessionRef, { start_time: "0900" });
  const rows = await casesOfSession(db, user.id, params.sessionRef);
  const lines = await caseLines(rows, vault.of(user.unique_ref), []);
  const summaries = lines.filter(({ unique_ref }) => unique_ref !== params.caseRef).map(({ summary }) => summary);
  expect(summaries.sort()).toEqual([
    "ASA 2 – Complications and reflective notes only",
    "No details recorded",
    "Oral ETT, Halo frame",
  ]);
});

test("options of the Standard lists are named before the user's own, whatever the ids of these begin with", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const own = `0${newRef().slice(1)}`;
  await db.insert(options).values({
    ...{ unique_ref: own, user_id: user.id, kind: "airway", label: "Halo frame", created_at: 1, updated_at: 1 },
  });
  await add(user, params.sessionRef, { selected_airway_options_set: [own, "121"] });
  const rows = await casesOfSession(db, user.id, params.sessionRef);
  const lines = await caseLines(rows, vault.of(user.unique_ref), []);
  const summary = lines.find(({ unique_ref }) => unique_ref !== params.caseRef)?.summary;
  expect(summary).toBe("Oral ETT, Halo frame");
});

test("an option of one's own whose name is a number is not taken for the Standard option of that number", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  await add(user, params.sessionRef, { new_extra_option: "121", selected_airway_options_set: "111" });
  const rows = await casesOfSession(db, user.id, params.sessionRef);
  const lines = await caseLines(rows, vault.of(user.unique_ref), []);
  const summary = lines.find(({ unique_ref }) => unique_ref !== params.caseRef)?.summary;
  expect(summary?.split(", ").sort()).toEqual(["121", "SGA - i-gel"]);
});
