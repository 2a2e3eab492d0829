import { AsyncLocalStorage } from "node:async_hooks";
import { parseSubmission, resolveSubmission } from "@conform-to/react/future";
import { formatResult } from "@conform-to/zod/v4/future";
import { data } from "react-router";
import type { z } from "zod";
import { hashOf } from "~/platform/db/tokens";
import type { FormResult, FormState } from "./action-result";
import { isSecretField, type KnownNames, knownNames, namesBelow, namesOfRow } from "./field-names";
import { countsTowardsQuota } from "./form-schemas";
import { MAX_FORM_BYTES, readFormData } from "./read-body.server";

/** More than any form of Daybook needs: `schedule[0].weekday` has 19 characters, and no plan has 200 rows. */
const MAX_NAME_LENGTH = 100;
const MAX_ROWS = 200;
/**
 * Most characters of an answer that are sent back with its page: ten times the limit of notes, and more than any field
 * accepts. A longer answer is always refused.
 */
const MAX_ECHOED = 100_000;
/** Names of buttons that only choose what happens after the save. */
const AFTER_SAVE_BUTTONS = ["after_save", "next"];

export type ReadForm<Value> =
  | {
      ok: true;
      value: Value;
      state: FormState;
      /** Hash of the answers and the page's key, without buttons and secrets. It is stored, for `once`. */
      fingerprint: string;
    }
  /**
   * Faulty answers, or a button that adds or removes a row, or asks about a field, which is then `about`: show the page
   * again with `state`.
   */
  | { ok: false; state: FormState; about?: string };

/**
 * Reads a submitted form; every form of Daybook is read by this function. Answers are kept as typed in `state` (never
 * secrets: see `isSecretField`), so that the page shows them again. Names that the schema does not have are dropped, and
 * an answer that is too long for any field is kept only in part.
 * @param maxBytes limit of the body, for a form with a file
 * @throws Response 415 for another content type, 413 for a longer body or more fields than any form has, 400 for one
 * that cannot be parsed
 */
export async function readForm<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
  maxBytes = MAX_FORM_BYTES,
): Promise<ReadForm<z.output<Schema>>> {
  const { submission, intent, targetValue } = readNames(await readFormData(request, maxBytes));
  const read = await readSubmission({ submission, intent, targetValue }, schema);
  answered.set(request, read.state);
  return read;
}

async function readSubmission<Schema extends z.ZodType>(
  { submission, intent, targetValue }: ReturnType<typeof readNames>,
  schema: Schema,
): Promise<ReadForm<z.output<Schema>>> {
  if (intent && intent.type !== "submit") {
    const values = flatten(targetValue ?? submission.payload, knownNames(schema));
    const about = intent.type === "validate" && typeof intent.payload === "string" ? { about: intent.payload } : {};
    return { ok: false, state: { values, errors: {} }, ...about };
  }
  return readAnswers(submission.payload, schema);
}

const answered = new WeakMap<Request, FormState>();

/** The answers that a request sent, as `readForm` read them: for what refuses them without knowing their form. */
export function answersSent(request: Request): FormState {
  return answered.get(request) ?? { values: {}, errors: {} };
}

/** As `readForm`, for answers from another source. `payload` contains text, lists of text, and rows of both. */
export async function readAnswers<Schema extends z.ZodType>(
  payload: unknown,
  schema: Schema,
): Promise<ReadForm<z.output<Schema>>> {
  const values = flatten(payload, knownNames(schema));
  const refusal = countsTowardsQuota(schema, payload) ? await quotaRefusal() : null;
  if (refusal !== null) return { ok: false, state: { values, errors: { "": [refusal] } } };
  const result = await schema.safeParseAsync(payload);
  if (result.success) {
    const fingerprint = await fingerprintOf(values);
    return { ok: true, value: result.data, state: { values, errors: {} }, fingerprint };
  }
  const found = formatResult(result);
  const state = { values, errors: firstMessages(found?.formErrors ?? [], found?.fieldErrors ?? {}) };
  orders.set(state, Object.keys(payload ?? {}));
  return { ok: false, state };
}

/** Names that a form sent, including those of secrets, which are missing from its values. */
const orders = new WeakMap<FormState, readonly string[]>();

/**
 * Sorts errors by the order of the form, which is the order in which a browser sends it. A field without a value, such
 * as an unticked box, keeps its place after the error that was found before it.
 */
function inOrder(errors: FormState["errors"], sent: readonly string[]): FormState["errors"] {
  let last = -1;
  const placed = Object.entries(errors).map(([name, messages]) => {
    const group = name.split(/[.[]/)[0] ?? "";
    const place = name === "" ? -1 : sent.includes(name) ? sent.indexOf(name) : sent.indexOf(group);
    last = place === -1 && name !== "" ? last : place;
    return { name, messages, place: last };
  });
  return Object.fromEntries(
    placed.sort((one, other) => one.place - other.place).map((each) => [each.name, each.messages]),
  );
}

/**
 * The response of an action that does not save: the same page with every answer and its messages.
 * @param errors by field name; "" is the form as a whole
 */
export function refuse(state: FormState, errors: Record<string, string> = {}, status = 422) {
  const lists = Object.fromEntries(Object.entries(errors).map(([name, message]) => [name, [message]]));
  const sent = orders.get(state) ?? Object.keys(state.values);
  const form: FormState = { ...state, errors: inOrder({ ...state.errors, ...lists }, sent) };
  // Adding or removing a row is not an error.
  return data<FormResult>({ form }, { status: Object.keys(form.errors).length > 0 ? status : 200 });
}

/**
 * Parses field names, which are paths. Any name may be sent: one that addresses a prototype, or row 4,000,000,000 of a
 * list that would then be walked, is refused before anything is built from it.
 */
function readNames(body: FormData) {
  const absurd = [...body.keys()].some((name) => {
    const rows = [...name.matchAll(/\[(\d+)\]/g)].map(([, row]) => Number(row));
    return name.length > MAX_NAME_LENGTH || rows.some((row) => row >= MAX_ROWS);
  });
  try {
    if (absurd) throw new Error("A field name that no form of ours has");
    const submission = parseSubmission(body);
    return { submission, ...resolveSubmission(submission) };
  } catch {
    throw new Response("This form could not be read", { status: 400 });
  }
}

/**
 * Turns `{ rows: [{ day: "2" }] }` into `{ "rows[0].day": ["2"] }`: the names of the page's fields. Secrets and names
 * that the form does not have are left out.
 */
function flatten(payload: unknown, known: KnownNames): Record<string, string[]> {
  // A map, because the sender chooses the names: a plain object has `toString` already.
  const flat = new Map<string, string[]>();
  function walk(value: unknown, name: string, names: KnownNames | null): void {
    if (names === null) return;
    if (typeof value === "string") {
      const echoed = value.slice(0, MAX_ECHOED);
      const before = flat.get(name);
      if (before) before.push(echoed);
      else flat.set(name, [echoed]);
    } else if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) {
        if (typeof item === "string") walk(item, name, names);
        else walk(item, `${name}[${index}]`, namesOfRow(names));
      }
    } else if (value && typeof value === "object" && !(value instanceof File)) {
      for (const [key, item] of Object.entries(value))
        walk(item, name ? `${name}.${key}` : key, namesBelow(names, key));
    }
  }
  walk(payload, "", known);
  return Object.fromEntries([...flat].filter(([name]) => !isSecretField(name)));
}

function fingerprintOf(answers: Record<string, string[]>): Promise<string> {
  const names = Object.keys(answers).filter((name) => !AFTER_SAVE_BUTTONS.includes(name));
  return hashOf(JSON.stringify(names.sort().map((name) => [name, answers[name]])));
}

/** The first message of each field: a missing answer makes its further messages pointless. */
function firstMessages(formErrors: string[], fieldErrors: Record<string, string[] | null>): Record<string, string[]> {
  const errors = new Map<string, string[]>();
  if (formErrors[0]) errors.set("", [formErrors[0]]);
  for (const [name, messages] of Object.entries(fieldErrors)) {
    if (messages?.[0]) errors.set(name, [messages[0]]);
  }
  return Object.fromEntries(errors);
}

type QuotaCheck = () => Promise<string | null>;

const quotaChecks = new AsyncLocalStorage<QuotaCheck>();

/**
 * Runs `work`. Forms that `readAnswers` reads in it and that take room are refused with the message of `askWhy`: the
 * page comes back with every answer. `askWhy` is called at most once, and only when such a form is read.
 */
export function withQuotaCheck<Result>(askWhy: QuotaCheck, work: () => Result): Result {
  let why: Promise<string | null> | undefined;
  return quotaChecks.run(() => {
    why ??= askWhy();
    return why;
  }, work);
}

/** The message that refuses answers which take room, in the current request; normally null. */
export async function quotaRefusal(): Promise<string | null> {
  return (await quotaChecks.getStore()?.()) ?? null;
}
