import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { SignedInUser } from "~/account/login/logins.server";
import { type CaseText, encryptCaseText } from "~/diary/cases/encrypted-text.server";
import { cases } from "~/diary/cases/table.server";
import { newRef } from "~/platform/db/columns.server";
import { londonInstant } from "~/platform/time/london";
import { profiles } from "~/profile/table.server";
import { formatCell } from "~/reports/document/cells";
import { readChoices } from "~/reports/document/choices";
import { reportFiles } from "~/reports/document/files.server";
import { readReport } from "~/reports/document/read.server";
import type { ReportEntries } from "~/reports/document/types";
import * as tableFile from "~/routes/reports/table-file";
import * as zipFile from "~/routes/reports/zip-file";
import { makeDiary } from "../../support/diary";
import { countingDatabase, db, load, makeUser, NOW, openLoginOf, vault } from "../../support/harness";

function reportOf(user: SignedInUser, query: string, database = db) {
  const { choices } = readChoices(new URLSearchParams(query));
  return readReport({ db: database, cipher: vault.of(user.unique_ref), userId: user.id, now: NOW }, choices);
}

const TEXTS = "section=complications&section=reflections&section=cases";

/** The one case of the small diary gets a text. */
async function write(user: SignedInUser, caseRef: string, text: Partial<CaseText>) {
  const all = { case_description: "Total hip replacement", complications: "", reflective_notes: "", ...text };
  const text_encrypted = await encryptCaseText(vault.of(user.unique_ref), caseRef, all);
  await db.update(cases).set({ text_encrypted, supervision: 5 }).where(eq(cases.unique_ref, caseRef));
}

function entriesOf({ blocks }: { blocks: { kind: string }[] }) {
  return (blocks.find(({ kind }) => kind === "entries") as ReportEntries | undefined)?.entries;
}

test("complications and reflective notes are in their own words, with what the case was", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  await write(user, params.caseRef, {
    complications: "Brief bradycardia",
    reflective_notes: "Earlier atropine.\nNext time.",
  });
  await db
    .update(cases)
    .set({ reflection_type: "event", reflection_domains: "1,3" })
    .where(eq(cases.unique_ref, params.caseRef));
  const { database, trips } = countingDatabase();
  const { sections } = await reportOf(user, TEXTS, database);
  expect(trips()).toBe(2);
  const facts = [
    { label: "Case", value: "Total hip replacement" },
    { label: "Age", value: "45 y" },
    { label: "Gender", value: "Female" },
    { label: "ASA", value: "2" },
    { label: "Urgency", value: "Elective" },
  ];
  const title = "Tue 17 Nov 2026, All-day orthopaedics";
  const path = `/logbook/session/${params.sessionRef}/case/${params.caseRef}/`;
  expect(sections.slice(0, 2).map(entriesOf)).toEqual([
    [{ title, path, facts, text: "Brief bradycardia" }],
    [
      {
        ...{ title, path },
        facts: [
          ...facts,
          { label: "Type", value: "Significant event" },
          { label: "Domains", value: "Knowledge, skills and development; Colleagues, culture and safety" },
        ],
        text: "Earlier atropine.\nNext time.",
      },
    ],
  ]);
});

test("the head says whose report it is, of when, and what it leaves out", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const { head } = await reportOf(
    user,
    `period=plan:${params.planRef}&section=caseload&element=${params.elementRef}&site=Annexe`,
  );
  expect(head).toEqual({
    title: "Caseload",
    ...{ name: "First Last", gmc_number: "0000000", grade: "", specialty: "", made_on: "2026-11-21", small: false },
    period: { from: "2026-04-01", until: "2027-03-31" },
    period_words: "1 April 2026 to 31 March 2027",
    filters: ["Element: All-day orthopaedics", "Site: Annexe"],
    to_come: "",
    identifiers: {
      ...{ found: 0, confirmed: false, places: [] },
      words: "Checked for patterns of identifiers on 21 November 2026: none found",
    },
  });
});

test("texts that look as if they named a patient are counted, wherever in the report they are", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  await write(user, params.caseRef, {
    complications: "Told Mrs Harris about 943 476 5919",
    reflective_notes: "Born too soon",
  });
  const place = { day: "Tue 17 Nov 2026", path: `/logbook/session/${params.sessionRef}/case/${params.caseRef}/` };
  const places = ["Complications", "Reflective notes"].map((section) => ({ section, ...place }));
  const found = async (query: string) => (await reportOf(user, query)).head.identifiers;
  expect(await found(TEXTS)).toEqual({
    ...{ found: 2, confirmed: false, places },
    words: "Checked for patterns of identifiers on 21 November 2026: 2 texts look like one",
  });
  expect(await found(`${TEXTS}&confirmed=1`)).toEqual({
    ...{ found: 2, confirmed: true, places },
    words:
      "Checked for patterns of identifiers on 21 November 2026: 2 texts look like one; its owner confirmed that no patient can be identified",
  });
  expect(await found("section=caseload&section=cases")).toMatchObject({ found: 0 });
});

test("a description that a complication is printed with is looked at, too", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const text = { case_description: "Hip of 943 476 5919", complications: "Brief bradycardia" };
  await write(user, params.caseRef, text);
  expect((await reportOf(user, "section=complications")).head.identifiers).toMatchObject({ found: 1 });
});

test("ages are shown by their band, and grades by one's own labels, where the profile says so", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  await write(user, params.caseRef, {});
  await db
    .update(profiles)
    .set({ ages: "bands", supervision_labels: { 5: "CT 1-3" } })
    .where(eq(profiles.user_id, user.id));
  const { sections } = await reportOf(user, "section=cases");
  const [block] = sections[0]?.blocks ?? [];
  const [row] = block?.kind === "table" ? block.rows : [];
  expect(row).toEqual([
    ...["17/11/2026", "All-day orthopaedics", "", "09:05", "10:40", "16–64 years", "Female", "2", "Elective", "CT 1-3"],
    ...["", "", "Total hip replacement"],
  ]);
});

test("a case is of the day on which its session begins, also where it was after midnight", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const start_at = londonInstant("2026-11-18", 30);
  await db.update(cases).set({ start_at, end_at: null }).where(eq(cases.unique_ref, params.caseRef));
  const listed = async (day: string) => {
    const { sections } = await reportOf(user, `period=custom&from=${day}&until=${day}&section=cases`);
    const [list] = sections[0]?.blocks ?? [];
    return list?.kind === "table" ? [list.rows.map((row) => [row[0], row[3]]), list.note] : [];
  };
  // Its date and its start together are the moment at which it was.
  expect(await listed("2026-11-17")).toEqual([
    [["18/11/2026", "00:30"]],
    "The date is when the case started, or when its session started if the case has no start time. A case counts on the day its session begins.",
  ]);
  expect(await listed("2026-11-18")).toEqual([]);
  await openLoginOf(user);
  const file = await load<string>(tableFile.loader, { user, path: "/reports/csv/?section=cases&table=cases" });
  expect(file.data).toContain("\r\n18/11/2026,All-day orthopaedics,,00:30,");
});

test("the file of texts has the same columns in every diary, and one for domains, of however many a note is", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  await write(user, params.caseRef, { reflective_notes: "Earlier atropine", complications: "Bradycardia" });
  // Nothing but a domain is known of it: neither an age nor a grade.
  const row = { reflection_domains: "1", age: null, asa: null };
  await db.update(cases).set(row).where(eq(cases.unique_ref, params.caseRef));
  const files = reportFiles(await reportOf(user, TEXTS));
  const rowsOf = (name: string) => files.find((file) => file.name === name)?.rows;
  expect(rowsOf("reflections-list")?.map((row) => row.slice(1))).toEqual([
    ["Case", "Age", "Gender", "ASA", "Urgency", "Type", "Domains", "Text"],
    [
      "Total hip replacement",
      "",
      "Female",
      "",
      "Elective",
      "",
      "Knowledge, skills and development",
      "Earlier atropine",
    ],
  ]);
  expect(rowsOf("complications-list")?.[0]).toEqual(["Entry", "Case", "Age", "Gender", "ASA", "Urgency", "Text"]);
});

test("a plan that is not the user's is not found", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(await makeUser());
  for (const ref of [params.planRef, newRef()]) {
    await expect(reportOf(user, `period=plan:${ref}&section=caseload`)).rejects.toMatchObject({
      init: { status: 404 },
    });
  }
});

test("a text that does not open says so in its place, and all the rest of the report is there", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  await write(user, params.caseRef, { complications: "Brief bradycardia", reflective_notes: "Earlier atropine" });
  const [whole] = await db.select().from(cases).where(eq(cases.unique_ref, params.caseRef));
  if (!whole) throw new Error("No case");
  const text_encrypted = new Uint8Array(whole.text_encrypted ?? []);
  text_encrypted[text_encrypted.length - 1] = (text_encrypted.at(-1) ?? 0) ^ 1;
  // Beside one that opens, one with a damaged encrypt.
  await db.insert(cases).values({ ...whole, unique_ref: newRef(), text_encrypted });
  const { sections } = await reportOf(user, `${TEXTS}&section=caseload`);
  const [caseload, complications, reflections, list] = sections;
  expect(caseload?.blocks.length).toBeGreaterThan(0);
  const unreadable = "This text could not be opened";
  expect(
    entriesOf(complications as never)
      ?.map(({ text }) => text)
      .sort(),
  ).toEqual(["Brief bradycardia", unreadable]);
  expect(
    entriesOf(reflections as never)
      ?.map(({ text }) => text)
      .sort(),
  ).toEqual(["Earlier atropine", unreadable]);
  const [figures] = complications?.blocks ?? [];
  expect(figures?.kind === "facts" && figures.facts.map(({ label, value }) => [label, formatCell(value)])).toEqual([
    ["Cases with a complication", "1"],
    ["Cases", "2"],
    ["Share of all cases", "50.0%"],
    ["Cases whose text could not be opened", "1"],
  ]);
  const [table] = list?.blocks ?? [];
  expect(table?.kind === "table" && table.rows.map((row) => row.at(-1)).sort()).toEqual([
    unreadable,
    "Total hip replacement",
  ]);
  await openLoginOf(user);
  for (const loader of [zipFile.loader, tableFile.loader]) {
    expect((await load(loader, { user, path: `/reports/file/?${TEXTS}&table=cases` })).status).toBe(200);
  }
});

test("what the profile says of the year of appraisal and the hours of a day is what a report goes by", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  await write(user, params.caseRef, {});
  const lateOf = async () => {
    const report = await reportOf(user, "period=appraisal&section=caseload");
    const [figures] = report.sections[0]?.blocks ?? [];
    const late = figures?.kind === "facts" && figures.facts.find(({ label }) => label === "Out of hours")?.value;
    return [report.head.period_words, late && formatCell(late), figures?.note?.split(",")[0]];
  };
  const ofUser = eq(profiles.user_id, user.id);
  await db.update(profiles).set({ appraisal_month: 4, day_from_minute: 480, day_until_minute: 1080 }).where(ofUser);
  expect(await lateOf()).toEqual(["1 April 2026 to 31 March 2027", "0", "Out of hours is before 08:00"]);
  // The case begins at 09:05.
  await db.update(profiles).set({ appraisal_month: 9, day_from_minute: 600 }).where(ofUser);
  expect(await lateOf()).toEqual(["1 September 2026 to 31 August 2027", "1", "Out of hours is before 10:00"]);
  await db.update(profiles).set({ day_from_minute: 480, day_until_minute: 540 }).where(ofUser);
  expect((await lateOf())[1]).toBe("1");
  await db.update(profiles).set({ grade: "Consultant", specialty: "Anaesthesia" }).where(ofUser);
  const { head } = await reportOf(user, "section=caseload");
  expect(reportFiles({ head, sections: [] })[0]?.rows).toContainEqual(["Grade", "Consultant"]);
  expect(reportFiles({ head, sections: [] })[0]?.rows).toContainEqual(["Specialty", "Anaesthesia"]);
});
