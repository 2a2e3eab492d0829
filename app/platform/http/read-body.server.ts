/** Most fields of a form. The largest form is that of the sessions inside a leave: one tick each, at most 2,000. */
const MAX_FIELDS = 2_500;
const AMPERSAND = 0x26;
/** Allows notes several times too long, so that they come back with their message instead of being refused. */
export const MAX_FORM_BYTES = 1_048_576;
const FORM_TYPES = ["application/x-www-form-urlencoded", "multipart/form-data"];

const read = new WeakMap<Request, FormData>();

/**
 * The fields of a submitted form, also after its action has read them; null if it was read in another way.
 * @throws Response as `readFormData`
 */
export async function fieldsSent(request: Request): Promise<FormData | null> {
  const fields = read.get(request) ?? null;
  return fields || request.bodyUsed ? fields : readFormData(request, MAX_FORM_BYTES);
}

/**
 * Reads the fields of a submitted form.
 * @throws Response 415 for another content type, 413 for a longer body or more fields than any form has, 400 for one
 * that cannot be parsed
 */
export async function readFormData(request: Request, maxBytes: number): Promise<FormData> {
  const type = request.headers.get("Content-Type") ?? "";
  if (!FORM_TYPES.some((known) => type.startsWith(known))) {
    throw new Response("Send this form from its page", { status: 415 });
  }
  const bytes = await readBytes(request, maxBytes);
  if (!bytes) throw new Response("This form is too large", { status: 413 });
  // Counted before parsing. Parts of multipart bodies are so long that too few fit into a body to do harm.
  if (type.startsWith("application/") && hasMore(bytes, MAX_FIELDS)) throw tooManyFields();
  const body = await formIn(bytes, type);
  if ([...body.keys()].length > MAX_FIELDS) throw tooManyFields();
  read.set(request, body);
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

/** A sender may cut a body into pieces of one byte; each piece that is handed on costs some 4 kB and 50 microseconds. */
const STEP_BYTES = 65_536;

/**
 * A request's body as it comes in, in steps of `STEP_BYTES`, of which the last may be shorter: every body is read by this
 * function. What is not read to its end is cancelled.
 */
export async function* stepsOf(body: ReadableStream<Uint8Array> | null): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  if (!body) return;
  const reader = body.getReader({ mode: "byob" });
  try {
    for (;;) {
      const { done, value } = await reader.read(new Uint8Array(STEP_BYTES), { min: STEP_BYTES });
      if (value?.byteLength) yield value;
      if (done) return;
    }
  } finally {
    await reader.cancel();
  }
}

/** Reads the body of a request or an answer, whatever its Content-Length; null as soon as it is longer than `most` bytes. */
export async function readBytes(request: Pick<Request, "body">, most: number): Promise<Uint8Array<ArrayBuffer> | null> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of stepsOf(request.body)) {
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
