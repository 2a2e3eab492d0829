/** What a text may name a patient by. A strong hit is hardly ever anything else; a medium one often is. */
export interface IdentifierHit {
  kind: IdentifierKind;
  strong: boolean;
}

export type IdentifierKind = keyof typeof WORDS;

const WORDS = {
  nhs_number: "an NHS number",
  date_of_birth: "a date of birth",
  hospital_number: "a hospital number",
  name: "a person’s name",
  postcode: "a postcode",
  mobile_phone: "a mobile phone number",
};

/** In the order in which they are asked about. */
const PATTERNS: readonly (IdentifierHit & { pattern: RegExp; holds?: (found: string) => boolean })[] = [
  {
    kind: "nhs_number",
    strong: true,
    pattern: /(?<!\d)\d{3}[ -]?\d{3}[ -]?\d{4}(?!\d)/g,
    holds: isNhsNumber,
  },
  { kind: "date_of_birth", strong: true, pattern: /\b(d\.?o\.?b\.?|date of birth|born)\b/gi },
  { kind: "hospital_number", strong: true, pattern: /\b(MRN|hosp(ital)? ?(no|num(ber)?)|CRN)\b[:# ]*\w+/gi },
  { kind: "name", strong: false, pattern: /\b(Mr|Mrs|Miss|Ms|Mx|Master)\.? [A-Z][a-z]+/g },
  {
    kind: "postcode",
    strong: false,
    pattern: /\b(GIR ?0AA|[A-PR-UWYZ][A-HK-Y]?\d[A-Z\d]? ?\d[ABD-HJLNP-UW-Z]{2})\b/g,
  },
  { kind: "mobile_phone", strong: false, pattern: /(?<!\d)07\d{3} ?\d{6}(?!\d)/g },
];

/** What in a text looks as if it identified a patient: each kind once, strong ones first. Never log the text. */
export function findIdentifiers(text: string): IdentifierHit[] {
  return PATTERNS.filter(({ pattern, holds = () => true }) =>
    [...text.matchAll(pattern)].some(([found]) => holds(found)),
  ).map(({ kind, strong }) => ({ kind, strong }));
}

/** Ten digits whose last is the check digit of the others, modulo 11. */
export function isNhsNumber(text: string): boolean {
  const digits = [...text.replace(/\D/g, "")].map(Number);
  if (digits.length !== 10) return false;
  const sum = digits.slice(0, 9).reduce((total, digit, place) => total + digit * (10 - place), 0);
  const check = (11 - (sum % 11)) % 11;
  return check === digits[9];
}

/** What is said of a text under its field: of its first hit; null when it has none. */
export function identifierMessage(hits: readonly IdentifierHit[]): string | null {
  const [first] = hits;
  return first ? `This looks like ${WORDS[first.kind]}. Please remove details that identify a patient.` : null;
}
