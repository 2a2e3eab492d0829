import { z } from "zod";
import { hashOf } from "~/platform/db/tokens";
import { upperFirst } from "~/platform/letter-case";
import { plainNumber } from "~/platform/money";
import { readClockTime, readEndTime } from "~/platform/time/clock-time";
import { missingDay, readDate } from "~/platform/time/dates";
import type { LondonDate } from "~/platform/time/london";
import { exemptFromQuota } from "./form-schemas";

/**
 * Field schemas of all forms. Each takes what a browser posts for one name (text, nothing, or a list when a name was
 * sent twice) and returns a typed value or one message that says how to correct it.
 */

/** The value posted for a name. Optional: nothing at all is sent for an unticked box, or by a truncated form. */
const sent = z.unknown().optional();

/** A form without answers: its address, or the cookie it comes with, is sufficient. */
export const emptyForm = z.object({});
/** The same, for a button that deletes something or undoes it. */
export const deletingForm = exemptFromQuota(z.object({}));

/**
 * One answer as trimmed text; empty when nothing, or nothing visible, was sent. Line ends become "\n". Control
 * characters are removed, including those that change the direction of the text around them.
 */
const answer = sent
  .transform((input) => input ?? "")
  .pipe(z.string("Give one answer only"))
  .transform((input) => {
    const text = input
      .replace(/\r\n?/g, "\n")
      .replace(/(?![\n\t])[\p{Cc}\u00ad\u200b\u2060\ufeff\u202a-\u202e\u2066-\u2069]/gu, "")
      .trim();
    return /^[\s\p{DI}]*$/u.test(text) ? "" : text;
  });

/** The same, null when empty. */
const answerOrNull = answer.transform((value) => value || null);

interface TextRule {
  /** The field in words, with a lower-case first letter: "title". */
  name: string;
  max: number;
  /** Message when empty; without it the field may stay empty. */
  empty?: string;
}

export function text({ name, max, empty }: TextRule) {
  return answer.transform((value, context) => {
    if (value === "" && empty) return refuse(context, empty);
    if ([...value].length > max) return refuse(context, `${upperFirst(name)} must be ${max} characters or fewer`);
    return value;
  });
}

/** As `text`, for a name that may be sent several times, at most `maxCount`. Empty answers are left out. */
export function texts({ maxCount, ...rule }: Omit<TextRule, "empty"> & { maxCount: number }) {
  const each = text(rule);
  return sent.transform((input, context): string[] => {
    const list = input === undefined ? [] : Array.isArray(input) ? input : [input];
    if (list.length > maxCount) return refuse(context, `Give ${maxCount} answers at most`);
    return list.flatMap((item) => {
      const read = each.safeParse(item);
      if (!read.success) return refuse(context, read.error.issues[0]?.message ?? "");
      return read.data === "" ? [] : [read.data];
    });
  });
}

/** One of `values`; null when empty. */
export function choice<const Value extends string>(name: string, values: readonly Value[]) {
  return answerOrNull.pipe(z.enum(values, `Choose ${name} from the list`).nullable());
}

/** As `choice`, for a required answer. */
export function chosen<const Value extends string>(name: string, values: readonly Value[], empty = `Choose ${name}`) {
  const error = ({ input }: { input?: unknown }) => (input === null ? empty : `Choose ${name} from the list`);
  return answerOrNull.pipe(z.enum(values, { error }));
}

/**
 * A London date as typed (see `readDate`); null when empty and allowed. `faulty` is the message for a date that does
 * not exist.
 */
export function date(name: string, empty?: undefined, faulty?: string): z.ZodType<LondonDate | null>;
export function date(name: string, empty: string, faulty?: string): z.ZodType<LondonDate>;
export function date(name: string, empty?: string, faulty?: string): z.ZodType<LondonDate | null> {
  return answer.transform((value, context) => {
    const read = readDate(value);
    if (read === null) return empty ? refuse(context, empty) : null;
    if (read !== false) return read;
    const why = missingDay(value);
    if (why) return refuse(context, `${faulty ?? `${upperFirst(name)} must be a real date`}: ${why}`);
    return refuse(context, faulty ?? `${upperFirst(name)} must be a real date, such as 27/3/2026`);
  });
}

/** The message of the specification (section 5) for a faulty time. */
const CLOCK_TIME_MESSAGE = "Please check the time is in the format hh:mm";

/** A clock time as minutes from midnight; null when empty. */
export function clock(message = CLOCK_TIME_MESSAGE) {
  return clockField(readClockTime, message);
}

/** As `clock`, for an end: 24:00 is 1440. */
export function clockEnd(message = CLOCK_TIME_MESSAGE) {
  return clockField(readEndTime, message);
}

function clockField(readTime: typeof readClockTime, message: string) {
  return answer.transform((value, context) => {
    const read = readTime(value);
    return read === false ? refuse(context, message) : read;
  });
}

/**
 * As `clockEnd`, for an end that is on the next day anyway if it is at or before the start: 24:00 becomes its 00:00.
 */
export function nextEnd() {
  return clockEnd().transform((minute) => minute && minute % 1440);
}

interface NumberRule {
  name: string;
  min: number;
  max: number;
  /** Decimal places allowed; 0 for whole numbers. */
  places: number;
  empty?: string;
}

/** A decimal number as typed; spaces, commas between thousands and a pound sign are accepted. Null when empty. */
export function number(rule: NumberRule & { empty: string }): z.ZodType<number>;
export function number(rule: NumberRule): z.ZodType<number | null>;
export function number({ name, min, max, places, empty }: NumberRule): z.ZodType<number | null> {
  return answer.transform((value, context) => {
    const clean = plainNumber(value);
    if (clean.includes(",")) return refuse(context, `Write ${name} with a point, such as 1.5`);
    if (clean === "") return empty ? refuse(context, empty) : null;
    if (!/^-?(\d+\.?\d*|\.\d+)$/.test(clean)) return refuse(context, `${upperFirst(name)} must be a number`);
    const decimals = clean.split(".")[1]?.replace(/0+$/, "").length ?? 0;
    const read = Number(clean);
    if (decimals > places) {
      const kind = places === 0 ? "a whole number" : `a number with up to ${places} decimal places`;
      return refuse(context, `${upperFirst(name)} must be ${kind}`);
    }
    if (read < min || read > max) return refuse(context, `${upperFirst(name)} must be between ${min} and ${max}`);
    return read;
  });
}

/** A tick box. */
export function tick() {
  return answer.transform((value) => value !== "");
}

/** Values of the ticked boxes of one name, without duplicates, at most `max`. */
export function ticks(name: string, max: number) {
  return sent.transform((input, context): string[] => {
    const list = input === undefined ? [] : Array.isArray(input) ? input : [input];
    if (!list.every((item): item is string => typeof item === "string") || list.length > max) {
      return refuse(context, `Choose ${name} from the list`);
    }
    return [...new Set(list.filter((item) => item !== ""))];
  });
}

/** A hidden reference or key of Daybook: 22 characters, and required. */
export function reference(message: string) {
  return answer.pipe(z.string().regex(/^[\w-]{22}$/, message));
}

/**
 * The idempotency key of a form, as its hash; the key itself is only in the page. It is part of the fingerprint of the
 * answers: without it a reader of the database could test guesses of text that is encrypted. For that reason edit forms
 * with such text have one, too.
 */
export const idempotencyKey = reference("Reload this page, then send the form again").transform(hashOf);

/** The key in the form of an edit, which a call may leave out. */
export const editKey = text({ name: "key", max: 22 }).transform(hashOf);

/** The version that an edit started from. */
export const version = number({
  name: "version",
  min: 1,
  max: Number.MAX_SAFE_INTEGER,
  places: 0,
  empty: "Reload this page, then make your change again",
});

/**
 * Reports a fault of this field and ends its reading. A refinement that aborts would keep `beside` from checking the
 * other fields.
 */
function refuse(context: z.RefinementCtx, message: string): never {
  context.addIssue({ code: "custom", message });
  return z.NEVER;
}
