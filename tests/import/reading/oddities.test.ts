import { expect, test } from "vitest";
import { mapRows } from "~/import/parse/map-rows";
import { readFiles } from "~/import/parse/read-files";
import { formatDoubt } from "~/import/parse/remarks";
import { mappedFileOf } from "~/import/read-file";

const utf8 = new TextEncoder();

async function reading(content: string | Uint8Array<ArrayBuffer>) {
  const bytes = typeof content === "string" ? utf8.encode(content) : content;
  return readFiles([{ name: "theatre.csv", bytes }]);
}

/** The rows of a file with the columns that are suggested for it, as one reads them. */
async function read(content: string | Uint8Array<ArrayBuffer>) {
  const answer = await reading(content);
  if (!answer.ok) throw new Error(answer.message);
  const mapped = mapRows(answer.table, answer.table.suggestion);
  const lines = mapped.rows.map(({ case_date, start_minute, end_minute, age, case_description }) => {
    return [case_date, start_minute, end_minute, age, case_description].map((value) => value ?? "-").join(" ");
  });
  return { lines, counts: mapped.counts, file: mappedFileOf(mapped), table: answer.table };
}

const HEADINGS = "Date,Start,End,Age,Sex,ASA,Procedure";
const CASE = "03/04/2026,08:15,09:10,45,F,2,Hernia";
const AS_READ = "2026-04-03 495 550 45 Hernia";

/** In two bytes a character. */
function utf16(text: string, littleEndian: boolean): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(text.length * 2));
  for (let at = 0; at < text.length; at += 1) view.setUint16(at * 2, text.charCodeAt(at), littleEndian);
  return new Uint8Array(view.buffer);
}

const FILE = `${HEADINGS}\r\n${CASE}\r\n`;

test.each([
  ["UTF-16 with a mark", utf16(`\ufeff${FILE}`, true)],
  ["big-endian UTF-16 with a mark", utf16(`\ufeff${FILE}`, false)],
  ["UTF-16 without a mark", utf16(FILE, true)],
  ["big-endian UTF-16 without a mark", utf16(FILE, false)],
  ["UTF-16 with tabs, as a spreadsheet's Unicode text", utf16(`\ufeff${FILE.replaceAll(",", "\t")}`, true)],
  ["UTF-16 that was cut in the midst of a character", utf16(`\ufeff${FILE}\r`, true).slice(0, -1)],
  ["semicolons", FILE.replaceAll(",", ";")],
  ["tabs", FILE.replaceAll(",", "\t")],
  ["empty columns at its end", FILE.replaceAll("\r\n", ",,,\r\n")],
  ["dates with the year first", FILE.replace("03/04/2026", "2026-04-03")],
  ["dates with the month in letters", FILE.replace("03/04/2026", "3-Apr-26")],
  ["a spreadsheet's numbers for dates and times", FILE.replace("03/04/2026,08:15,09:10", "46115,0.34375,0.381944444")],
  ["times of twelve hours", FILE.replace("08:15,09:10", "8:15 AM,9.10am")],
  [
    "times with the day from which a spreadsheet counts",
    FILE.replace("08:15,09:10", "1899-12-30 08:15:00,30/12/1899 09:10"),
  ],
  [
    "every cell as a text of a formula",
    FILE.replace(
      CASE,
      CASE.split(",")
        .map((cell) => `="${cell}"`)
        .join(),
    ),
  ],
  [
    "the same in quotes",
    FILE.replace(
      CASE,
      CASE.split(",")
        .map((cell) => `"=""${cell}"""`)
        .join(),
    ),
  ],
  ["groups of headings above the headings", `Patient,,,Times,,Case,\n${FILE}`],
  [
    "headings of groups beside each other",
    `Operation,Anaesthetic,Anaesthetic,Patient,Patient,Patient,Patient\n${FILE}`,
  ],
])("a file with %s is read to the last value", async (_, content) => {
  const { lines, counts } = await read(content);
  expect([lines, counts.rejected]).toEqual([[AS_READ], 0]);
});

test("a file in the encoding that Excel uses keeps its pound signs, dashes and apostrophes", async () => {
  const text = `Date,Procedure\r\n03/04/2026,Hip ~ #200 patient's\r\n`;
  const bytes = utf8.encode(text).map((byte) => ({ 126: 0x96, 35: 0xa3, 39: 0x92 })[byte] ?? byte);
  expect((await read(bytes)).lines).toEqual(["2026-04-03 - - - Hip – £200 patient’s"]);
});

test("a row of units below the headings is a row without a date, and no row of headings", async () => {
  const { lines, file } = await read(`${HEADINGS}\ndd/mm/yyyy,hh:mm,hh:mm,years,M/F,1 to 5,text\n${CASE}\n`);
  expect([lines, file.faults.map(({ found }) => found)]).toEqual([[AS_READ], ["dd/mm/yyyy"]]);
});

test("a heading stays one where the first case below it has neither date nor number", async () => {
  const { lines, counts } = await read(`Date,Operation,Notes\nunknown,Hernia,Procedure\n03/04/2026,Hip,None\n`);
  expect([lines, counts.rejected]).toEqual([["2026-04-03 - - - Hip"], 1]);
});

test.each([
  ["an HTML table", "<html><table><tr><td>Date</td></tr></table></html>"],
  ["XML", '<?xml version="1.0"?>\n<Workbook></Workbook>'],
  ["JSON", '[{"Date":"03/04/2026"}]'],
])("%s in place of a CSV file is refused with what to do", async (_, content) => {
  const answer = await reading(content);
  expect(answer.ok ? "" : answer.message).toBe(
    "Upload failed. Please try a valid CSV file. This is a web page or another kind of file. Open it in a spreadsheet and save it as CSV.",
  );
});

test("a file that is read as one column asks for its separator", async () => {
  const codes = async (content: string) => (await read(content)).file.notices.map(({ code }) => code);
  const one = FILE.replace("03/04/2026", "13/04/2026");
  expect(await codes(one.replaceAll(",", "^"))).toEqual(["one_column"]);
  expect(await codes("Date        Procedure\n13/04/2026  Hernia\n")).toEqual(["one_column"]);
  expect(await codes(one)).toEqual([]);
});

test("more than a date in the date column is not lost in silence", async () => {
  const doubts = async (content: string) => (await read(content)).file.doubts.map(({ code }) => code);
  expect(await doubts("Date,Procedure\n03/04/2026 list B,Hernia\n")).toEqual(["date_more"]);
  expect(await doubts("Date,Procedure\n03/04/2026 08:15,Hernia\n")).toEqual([]);
});

test("a date in the future is marked, as a year of two digits or a month before the day may make one", async () => {
  const answer = await reading(`Date,Procedure\n20/11/2026,Hernia\n21/11/2026,Hip\n22/11/2026,Knee\n01/02/62,Toe\n`);
  if (!answer.ok) throw new Error(answer.message);
  const { rows } = mapRows(answer.table, answer.table.suggestion, {}, [], "2026-11-21");
  expect(rows.map(({ remarks }) => remarks.map(({ code }) => code))).toEqual([[], [], ["future"], ["future"]]);
});

test("a column that was too narrow to show its dates, and hours without minutes, are answered with what to do", async () => {
  const narrow = await read(FILE.replace("03/04/2026", "########"));
  expect(narrow.file.faults.map(({ mend }) => mend)).toEqual([
    "Make this column wider in the spreadsheet, then save the file as CSV again.",
  ]);
  const { file } = await read(FILE.replace("08:15,09:10", "8,9"));
  expect(file.doubts.map(({ code }) => formatDoubt(code))).toEqual([
    "The time could not be read and is left blank. Write it as 08:15",
  ]);
});
