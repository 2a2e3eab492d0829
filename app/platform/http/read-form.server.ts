import { AsyncLocalStorage } from "node:async_hooks";
import { parseSubmission, resolveSubmission } from "@conform-to/react/future";
import { formatResult } from "@conform-to/zod/v4/future";
import { data } from "react-router";
import type { z } from "zod";
import { hashOf } from "~/platform/db/tokens";
import type { FormResult, FormState } from "./action-result";
import { below, belowRow, holdsSecret, type KnownNames, knownNames } from "./field-names";
import { takesRoom } from "./form-schemas";

/** Room for notes several times too long, so that they come back with their message instead of being turned away. */
const MAX_BODY_BYTES = 1_048_576;
/** Far beyond any form of ours: `schedule[0].weekday` is 19 letters long, and no plan has 200 rows. */
const MAX_NAME_LENGTH = 100;
const MAX_ROWS = 200;
/** The longest form of ours is that of the sessions inside a leave: a tick each, 2,000 at most. */
const MOST_FIELDS = 2_500;
/**
 * Of an answer so much comes back with its page: ten times what notes take, and more than any field at all takes. What
 * is longer is refused whatever it says.
 */
const MOST_ECHOED = 100_000;
const AMPERSAND = 0x26;
/** The buttons that say where to go next. */
const NOT_ANSWERS = ["after_save", "next", "if_gone"];
const FORM_TYPES = ["application/x-www-form-urlencoded", "multipart/form-data"];

export type ReadForm<Value> =
  | {
      ok: true;
      value: Value;
      state: FormState;
      /** Of the answers and the page's key, but not of the button and of secrets: it is kept, for `once`. */
      fingerprint: string;
    }
  /**
   * Faulty answers, or a button that adds or takes away a row, or asks about a field, which is then `about`: show the page
   * again with `state`.
   */
  | { ok: false; state: FormState; about?: string };

/**
 * Reads a submitted form: every form of Daybook comes in here. Answers are kept as typed in `state`
 * (never secrets: see `holdsSecret`), so that the page comes back with them; of names that the schema does not have
 * nothing is, and of one that no field could take only its beginning.
 * @param mostBytes for a form that brings a file.
 * @throws Response 415 for another content type, 413 for a longer body or more fields than any form has, 400 for one
 * that cannot be read.
 */
export async function readForm<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
  mostBytes = MAX_BODY_BYTES,
): Promise<ReadForm<z.output<Schema>>> {
  const { submission, intent, targetValue } = readNames(await readBody(request, mostBytes));
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

/** As `readForm`, of answers that came some other way; `payload` has text, lists of text and rows of them. */
export async function readAnswers<Schema extends z.ZodType>(
  payload: unknown,
  schema: Schema,
): Promise<ReadForm<z.output<Schema>>> {
  const values = flatten(payload, knownNames(schema));
  const refusal = takesRoom(schema, payload) ? await refusalOfRoom() : null;
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

/** The names that a form sent, secrets with them, which are not among its values. */
const orders = new WeakMap<FormState, readonly string[]>();

/**
 * Errors in the order of the form, which is that of what a browser sends. What it sends nothing for, such as a box
 * without its tick, stays behind the one that it was found after.
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
 * The answer of an action that does not save: the same page with every answer, and what to mend.
 * @param errors by field name; "" is the form as a whole.
 */
export function refuse(state: FormState, errors: Record<string, string> = {}, status = 422) {
  const lists = Object.fromEntries(Object.entries(errors).map(([name, message]) => [name, [message]]));
  const sent = orders.get(state) ?? Object.keys(state.values);
  const form: FormState = { ...state, errors: inOrder({ ...state.errors, ...lists }, sent) };
  // A row added or taken away is no mistake.
  return data<FormResult>({ form }, { status: Object.keys(form.errors).length > 0 ? status : 200 });
}

/**
 * Field names are paths, and a stranger may send any: one that reaches for a prototype, or for row 4,000,000,000
 * of a list that would then be walked, is refused before anything is built from it.
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

async function readBody(request: Request, mostBytes: number): Promise<FormData> {
  const type = request.headers.get("Content-Type") ?? "";
  if (!FORM_TYPES.some((known) => type.startsWith(known))) {
    throw new Response("Send this form from its page", { status: 415 });
  }
  const bytes = await readBytes(request, mostBytes);
  if (!bytes) throw new Response("This form is too large", { status: 413 });
  // Counted before anything is built from them. The parts of the other type are too long for so many of them to hurt.
  if (type.startsWith("application/") && hasMore(bytes, MOST_FIELDS)) throw tooManyFields();
  const body = await formIn(bytes, type);
  if ([...body.keys()].length > MOST_FIELDS) throw tooManyFields();
  return body;
}

async function formIn(bytes: Uint8Array<ArrayBuffer>, type: string): Promise<FormData> {
  try {
    return await new Response(bytes, { headers: { "Content-Type": type } }).formData();
  } catch {
    throw new Response("This form could not be read", { status: 400 });
  }
}

function hasMore(bytes: Uint8Array, most: number): boolean {
  let fields = 1;
  for (let at = bytes.indexOf(AMPERSAND); at !== -1; at = bytes.indexOf(AMPERSAND, at + 1)) {
    fields += 1;
    if (fields > most) return true;
  }
  return false;
}

function tooManyFields(): Response {
  return new Response(
    "This form has more answers than Daybook can take. Open its page again, then send it from there",
    {
      status: 413,
    },
  );
}

/**
 * `{ rows: [{ day: "2" }] }` as `{ "rows[0].day": ["2"] }`: the names that the page's fields have; without secrets, and
 * without what the form does not have.
 */
function flatten(payload: unknown, known: KnownNames): Record<string, string[]> {
  // Whoever sends a form names its fields: a plain object has `toString` already.
  const flat = new Map<string, string[]>();
  function walk(value: unknown, name: string, names: KnownNames | null): void {
    if (names === null) return;
    if (typeof value === "string") {
      const echoed = value.slice(0, MOST_ECHOED);
      const before = flat.get(name);
      if (before) before.push(echoed);
      else flat.set(name, [echoed]);
    } else if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) {
        if (typeof item === "string") walk(item, name, names);
        else walk(item, `${name}[${index}]`, belowRow(names));
      }
    } else if (value && typeof value === "object" && !(value instanceof File)) {
      for (const [key, item] of Object.entries(value)) walk(item, name ? `${name}.${key}` : key, below(names, key));
    }
  }
  walk(payload, "", known);
  return Object.fromEntries([...flat].filter(([name]) => !holdsSecret(name)));
}

function fingerprintOf(answers: Record<string, string[]>): Promise<string> {
  const kept = Object.entries(answers).filter(([name]) => !NOT_ANSWERS.includes(name));
  return hashOf(JSON.stringify(kept.sort(([one], [other]) => (one < other ? -1 : 1))));
}

/** One message a field, the first: a missing answer hides what else would be wrong with it. */
function firstMessages(formErrors: string[], fieldErrors: Record<string, string[] | null>): Record<string, string[]> {
  const errors = new Map<string, string[]>();
  if (formErrors[0]) errors.set("", [formErrors[0]]);
  for (const [name, messages] of Object.entries(fieldErrors)) {
    if (messages?.[0]) errors.set(name, [messages[0]]);
  }
  return Object.fromEntries(errors);
}

/** The body of a request, of whatever length it claims to be; null as soon as it is longer than `most` bytes. */
export async function readBytes(request: Request, most: number): Promise<Uint8Array<ArrayBuffer> | null> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request.body ?? []) {
    length += chunk.byteLength;
    if (length > most) return null;
    chunks.push(chunk);
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.byteLength;
  }
  return bytes;
}

type AskWhy = () => Promise<string | null>;

const asked = new AsyncLocalStorage<AskWhy>();

/**
 * Whatever `readAnswers` reads within `work`, and takes room, is refused in the words that `askWhy` has for it: the page
 * comes back with every answer. It is asked once, and only where there is something to refuse.
 */
export function refusingAnswers<Result>(askWhy: AskWhy, work: () => Result): Result {
  let why: Promise<string | null> | undefined;
  return asked.run(() => {
    why ??= askWhy();
    return why;
  }, work);
}

/** The words for answers that take room, in the request at work; null as a rule. */
export async function refusalOfRoom(): Promise<string | null> {
  return (await asked.getStore()?.()) ?? null;
}
