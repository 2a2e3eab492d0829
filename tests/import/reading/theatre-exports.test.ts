import { expect, test } from "vitest";
import { LEFT_OUT } from "~/import/fields";
import { type MapChoices, mapRows } from "~/import/parse/map-rows";
import { readFiles } from "~/import/parse/read-files";
import { clockTime } from "~/platform/time/clock-time";

const HEADINGS = "Operation Date,Anaes Start,Anaes Finish,Age,Sex,ASA,Procedure";

async function tableOf(...lines: string[]) {
  const bytes = new TextEncoder().encode(`\ufeff${lines.join("\r\n")}\r\n`);
  const reading = await readFiles([{ name: "theatre.csv", bytes }]);
  if (!reading.ok) throw new Error(reading.message);
  return reading.table;
}

async function mappedOf(lines: readonly string[], choices?: MapChoices) {
  const table = await tableOf(...lines);
  return mapRows(table, table.suggestion, choices, [], "2026-11-21");
}

/** Each row as one line: what a person would check by eye. */
async function linesOf(lines: readonly string[], choices?: MapChoices): Promise<string[]> {
  return (await mappedOf(lines, choices)).rows.map((row) => {
    const times = [row.start_minute, row.end_minute].map((minute) => (minute === null ? "--:--" : clockTime(minute)));
    const who = [row.age, row.age_unit, row.gender ?? "-", row.asa ?? "-"].join(" ");
    const remarks = row.remarks.map(({ code }) => code).join(", ");
    return `${row.case_date} ${times.join("-")} ${who} ${row.case_description} [${remarks}]`;
  });
}

const KNEE = "10/11/2026,08:15,09:40,45,M,2,Knee";
const HIP = "13/11/2026,,,61,F,3,Hip";

test.each([
  ["Status", "Completed", "Cancelled on day"],
  ["Case status", "Done", "Postponed"],
  ["Cancelled", "N", "Y"],
  ["Cancelled?", "", "1"],
  ["Cancelled flag", "0.0", "1.0"],
  ["Cancellation Reason", "", "No bed, list overran"],
  ["Case Canceled", "false", "TRUE"],
])("under the heading %s, a row with %j is a case and one with %j is left out and counted", async (heading, done, off) => {
  const mapped = await mappedOf([`${HEADINGS},${heading}`, `${KNEE},"${done}"`, `${HIP},"${off}"`]);
  expect(mapped.rows.map(({ case_description }) => case_description)).toEqual(["Knee"]);
  expect(mapped.counts).toMatchObject({ read: 2, cancelled: 1, rejected: 0 });
});

test("a status is read by its column of cancellations rather than by one of another state, and is never sent", async () => {
  const mapped = await mappedOf([`${HEADINGS},Status,Cancelled`, `${KNEE},Day case,N`, `${HIP},Inpatient,Y`]);
  expect(JSON.stringify(mapped.rows)).not.toMatch(/Day case|status/);
  expect(mapped.counts.cancelled).toBe(1);
});

test("what a status means is shown, and can be changed", async () => {
  const lines = [`${HEADINGS},Status`, `${KNEE},Completed`, `${HIP},Cancelled on day`];
  const [status] = (await mappedOf(lines)).words;
  expect(status).toMatchObject({
    ...{ field: "status", leftOut: 1 },
    words: [
      { word: "completed", rows: 1, meaning: [] },
      { word: "cancelled on day", rows: 1, meaning: [LEFT_OUT] },
    ],
  });
  const words = { status: { completed: [LEFT_OUT], "cancelled on day": [] } };
  expect((await mappedOf(lines, { words })).rows.map(({ case_description }) => case_description)).toEqual(["Hip"]);
});

test("a row that is left out has no fault, whatever else stands in it", async () => {
  const { faults, rows } = await mappedOf([`${HEADINGS},Cancelled`, `${KNEE},N`, "tbc,,,,,,Hip,Y"]);
  expect([faults, rows.length]).toEqual([[], 1]);
});

const AMERICAN = [
  `${HEADINGS},Admitted`,
  "03/04/2026,8:15 AM,9:40 AM,45,M,2,Knee,03/04/2026",
  "05/06/2026,1:00 PM,2:20 PM,61,F,3,Hip,05/05/2026",
  "11/10/2026,9:55 AM,11:05 AM,33,F,1,Laparoscopy,10/31/2026",
];

test("dates that can all be read two ways are asked about, with both readings and the evidence of the file", async () => {
  const { notices, open } = await mappedOf(AMERICAN);
  expect(open).toBe("us_dates");
  expect(notices).toEqual([
    {
      ...{ code: "us_dates", rows: 3 },
      dates: {
        readings: ["03/04/2026 is Fri 3 Apr 2026", "03/04/2026 is Wed 4 Mar 2026"],
        evidence: [
          "Times have AM and PM, which is usual with the month first",
          "“10/31/2026” in the column “Admitted” has the month first",
        ],
      },
    },
  ]);
  expect(await linesOf(AMERICAN, { usDates: true })).toEqual([
    "2026-03-04 08:15-09:40 45 years 2 2 Knee []",
    "2026-05-06 13:00-14:20 61 years 1 3 Hip []",
    "2026-11-10 09:55-11:05 33 years 1 1 Laparoscopy []",
  ]);
  expect((await mappedOf(AMERICAN, { usDates: false })).open).toBe(null);
});

test("dates that are in the future in one reading alone, and times of 24 hours, are shown as evidence", async () => {
  const lines = [HEADINGS, "12/11/2026,13:15,14:40,45,M,2,Knee", "11/12/2026,08:15,09:40,45,M,2,Hip"];
  const [notice] = (await mappedOf(lines)).notices;
  expect(notice?.dates?.evidence).toEqual([
    "Times are in 24 hours, which is usual with the day first",
    "1 date is in the future if the day is first",
    "1 date is in the future if the month is first",
  ]);
});

test.each([
  ["one date has a day above 12", ["13/11/2026", "03/04/2026"]],
  ["the day and the month are alike", ["11/11/2026", "10/10/2026"]],
  ["the month is in letters", ["3 Apr 2026", "4 May 2026"]],
  ["the year is first", ["2026-04-03", "2026-05-04"]],
])("dates are not asked about where %s, and an answer given before changes none", async (_, dates) => {
  const lines = [HEADINGS, ...dates.map((date) => `${date},08:15,09:40,45,M,2,Knee`)];
  const read = await mappedOf(lines);
  expect([read.notices, read.open]).toEqual([[], null]);
  expect((await mappedOf(lines, { usDates: true })).rows).toEqual(read.rows);
});

test("numbers that a spreadsheet has written with .0 are the codes and numbers that they were", async () => {
  const lines = ["13/11/2026,815.0,09:40,45.0,1.0,2.0,Knee", "13/11/2026,09:55,11:05,61.0,2.0,3.0,Hip"];
  const asked = await mappedOf([HEADINGS, ...lines]);
  expect(asked.notices).toEqual([{ code: "gender_codes", rows: 2 }]);
  expect(await linesOf([HEADINGS, ...lines], { genderCodes: "1_male" })).toEqual([
    "2026-11-13 08:15-09:40 45 years 2 2 Knee []",
    "2026-11-13 09:55-11:05 61 years 1 3 Hip []",
  ]);
});

test("a spreadsheet's 0.0 and 9.0 are no genders, and leave the codes beside them to be asked about", async () => {
  const row = (gender: string) => `13/11/2026,08:15,09:40,45,${gender},2,Knee`;
  expect((await mappedOf([HEADINGS, row("0.0"), row("2.0"), row("9.0")])).notices[0]?.code).toBe("gender_codes");
});

test.each([
  ["2026-07-14T08:15:00Z", "2026-07-14T09:40:00Z", "2026-07-14 09:15-10:40"],
  ["2026-11-14T08:15:00Z", "2026-11-14T09:40:00+00:00", "2026-11-14 08:15-09:40"],
  ["2026-07-14 08:15 +0100", "2026-07-14 09:40 BST", "2026-07-14 08:15-09:40"],
  ["2026-07-14T23:15:00Z", "2026-07-15T00:40:00Z", "2026-07-15 00:15-01:40"],
  ["2026-07-14T20:15:00-05:00", "2026-07-14T21:40:00-05:00", "2026-07-15 02:15-03:40"],
])("times with a zone, %s to %s, are turned into London's and marked", async (start, end, expected) => {
  const both = ["Start,End,Age,Sex,ASA,Procedure", `${start},${end},45,M,2,Knee`];
  expect(await linesOf(both)).toEqual([`${expected} 45 years 2 2 Knee [time_zone, time_zone]`]);
});

test("a time with a zone and no date is turned into London's of its case's day", async () => {
  const of = (date: string) => linesOf([HEADINGS, `${date},08:15Z,09:40Z,45,M,2,Knee`]);
  expect(await of("14/07/2026")).toEqual(["2026-07-14 09:15-10:40 45 years 2 2 Knee [time_zone, time_zone]"]);
  expect(await of("14/11/2026")).toEqual(["2026-11-14 08:15-09:40 45 years 2 2 Knee [time_zone, time_zone]"]);
});

test("a date that another zone gives as its midnight is the day that it is in London", async () => {
  expect(await linesOf([HEADINGS, "2026-07-13T23:00:00.000Z,08:15,09:40,45,M,2,Knee"])).toEqual([
    "2026-07-14 08:15-09:40 45 years 2 2 Knee []",
  ]);
});

const THREE = ["Cystoscopy", "Insertion of stent", "Retrograde pyelogram"].map(
  (procedure) => `13/11/2026,08:15,09:40,45,M,2,${procedure}`,
);

test("rows of one patient at the same times, one after the other, are proposed as one case with all procedures", async () => {
  const read = await mappedOf([HEADINGS, ...THREE]);
  expect([read.notices, read.counts.merged]).toEqual([[{ code: "same_case", rows: 2 }], 2]);
  expect(read.rows.map(({ case_description }) => case_description)).toEqual([
    "Cystoscopy + Insertion of stent + Retrograde pyelogram",
  ]);
  expect((await mappedOf([HEADINGS, ...THREE], { joinProcedures: false })).rows).toHaveLength(3);
});

test.each([
  ["another end", "13/11/2026,08:15,09:45,45,M,2,Hip"],
  ["another age", "13/11/2026,08:15,09:40,46,M,2,Hip"],
  ["another sex", "13/11/2026,08:15,09:40,45,F,2,Hip"],
  ["no sex", "13/11/2026,08:15,09:40,45,,2,Hip"],
  ["another day", "14/11/2026,08:15,09:40,45,M,2,Hip"],
])("a row with %s is a case of its own", async (_, other) => {
  const { rows, notices } = await mappedOf([HEADINGS, THREE[0] ?? "", other]);
  expect([rows.length, notices]).toEqual([2, []]);
});

test("rows that say no more than the part of the day are not taken for one case", async () => {
  const headings = HEADINGS.replace("Anaes Start,Anaes Finish", "Session,List");
  const lines = ["Cataract", "Vitrectomy"].map((procedure) => `13/11/2026,Morning,A,72,F,2,${procedure}`);
  expect((await mappedOf([headings, ...lines])).rows).toHaveLength(2);
});

test("two patients who are alike are two cases where another one stands between them", async () => {
  const between = "13/11/2026,08:20,09:00,60,F,1,Toe";
  expect((await mappedOf([HEADINGS, THREE[0] ?? "", between, THREE[1] ?? ""])).rows).toHaveLength(3);
});

test.each([
  ["03/04/1981", "45 years"],
  ["14/11/1981", "44 years"],
  ["13/11/1981", "45 years"],
  ["03/04/81", "45 years"],
  ["1981-04-03 00:00", "45 years"],
  ["13/05/2026", "6 months"],
  ["01/11/2026", "12 days"],
  ["13/11/2026", "0 days"],
])("a date of birth of %s is %s on 13 November 2026, and does not leave the device", async (born, age) => {
  const headings = HEADINGS.replace("Age", "Age / DOB");
  const { rows } = await mappedOf([headings, `13/11/2026,08:15,09:40,${born},M,2,Knee`]);
  expect(rows.map((row) => [`${row.age} ${row.age_unit}`, row.remarks])).toEqual([[age, []]]);
  expect(JSON.stringify(rows)).not.toContain("1981");
});

test("a birth after the operation, or 121 years before it, gives no age, and is said", async () => {
  const headings = HEADINGS.replace("Age", "Date of birth");
  const rows = ["14/11/2026", "12/11/1905"].map((born) => `13/11/2026,08:15,09:40,${born},M,2,Knee`);
  expect((await mappedOf([headings, ...rows])).rows.map(({ age, remarks }) => [age, remarks[0]?.code])).toEqual([
    [null, "age_range"],
    [null, "age_range"],
  ]);
});

test("a column of ages is suggested before one of dates of birth", async () => {
  const table = await tableOf("Date,DOB,Age,Procedure", "13/11/2026,03/04/1981,45,Knee");
  expect(table.suggestion.age).toBe(2);
  expect((await tableOf("Date,DOB,Procedure", "13/11/2026,03/04/1981,Knee")).suggestion).toMatchObject({
    ...{ case_date: 0, age: 1 },
  });
});
