import { Readable } from "node:stream";
import { Busboy, type BusboyFileStream } from "@fastify/busboy";
import { stepsOf } from "./read-body.server";

/** A form with a file that may be larger than memory: the other fields come first, then the file in pieces. */
interface Upload {
  fields: Readonly<Record<string, string>>;
  /**
   * The file's content; null when none was chosen. Must be read to its end, or `drainUpload`ed, before the response is sent.
   */
  file: AsyncGenerator<Uint8Array> | null;
  /** As its sender calls it; empty without a file. */
  fileName: string;
}

const MAX_FIELD = 4_096;
const MAX_PARTS = 20;

/**
 * Reads a form of `multipart/form-data` up to its file.
 * @param name name of the file's field; fields after it are ignored
 * @param most most bytes of the file
 * @throws Response 415 for another content type, 400 for one that cannot be parsed, 413 from the file's pieces once it
 * is longer than `most` bytes
 */
export async function readUpload(request: Request, name: string, most: number): Promise<Upload> {
  const type = request.headers.get("Content-Type") ?? "";
  if (!/^multipart\/form-data;.*\bboundary=/i.test(type) || !request.body) {
    throw new Response("Send this form from its page", { status: 415 });
  }
  const fields: Record<string, string> = Object.create(null);
  const parser = parserOf(type, most);
  const body = Readable.from(stepsOf(request.body), { objectMode: false });
  return new Promise((resolve, reject) => {
    let file: Readable | null = null;
    // Once the promise is resolved, only the file's stream can report the error.
    const broken = (error: unknown) => {
      file?.destroy(error as Error);
      reject(unreadable());
    };
    parser.on("field", (field, value, _, isCut) => {
      if (isCut) reject(tooLarge());
      fields[field] = value;
    });
    parser.on("file", (field, stream, filename) => {
      stream.on("error", broken);
      if (file || field !== name || !filename) return stream.resume();
      file = stream;
      return resolve({ fields, file: piecesOf(stream), fileName: filename });
    });
    parser.on("partsLimit", () => reject(unreadable()));
    parser.on("finish", () => resolve({ fields, file: null, fileName: "" }));
    parser.on("error", broken);
    body.on("error", broken).pipe(parser);
  });
}

/**
 * Whether a file may be of a kind by its name. Some phones hand files on without an extension: their content, which is
 * read in any case, decides alone.
 */
export function mayBeKind(fileName: string, extension: ".ics" | ".ndjson" | ".json"): boolean {
  const own = /\.[a-z][a-z0-9]{0,7}$/i.exec(fileName.trim())?.[0];
  return own === undefined || own.toLowerCase() === extension;
}

/** Busboy throws for an invalid boundary. */
function parserOf(type: string, most: number): InstanceType<typeof Busboy> {
  try {
    return new Busboy({
      headers: { "content-type": type },
      limits: { fieldSize: MAX_FIELD, parts: MAX_PARTS, fileSize: most, headerPairs: 20 },
    });
  } catch {
    throw unreadable();
  }
}

async function* piecesOf(file: BusboyFileStream): AsyncGenerator<Uint8Array> {
  try {
    for await (const piece of file) yield piece;
  } catch {
    throw unreadable();
  }
  if (file.truncated) throw tooLarge();
}

/** Reads the rest of an unwanted file: a client that is still sending would not receive the response. */
export async function drainUpload(file: AsyncGenerator<Uint8Array> | null): Promise<void> {
  try {
    for await (const _ of file ?? []);
  } catch {
    // The form was refused already.
  }
}

function tooLarge(): Response {
  return new Response("This form is too large", { status: 413 });
}

function unreadable(): Response {
  return new Response("This form could not be read", { status: 400 });
}
