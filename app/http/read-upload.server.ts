import { Buffer } from "node:buffer";

/** A form with a file that may be longer than memory: its other fields come first, and then the file, piece by piece. */
export interface Upload {
  fields: Readonly<Record<string, string>>;
  /** null when none was chosen. To be read to its end, or `drain`ed, before the form is answered. */
  file: AsyncGenerator<Uint8Array> | null;
}

const MOST_HEAD = 4_096;
const MOST_FIELD = 4_096;
const MOST_PARTS = 20;
const NONE = Buffer.alloc(0);
const END_OF_HEAD = Buffer.from("\r\n\r\n");

/**
 * Reads a form of `multipart/form-data` up to its file.
 * @param name of the file's field, the last one of the form that counts.
 * @throws Response 415 for another content type, 400 for one that cannot be read, 413 from the file's pieces once it
 * is longer than `most` bytes.
 */
export async function readUpload(request: Request, name: string, most: number): Promise<Upload> {
  const boundary = /^multipart\/form-data;.*\bboundary="?([^";]{1,70})"?/i.exec(
    request.headers.get("Content-Type") ?? "",
  );
  if (!boundary || !request.body) throw new Response("Send this form from its page", { status: 415 });
  const body = new Pieces(request.body.getReader());
  const delimiter = Buffer.from(`\r\n--${boundary[1]}`);
  const fields: Record<string, string> = Object.create(null);
  await textOf(body.until(delimiter), MOST_HEAD);
  for (let part = 0; part < MOST_PARTS; part += 1) {
    if (await body.startsWith("--")) return { fields, file: null };
    const head = await textOf(body.until(END_OF_HEAD), MOST_HEAD);
    const field = /\bname="([^"]*)"/.exec(head)?.[1] ?? "";
    if (field === name && /\bfilename="[^"]/.test(head)) return { fields, file: atMost(body.until(delimiter), most) };
    fields[field] = await textOf(body.until(delimiter), MOST_FIELD);
  }
  throw unreadable();
}

/** Reads off what nobody wants, so that the answer to a form that is refused is heard by whoever still sends it. */
export async function drain(file: AsyncGenerator<Uint8Array> | null): Promise<void> {
  try {
    for await (const _ of file ?? []);
  } catch {
    // It was refused already.
  }
}

/** A body that is cut at marks, of which no more than a piece is held. */
class Pieces {
  #held: Buffer = NONE;
  #begun = false;
  readonly #body: ReadableStreamDefaultReader<Uint8Array>;

  constructor(body: ReadableStreamDefaultReader<Uint8Array>) {
    this.#body = body;
  }

  /** What stands before a mark, which is passed over. */
  async *until(mark: Buffer): AsyncGenerator<Uint8Array> {
    for (;;) {
      const at = this.#held.indexOf(mark);
      const sure = at === -1 ? this.#held.length - mark.length + 1 : at;
      if (sure > 0) yield this.#take(sure);
      if (at !== -1) {
        this.#take(mark.length);
        return;
      }
      await this.#more();
    }
  }

  async startsWith(text: string): Promise<boolean> {
    while (this.#held.length < text.length) await this.#more();
    return this.#held.toString("latin1", 0, text.length) === text;
  }

  #take(length: number): Buffer {
    const taken = this.#held.subarray(0, length);
    this.#held = this.#held.subarray(length);
    return taken;
  }

  async #more(): Promise<void> {
    const { done, value } = await this.#body.read();
    // A form that breaks off has no end.
    if (done) throw unreadable();
    // The first mark of a form has no line before it.
    const before = this.#begun ? this.#held : Buffer.from("\r\n");
    this.#begun = true;
    this.#held = before.length === 0 ? Buffer.from(value) : Buffer.concat([before, value]);
  }
}

async function textOf(pieces: AsyncIterable<Uint8Array>, most: number): Promise<string> {
  const all: Uint8Array[] = [];
  for await (const piece of atMost(pieces, most)) all.push(piece);
  return Buffer.concat(all).toString("utf8");
}

async function* atMost(pieces: AsyncIterable<Uint8Array>, most: number): AsyncGenerator<Uint8Array> {
  let length = 0;
  for await (const piece of pieces) {
    length += piece.length;
    if (length > most) throw new Response("This form is too large", { status: 413 });
    yield piece;
  }
}

function unreadable(): Response {
  return new Response("This form could not be read", { status: 400 });
}
