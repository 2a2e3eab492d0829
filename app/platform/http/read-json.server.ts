import { z } from "zod";
import { parseJson } from "./parse-json";
import { readBytes } from "./read-body.server";
import { type ReadForm, readAnswers } from "./read-form.server";
import { isNotFound, type Refusal } from "./refusal.server";

/** More than any call about an account sends. */
const MAX_BODY_BYTES = 65_536;
/** For calls with notes or many rows: the same limit as for a form. */
export const LARGE_BODY_BYTES = 1_048_576;

/**
 * Limits of the reported issues and of their names and messages, above any that Daybook writes: a large faulty call
 * must not cause a large response.
 */
const MAX_ISSUES = 200;
const MAX_ECHOED = 300;

/** Messages by field; "" is the call as a whole. */
type JsonErrors = Record<string, string[]>;

/**
 * Reads the body of a JSON call; every one is read by this function. No value is converted to another type.
 * @throws Response 415 for another content type, 413 for a body over `most` bytes, 400 for one that is not JSON, 422
 * with `more` and the messages of its fields
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
  // A map, because the caller chooses the names: a plain object has some names already.
  const errors = new Map<string, string[]>();
  for (const { path, message } of result.error.issues.slice(0, MAX_ISSUES)) {
    const name = path.join(".").slice(0, MAX_ECHOED);
    errors.set(name, [...(errors.get(name) ?? []), message.slice(0, MAX_ECHOED)]);
  }
  throw Response.json({ ...more, errors: Object.fromEntries(errors) }, { status: 422 });
}

/** Any object. */
export const jsonObject = z.record(z.string(), z.unknown(), "Send an object");
export type JsonObject = z.output<typeof jsonObject>;

/** A reference of Daybook. */
export const ref = z.string("Must be text").max(100, "Must be a reference");

/** A record in a call: an object whose `unique_ref`, that of the record to change, is text or missing. */
export const recordFields = jsonObject.pipe(z.looseObject({ unique_ref: ref.nullish() }));

interface JsonFormRule {
  /** Names of boolean fields, which accept nothing else: the text "false" would tick a box. */
  ticks?: readonly string[];
  /** Saved values, which stay for answers that are missing in the body. */
  saved?: Record<string, string | string[] | null>;
  /** Answers that the page would send by itself. */
  given?: Record<string, string>;
}

/**
 * Reads the body of a call with the same fields as a page's form, by the schema of that form.
 * @throws Response as `readJson`, except the messages of fields, which are returned
 */
export async function readJsonForm<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
  rule: JsonFormRule = {},
): Promise<ReadForm<z.output<Schema>>> {
  return readJsonAnswers(await readJson(request, jsonObject), schema, rule);
}

/** As `readJsonForm`, for a part of a body. */
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

/** The response to faulty fields, or to a call that a rule refuses. */
export function refuseFields(errors: Record<string, string | string[]>, status = 422, more: object = {}): Response {
  const lists = Object.entries(errors).map(([name, messages]) => [name, [messages].flat()]);
  return Response.json({ ...more, errors: Object.fromEntries(lists) }, { status });
}

/**
 * The response when nothing was written. A row that changed meanwhile gives 422 too, not 409: clients of the
 * specification (section 7) read no other status.
 */
export function refuseCallWith({ errors, newer }: Refusal, changed: string): Response {
  return newer ? refuseAnswers({ "": changed }, { version: newer.version }) : refuseAnswers(errors);
}

/** Part of every 422 of those calls that have `responseStatus` in their body (specification section 7). */
export const REFUSED = { responseStatus: 422 };

/** As `refuseFields`, for those calls. */
export function refuseAnswers(errors: Record<string, string | string[]>, more: object = {}): Response {
  return refuseFields(errors, 422, { ...REFUSED, ...more });
}

/**
 * Turns what pages throw into JSON responses: a row that does not exist, or is another user's, gives 404 with a
 * message; a redirect to the login gives 403.
 * @throws everything else unchanged
 */
export async function withJsonErrors(work: () => Promise<Response>): Promise<Response> {
  try {
    return await work();
  } catch (thrown) {
    if (thrown instanceof Response && thrown.headers.has("Location"))
      return refuseCall("Log in again to continue", 403);
    if (isNotFound(thrown)) return refuseCall("There is nothing of yours with that reference", 404);
    throw thrown;
  }
}

/** The response to a call that is refused as a whole. */
export function refuseCall(message: string, status: number, headers: HeadersInit = {}): Response {
  const errors: JsonErrors = { "": [message] };
  return Response.json({ errors }, { status, headers });
}

/** The response to a method that the call does not support. */
export function refuseMethod(allowed: "GET" | "POST"): Response {
  return refuseCall(`Use ${allowed}`, 405, { Allow: allowed });
}

function parse(bytes: Uint8Array): unknown {
  try {
    return parseJson(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw refuseCall("This could not be read as JSON", 400);
  }
}

/**
 * Turns the body of a JSON call into the answers that a page's form would have sent, so that the same schema reads
 * both: a number as its digits, `null` as empty text, a list item by item; for the fields in `ticks`, `true` as ticked
 * and `false` as not ticked. A value that a form cannot send becomes an object, which every field refuses with its
 * message.
 */
function asAnswers(body: Readonly<Record<string, unknown>>, ticks: readonly string[] = []): Record<string, unknown> {
  const values = Object.entries(body).filter(([name]) => name !== "__proto__");
  return Object.fromEntries(
    values.map(([name, value]) => {
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

/** The fields of a form as a call returns them: an empty answer is null. */
export function blanksAsNull(fields: Readonly<Record<string, string>>): Record<string, string | null> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, value === "" ? null : value]));
}
