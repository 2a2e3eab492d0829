import { NEURAXIAL } from "~/diary/case-lines/phrases";
import { BLOCK_IDS } from "~/diary/cases/standard-options";
import { CSV_FIELD_LABELS, CSV_FIELDS, type CsvField, type CsvMapping } from "~/import/fields";
import { byLetters } from "~/platform/letter-order";
import { clockTime } from "~/platform/time/clock-time";
import { readMoment } from "./moment";
import { type CsvColumn, type CsvRecord, columnLetter } from "./table";
import { OF_CANCELLED, proposals, wordsOfCell } from "./words";

const SAMPLES = 3;
const SAMPLE_CHARACTERS = 60;
const SAMPLED_FROM = 200;

/** The columns of a table, with samples by which a person tells them apart. */
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

/** Column, from 0, that holds the dates in one trust's file; in other files it holds something else. */
const SORT_COLUMN = 11;
const DATES_NEEDED = 0.8;

/** Sorts by the date in that column (specification, section 4), if at least four fifths of its cells are dates. */
export function sortedByDate(records: readonly CsvRecord[]): CsvRecord[] {
  const keyed = records.map((record) => ({ record, key: sortKey(record.cells[SORT_COLUMN] ?? "") }));
  const dates = keyed.filter(({ key }) => key !== LAST).length;
  if (dates < records.length * DATES_NEEDED) return [...records];
  return keyed.sort((one, other) => byLetters(one.key, other.key)).map((each) => each.record);
}

/** Sorts after every date. */
const LAST = "~";

function sortKey(cell: string): string {
  const moment = cell === "" ? null : readMoment(cell);
  return moment ? `${moment.date} ${moment.clock ? clockTime(moment.clock.minute) : ""}` : LAST;
}

/** Words of headings for each field, the most certain first. Daybook's own exports use its labels as headings. */
const WORDS: Readonly<Record<CsvField, readonly string[]>> = {
  case_date: ["date of operation", "operation date", "case date", "session date", "date of surgery", "date"],
  start_time: [
    ...["start time", "anaes start", "anaesthetic start", "anaesthesia start", "induction", "start"],
    ...["into theatre", "into or", "in time", "time", "session"],
  ],
  end_time: [
    ...["end time", "anaes finish", "anaesthetic finish", "anaesthesia finish", "anaes end", "out of or"],
    ...["out of theatre", "end", "finish", "into recovery"],
  ],
  age: ["age", "dob", "date of birth", "birth date", "birthdate"],
  gender: ["sex", "gender"],
  asa: ["asa"],
  case_description: ["procedure", "operation", "description", "surgery"],
  urgency: ["urgency", "ncepod", "ncepod urgency", "ncepod class", "priority", "case priority", "urgency of surgery"],
  supervision: ["supervision", "supervised", "trainee supervised", "trainee grade", "grade of trainee"],
  airway: [
    ...["airway", "airway management", "airway device", "airway technique", "anaesthetic technique", "technique"],
  ],
  regional: [
    ...["regional", "regional block", "regional anaesthetic", "block", "nerve block", "regional name", "block name"],
    ...["ra", "regional technique", "block technique", "technique", "anaesthetic technique"],
  ],
  block_technique: [
    ...["regional technique", "block technique", "block guidance", "guidance", "nerve location"],
    ...["nerve localisation", "technique"],
  ],
  block_catheter: ["regional catheter", "block catheter", "nerve catheter", "catheter"],
  procedures: [
    ...["procedure type", "procedures", "practical procedures", "anaesthetic procedures"],
    ...["anaesthetic technique", "technique"],
  ],
  specialty: ["specialty", "speciality", "primary specialty", "surgical specialty", "surgical speciality"],
  location: ["theatre", "operating theatre", "theatre name", "location", "hospital", "hospital name", "site", "list"],
  status: ["status", "case status", "operation status", "procedure status", "theatre status"],
  anaesthetist: [
    ...["anaesthetist", "anaesthetist name", "consultant anaesthetist", "anaesthetist 1", "lead anaesthetist"],
    ...["responsible anaesthetist", "primary anaesthetist", "first anaesthetist", "anaesthetic consultant"],
  ],
};

/**
 * Fields that are suggested only by these words as the whole heading: `Hospital` is a place, `Hospital number` a
 * patient.
 */
const ALONE = [
  ...(["urgency", "supervision", "airway", "regional", "block_technique", "block_catheter"] as const),
  ...(["procedures", "specialty", "location", "status", "anaesthetist"] as const),
] as const;
type AloneField = (typeof ALONE)[number];

function isAlone(field: CsvField): field is AloneField {
  return (ALONE as readonly CsvField[]).includes(field);
}

/** Other words of a heading that give it another meaning. */
const OTHER_MEANINGS: Readonly<Record<Exclude<CsvField, AloneField>, RegExp>> = {
  case_date:
    /\b(birth|dob|admi\w*|admission|refer\w*|discharge|booked|booking|listed|report|export|created|updated|anaes\w*|start|finish|end|into|out|arrived)\b/,
  start_time: /\b(planned|scheduled|date|session|list)\b/,
  end_time: /\b(planned|scheduled|date|session|list)\b/,
  age: /\b(unit|group|band|at export)\b/,
  gender: /\b(surgeon|anaesthetist)\b/,
  asa: /\b(date|time)\b/,
  case_description:
    /\b(code|codes|type|position|id|no|number|count|grade|date|time|datetime|start|finish|surgeon|category|opcs|supervision|supervisor|notes|practical|anaesthetic)\b/,
};

/**
 * Suggests fields by the words of the headings, one column for a field and one field for a column. The user confirms
 * them.
 */
export function suggestMapping(columns: readonly CsvColumn[]): CsvMapping {
  const chances = CSV_FIELDS.flatMap((field) =>
    columns.map((column) => ({ field, index: column.index, score: scoreOf(field, column) })),
  );
  const mapping: CsvMapping = {};
  const taken = new Set<number>();
  for (const { field, index, score } of chances.sort((one, other) => other.score - one.score)) {
    if (score <= 0 || mapping[field] !== undefined || taken.has(index)) continue;
    mapping[field] = index;
    taken.add(index);
  }
  return mapping;
}

/** Score of a field for a column: 0 or less when the heading means something else. */
function scoreOf(field: CsvField, { heading, samples }: CsvColumn): number {
  const words = wordsOf(heading);
  // More certain than a status, which may be another one.
  if (field === "status" && OF_CANCELLED.test(words)) return samples.length > 0 ? 2_000 : 50;
  const isTechnique = /\btechnique$/.test(plainWords(words));
  if (words === CSV_FIELD_LABELS[field].toLowerCase() && !isTechnique) return 1_000;
  if (isAlone(field)) {
    if (isTechnique && !(TECHNIQUES[techniquesOf(samples)] as readonly CsvField[]).includes(field)) return 0;
    const [written, plain] = [WORDS[field].indexOf(words), WORDS[field].indexOf(plainWords(words))];
    const place = written === -1 ? plain : written;
    return place === -1 ? 0 : 150 - place * 5;
  }
  const place = WORDS[field].findIndex((phrase) => ` ${words} `.includes(` ${phrase} `));
  if (place === -1) return 0;
  const phrase = WORDS[field][place] as string;
  // "Time" alone says when; in a longer heading it may be anything.
  if ((phrase === "time" || phrase === "session") && words !== phrase) return 0;
  // Preferred to a date of birth.
  const sure = words === phrase || phrase === "age" ? 50 : 0;
  const other = OTHER_MEANINGS[field].test(words.replace(phrase, "")) ? (EXCLUDED_WORDS.has(field) ? 1_000 : 60) : 0;
  // A column of ages with their units is preferred to one of plain numbers.
  const unit = phrase === "age" && samples.some((sample) => /\d\s?[a-z]/i.test(sample)) ? 100 : 0;
  const text = field === "case_description" && /\b(text|free|txt|description|name)\b/.test(words) ? 15 : 0;
  return 100 - place * 5 + sure + unit + text - other;
}

/**
 * The words of a heading in one form for all logbooks: `Type of anaesthesia`, `Anaesthetic_1` and `Anesthesia mode` are
 * `anaesthetic technique`, `Blocks performed` is `block`. Never of `Procedures`, which are not the `Procedure`.
 */
function plainWords(words: string): string {
  const plain = words
    .replace(/\b(?:anaesthesia|anaesthetics|anesthesia|anesthetics?|anaes)\b/g, "anaesthetic")
    .replace(/\b(airway|block|technique|device|type|mode|method)s\b/g, "$1")
    .replace(/(?: (?:used|performed|details?|1))+$/, "")
    .replace(/^(type|mode|method|technique|name) of (.+)$/, "$2 $1")
    .replace(/^((?:nerve |regional )?block|regional(?: anaesthetic)?) (?:method|technique)$/, "regional technique")
    .replace(/^(.*\b(?:regional|block)) (?:type|mode)$/, "$1");
  return /^anaesthetic(?: (?:type|mode|method))?$/.test(plain) ? "anaesthetic technique" : plain;
}

/** What the values under a heading such as `Technique` are, and the fields that they may belong to. */
const TECHNIQUES = {
  blocks: ["regional"],
  guidance: ["block_technique"],
  others: ["airway", "procedures", "block_technique"],
} as const;

function techniquesOf(samples: readonly string[]): keyof typeof TECHNIQUES {
  const propose = proposals();
  const meant = samples.flatMap(wordsOfCell).map((word) => propose("regional", word));
  const blocks = meant.filter((meaning) => meaning.some((item) => NERVE_BLOCKS.includes(item)));
  if (blocks.length * 2 > meant.length) return "blocks";
  return samples.some((sample) => GUIDANCE.test(sample)) && blocks.length === 0 ? "guidance" : "others";
}

const GUIDANCE = /\b(?:ultrasound|us|landmark|nerve stimulator)\b/i;

/** A spinal is a technique among others. */
const NERVE_BLOCKS = BLOCK_IDS.filter((id) => !NEURAXIAL.test(id));

/** Fields for which a wrong column would be worse than none. */
const EXCLUDED_WORDS: ReadonlySet<CsvField> = new Set<CsvField>([
  "case_date",
  "case_description",
  "age",
  "gender",
  "asa",
]);

/** `Patient_Age_Years`, `PatientAgeYears` and `Patient age (years)` are the same words. */
function wordsOf(heading: string): string {
  return heading
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, " ")
    .trim();
}
