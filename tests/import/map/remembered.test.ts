import { and, eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { knownFile } from "~/import/map/known-file.server";
import { handleUpload } from "~/import/map/read-upload.server";
import type { Upload } from "~/import/map/upload-form";
import { workingSet } from "~/import/stage/working-set.server";
import { importRows, imports } from "~/import/table.server";
import { copyDiary } from "../../support/copy-diary";
import { db, makeUser } from "../../support/harness";
import { makeConfirmedUser } from "../../support/members";
import { importFile, requestContextOf, row } from "../files";

/** What the form without script asks for a file of these lines. */
function uploadOf(lines: readonly string[], more: Partial<Upload> = {}): Upload {
  const bytes = new TextEncoder().encode(lines.join("\n"));
  return {
    ...{ files: [{ name: "theatre.csv", bytes }], mapping: null, options: {}, choices: {}, words: [] },
    ...{ confirm: false, ...more },
  };
}

async function somebody() {
  return requestContextOf(await makeConfirmedUser());
}

async function pageOf(context: Awaited<ReturnType<typeof somebody>>, upload: Upload) {
  const answer = await handleUpload(context, upload);
  if (!("page" in answer)) throw new Error(JSON.stringify(answer));
  return answer.page;
}

const HEADINGS = "Date,Note,Airway";
const LMA_IS_A_TUBE = [{ field: "airway" as const, word: "lma", meaning: ["121"] }];

test("the next file of a layout comes with the columns and the words of the last, until others are chosen", async () => {
  const context = await somebody();
  const mapping = { case_date: 0, case_description: 1, airway: 2 };
  const first = uploadOf([HEADINGS, "17/11/2026,Hernia,LMA"], { mapping, words: LMA_IS_A_TUBE, confirm: true });
  const suggested = await pageOf(context, { ...first, mapping: null, words: [], confirm: false });
  expect(suggested).toMatchObject({ remembered: false, wanted: { mapping: { case_date: 0, airway: 2 }, choices: {} } });
  expect(await handleUpload(context, first)).toEqual({ done: "1 new case to put into sessions" });

  const next = uploadOf([HEADINGS, "18/11/2026,Hip,LMA"]);
  const words = { airway: { lma: ["121"] } };
  expect(await pageOf(context, next)).toMatchObject({
    remembered: true,
    wanted: { mapping, choices: { words } },
    mapped: { rows: 1 },
  });
  const others = { mapping: { case_date: 0, airway: 2 }, words: [{ ...LMA_IS_A_TUBE[0], meaning: ["112"] } as never] };
  const changed = await pageOf(context, { ...next, ...others });
  expect([changed.remembered, changed.wanted.mapping, changed.wanted.choices]).toEqual([false, others.mapping, {}]);
});

const MAPPING = { case_date: 0, start_time: 1, case_description: 2, anaesthetist: 3, status: 4 };
const DEPARTMENT = ["Date,Start,Procedure,Anaesthetist,Status", "17/11/2026,09:00,Knee,Mine,Done"];

test("a colleague's and a cancelled case are not there to be placed, and the next file knows its user by a hash", async () => {
  const context = await somebody();
  const lines = [...DEPARTMENT, "17/11/2026,10:00,Hernia,Other,Done", "17/11/2026,11:00,Hip,Mine,Cancelled"];
  const asked = await pageOf(context, uploadOf(lines, { confirm: true, mapping: MAPPING }));
  expect(asked.errors).toEqual({ mine: "Choose your name, or “Not in this file” for the column of anaesthetists" });
  const mine = asked.mapped.people.filter(({ name }) => name === "Mine").map(({ hash }) => hash);
  const confirmed = uploadOf(lines, { confirm: true, mapping: MAPPING, choices: { mine } });
  expect(await handleUpload(context, confirmed)).toEqual({ done: "1 new case to put into sessions" });
  expect(await workingSet(context, { from: 0, sessions: 0 })).toMatchObject({ available: 1, homeless: 1 });
  expect(JSON.stringify(await db.select().from(imports).where(eq(imports.user_id, context.user.id)))).not.toMatch(
    /Mine|Other|Cancelled/,
  );

  const next = uploadOf([...DEPARTMENT, "18/11/2026,10:00,Hernia,Other,Done"]);
  expect(await pageOf(context, next)).toMatchObject({
    ...{ remembered: true, wanted: { choices: { mine } } },
    mapped: { open: null, rows: 1, counts: { others: 1 } },
  });
});

test("dates that can be read two ways are asked about before anything is stored, and the answer is remembered", async () => {
  const context = await somebody();
  const lines = (date: string) => ["Date,Procedure", `${date},Knee`];
  const mapping = { case_date: 0, case_description: 1 };
  const asked = await pageOf(context, uploadOf(lines("03/04/2026"), { confirm: true, mapping }));
  expect(asked.errors).toEqual({ us_dates: "Choose whether the dates have the day or the month first" });
  const choices = { usDates: true };
  await handleUpload(context, uploadOf(lines("03/04/2026"), { confirm: true, mapping, choices }));
  expect((await db.select().from(importRows).where(eq(importRows.user_id, context.user.id)))[0]?.case_date).toBe(
    "2026-03-04",
  );
  expect(await pageOf(context, uploadOf(lines("05/06/2026")))).toMatchObject({
    wanted: { choices },
    mapped: { open: null },
  });
});

test("while two fields ask for one column, the first has it; a column that is not there stands for none", async () => {
  const lines = ["Date,Sex,Note", "17/11/2026,F,Hernia"];
  const doubtsOf = async (mapping: Upload["mapping"]) => {
    const { mapped, wanted, errors } = await pageOf(await somebody(), uploadOf(lines, { mapping, confirm: true }));
    return [mapped.doubts.map(({ code }) => code), mapped.faults.map(({ mend }) => mend), wanted.mapping, errors];
  };
  const twice = { case_date: 0, gender: 1, age: 1 };
  const taken = { "mapping.gender": "Choose another column for Gender: “Sex” is mapped to Age" };
  expect(await doubtsOf(twice)).toEqual([[], [], twice, taken]);
  const missing = { case_date: 7, age: 1 };
  expect(await doubtsOf(missing)).toEqual([
    [],
    ["Map the column that holds the date of each case."],
    missing,
    { "mapping.case_date": "Choose a column of this file for Date" },
  ]);
});

test("20,000 rows are read without script", async () => {
  const lines = Array.from({ length: 20_000 }, (_, at) => `17/11/2026,${at}`);
  expect(await pageOf(await somebody(), uploadOf(["Date,Note", ...lines]))).toMatchObject({ mapped: { rows: 20_000 } });
});

test("what somebody else has imported, be it the same file under the same references, is not known of mine", async () => {
  const context = await somebody();
  const rows = [row(2), row(3, { start_minute: 700 })];
  const { facts } = await importFile(context, rows);
  const other = await makeUser();
  expect(await knownFile(requestContextOf(other), facts)).toMatchObject({ mapping: null, earlier: null, there: null });

  await copyDiary(context.user.id, other.id);
  const ofOther = eq(importRows.user_id, other.id);
  await db
    .update(importRows)
    .set({ line: sql`${importRows.line} + 100` })
    .where(ofOther);
  expect((await knownFile(context, facts)).there).toMatchObject({ stored: 2, placed: 0 });
  await db.delete(importRows).where(and(ofOther, eq(importRows.line, 102)));
  expect((await knownFile(requestContextOf(other), facts)).there).toMatchObject({ stored: 1 });
});
