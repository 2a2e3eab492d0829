/** A sign that a text identifies a patient. A strong hit is hardly ever anything else; a medium one often is. */
interface IdentifierHit {
  kind: IdentifierKind;
  strong: boolean;
}

type IdentifierKind = keyof typeof WORDS;

const WORDS = {
  nhs_number: "an NHS number",
  date_of_birth: "a date of birth",
  hospital_number: "a hospital number",
  name: "a person’s name",
  postcode: "a postcode",
  mobile_phone: "a mobile phone number",
};

/** Separators between the parts of a pasted number: spaces, dots, dashes, the end of a line. */
const GAP = String.raw`[\s.\-\u2010-\u2015]{0,2}`;

/** In the order in which they are asked about. */
const PATTERNS: readonly (IdentifierHit & { pattern: RegExp; holds?: (found: RegExpExecArray) => boolean })[] = [
  {
    kind: "nhs_number",
    strong: true,
    pattern: new RegExp(String.raw`(?<!\d)\d{3}${GAP}\d{3}${GAP}\d{4}(?!\d)`, "g"),
    holds: ([found]) => isNhsNumber(found),
  },
  { kind: "date_of_birth", strong: true, pattern: /\b(d[./]?o[./]?b\.?|date\s+of\s+birth|born)\b/gi },
  { kind: "hospital_number", strong: true, pattern: /\b(MRN|hosp(ital)?\s?(no|num(ber)?)|CRN)\b[:#.\s]*\w+/gi },
  {
    kind: "name",
    strong: false,
    pattern: /\b(Mr|Mrs|Miss|Ms|Mx|Master)\b\.?\s{1,2}(?:\p{Lu}\.?\s)*\p{Lu}['’]?\p{L}+/gu,
  },
  {
    kind: "name",
    strong: false,
    pattern: /\b(MR|MRS|MISS|MS|MX|MASTER)\b\.?\s{1,2}(?:\p{Lu}\.?\s)*(\p{Lu}['’]?\p{L}+)/gu,
    holds: ([, , word = ""]) => !NO_NAMES.has(word.toUpperCase()),
  },
  {
    kind: "postcode",
    strong: false,
    pattern: /\b(GIR\s?0AA|[A-PR-UWYZ][A-HK-Y]?\d[A-Z\d]?\s?\d[ABD-HJLNP-UW-Z]{2})\b/g,
  },
  {
    kind: "mobile_phone",
    strong: false,
    pattern: new RegExp(String.raw`(?<!\d)(?:0|(?:\+|00)44\s?(?:\(0\)\s?)?)7\d{3}${GAP}\d{3}${GAP}\d{3}(?!\d)`, "g"),
  },
];

/**
 * In capitals MR is also magnetic resonance, mitral regurgitation and modified release, MS stenosis or sclerosis, MRS a
 * scan or a scale. These words follow such abbreviations, and are hardly ever names.
 */
const NO_NAMES = new Set(
  `ABDOMEN ABLATION AND ANGIO ANGIOGRAM ANGIOGRAPHY AR AS BRAIN CAPSULE CAPSULES CARDIAC CERVICAL CONDITIONAL CONTIN
  CONTRAST DOSE ELASTOGRAPHY ENTEROGRAPHY FUNCTIONAL GRADE GUIDED HEAD HIP IMAGING ISCHAEMIC JET KNEE LIST LIVER LUMBAR
  MILD MODERATE MORPHINE MR MS NECK NO NOT ON OXYCODONE PATIENT PATIENTS PELVIS PLAN PROGRESSIVE PROSTATE RELAPSING
  REPAIR SAFE SCAN SCANNER SCANS SCORE SECONDARY SEVERE SHOULDER SPECTROSCOPY SPINE SUITE TABLET TABLETS THORACIC TR
  TRACE TRAMADOL TRIVIAL UNSAFE VALVE VENOGRAM WITH`.split(/\s+/),
);

/** Finds what looks as if it identified a patient: each kind once, strong ones first. Never log the text. */
export function findIdentifiers(text: string): IdentifierHit[] {
  // Pasted text may have spaces, digits and letters of other widths, and invisible characters between them.
  const plain = text.normalize("NFKC").replace(/[\u00ad\u200b-\u200d\u2060\ufeff]/g, "");
  const hits = PATTERNS.filter(({ pattern, holds = () => true }) => [...plain.matchAll(pattern)].some(holds));
  return hits
    .filter(({ kind }, place) => hits.findIndex((hit) => hit.kind === kind) === place)
    .map(({ kind, strong }) => ({ kind, strong }));
}

/** True for ten digits whose last is the check digit of the others, modulo 11. */
export function isNhsNumber(text: string): boolean {
  const digits = [...text.replace(/\D/g, "")].map(Number);
  if (digits.length !== 10) return false;
  const sum = digits.slice(0, 9).reduce((total, digit, place) => total + digit * (10 - place), 0);
  const check = (11 - (sum % 11)) % 11;
  return check === digits[9];
}

/** Message under a field about the first hit in its text; null when it has none. */
export function identifierMessage(hits: readonly IdentifierHit[]): string | null {
  const [first] = hits;
  return first ? `This looks like ${WORDS[first.kind]}. Please remove details that identify a patient.` : null;
}

export const CONFIRM_MESSAGE = "To save it anyway, select that it identifies no patient";
export const REASON_MESSAGE = "To save it anyway, give a short reason why it identifies no patient";

/** Answers to "Save anyway". */
export interface SaveAnyway {
  identifiers_confirmed: boolean;
  /** The kinds of hit that were shown with the tick: it covers no others. */
  identifiers_asked: string;
  identifiers_reason: string;
}

/** Texts by field name. */
export type Texts = Record<string, string>;

/** Finds the hits of every text that differs from what is saved: saved text was asked about when it was saved. */
export function newHits(texts: Texts, saved: Texts): { name: string; hits: IdentifierHit[] }[] {
  return Object.entries(texts)
    .filter(([name, text]) => !sameText(text, saved[name] ?? ""))
    .map(([name, text]) => ({ name, hits: findIdentifiers(text) }))
    .filter(({ hits }) => hits.length > 0);
}

/** Each kind once, in alphabetical order. */
export function kindsOf(asked: readonly { hits: readonly IdentifierHit[] }[]): IdentifierKind[] {
  return [...new Set(asked.flatMap(({ hits }) => hits.map(({ kind }) => kind)))].sort();
}

/** Errors that hold up a save, by field name; empty when there are no new hits, or "Save anyway" covers them. */
export function identifierErrors(texts: Texts, saved: Texts, said: SaveAnyway): Record<string, string> {
  const asked = newHits(texts, saved);
  const strong = asked.some(({ hits }) => hits.some((hit) => hit.strong));
  const shown = said.identifiers_asked.split(" ");
  const ticked = said.identifiers_confirmed && kindsOf(asked).every((kind) => shown.includes(kind));
  // A reason covers strong hits too.
  const covered = said.identifiers_reason !== "" || (!strong && ticked);
  if (asked.length === 0 || covered) return {};
  const errors = asked.map(({ name, hits }) => [name, identifierMessage(hits) ?? ""]);
  const way = strong ? ["identifiers_reason", REASON_MESSAGE] : ["identifiers_confirmed", CONFIRM_MESSAGE];
  return Object.fromEntries([...errors, way]);
}

/** True if any text to be saved looks like an identifier, confirmed or not. */
export function isSuspected(texts: Texts): boolean {
  return Object.values(texts).some((text) => findIdentifiers(text).length > 0);
}

/** True for texts that differ only in line ends and outer spaces, which a form changes. */
function sameText(one: string, other: string): boolean {
  return one.replace(/\r\n?/g, "\n").trim() === other.trim();
}
