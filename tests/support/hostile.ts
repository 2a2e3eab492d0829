import fc from "./property";

/** Keys that every object has: what is sent is looked up in tables, and must be found in none by these. */
const KEYS_OF_ALL = [
  "__proto__",
  "constructor",
  "prototype",
  "toString",
  "valueOf",
  "hasOwnProperty",
  "then",
  "length",
];

const HOSTILE_TEXTS = [
  ...["", " ", "0", "-1", "1", "2.5", "1e309", "NaN", "99999999999999999999", "0x10", "½", "٣", "1,5", "1,234.56"],
  ...["31/02/2026", "29/02/2025", "25/10/2026", "29/3/2026", "2026-02-30", "01/01/1899", "31/12/2099", "1/1/1"],
  ...["01:30", "1:15", "24:00", "25:61", "23:59", "5pm", "08.15", "0815"],
  ...[
    "💥",
    "\u0000",
    "\u202e",
    "\ud800",
    "ﬃ",
    "İ",
    "a\r\nb",
    "<script>alert(1)</script>",
    "' OR 1=1 --",
    "%00",
    "../",
    "{}",
  ],
  ...["[]", "null", "true", "undefined", '{"__proto__":1}', "a,b,c", "x;y;z", "insert", "first", "next", "yes", "on"],
];

/** A text that nobody should send: of a list, of any letters, or very long. */
export const anyHostileText: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...HOSTILE_TEXTS) },
  { weight: 3, arbitrary: fc.constantFrom(...KEYS_OF_ALL) },
  { weight: 2, arbitrary: fc.string({ unit: "binary", maxLength: 12 }) },
  { weight: 1, arbitrary: fc.integer().map(String) },
  { weight: 1, arbitrary: fc.constant("a".repeat(22)) },
  { weight: 1, arbitrary: fc.constantFrom(30, 300, 3_000, 30_000).map((length) => "x".repeat(length)) },
);

const anyHostileName = fc.oneof(
  fc.constantFrom(...KEYS_OF_ALL),
  fc.constantFrom("__proto__.x", "a.constructor", "schedule[0][0]", "rows[4000000000]", "[]", ".", "__INTENT__", "[0]"),
  fc.string({ unit: "binary", maxLength: 8 }),
);

/** Names with the texts that are sent under them. */
export type Sent = [name: string, value: string][];

interface Change {
  act: "set" | "drop" | "twice" | "swap" | "add";
  at: number;
  other: number;
  name: string;
  value: string;
}

const anyChange: fc.Arbitrary<Change> = fc.record({
  act: fc.constantFrom("set", "set", "set", "set", "drop", "twice", "swap", "add"),
  at: fc.nat(1_000),
  other: fc.nat(1_000),
  name: anyHostileName,
  value: anyHostileText,
});

/** One to four changes of what would be accepted. */
export const anyChanges = fc.array(anyChange, { minLength: 1, maxLength: 4 });

/** What is sent in place of something that would be accepted. */
export function corrupt(right: Sent, changes: readonly Change[]): Sent {
  return changes.reduce(changed, right);
}

function changed(sent: Sent, { act, at, other, name, value }: Change): Sent {
  const [one, two] = [sent[at % sent.length], sent[other % sent.length]];
  if (act === "add" || !one || !two) return [...sent, [name, value]];
  if (act === "drop") return sent.filter((each) => each !== one);
  if (act === "twice") return [...sent, [one[0], value]];
  const put = act === "swap" ? two[1] : value;
  return sent.map((each) => (each === one ? [each[0], put] : each));
}

/** A value that JSON can hold and no call expects. */
const anyHostileJson: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 3, arbitrary: anyHostileText },
  fc.constantFrom(null, true, false, 0, -1, 1.5, 1e308, [], {}, [[]], [{}], [null], { toString: 1 }, { length: 1 }),
  fc.constantFrom(...KEYS_OF_ALL).map((key) => JSON.parse(`{${JSON.stringify(key)}: {"x": 1}}`) as unknown),
);

/** Where in a body something else is put. */
export const anyJsonChanges = fc.array(fc.record({ at: fc.nat(1_000), value: anyHostileJson, name: anyHostileName }), {
  minLength: 1,
  maxLength: 3,
});

/** A body with some of its values, however deep, replaced, and now and then with one more. */
export function corruptJson(right: unknown, changes: readonly { at: number; value: unknown; name: string }[]): unknown {
  let body = right;
  for (const { at, value, name } of changes) {
    const places = placesIn(body);
    const isMore = at % 7 === 0 && typeof body === "object" && body !== null;
    body = isMore ? { ...(body as object), [name]: value } : replaceAt(body, places[at % places.length] ?? [], value);
  }
  return body;
}

function placesIn(body: unknown, path: string[] = []): string[][] {
  if (typeof body !== "object" || body === null) return [path];
  return [path, ...Object.entries(body).flatMap(([name, value]) => placesIn(value, [...path, name]))];
}

function replaceAt(body: unknown, [first, ...rest]: string[], value: unknown): unknown {
  if (first === undefined) return value;
  if (Array.isArray(body)) return body.map((each, at) => (String(at) === first ? replaceAt(each, rest, value) : each));
  const object = body as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(object).map(([name, each]) => [name, name === first ? replaceAt(each, rest, value) : each]),
  );
}
