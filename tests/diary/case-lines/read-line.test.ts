import { expect, test } from "vitest";
import type { ReadLine } from "~/diary/case-lines/line-case";
import { MAX_CHARACTERS, readLine } from "~/diary/case-lines/read-line";
import { clockTime } from "~/platform/time/clock-time";
import fc from "../../support/property";
import table from "./lines.txt?raw";

const LINES = table.split("\n").filter((line) => line !== "" && !line.startsWith("# "));

/** As the table has it: `67y F asa3 u2 s3 1405-1530 a133,121 p244(ultrasound) "lap appendix"`. */
function written({ case: read, understood, questions }: ReadLine): string {
  const { age, age_unit, gender, asa, urgency, supervision, start_minute, end_minute, airway, procedures } = read;
  const time = (minute: number | null) => (minute === null ? "" : clockTime(minute).replace(":", ""));
  const flagged = procedures.map((id) => id + (read.block_flags[id] ? `(${read.block_flags[id].join(",")})` : ""));
  return [
    age !== null && `${age}${age_unit[0]}`,
    gender && (gender === 1 ? "F" : "M"),
    asa && `asa${asa}`,
    urgency && `u${urgency}`,
    supervision && `s${supervision}`,
    (start_minute !== null || end_minute !== null) && `${time(start_minute)}-${time(end_minute)}`,
    airway.length > 0 && `a${airway.join(",")}`,
    flagged.length > 0 && `p${flagged.join(",")}`,
    read.description && `"${read.description}"`,
    understood.some(({ check }) => check) && "!",
    questions.length > 0 && "?",
  ]
    .filter(Boolean)
    .join(" ");
}

test("every line of the table says what stands beside it", () => {
  const mismatches = LINES.flatMap((entry) => {
    const [line = "", expected] = entry.split(" => ");
    const got = written(readLine(line.replaceAll("\\t", "\t")));
    return got === expected ? [] : [{ line, expected, got }];
  });
  expect(mismatches).toEqual([]);
});

test("whatever is typed gives a case or a question, and no word of it is lost", () => {
  const words = LINES.flatMap((line) => line.split(" => ")[0]?.split(" ") ?? []);
  const texts = fc.oneof(
    fc.string({ unit: "grapheme", maxLength: 200 }),
    fc
      .array(fc.oneof(fc.constantFrom(...words), fc.string({ maxLength: 6 })), { maxLength: 20 })
      .map((all) => all.join(" ")),
  );
  fc.assert(
    fc.property(texts, (text) => {
      const { case: read, understood, questions } = readLine(text);
      const said = [read.description, ...understood.map((each) => each.text), ...questions.map((each) => each.text)]
        .join(" ")
        .toLowerCase();
      const lost = text
        .split(/[\s,;()[\]{}"“”+|/:.!?~–—•*=>→-]+/)
        // What is read in two, as 45m2 is, stands there in two.
        .filter((word) => ![said, said.replaceAll(" ", "")].some((all) => all.includes(word.toLowerCase())));
      expect(lost).toEqual([]);
    }),
  );
});

test.each([
  "3 ",
  "?",
  "/",
  "67F/",
  "- ",
  "45m ",
  "1405 ",
  "spinal? ",
  "nerve ",
  "for 1 hour ",
])("ten thousand characters of %j are read as far as a line goes", (unit) => {
  const line = unit.repeat(10_000 / unit.length);
  expect(readLine(line)).toEqual(readLine(line.slice(0, MAX_CHARACTERS)));
});

test("options of one's own are read by their whole label, before those of the Standard lists", () => {
  const own = [
    { id: "own-mask", kind: "airway", label: "My mask" },
    { id: "own-spinal", kind: "procedure", label: "Spinal" },
  ] as const;
  const { airway, procedures, description } = readLine("67F TKR my mask spinal mask", own).case;
  expect([airway, procedures, description]).toEqual([["own-mask"], ["own-spinal"], "TKR mask"]);
});

test("what is likely and not certain is marked to be checked", () => {
  const checks = [
    "36m hernia",
    "67 hernia",
    "67F TKR 1405",
    "67F 3E TKR",
    "29F cat 1 LSCS",
    "67F emergency laparotomy",
    "67F TKR 3 spinal",
    "67F TKR spinl",
    "67F TKR under SA",
    "67F MVR TOE cpb",
  ];
  expect(checks.map((line) => readLine(line).understood.flatMap(({ check }) => check ?? []))).toEqual([
    ["Read as 36 years, male"],
    ["Read as the age"],
    ["Read as the start"],
    ["E stands for an emergency: read as urgent"],
    ["From category 1"],
    ["Urgent, or immediate? Read as urgent"],
    ["Read as the ASA grade"],
    ["Read as spinal"],
    ["Read as spinal"],
    ["Read as the echo"],
  ]);
});

test.each([
  "45M not urgent hernia",
  "45M non urgent hernia",
  "45F no longer urgent appendix",
  "45M never emergency",
])("%s: how urgent it was is asked", (line) => {
  const read = readLine(line);
  expect(read.case.urgency).toBeNull();
  expect(read.questions.map(({ ask }) => ask)).toEqual(["How urgent was it? Choose the urgency below"]);
});

/** Words of an option, with its id. */
const OPTIONS = [
  ["spinal", "211"],
  ["FIB", "244"],
  ["thoracic epidural", "213"],
  ["art line", "281"],
  ["RIJ", "282"],
  ["PICC", "285"],
  ["chest drain", "314"],
  ["sedation", "203"],
  ["igel", "111"],
  ["AFOI", "135"],
  ["cell salvage", "301"],
] as const;

test.each([
  "no #",
  "not a #",
  "no need for #",
  "without #",
  "unable to do #",
  "couldn't get # in",
  "could not do #",
  "gave up on #",
  "instead of #",
  "rather than #",
  "not suitable for #",
  "too unwell for #",
  "didn’t have #",
  "never had #",
  "declined #",
  "pt refusing a #",
  "abandoned #",
  "attempted #",
  "planned for #",
  "offered #",
  "previous #",
  "last time #",
  "needs #",
  "awaiting #",
  "# impossible",
  "# not possible",
  "# not done",
  "# was abandoned",
  "# (abandoned)",
  "# attempted x3",
  "# unsuccessful, GA",
  "# contraindicated",
  "# cancelled",
  "# couldn't be done",
  "# didn't work",
  "# on standby",
  "# declined",
  "# tomorrow",
  "# next time",
  "?#",
  "# if needed",
  "# no",
  "# - no",
  "# n/a",
  "# no, ETT",
])("%s: what was perhaps not done is recorded only as failed", (frame) => {
  for (const [name, id] of OPTIONS) {
    const { case: read, questions } = readLine(`67F hernia ${frame.replace("#", name)}`);
    const isRecorded = [...read.airway, ...read.procedures].includes(id);
    expect([name, isRecorded && !read.block_flags[id]?.includes("failed")]).toEqual([name, false]);
    expect(`${read.description} ${questions.map(({ text }) => text).join(" ")}`.toLowerCase()).toContain(
      isRecorded ? "" : name.toLowerCase(),
    );
  }
});

test.each([
  "# in situ",
  "existing #",
  "has # already",
  "came with # from ED",
  "arrived with #",
  "# from ICU",
  "# placed in ED",
  "# by the surgeons",
  "# removed",
  "# removal",
  "removal of #",
  "# out",
  "take out #",
  "infected #",
  "# blocked",
  "old #",
])("%s: a line or drain that was there before, or was removed, is asked about", (frame) => {
  for (const [name, id] of OPTIONS.filter(([, option]) => /^(?:28|213|314)/.test(option))) {
    const { case: read, questions } = readLine(`67F hernia ${frame.replace("#", name)}`);
    expect([name, read.procedures.includes(id), questions.length]).toEqual([name, false, 1]);
  }
});

test("a side behind the operation changes no times", () => {
  const timed = LINES.map((line) => line.split(" => ")[0] as string).filter((line) => / \d{4}-\d{4}$/.test(line));
  expect(timed.length).toBeGreaterThan(100);
  const times = (line: string) => {
    const { start_minute, end_minute } = readLine(line).case;
    return [start_minute, end_minute];
  };
  for (const line of timed) {
    const without = times(line);
    for (const side of ["L", "R", "(L)", "l"]) {
      const sided = times(line.replace(/ (\d{4}-\d{4})$/, ` ${side} $1`));
      expect([line, side, ...sided]).toEqual([line, side, ...without]);
    }
  }
});

test("two urgencies are never read as one in silence", () => {
  for (const one of ["elective", "expedited", "urgent", "immediate"]) {
    for (const other of ["emergency", "elective", "expedited", "urgent", "immediate"]) {
      const isOne = one === other || (other === "emergency" && ["urgent", "immediate"].includes(one));
      for (const line of [`67F ${one} then ${other} laparotomy`, `67F ${other} laparotomy on ${one} list`]) {
        expect([line, readLine(line).questions.length > 0]).toEqual([line, !isOne]);
      }
    }
  }
});

test("a man who is in theatre at a time has an age, and no duration", () => {
  for (const age of [5, 20, 35, 72]) {
    const { case: read } = readLine(`${age}M in 0915 out 1030 hernia`);
    expect([read.age, read.gender, read.start_minute, read.end_minute]).toEqual([age, 2, 555, 630]);
  }
});

test("a word that every object of JavaScript has something under is a word like any other", () => {
  for (const word of ["constructor", "toString", "__proto__"]) {
    const { case: read } = readLine(`67F 3 spinal ${word} hernia`);
    expect([read.gender, read.procedures, read.block_flags, read.description]).toEqual([
      1,
      ["211"],
      {},
      `${word} hernia`,
    ]);
    expect(readLine(`67 ${word} hernia`).case.gender).toBeNull();
  }
});
