import { expect, test } from "vitest";
import { STANDARD_OPTIONS } from "~/diary/cases/standard-options";
import type { CsvMapping } from "~/import/fields";
import { suggestMapping } from "~/import/parse/columns";
import { mapRows } from "~/import/parse/map-rows";
import { readFiles } from "~/import/parse/read-files";
import { proposedMeaning, wordsOfCell } from "~/import/parse/words";
import { clockTime } from "~/platform/time/clock-time";
import app from "../fixtures/anaesthetics-app.csv?url&inline";
import llp from "../fixtures/llp.csv?url&inline";

async function tableOf(url: string) {
  const reading = await readFiles([
    { name: "logbook.csv", bytes: new Uint8Array(await (await fetch(url)).arrayBuffer()) },
  ]);
  if (!reading.ok) throw new Error(reading.message);
  return reading.table;
}

const LABELS = new Map([...STANDARD_OPTIONS.airway, ...STANDARD_OPTIONS.procedure].map(({ id, label }) => [id, label]));

/** The columns that were suggested, by heading. */
function headings(columns: readonly { label: string }[], mapping: CsvMapping) {
  return Object.fromEntries(Object.entries(mapping).map(([field, index]) => [field, columns[index]?.label]));
}

/** What the coded columns came to, a row a line. */
async function codedLines(url: string): Promise<string[]> {
  const table = await tableOf(url);
  return mapRows(table, table.suggestion).rows.map((row) => {
    const times = [row.start_minute, row.end_minute].map((minute) => clockTime(minute ?? 0)).join("-");
    const chosen = (row.options ?? []).map((id) => LABELS.get(id)).join(" + ");
    const codes = `urgency ${row.urgency ?? "-"}, supervision ${row.supervision ?? "-"}`;
    return [times, `${row.age} ${row.age_unit}`, codes, chosen, row.specialty, row.location]
      .filter(Boolean)
      .join(" | ");
  });
}

test("an export of the college's platform comes in with urgency, airway, blocks, procedures and specialty", async () => {
  const table = await tableOf(llp);
  expect(headings(table.columns, table.suggestion)).toEqual({
    ...{ case_date: "Date", start_time: "Time", age: "Age", asa: "ASA", case_description: "Operation" },
    ...{ urgency: "Priority", supervision: "Supervision", airway: "Mode of Anaesthesia", regional: "Regional Type" },
    ...{ procedures: "Procedure Type", specialty: "Primary Specialty", location: "Hospital" },
  });
  expect(await codedLines(llp)).toEqual([
    "08:00-13:00 | 12 years | urgency 4, supervision - | Oral ETT | ent",
    "08:00-18:00 | 64 years | urgency 4, supervision - | Oral ETT + Epidural thoracic + Adductor canal + Arterial line + CVC internal jugular + Double-lumen tube | vascular",
    "22:00-08:00 | 1 months | urgency 1, supervision - | Oral ETT | paediatrics",
    "18:00-22:00 | 48 years | urgency 2, supervision - | Local only / monitored care | transplant",
  ]);
  // How the trainee was supervised says nothing of whom a consultant supervised: it is left out, and said.
  const supervision = mapRows(table, table.suggestion).words.find(({ field }) => field === "supervision");
  expect(supervision).toMatchObject({ leftOut: 4, more: 0 });
});

test("an export of anaesthetics.app comes in, with ages in the unit beside them and parts of the day as times", async () => {
  const table = await tableOf(app);
  expect(headings(table.columns, table.suggestion)).toEqual({
    ...{ case_date: "Date", start_time: "Session", age: "Age", gender: "Sex", asa: "ASA", urgency: "Priority" },
    ...{ case_description: "Operation", airway: "Airway", regional: "Regional", procedures: "Procedures" },
    ...{ supervision: "Supervision", specialty: "Speciality", location: "Location" },
  });
  expect(await codedLines(app)).toEqual([
    "08:00-13:00 | 72 years | urgency 4, supervision 5 | Spinal + Adductor canal | Orthopaedics | St Elsewhere",
    "08:00-13:00 | 34 years | urgency 4, supervision - | SGA - LMA classic / flexible | Orthopaedics | St Elsewhere",
    "13:00-18:00 | 81 years | urgency 2, supervision 3 | Oral ETT + Epidural thoracic + Arterial line + CVC internal jugular | General surgery | St Elsewhere",
    "22:00-08:00 | 6 months | urgency 1, supervision 2 | Oral ETT | Paediatrics | St Elsewhere",
    "08:00-18:00 | 66 years | urgency 3, supervision - | Double-lumen tube + Paravertebral + Arterial line | Thoracic | St Elsewhere",
  ]);
});

test("a word means what somebody said it means, and what they left out stays out", async () => {
  const table = await tableOf(app);
  const words = { supervision: { "local wizard": ["20"] }, airway: { lma: [] } };
  const { rows } = mapRows(table, table.suggestion, { words });
  expect(rows.map(({ supervision }) => supervision)).toEqual([5, undefined, 3, 2, 20]);
  expect(rows[1]?.options).toBeUndefined();
});

test.each([
  ["urgency", "2 - Urgent", ["2"]],
  ["urgency", "NCEPOD 3", ["3"]],
  ["urgency", "Emergency", ["2"]],
  ["urgency", "whenever", []],
  ["supervision", "ST 5-7", ["3"]],
  ["supervision", "immediate", []],
  ["airway", "ga-lma-ippv", ["112"]],
  ["regional", "transversus-abdominus-plane-tap", ["253"]],
  ["regional", "epidural-and-spinal-cse", ["215"]],
  ["regional", "other-regional", []],
  ["procedures", "central-venous-access–internal-jugular", ["282"]],
  // Which epidural is not said.
  ["regional", "epidural", []],
] as const)("of %s %j stands for %j", (field, word, meaning) => {
  expect(proposedMeaning(field, word.toLowerCase())).toEqual(meaning);
});

test("a cell is a list of words, each once, and nothing is one that says not known", () => {
  expect(wordsOfCell("Spinal, TAP; spinal\nLMA + RSI")).toEqual(["spinal", "tap", "lma", "rsi"]);
  expect(wordsOfCell("Not Known")).toEqual([]);
  expect(wordsOfCell("")).toEqual([]);
});

test("a heading suggests a place or a coded column only where it says no more than that", async () => {
  const columns = ["Hospital Number", "Theatre In Time", "List Position", "Site of surgery", "Procedure Type Code"].map(
    (heading, index) => ({ index, letter: "", heading, label: heading, samples: [] }),
  );
  expect(Object.keys(suggestMapping(columns)).sort()).toEqual(["case_description", "start_time"]);
});

test("a location that may name a patient, or has a long number, is left blank and marked", async () => {
  const bytes = new TextEncoder().encode("Date,Ward\n01/02/2026,H000001\n02/02/2026,Mr Smith\n03/02/2026,Theatre 12");
  const reading = await readFiles([{ name: "logbook.csv", bytes }]);
  if (!reading.ok) throw new Error(reading.message);
  const { rows } = mapRows(reading.table, { case_date: 0, location: 1 });
  expect(rows.map(({ location, remarks }) => [location, remarks.map(({ code }) => code)])).toEqual([
    [undefined, ["names_left_out"]],
    [undefined, ["names_left_out"]],
    ["Theatre 12", []],
  ]);
});
