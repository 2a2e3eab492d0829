import { expect, test } from "vitest";
import type { NamedOption } from "~/diary/case-lines/line-case";
import { STANDARD_OPTIONS } from "~/diary/cases/standard-options";
import type { CsvMapping } from "~/import/fields";
import { suggestMapping } from "~/import/parse/columns";
import { mapRows } from "~/import/parse/map-rows";
import { readFiles } from "~/import/parse/read-files";
import { proposals, wordsOfCell } from "~/import/parse/words";
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
    const chosen = (row.options ?? []).map(({ id, flags }) => `${LABELS.get(id)}${flags && ` (${flags})`}`).join(" + ");
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
    ...{ block_technique: "Regional Technique", block_catheter: "Regional Catheter" },
    ...{ procedures: "Procedure Type", specialty: "Primary Specialty", location: "Hospital" },
  });
  expect(await codedLines(llp)).toEqual([
    "08:00-13:00 | 12 years | urgency 4, supervision - | Oral ETT | ent",
    "08:00-18:00 | 64 years | urgency 4, supervision - | Oral ETT + Epidural thoracic + Arterial line + Adductor canal + CVC internal jugular + Double-lumen tube | vascular",
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
  ["regional", "other-regional", ["as_text"]],
  ["procedures", "central-venous-access–internal-jugular", ["282"]],
  // Which epidural is not said.
  ["regional", "epidural", ["as_text"]],
  // What says more of a block is for its user to tick.
  ["regional", "Femoral (US-guided, catheter)", ["241", "as_text"]],
  ["regional", "failed spinal", ["211", "as_text"]],
  ["regional", "ultrasound", ["as_text"]],
  ["regional", "interscalene and axillary", ["231", "232"]],
  ["procedures", "ultrasound", ["as_text"]],
  // Words that every object of JavaScript has something under.
  ["airway", "constructor", ["as_text"]],
] as const)("of %s %j stands for %j", (field, word, meaning) => {
  expect(proposals()(field, word.toLowerCase())).toEqual(meaning);
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

/** The field that is suggested for a column beside a date. */
async function suggestedFor(heading: string, ...cells: string[]) {
  const lines = [`Date,${heading}`, ...cells.map((cell, at) => `0${at + 1}/02/2026,"${cell}"`)];
  const reading = await readFiles([{ name: "logbook.csv", bytes: new TextEncoder().encode(lines.join("\n")) }]);
  if (!reading.ok) throw new Error(reading.message);
  const { columns, suggestion } = reading.table;
  return Object.keys(headings(columns, suggestion)).find((field) => field !== "case_date") ?? null;
}

test.each([
  ...[
    "Technique",
    "Techniques used",
    "Anaesthetic technique",
    "Anaesthetic",
    "Anaesthesia_Type",
    "Type of anaesthesia",
  ],
  ...["AnaestheticType", "Anaesthetic_1", "Method of anaesthesia", "Anesthesia Type", "Airway devices", "Airway used"],
])("a column headed %s with GA, TIVA and spinals is suggested for airway and technique", async (heading) => {
  expect(await suggestedFor(heading, "GA LMA", "TIVA", "Spinal")).toBe("airway");
});

test.each([
  ...["Technique", "Regional technique", "Block", "Blocks performed", "Block name", "Nerve block", "Nerve blocks"],
  ...["Regional anaesthesia", "Regional anaesthetic", "Type of block", "Block technique", "RA"],
])("a column headed %s with the names of blocks is suggested for regional blocks", async (heading) => {
  expect(await suggestedFor(heading, "femoral", "TAP block (US guided)", "Interscalene")).toBe("regional");
});

test.each([
  ...["Technique", "Regional technique", "Block technique", "Method of block", "Block guidance", "Guidance"],
])("a column headed %s with ultrasound and landmark is suggested for block technique", async (heading) => {
  expect(await suggestedFor(heading, "Ultrasound", "landmark-technique", "")).toBe("block_technique");
});

test("beside a column of airways, one of techniques is suggested for procedures", async () => {
  const columns = [
    "Date",
    "Airway",
    "Technique",
    "Block",
    "Surgical technique",
    "Anaesthetist",
    "Anaesthetic notes",
  ].map((heading, index) => ({ index, letter: "", heading, label: heading, samples: ["TIVA"] }));
  expect(suggestMapping(columns)).toEqual({ case_date: 0, airway: 1, procedures: 2, regional: 3, anaesthetist: 5 });
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

/** The options of each row of a text, as ids with flags. */
async function optionsOf(text: string, ...more: [words?: object, own?: NamedOption[]]) {
  const reading = await readFiles([{ name: "logbook.csv", bytes: new TextEncoder().encode(text) }]);
  if (!reading.ok) throw new Error(reading.message);
  const [words, own] = more;
  const { rows, words: columns } = mapRows(reading.table, reading.table.suggestion, words ? { words } : {}, own);
  return { rows, columns, options: rows.map((row) => (row.options ?? []).map(({ id, flags }) => `${id}:${flags}`)) };
}

const _BLOCKS = "Date,Case,Regional Type,Regional Technique,Regional Catheter";

test("a word stands for an option of one's own by its name; one that is not known is text", async () => {
  const own: NamedOption[] = [{ id: "A".repeat(22), kind: "airway", label: "Frova bougie" }];
  const text = "Date,Airway\n01/02/2026,frova-bougie\n02/02/2026,magic-wand\n03/02/2026,constructor";
  const read = await optionsOf(text, undefined, own);
  expect(read.options).toEqual([[`${"A".repeat(22)}:`], [], []]);
  expect(read.columns[0]?.words.map(({ word, meaning }) => [word, meaning])).toEqual([
    ["magic-wand", ["as_text"]],
    ["constructor", ["as_text"]],
    ["frova-bougie", ["A".repeat(22)]],
  ]);
});

test("a case that goes on over many rows has no more options than a row can bring", async () => {
  const further = STANDARD_OPTIONS.procedure.map(({ label }) => `,,,"${label}"`);
  const { options } = await optionsOf(
    ["Case ID,Date,Case,Procedure Type", "1,01/02/2026,Long,Spinal", ...further].join("\n"),
  );
  expect(options[0]).toHaveLength(40);
});

test("of two headings with a word, the one that has no other is suggested, wherever it stands", () => {
  const columnsOf = (...names: string[]) =>
    names.map((heading, index) => ({ index, letter: "A", heading, label: heading, samples: [] }));
  const columns = columnsOf("Ward sex", "Intended operation", "Date", "Operation", "Sex");
  expect(headings(columns, suggestMapping(columns))).toEqual({
    ...{ case_date: "Date", case_description: "Operation", gender: "Sex" },
  });
});

test("an airway or a block that is not known, and how a block was done, comes as text in the description", async () => {
  const text = [
    "Date,Procedure,Airway,Regional Type,Regional Technique,Regional Catheter",
    "01/02/2026,Knee,Magic wand + LMA,femoral (single shot),Ultrasound,yes",
    "02/02/2026,Hip,LMA,spinal,,no",
  ].join("\n");
  const { rows, options } = await optionsOf(text);
  expect(options).toEqual([
    ["112:", "241:"],
    ["112:", "211:"],
  ]);
  expect(rows.map(({ case_description }) => case_description)).toEqual([
    "Knee / Airway: Magic wand / Regional blocks: femoral (single shot) / Block technique: Ultrasound / Block catheter: yes",
    "Hip",
  ]);
  const chosen = await optionsOf(text, {
    airway: { "magic wand": [] },
    regional: { "femoral (single shot)": ["241"] },
  });
  expect(chosen.rows[0]?.case_description).toBe("Knee / Block technique: Ultrasound / Block catheter: yes");
});
