import { eq } from "drizzle-orm";
import { unzipSync } from "fflate";
import Papa from "papaparse";
import { expect, test } from "vitest";
import { formatAction, lastExport } from "~/account/audit.server";
import { audit } from "~/account/table.server";
import { countFile } from "~/data/export/file-response.server";
import { RECORD_KINDS } from "~/data/records/kinds.server";
import { encryptCaseText } from "~/diary/cases/encrypted-text.server";
import { STANDARD_LABELS } from "~/diary/cases/options.server";
import { BLOCK_IDS } from "~/diary/cases/standard-options";
import { cases, options } from "~/diary/cases/table.server";
import { fees } from "~/diary/fees/table.server";
import { readFiles } from "~/import/parse/read-files";
import { newRef } from "~/platform/db/columns.server";
import { loader as calendarLoader } from "~/routes/mydata/calendar-file";
import { loader as exportLoader } from "~/routes/mydata/export";
import { loader as jsonLoader } from "~/routes/mydata/json-file";
import { loader as zipLoader } from "~/routes/mydata/zip-file";
import { makeDiary } from "../../support/diary";
import { call, contextOf, db, load, makeUser, NOW, openLoginOf, vault } from "../../support/harness";

type User = Awaited<ReturnType<typeof makeUser>>;

async function somebody() {
  const user = await makeUser();
  await openLoginOf(user);
  return { user, ...(await makeDiary(user)) };
}

async function fileOf(loader: unknown, user: User): Promise<Uint8Array> {
  const args = { request: new Request("http://daybook.test/"), context: contextOf(user), params: {} };
  const answer = await (loader as (args: unknown) => Promise<Response>)(args);
  return new Uint8Array(await answer.arrayBuffer());
}

async function describe(user: User, caseRef: string, case_description: string) {
  const texts = { case_description, complications: "", reflective_notes: "" };
  const text_encrypted = await encryptCaseText(vault.of(user.unique_ref), caseRef, texts);
  await db.update(cases).set({ text_encrypted }).where(eq(cases.unique_ref, caseRef));
}

test("the JSON has a record a line, dates and instants in ISO, encrypted text opened, and says at its end how many", async () => {
  const { user, params } = await somebody();
  await describe(user, params.caseRef, "Hip, spinal");
  const text = new TextDecoder().decode(await fileOf(jsonLoader, user));
  const [head, ...lines] = text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  const [end, records] = [lines.pop(), lines];
  expect(head).toMatchObject({ daybook: 3, account: { username: user.username } });
  // All but options of one's own.
  expect(records).toHaveLength(RECORD_KINDS.length - 1);
  expect(end).toEqual({ records: records.length });
  expect(records.find(({ record }: { record: string }) => record === "sessions")).toMatchObject({
    unique_ref: params.sessionRef,
    start_at: "2026-11-17T08:00:00+00:00",
    element_ref: params.elementRef,
  });
  expect(records.find(({ record }: { record: string }) => record === "cases").case_description).toBe("Hip, spinal");
  expect(text).not.toContain(user.unique_ref);
  expect(text).not.toContain("user_id");
});

test("a file holds nothing of anybody else", async () => {
  const [{ params }, { user }] = [await somebody(), await somebody()];
  const text = new TextDecoder().decode(await fileOf(jsonLoader, user));
  for (const ref of Object.values(params).filter((each) => each.length === 22)) expect(text).not.toContain(ref);
});

test.each([
  ["JSON file", jsonLoader],
  ["CSV tables in a ZIP file", zipLoader],
  ["calendar file (ICS)", calendarLoader],
])("a %s is put on record as one before its first byte", async (words, loader) => {
  const { user } = await somebody();
  await fileOf(loader, user);
  const lines = await db.select().from(audit).where(eq(audit.user_ref, user.unique_ref));
  expect(lines.map((line) => [formatAction(line), line.occurred_at])).toEqual([[`Data exported: ${words}`, NOW]]);
  expect(await lastExport(db, user.unique_ref)).toEqual([{ at: NOW }]);
});

test("the ZIP has a table for each kind, a dictionary that knows each column, and a README", async () => {
  const { user } = await somebody();
  const files = unzipSync(await fileOf(zipLoader, user));
  expect(Object.keys(files).sort()).toEqual(
    ["README.txt", "data-dictionary.csv", ...RECORD_KINDS.map(({ name }) => `${name}.csv`)].sort(),
  );
  const dictionary = new TextDecoder().decode(files["data-dictionary.csv"]);
  for (const { name } of RECORD_KINDS) {
    const [head = ""] = new TextDecoder().decode(files[`${name}.csv`]).split("\r\n");
    const known = dictionary.split("\r\n").filter((line) => line.startsWith(`${name}.csv,`));
    for (const column of head.split(",")) expect(known.join()).toContain(`,${column},`);
  }
});

test("text that looks like a formula is inert in the table, and comes back as it was", async () => {
  const { user, params } = await somebody();
  for (const formula of ['=HYPERLINK("http://x","y")', "+44 then", "@SUM(A1)", "'=1+1", "-2+3", "＝1", '"a",\nb']) {
    await describe(user, params.caseRef, formula);
    const bytes = unzipSync(await fileOf(zipLoader, user))["cases.csv"] as Uint8Array<ArrayBuffer>;
    const reading = await readFiles([{ name: "cases.csv", bytes }]);
    if (!reading.ok) throw new Error(reading.message);
    const column = reading.table.columns.findIndex(({ heading }) => heading === "case_description");
    expect(reading.table.records[0]?.cells[column]).toBe(formula);
    expect(new TextDecoder().decode(bytes)).not.toMatch(/(^|,|\n)"?[=+@＝]/);
  }
});

test("the calendar has sessions and leave, and neither notes nor fees", async () => {
  const { user } = await somebody();
  const text = new TextDecoder().decode(await fileOf(calendarLoader, user));
  expect(text).toContain("SUMMARY:All-day orthopaedics (2.50 PA)");
  expect(text).toContain("SUMMARY:Annual leave");
  expect(text.match(/BEGIN:VEVENT/g)).toHaveLength(2);
});

test.each([
  ["page", exportLoader],
  ["JSON", jsonLoader],
  ["ZIP", zipLoader],
  ["calendar", calendarLoader],
])("the %s asks for reauthentication first, and a visitor for a login", async (_, loader) => {
  const user = await makeUser();
  const stale = { ...user, login: { ...user.login, reauthenticated_at: NOW - 11 * 60_000 } };
  expect((await load(loader, { user: stale })).location).toBe("/account/confirm/?next=%2Fmydata%2Fexport%2F");
  expect((await load(loader, { user: null })).location).toBe("/login/");
  expect((await load(loader, { user: { ...user, level: 2 } })).location).toBe("/");
});

test("a login that was ended meanwhile takes nothing away", async () => {
  const user = await makeUser();
  expect((await call(jsonLoader, new Request("http://daybook.test/"), { user })).location).toBe("/login/");
});

test("an account takes two hundred files an hour, and is told when to ask again", async () => {
  const user = await makeUser();
  for (let file = 0; file < 200; file += 1) await countFile({ db, user, now: NOW });
  await expect(countFile({ db, user, now: NOW })).rejects.toMatchObject({ status: 429 });
  await countFile({ db, user, now: NOW + 3_600_000 });
});

test("tables are for people: names where a file for machines has codes and references, PAs where it has their units", async () => {
  const { user, params } = await somebody();
  const [own, gone] = [newRef(), newRef()];
  const row = { user_id: user.id, created_at: NOW, updated_at: NOW };
  await db.batch([
    db.insert(options).values({ ...row, unique_ref: own, kind: "procedure", label: "Own way" }),
    db
      .update(cases)
      .set({
        options: [
          ...[own, gone].map((id) => ({ id, flags: "" })),
          { id: BLOCK_IDS[0] as string, flags: "ultrasound,failed" },
        ],
      })
      .where(eq(cases.unique_ref, params.caseRef)),
    db.update(fees).set({ payer_ref: params.payerRef }).where(eq(fees.unique_ref, params.feeRef)),
  ]);
  const files = unzipSync(await fileOf(zipLoader, user));
  const rowOf = (name: string) => {
    const { data } = Papa.parse<Record<string, string>>(new TextDecoder().decode(files[`${name}.csv`]).slice(1), {
      header: true,
    });
    return data[0] ?? {};
  };
  expect(rowOf("sessions")).toMatchObject({ pas: "2.5" });
  expect(rowOf("cases")).toMatchObject({ urgency: "Elective", session_ref: params.sessionRef });
  // One that was deleted since has no name.
  expect(rowOf("cases").options?.split("; ").sort()).toEqual(
    [`${STANDARD_LABELS.get(BLOCK_IDS[0] as string)} (Ultrasound, Failed / converted)`, "Own way", gone].sort(),
  );
  expect(rowOf("sessions")).toMatchObject({ element: "All-day orthopaedics", pa_basis: "time calculated" });
  expect(rowOf("job_plan_elements")).toMatchObject({ plan: "Job plan 2026/27", pattern: "fixed times" });
  expect(rowOf("fees")).toMatchObject({ payer: "Trust", basis: "Fixed amount" });
  expect(rowOf("job_plans")).toMatchObject({ contracted_pas: "10" });
  const coded = Object.entries(files).filter(([name, bytes]) =>
    /_units\b/.test(name + new TextDecoder().decode(bytes)),
  );
  expect(coded.map(([name]) => name)).toEqual([]);
});
