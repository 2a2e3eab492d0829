import { expect, test } from "vitest";
import {
  CONFIRM_MESSAGE,
  findIdentifiers,
  identifierErrors,
  identifierMessage,
  isNhsNumber,
  isSuspected,
  newHits,
  REASON_MESSAGE,
  type SaveAnyway,
} from "~/ui/identifiers/rules";

test.each([
  ["1234567890 units", null],
  ["TKR L ASA3", null],
  ["Mrs Smith #NOF", "medium"],
  ["943 476 5919", "strong"],
  ["943 476 5918", null],
  ["MRN 4412907", "strong"],
  ["SW1A 1AA", "medium"],
  ["07700 900123", "medium"],
  ["", null],
  ["9434765919", "strong"],
  ["943-476-5919", "strong"],
  ["19434765919", null],
  ["DOB 1/2/1950", "strong"],
  ["d.o.b. known", "strong"],
  ["Date of Birth given", "strong"],
  ["hosp no: 123", "strong"],
  ["Hospital number K123", "strong"],
  ["CRN#4412", "strong"],
  ["stubborn airway", null],
  ["newborn", null],
  ["Mr. Jones asked", "medium"],
  ["master plan", null],
  ["Miss rate low", null],
  ["GIR 0AA", "medium"],
  ["EC1A1BB", "medium"],
  ["ETT 7.5", null],
  ["L3 4 spinal", null],
  ["007700900123", null],
  ["943\u00a0476\u00a05919", "strong"],
  ["943.476.5919", "strong"],
  ["943\n476\r\n5919", "strong"],
  ["943\u2011476\u20115919", "strong"],
  ["９４３ ４７６ ５９１９", "strong"],
  ["943\u200b476\u200b5919", "strong"],
  ["MRN\u00a04412907", "strong"],
  ["Hosp no. K123", "strong"],
  ["D/O/B 1950", "strong"],
  ["date of\nbirth", "strong"],
  ["MR SMITH", "medium"],
  ["MRS\u00a0SMITH-JONES", "medium"],
  ["MR Smith", "medium"],
  ["Mr O'Brien", "medium"],
  ["Mr O’Brien", "medium"],
  ["MISS O'BRIEN", "medium"],
  ["Mrs D’Souza", "medium"],
  ["Mr McDonald", "medium"],
  ["Mrs Smith-Jones", "medium"],
  ["Mr Ólafsson", "medium"],
  ["Mr J. K. Brown", "medium"],
  ["MS LEE", "medium"],
  ["Mrs\nSmith", "medium"],
  ["Mr Head", "medium"],
  ["MR SEVERE", null],
  ["MR scan of the knee", null],
  ["MR ANGIOGRAM, GA", null],
  ["SEVERE MR AND TR", null],
  ["MS MODERATE", null],
  ["OXYCODONE MR TABLETS", null],
  ["MRS BRAIN", null],
  ["SEVERE MR WITH MR SMITH", "medium"],
  ["SW1A\u00a01AA", "medium"],
  ["+447700900123", "medium"],
  ["+44 7700 900 123", "medium"],
  ["+44 (0)7700 900123", "medium"],
  ["0044 7700 900123", "medium"],
  ["07700-900-123", "medium"],
  ["07700\u00a0900123", "medium"],
  ["07.11.2026 08:30", null],
  ["Fentanyl 100, 07:30", null],
  ["BP 120/80, 943 mmol", null],
] as const)("‘%s’: %s", (text, level) => {
  const [hit] = findIdentifiers(text);
  expect(hit ? (hit.strong ? "strong" : "medium") : null).toBe(level);
});

test("an NHS number is known by its check digit", () => {
  expect(["943 476 5919", "943 476 5918", "4010232137", "12345"].map(isNhsNumber)).toEqual([true, false, true, false]);
  // Whatever the last digit: the check of these nine is 10, and no number has that.
  expect(Array.from({ length: 10 }, (_, digit) => isNhsNumber(`100000001${digit}`))).not.toContain(true);
});

test("a check digit of 0 is that of a sum which eleven divides, and no other digit is", () => {
  const known = Array.from({ length: 10 }, (_, digit) => isNhsNumber(`999000005${digit}`));
  expect(known).toEqual([true, ...Array(9).fill(false)]);
  expect(findIdentifiers("999 000 0050")).toEqual([{ kind: "nhs_number", strong: true }]);
});

test("every kind of hit is found once, strong ones first", () => {
  const text = "Mrs Smith, 943 476 5919, DOB 1950, MRN 1, Mr Smith, SW1A 1AA, 07700 900123";
  const kinds = ["nhs_number", "date_of_birth", "hospital_number", "name", "postcode", "mobile_phone"];
  expect(findIdentifiers(text).map((hit) => hit.kind)).toEqual(kinds);
});

test.each([
  ["943 476 5919", "This looks like an NHS number. Please remove details that identify a patient."],
  ["DOB", "This looks like a date of birth. Please remove details that identify a patient."],
  ["MRN 1", "This looks like a hospital number. Please remove details that identify a patient."],
  ["Mrs Smith", "This looks like a person’s name. Please remove details that identify a patient."],
  ["SW1A 1AA", "This looks like a postcode. Please remove details that identify a patient."],
  ["07700 900123", "This looks like a mobile phone number. Please remove details that identify a patient."],
  ["TKR", null],
])("of ‘%s’ is said: %s", (text, message) => {
  expect(identifierMessage(findIdentifiers(text))).toBe(message);
});

const NOTHING: SaveAnyway = { identifiers_confirmed: false, identifiers_asked: "", identifiers_reason: "" };
const TICKED: SaveAnyway = { ...NOTHING, identifiers_confirmed: true, identifiers_asked: "name" };
const REASON: SaveAnyway = { ...NOTHING, identifiers_reason: "Implant" };
const NAME = "This looks like a person’s name. Please remove details that identify a patient.";
const NHS = "This looks like an NHS number. Please remove details that identify a patient.";

test("a medium hit waits for a tick, a strong one for a reason; a reason covers both", () => {
  const medium = { notes: "Mrs Smith", other: "TKR" };
  const strong = { notes: "943 476 5919", other: "Mrs Smith" };
  expect(identifierErrors(medium, {}, NOTHING)).toEqual({ notes: NAME, identifiers_confirmed: CONFIRM_MESSAGE });
  expect(identifierErrors(medium, {}, TICKED)).toEqual({});
  expect(identifierErrors(medium, {}, REASON)).toEqual({});
  const refused = { notes: NHS, other: NAME, identifiers_reason: REASON_MESSAGE };
  expect(identifierErrors(strong, {}, NOTHING)).toEqual(refused);
  expect(identifierErrors(strong, {}, TICKED)).toEqual(refused);
  expect(identifierErrors(strong, {}, REASON)).toEqual({});
});

test("a tick covers the kinds that it stood beside, and no other", () => {
  const more = { notes: "Mrs Smith", other: "SW1A 1AA, 07700 900123" };
  expect(Object.keys(identifierErrors(more, {}, TICKED))).toEqual(["notes", "other", "identifiers_confirmed"]);
  expect(identifierErrors(more, {}, { ...TICKED, identifiers_asked: "mobile_phone name postcode" })).toEqual({});
  expect(identifierErrors({ notes: "Mrs Smith" }, {}, { ...TICKED, identifiers_asked: "" })).not.toEqual({});
});

test("a text that is saved already is not asked about again, until it changes", () => {
  const saved = { notes: "Mrs Smith\nagreed" };
  expect(identifierErrors({ notes: " Mrs Smith\r\nagreed " }, saved, NOTHING)).toEqual({});
  expect(newHits({ notes: "Mrs Smith\nagreed, again" }, saved)).toHaveLength(1);
  expect(isSuspected(saved)).toBe(true);
  expect(isSuspected({ notes: "TKR" })).toBe(false);
});
