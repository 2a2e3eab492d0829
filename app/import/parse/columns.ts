import { clockTime } from "~/platform/time/clock-time";
import { type CsvColumn, type CsvRecord, columnLetter } from "./table";
import { readMoment } from "./values/moment";

const SAMPLES = 3;
const SAMPLE_CHARACTERS = 60;
const SAMPLED_FROM = 200;

/** The columns of a table, with what shows a person which is which. */
export function columnsOf(headings: readonly string[], width: number, records: readonly CsvRecord[]): CsvColumn[] {
  const top = records.slice(0, SAMPLED_FROM);
  return Array.from({ length: width }, (_, index) => {
    const heading = (headings[index] ?? "").replace(/\s+/g, " ").slice(0, SAMPLE_CHARACTERS * 2);
    const letter = columnLetter(index);
    const twice = headings.filter((other) => other === headings[index]).length > 1;
    const label = heading === "" ? `Column ${letter}` : twice ? `${heading} (column ${letter})` : heading;
    const found = new Set(top.map(({ cells }) => (cells[index] ?? "").slice(0, SAMPLE_CHARACTERS)));
    found.delete("");
    return { index, letter, heading, label, samples: [...found].slice(0, SAMPLES) };
  });
}

/** The column, from 0, that one trust's file has its dates in; other files have something else there. */
const SORT_COLUMN = 11;
const DATES_NEEDED = 0.8;

/** By the date in that column (specification, section 4), if at least four fifths of its cells are dates. */
export function sortedByDate(records: readonly CsvRecord[]): CsvRecord[] {
  const keyed = records.map((record) => ({ record, key: sortKey(record.cells[SORT_COLUMN] ?? "") }));
  const dates = keyed.filter(({ key }) => key !== LAST).length;
  if (dates < records.length * DATES_NEEDED) return [...records];
  return keyed
    .sort((one, other) => (one.key < other.key ? -1 : Number(one.key > other.key)))
    .map((each) => each.record);
}

/** After every date. */
const LAST = "~";

function sortKey(cell: string): string {
  const moment = cell === "" ? null : readMoment(cell);
  return moment ? `${moment.date} ${moment.clock ? clockTime(moment.clock.minute) : ""}` : LAST;
}
