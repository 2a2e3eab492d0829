import { z } from "zod";

import { readBytes } from "./read-body.server";
import { type ReadForm, readAnswers } from "./read-form.server";
import { isNotThere, type Refusal } from "./refusal.server";

/** Far beyond what any call about an account sends. */
const MAX_BODY_BYTES = 65_536;
/** For calls that carry notes, or many rows: what a form may weigh, too. */
export const LARGE_BODY_BYTES = 1_048_576;

/** As many faults as anybody mends at once, and no name or message longer than one of ours: a flood gets no flood back. */
const MOST_ISSUES = 200;
const LONGEST_SAID = 300;

/** Messages by field; "" is the call as a whole. */
type JsonErrors = Record<string, string[]>;

/**
 * Reads the body of a JSON call: every one comes in here. Nothing is bent into a type that it does not have.
 * @throws Response 415 for another content type, 413 for a body over `most` bytes, 400 for one that is no JSON, 422
 * with `more` and the messages of its fields.
 */
export async function readJson<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
  most = MAX_BODY_BYTES,
  more: object = {},
): Promise<z.output<Schema>> {
  const type = (request.headers.get("Content-Type") ?? "").split(";")[0]?.trim().toLowerCase();
  if (type !== "application/json") throw refuseCall("Send application/json", 415);
  const bytes = await readBytes(request, most);
  if (!bytes) throw refuseCall("This is too large", 413);
  const result = await schema.safeParseAsync(parse(bytes));
  if (result.success) return result.data;
  // The caller names its fields: a plain object has some names already.
  const errors = new Map<string, string[]>();
  for (const { path, message } of result.error.issues.slice(0, MOST_ISSUES)) {
    const name = path.join(".").slice(0, LONGEST_SAID);
    errors.set(name, [...(errors.get(name) ?? []), message.slice(0, LONGEST_SAID)]);
  }
  throw Response.json({ ...more, errors: Object.fromEntries(errors) }, { status: 422 });
}

/** Any body that is an object. */
export const jsonObject = z.record(z.string(), z.unknown(), "Send an object");
export type JsonObject = z.output<typeof jsonObject>;

/** A reference of ours. */
export const ref = z.string("Must be text").max(100, "Must be a reference");

/** What a call says of a record: the reference of the one that it changes is text, or there is none. */
export const recordFields = jsonObject.pipe(z.looseObject({ unique_ref: ref.nullish() }));

interface JsonFormRule {
  /** Names of boolean fields: nothing else is taken there, for the text "false" would tick a box. */
  ticks?: readonly string[];
  /** What is saved: an answer that the body does not name stays as it is. */
  saved?: Record<string, string | string[] | null>;
  /** Answers that the page gives by itself. */
  given?: Record<string, string>;
}

/**
 * Reads the body of a call that says what a form of a page says, by the schema of that form.
 * @throws Response as `readJson`, but for the messages of fields.
 */
export async function readJsonForm<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
  rule: JsonFormRule = {},
): Promise<ReadForm<z.output<Schema>>> {
  return readJsonAnswers(await readJson(request, jsonObject), schema, rule);
}

/** As `readJsonForm`, of a part of a body. */
export async function readJsonAnswers<Schema extends z.ZodType>(
  body: JsonObject,
  schema: Schema,
  { ticks = [], saved = {}, given = {} }: JsonFormRule = {},
): Promise<ReadForm<z.output<Schema>>> {
  const form = await readAnswers({ ...saved, ...asAnswers(body, ticks), ...given }, schema);
  const faulty = ticks.filter((name) => !["boolean", "undefined"].includes(typeof (body[name] ?? undefined)));
  if (faulty.length === 0) return form;
  const errors = Object.fromEntries(faulty.map((name) => [name, ["Send true or false"]]));
  return { ok: false, state: { ...form.state, errors: { ...form.state.errors, ...errors } } };
}

/** The answer to faulty fields, or to a rule that says no. */
export function refuseFields(errors: Record<string, string | string[]>, status = 422, more: object = {}): Response {
  const lists = Object.entries(errors).map(([name, messages]) => [name, [messages].flat()]);
  return Response.json({ ...more, errors: Object.fromEntries(lists) }, { status });
}

/**
 * The answer of a slice that wrote nothing. What was changed meanwhile is 422 too, not 409: clients of the
 * specification (section 7) read no other status.
 */
export function refuseCallBy({ errors, newer }: Refusal, changed: string): Response {
  return newer ? refuseAnswers({ "": changed }, { version: newer.version }) : refuseAnswers(errors);
}

/** What every 422 of a call carries whose answers have `responseStatus` in their body (specification section 7). */
export const REFUSED = { responseStatus: 422 };

/** As `refuseFields`, for those calls. */
export function refuseAnswers(errors: Record<string, string | string[]>, more: object = {}): Response {
  return refuseFields(errors, 422, { ...REFUSED, ...more });
}

/**
 * What pages throw, in JSON: what is not there, or not the caller's, is 404 in words; the way to the login is 403.
 * @throws anything else as it is.
 */
export async function inJson(work: () => Promise<Response>): Promise<Response> {
  try {
    return await work();
  } catch (thrown) {
    if (thrown instanceof Response && thrown.headers.has("Location")) return refuseCall("Log in again to go on", 403);
    if (isNotThere(thrown)) return refuseCall("There is nothing of yours with that reference", 404);
    throw thrown;
  }
}

/** The answer to a call that is refused as a whole. */
export function refuseCall(message: string, status: number, headers: HeadersInit = {}): Response {
  const errors: JsonErrors = { "": [message] };
  return Response.json({ errors }, { status, headers });
}

/** The answer to a method that the call does not have. */
export function refuseMethod(allowed: "GET" | "POST"): Response {
  return refuseCall(`Use ${allowed}`, 405, { Allow: allowed });
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw refuseCall("This could not be read as JSON", 400);
  }
}

/**
 * The answers of a JSON call as a page's form would have sent them, so that the same schema reads both: a number by
 * its digits, `null` as nothing, a list by its texts; of the fields in `ticks`, `true` as a tick and `false` as none.
 * What no form can say is kept as an object, which every field refuses in words.
 */
function asAnswers(body: Readonly<Record<string, unknown>>, ticks: readonly string[] = []): Record<string, unknown> {
  const said = Object.entries(body).filter(([name]) => name !== "__proto__");
  return Object.fromEntries(
    said.map(([name, value]) => {
      if (typeof value === "boolean" && ticks.includes(name)) return [name, value ? "yes" : ""];
      return [name, Array.isArray(value) ? value.map(asText) : asText(value)];
    }),
  );
}

function asText(value: unknown): unknown {
  if (typeof value === "string" || value === undefined) return value;
  if (typeof value === "number") return String(value);
  return value === null ? "" : {};
}

/** The fields of a form as a call hands them out: one without an answer is null. */
export function blanksAsNull(fields: Readonly<Record<string, string>>): Record<string, string | null> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, value === "" ? null : value]));
}
