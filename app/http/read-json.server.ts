import type { z } from "zod";
import { readBytes } from "./read-bytes";

/** Far beyond what any call of the specification sends; whoever takes more says so. */
const MAX_BODY_BYTES = 65_536;

/** Messages by field; "" is the call as a whole. */
export type JsonErrors = Record<string, string[]>;

/**
 * Reads the body of a JSON call: every one comes in here. Nothing is bent into a type that it does not have.
 * @throws Response 415 for another content type, 413 for a body over `most` bytes, 400 for one that is no JSON, 422 with
 * the messages of its fields.
 */
export async function readJson<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
  most = MAX_BODY_BYTES,
): Promise<z.output<Schema>> {
  const type = (request.headers.get("Content-Type") ?? "").split(";")[0]?.trim().toLowerCase();
  if (type !== "application/json") throw refuseCall("Send application/json", 415);
  const bytes = await readBytes(request, most);
  if (!bytes) throw refuseCall("This is too large", 413);
  const result = await schema.safeParseAsync(parse(bytes));
  if (result.success) return result.data;
  const errors: JsonErrors = {};
  for (const { path, message } of result.error.issues) {
    const name = path.join(".");
    errors[name] = [...(errors[name] ?? []), message];
  }
  throw Response.json({ errors }, { status: 422 });
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
