import type { z } from "zod";

/** The field names that a form may have, according to its schema. Other names are neither read nor sent back. */
export interface KnownNames {
  /** Names below a name; empty for a plain answer. */
  fields: ReadonlyMap<string, KnownNames>;
  /** Names in each row of a list. */
  rows: KnownNames | null;
  /** True for a schema that accepts any names. */
  any: boolean;
}

const PLAIN: KnownNames = { fields: new Map(), rows: null, any: false };
const ANY: KnownNames = { fields: new Map(), rows: null, any: true };

const found = new WeakMap<object, KnownNames>();

export function knownNames(schema: z.ZodType | z.core.$ZodType): KnownNames {
  const before = found.get(schema);
  if (before) return before;
  const names = namesOf(schema as unknown as z.core.$ZodTypes);
  found.set(schema, names);
  return names;
}

/** Names below `name`; null if the form has no such name. */
export function namesBelow(names: KnownNames, name: string): KnownNames | null {
  return names.any ? ANY : (names.fields.get(name) ?? null);
}

/** The same for a row of a list. */
export function namesOfRow(names: KnownNames): KnownNames | null {
  return names.any ? ANY : names.rows;
}

function namesOf(schema: z.core.$ZodTypes): KnownNames {
  const { def } = schema._zod;
  switch (def.type) {
    case "object": {
      const fields = Object.entries(def.shape).map(([name, field]) => [name, knownNames(field)] as const);
      return { fields: new Map(fields), rows: null, any: def.catchall?._zod.def.type === "unknown" };
    }
    case "record":
      return ANY;
    case "array":
      return { ...PLAIN, rows: knownNames(def.element) };
    case "pipe": {
      const [before, after] = [knownNames(def.in), knownNames(def.out)];
      // A schema that takes anything and passes it to a schema with names means those names.
      return after.fields.size > 0 ? merge({ ...before, any: false }, after) : merge(before, after);
    }
    case "union":
      return def.options.map((option) => knownNames(option)).reduce(merge, PLAIN);
    case "intersection":
      return merge(knownNames(def.left), knownNames(def.right));
    case "optional":
    case "nullable":
    case "default":
    case "prefault":
    case "nonoptional":
    case "readonly":
    case "catch":
      return knownNames(def.innerType);
    default:
      return PLAIN;
  }
}

function merge(one: KnownNames, other: KnownNames): KnownNames {
  const fields = new Map(one.fields);
  for (const [name, names] of other.fields) {
    const before = fields.get(name);
    fields.set(name, before ? merge(before, names) : names);
  }
  return {
    fields,
    rows: one.rows && other.rows ? merge(one.rows, other.rows) : (one.rows ?? other.rows),
    any: one.any || other.any,
  };
}

/**
 * Names of the fields that hold a secret, of all forms: passwords, codes, tokens. Their values are never sent back in a
 * page, and never kept in a form draft.
 */
const SECRETS: ReadonlySet<string> = new Set([
  "password",
  "password1",
  "password2",
  "twoFactorCode",
  "recoveryCode",
  "code",
  // The response of a passkey.
  "answer",
  "turnstile_token",
  "turnstileToken",
]);

/** True for a field of that name at any level of its form, such as `rows[0].password`. */
export function isSecretField(fieldName: string): boolean {
  return fieldName.split(/[.[\]]+/).some((part) => SECRETS.has(part));
}

/**
 * The secret of an authenticator app that is being set up: a field that its own page needs back, and nothing else may
 * have.
 */
export const SETUP_SECRET = "setup";

/** Fields that pages and buttons fill in: a form with nothing else has no typed text to lose. */
const NOT_TYPED = [
  "version",
  "idempotency_key",
  "unique_ref",
  "intent",
  "step",
  "login_ref",
  "deletion",
  "after_save",
  "next",
  "cases",
  "from",
  "sessions",
  "difference",
  "series_shown",
];

/** Whether its user fills a field in. */
export function isTyped(name: string): boolean {
  return !NOT_TYPED.includes(name);
}

export function hasTyped(values: Readonly<Record<string, readonly string[]>>): boolean {
  return Object.entries(values).some(([name, texts]) => isTyped(name) && texts.some((text) => text.trim() !== ""));
}
