import { and, asc, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { changes } from "~/changes/table.server";
import { MAX_CASES } from "~/diary/case-lines/form";
import { inheritedBy, type Row } from "~/diary/case-lines/row";
import { describeRow } from "~/diary/case-lines/row-in-words";
import { rowField, rowsOf } from "~/diary/case-lines/rows-in-form";
import * as reader from "~/diary/case-lines/views/reader";
import { type RowState, settled } from "~/diary/case-lines/views/row-states";
import { decryptCaseText, encryptCaseText } from "~/diary/cases/encrypted-text.server";
import { cases, options } from "~/diary/cases/table.server";
import { newRef } from "~/platform/db/columns.server";
import { clockTime } from "~/platform/time/clock-time";
import { londonInstant, londonMoment } from "~/platform/time/london";
import * as list from "~/routes/logbook/session-cases";
import { makeDiary } from "../../support/diary";
import { countingDatabase, db, load, makeUser, NOW, racingDatabase, submit, vault } from "../../support/harness";

/** A session from 08:00 to 18:00 without cases. */
async function makePlace() {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  await db.delete(cases).where(eq(cases.user_id, user.id));
  return { user, params };
}

type Place = Awaited<ReturnType<typeof makePlace>>;
type Values = Record<string, string[]>;

interface Shown {
  form: { values: Values; errors: Record<string, string[]> };
  remarks: { text: string; message: string; asks: boolean }[][];
  isRead?: boolean;
}

function send(place: Place, fields: Record<string, string | string[]>, more: { database?: typeof db } = {}) {
  return submit<Shown>(list.action, { idempotency_key: newRef(), ...fields }, { ...place, ...more });
}

/** What was read of these lines, as the page would send it. */
async function read(place: Place, ...lines: string[]): Promise<Values> {
  const { data, status } = await send(place, { lines: lines.join("\n"), next: "read" });
  expect([status, data.isRead]).toEqual([200, true]);
  return data.form.values;
}

async function savedCases({ user }: Place) {
  const rows = await db
    .select()
    .from(cases)
    .where(eq(cases.user_id, user.id))
    .orderBy(asc(cases.start_at), asc(cases.unique_ref));
  const cipher = vault.of(user.unique_ref);
  return Promise.all(
    rows.map(async (row) => ({ ...row, description: (await decryptCaseText(cipher, row)).case_description })),
  );
}

const at = (instant: number | null) => (instant === null ? "" : clockTime(londonMoment(instant).minute));

test("lines are read and shown, and saved only then, all as one change", async () => {
  const place = await makePlace();
  const values = await read(
    place,
    "1. 67F 3 urgent lap appendix rsi ett 1405-1530 st5",
    "72M #NOF spinal us fib 1600 - 1730",
    "",
    "3/12 F pyloric stenosis ett",
  );
  expect(await savedCases(place)).toEqual([]);
  expect(values).toMatchObject({
    lines: [""],
    "cases[0].line": ["67F 3 urgent lap appendix rsi ett 1405-1530 st5"],
    "cases[0].age": ["67"],
    "cases[0].asa": ["3"],
    "cases[0].case_description": ["lap appendix"],
    "cases[1].block_flags_244": ["ultrasound"],
    "cases[2].age": ["3"],
    "cases[2].age_unit": ["months"],
  });

  const answer = await send(place, values);
  expect([answer.status, answer.location]).toEqual([302, `/logbook/session/${place.params.sessionRef}/`]);
  expect(decodeURIComponent(answer.headers.get("Set-Cookie") ?? "")).toContain("3 cases saved");
  const rows = await savedCases(place);
  expect(
    rows.map(({ description, age, gender, start_at, end_at }) => [description, age, gender, at(start_at), at(end_at)]),
  ).toEqual([
    ["pyloric stenosis", 3, 1, "", ""],
    ["lap appendix", 67, 1, "14:05", "15:30"],
    ["#NOF", 72, 2, "16:00", "17:30"],
  ]);
  expect(rows.map(({ version }) => version)).toEqual([rows[0]?.version, rows[0]?.version, rows[0]?.version]);
  const made = await db.select().from(changes).where(eq(changes.user_id, place.user.id));
  expect(made.map(({ message }) => message)).toEqual(["3 cases added, Tue 17 Nov 2026"]);
});

test("cases without times keep the order of the list", async () => {
  const place = await makePlace();
  const lines = ["hernia", "lap chole", "TKR", "squint", "ERPC", "bunion", "TURP"];
  await send(place, await read(place, ...lines));
  expect((await savedCases(place)).map(({ description }) => description)).toEqual(lines);
});

test("a list takes over urgency and a supervision of two rows, never an airway, until a line says otherwise", async () => {
  const place = await makePlace();
  const lines = [
    "67F 3 elective lap chole igel st5",
    "45F 2 exp ORIF distal radius axillary block us",
    "45M 2 hernia ct1",
    "70F 3 TKR ct1",
    "71F THR",
    "72F THR",
    "44M hernia solo",
    "29F cat 1 LSCS ett",
    "60M hernia",
  ];
  const values = await read(place, ...lines);
  const cells = (name: string) => lines.map((_, row) => (values[rowField(row, name)] ?? []).join());
  expect(cells("urgency")).toEqual(["4", "3", "3", "3", "3", "3", "3", "1", ""]);
  expect(cells("supervision")).toEqual(["3", "", "5", "5", "5", "5", "", "", ""]);
  expect(cells("selected_airway_options_set")).toEqual(["111", "", "", "", "", "", "", "121", ""]);
  expect(cells("selected_extra_options_set")[1]).toBe("232");
});

test("what a row took over is said, and goes where the row above says otherwise since", async () => {
  const place = await makePlace();
  const lines = ["67F elective TKR st5", "70F THR st5", "71F hernia", "72F bunion", "40M squint"];
  const values = await read(place, ...lines);
  const shown = (all: Values) => rowsOf(all).map((row) => inheritedBy(row).map((name) => `${name} ${row[name]}`));
  const both = ["urgency 4", "supervision 3"];
  expect(shown(values)).toEqual([[], ["urgency 4"], both, both, both]);

  // In the fourth row somebody corrects what it took over: that stays, and goes on as what is typed does.
  const corrected = { ...values, "cases[3].urgency": ["3"], "cases[4].supervision": [""] };
  const { data } = await send(place, {
    ...corrected,
    "cases[0].line": "67F urgent TKR",
    "cases[1].line": "70F THR solo",
  });
  const after = data.form.values;
  expect(shown(after)).toEqual([[], ["urgency 2"], ["urgency 2"], [], ["urgency 3"]]);
  expect(after["cases[3].urgency"]).toEqual(["3"]);
  expect(after["cases[4].supervision"] ?? []).toEqual([""]);
});

test("on the page a row follows those above while their lines are typed on, and is drawn anew only then", () => {
  const blank = { row: {}, drawn: 0, optionsDrawn: 0, remarks: [] };
  const typed = (all: RowState[], index: number, line: string) =>
    settled(
      all.map((state, at) => (at === index ? { ...state, row: { ...state.row, line: [line] } } : state)),
      reader,
      [],
    );
  const first = typed(typed([{ ...blank, id: 0 }], 0, "67F elective TKR"), 1, "70F THR");
  expect(inheritedBy(first[1]?.row ?? {})).toEqual(["urgency"]);
  const same = typed(first, 0, "67F elective left TKR");
  expect(same[1]).toBe(first[1]);
  const other = typed(first, 0, "67F urgent TKR");
  expect([other[1]?.row.urgency, inheritedBy(other[1]?.row ?? {}), other[1]?.drawn]).toEqual([["2"], ["urgency"], 2]);
});

test("what a line is unsure of is not taken from the row above instead", async () => {
  const lines = ["67F 3 elective lap chole st5", "67F 3 lap chole st5", "45M 2 urgent? hernia fellow"];
  const values = await read(await makePlace(), ...lines);
  const filled = Object.keys(values).filter((name) => name.startsWith("cases[2].") && values[name]?.some(Boolean));
  expect(filled).not.toContain("cases[2].urgency");
  expect(filled).not.toContain("cases[2].supervision");
});

test("a trainee that a line denies is not taken from the rows above instead", async () => {
  const values = await read(await makePlace(), "45F lap chole ST5", "45F lap chole ST5", "45F hysteroscopy no ST5");
  expect(values["cases[2].supervision"] ?? []).toEqual([]);
});

test("a line that is typed on leaves the cells as they were corrected", async () => {
  const place = await makePlace();
  const values = await read(place, "67F 3 lap chole igel", "45M 2 hernia");
  const corrected = {
    ...values,
    "cases[0].asa": "2",
    "cases[0].selected_airway_options_set": ["112"],
    "cases[0].line": "67F 3 lap chole igel 0900-1000",
    "cases[1].selected_airway_options_set": ["121"],
    "cases[1].line": "45M 2 left hernia",
  };
  const { data } = await send(place, corrected);
  expect(data.isRead).toBe(true);
  expect(data.form.values).toMatchObject({
    "cases[0].asa": ["2"],
    "cases[0].selected_airway_options_set": ["112"],
    "cases[0].start_time": ["09:00"],
    "cases[1].selected_airway_options_set": ["121"],
    "cases[1].case_description": ["left hernia"],
  });
  expect(await savedCases(place)).toEqual([]);
});

test("what was not understood is said, and stays in the description", async () => {
  const place = await makePlace();
  const { data } = await send(place, { lines: "67F TKR epidural 1405-1530 1600-1700\n67F 3E TKR", next: "read" });
  expect(data.remarks.map((row) => row.map(({ text, message, asks }) => [text, message, asks]))).toEqual([
    [
      ["epidural", "Lumbar, thoracic or labour epidural?", true],
      ["1600-1700", "Two times are given", true],
    ],
    [["3E", "E stands for an emergency: read as urgent", false]],
  ]);
  expect(data.form.values["cases[0].case_description"]).toEqual(["TKR epidural 1600-1700"]);
});

test("options that are typed to be added are ticked, and what is none is said", async () => {
  const place = await makePlace();
  const { data, status } = await send(place, {
    "cases[0].asa": "2",
    "cases[0].more": "ett, fib us, magic",
  });
  expect(status).toBe(422);
  expect(data.form.values).toMatchObject({
    "cases[0].selected_airway_options_set": ["121"],
    "cases[0].selected_extra_options_set": ["244"],
    "cases[0].block_flags_244": ["ultrasound"],
    "cases[0].more": ["magic"],
  });
  expect(data.form.errors["cases[0].more"]?.[0]).toMatch(/^Case 1: “magic” is not an airway option or procedure/);
  expect(await savedCases(place)).toEqual([]);
});

test("every fault of a list is named at once with its row, and nothing is saved", async () => {
  const place = await makePlace();
  const values = await read(place, "67F TKR", "45M hernia 1000-1100", "30F ERPC 0915-0930");
  const faulty = { ...values, "cases[1].end_time": "09:00", "cases[2].start_time": "0700" };
  const { data, status } = await send(place, faulty);
  expect(status).toBe(422);
  expect(data.form.errors).toEqual({
    "cases[1].end_time": ["Case 2: End time must be after the start, 10:00. Check both times"],
  });
  const { data: typed } = await send(place, { ...values, "cases[0].age": "167", "cases[1].end_time": "99:99" });
  expect(Object.keys(typed.form.errors)).toEqual(["cases[0].age", "cases[1].end_time"]);
  expect(typed.form.values["cases[0].line"]).toEqual(["67F TKR"]);
  expect(await savedCases(place)).toEqual([]);
});

test("a line that is too long is refused once, with the number and the first words of its case", async () => {
  const place = await makePlace();
  const long = `45M lap cholecystectomy with a long story ${"and more ".repeat(120)}`;
  const says = "Case 2: shorten the line “45M lap cholecystectomy with a long…” to 1000 characters or fewer";
  const { data } = await send(place, { lines: `67F TKR\n${long}`, next: "read" });
  expect(data.form.errors).toEqual({ "cases[1].line": [says] });
  expect(data.form.values["cases[1].case_description"]).toBeUndefined();
  const again = await send(place, { ...data.form.values, "cases[0].age": "167" });
  expect(again.data.form.errors).toEqual({
    "cases[0].age": ["Age in years must be between 0 and 120"],
    "cases[1].line": [says],
  });
  const fits = await send(place, { ...data.form.values, "cases[1].line": "45M lap chole" });
  expect(fits.data.form.errors).toEqual({});
  expect(await savedCases(place)).toEqual([]);
});

test("a row says in words when its case is on another day than its session, before it is saved", () => {
  const session = { start_at: londonInstant("2026-11-17", 480), end_at: londonInstant("2026-11-17", 1080) };
  const described = (row: Row, choosesDay = false) =>
    describeRow({ age: ["67"], ...row }, { own: [], supervisions: [] }, { session, choosesDay });
  expect(described({ start_time: ["07:50"], end_time: ["09:00"] })).toBe("67 y, 07:50 – 09:00");
  expect(described({ start_time: ["05:30"] })).toBe("67 y, from 05:30, starts Wed 18 Nov (next day)");
  expect(described({ start_time: ["00:00"], case_day: ["2026-11-19"] }, true)).toBe("67 y, from 00:00");
});

test("times long before the session's start are of the next day, and blank rows are no cases", async () => {
  const place = await makePlace();
  await send(place, { ...(await read(place, "67F TKR 2330-0030")), "cases[1].age_unit": "years", "cases[1].line": "" });
  const [saved, ...more] = await savedCases(place);
  expect(more).toEqual([]);
  expect([saved?.start_at, saved?.end_at]).toEqual([
    londonInstant("2026-11-17", 23 * 60 + 30),
    londonInstant("2026-11-18", 30),
  ]);
  const { data, status } = await send(await makePlace(), { "cases[0].line": "" });
  expect([status, data.form.errors]).toEqual([422, { "cases[0].line": ["Enter at least one case"] }]);
});

test("a text that looks as if it identified a patient is asked about, also where its number was read as something else", async () => {
  const place = await makePlace();
  const named = await read(place, "Mrs Smith 67F TKR");
  const refused = await send(place, named);
  expect([refused.status, Object.keys(refused.data.form.errors)]).toEqual([
    422,
    ["cases[0].case_description", "identifiers_confirmed"],
  ]);
  const saved = await send(place, { ...named, identifiers_confirmed: "yes", identifiers_asked: "name" });
  expect(saved.status).toBe(302);
  expect((await savedCases(place)).map((row) => row.identifier_suspected)).toEqual([true]);

  const other = await makePlace();
  const numbered = await send(other, await read(other, "67F TKR 943 476 5919"));
  expect(numbered.status).toBe(422);
  expect(await savedCases(other)).toEqual([]);
});

test("the same list again adds nothing, and one that was used for another list is refused", async () => {
  const place = await makePlace();
  const values = { ...(await read(place, "67F TKR", "45M hernia")), idempotency_key: newRef() };
  expect((await send(place, values)).status).toBe(302);
  expect((await send(place, values)).status).toBe(302);
  expect((await send(place, { ...values, "cases[0].asa": "4" })).status).toBe(409);
  expect(await savedCases(place)).toHaveLength(2);
});

test("an option of one's own is read, and one that goes meanwhile is named with its row", async () => {
  const place = await makePlace();
  const optionRef = newRef();
  const row = { unique_ref: optionRef, user_id: place.user.id, created_at: NOW, updated_at: NOW };
  await db.insert(options).values({ ...row, kind: "airway", label: "My mask" });
  const values = await read(place, "67F TKR my mask", "45M hernia");
  expect(values["cases[0].selected_airway_options_set"]).toEqual([optionRef]);
  expect(values["cases[1].selected_airway_options_set"] ?? []).toEqual([]);
  const gone = () =>
    db.delete(options).where(and(eq(options.user_id, place.user.id), eq(options.unique_ref, optionRef)));
  const { data, status } = await send(place, values, { database: racingDatabase(2, gone) });
  expect(status).toBe(422);
  expect(data.form.errors["cases[0].selected_airway_options_set"]?.[0]).toMatch(/^Case 1: Choose airway options/);
  expect(await savedCases(place)).toEqual([]);
});

test("more cases than one page takes wait in the text area", async () => {
  const place = await makePlace();
  const lines = Array.from({ length: MAX_CASES + 2 }, (_, index) => `${index + 20}F hernia`);
  const { data, status } = await send(place, { lines: lines.join("\n"), next: "read" });
  expect(status).toBe(422);
  expect(data.form.values.lines).toEqual([lines.slice(MAX_CASES).join("\n")]);
  expect(data.form.values[rowField(MAX_CASES - 1, "age")]).toEqual([String(MAX_CASES + 19)]);
});

test("a foreign session is not there", async () => {
  const [place, other] = [await makePlace(), await makePlace()];
  const { status } = await send({ user: place.user, params: other.params }, { "cases[0].asa": "2" });
  expect(status).toBe(404);
  expect((await load(list.loader, { user: place.user, params: other.params })).status).toBe(404);
});

test("descriptions are on offer as last written, from sessions of the same element alone, and those that name somebody are not", async () => {
  const place = await makePlace();
  const { user, params } = place;
  const cipher = vault.of(user.unique_ref);
  let written = 0;
  const add = async (case_description: string, identifier_suspected = false) => {
    written += 1;
    // In the order in which they are written, which that of the rows in the table must not decide.
    const unique_ref = `${written}${newRef().slice(1)}`;
    const text_encrypted = await encryptCaseText(cipher, unique_ref, {
      ...{ case_description, complications: "", reflective_notes: "" },
    });
    const row = { unique_ref, user_id: user.id, created_at: NOW + written, updated_at: NOW + written };
    await db.insert(cases).values({ ...row, session_ref: params.sessionRef, text_encrypted, identifier_suspected });
  };
  for (const text of ["THR", "TKR", "tkr", "Revision\nof THR"]) await add(text);
  await add("Mrs Smith TKR", true);
  const { database, trips } = countingDatabase();
  const { data } = await load<{ descriptions: string[] }>(list.loader, { user, params, database });
  expect(trips()).toBe(1);
  // Each as it was last written.
  expect(data.descriptions).toEqual(["tkr", "THR"]);
  const other = await makePlace();
  expect((await load<{ descriptions: string[] }>(list.loader, other)).data.descriptions).toEqual([]);
});
