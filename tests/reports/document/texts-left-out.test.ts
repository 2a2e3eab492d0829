import { expect, test } from "vitest";
import { SUPERVISIONS, wordOf } from "~/diary/cases/codes";
import { encryptCaseText } from "~/diary/cases/encrypted-text.server";
import { londonInstant } from "~/platform/time/london";
import { DEFAULT_PROFILE } from "~/profile/queries.server";
import { cases as casesCell, formatCell } from "~/reports/document/cells";
import { caseList } from "~/reports/sections/case-list.server";
import { complications } from "~/reports/sections/complications-and-reflections.server";
import { addBusyYears } from "../../diary/fees/extras-fees";
import { makeUser, vault } from "../../support/harness";
import { madeOf, reportOf, rowsOf, summaryOf, tableOf } from "./report-tables";

const cipher = vault.of("nobody");

/** A case as it is read, of 10:00 on 17 November 2026. */
async function caseOf(more: object = {}, complications = "Bradycardia") {
  const unique_ref = "case";
  const text = { case_description: "Hip", complications, reflective_notes: "" };
  const at = { session_start_at: londonInstant("2026-11-17", 480), start_at: londonInstant("2026-11-17", 600) };
  return {
    ...{ ...at, end_at: null, unique_ref, session_ref: "session", site: "Annexe", element: null, options: [] },
    ...{ age: null, age_unit: "years", gender: null, asa: null, urgency: null, supervision: null },
    ...{ reflection_type: null, reflection_domains: "" },
    text_encrypted: await encryptCaseText(cipher, unique_ref, text),
    ...more,
  };
}

async function complicationsOf(written: number, query = "section=complications") {
  const made = await madeOf(complications, [[await caseOf()], [{ all: 8, written }]], { cipher, query });
  const [figures, list] = made.sections[0]?.blocks ?? [];
  if (figures?.kind !== "facts") throw new Error("No figures");
  return [figures.facts.map(({ label, value }) => [label, formatCell(value)]), list?.note, ...summaryOf(made)];
}

test("the share of cases with a complication is of all, or of those that were looked through", async () => {
  expect(await complicationsOf(1)).toEqual([
    [
      ["Cases with a complication", "1"],
      ["Cases", "8"],
      ["Share of all cases", "12.5%"],
    ],
    "",
    "1 case with a complication (12.5%).",
  ]);
  const note = (rest: string) =>
    ` Only the first 1 cases were checked. Choose a shorter period to include the ${rest}.`;
  expect(await complicationsOf(3)).toEqual([
    [
      ["Cases with a complication", "1"],
      ["Cases checked", "1"],
      ["Share of these", "100.0%"],
    ],
    note("other 2"),
    "1 case with a complication (100.0%).",
  ]);
  // How many are left out would tell a small number.
  expect((await complicationsOf(3, "section=complications&small=1"))[1]).toBe(note("others"));
});

async function listOf(all: number, row: object = {}, more: Parameters<typeof madeOf>[2] = {}) {
  const made = await madeOf(caseList, [[await caseOf(row)], [{ all, written: all }], []], {
    ...{ cipher, query: "section=cases" },
    ...more,
  });
  return tableOf(made, "cases");
}

test("a list of cases says how many of them it leaves out", async () => {
  const dated =
    "The date is when the case started, or when its session started if the case has no start time. A case counts on the day its session begins.";
  expect(await listOf(1)).toMatchObject({ caption: "1 case", note: dated });
  expect(await listOf(3)).toMatchObject({
    caption: "The first 1 of 3 cases",
    note: `2 more are left out. To see them, choose a shorter period, or export every case in Your Data. ${dated}`,
  });
});

test("a case is listed with what is recorded of it, its options in the order of their list", async () => {
  expect(rowsOf(await listOf(1))).toEqual([
    ["17/11/2026", "", "Annexe", "10:00", "", "", "", "", "", "", "", "", "Hip"],
  ]);
  const row = {
    ...{ end_at: londonInstant("2026-11-17", 660), age: 7, gender: 1, asa: 3, urgency: 4, supervision: 5 },
    options: ["211", "gone", "201", "111"].map((id) => ({ id, flags: id === "211" ? "catheter" : "" })),
  };
  const said = ["17/11/2026", "", "Annexe", "10:00", "11:00", "7 y", "Female", "3", "Elective"];
  const options = ["SGA - i-gel", "TIVA/TCI, Spinal (Catheter)", "Hip"];
  expect(rowsOf(await listOf(1, row))).toEqual([[...said, wordOf(SUPERVISIONS, 5), ...options]]);
  const profile = { ...DEFAULT_PROFILE, supervision_labels: { 5: "Resident" } };
  expect(rowsOf(await listOf(1, row, { profile }))).toEqual([[...said, "Resident", ...options]]);
});

test("of thousands of cases two thousand are listed", async () => {
  const user = await makeUser();
  await addBusyYears(user, 2);
  const report = await reportOf(user, "period=custom&from=2024-01-01&until=2026-11-20&section=cases&section=caseload");
  const { caption, rows } = tableOf(report, "cases");
  expect([caption, rows.length]).toEqual(["The first 2,000 of 4,000 cases", 2000]);
  expect(tableOf(report, "cases-by-month").foot?.[1]).toEqual(casesCell(4000));
});
