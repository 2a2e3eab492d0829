import type { Bytes, Vault } from "~/vault/vault.server";

/**
 * The object of a backup: lines of text, gzipped, then sealed in pieces of a megabyte, each behind its length. A piece
 * is bound to its user, its day and its number, and the last one to being the last: none can be changed, moved, left
 * out or cut off.
 */

const PIECE_BYTES = 1024 * 1024;
const LENGTH_BYTES = 4;

/** Whose backup it is, and the London date that names it. */
export interface BackupName {
  userRef: string;
  day: string;
}

function placeOf(day: string, number: number, isLast: boolean): string {
  return `backups/${day}/${number}${isLast ? "/last" : ""}`;
}

/** The object piece by piece, each behind its length: one of them is in memory at a time. */
export async function* sealLines(vault: Vault, name: BackupName, lines: AsyncIterable<string>): AsyncGenerator<Bytes> {
  const piece = new Uint8Array(PIECE_BYTES);
  let [filled, number] = [0, 0];
  const seal = async (isLast: boolean) => {
    const place = placeOf(name.day, number, isLast);
    const sealed = await vault.sealBytes(name.userRef, place, piece.subarray(0, filled));
    filled = 0;
    number += 1;
    return behindLength(sealed);
  };
  for await (const bytes of textStream(lines).pipeThrough(new CompressionStream("gzip"))) {
    for (let taken = 0; taken < bytes.length; ) {
      // Only once more is to come: so that the last piece is never known too late.
      if (filled === PIECE_BYTES) yield await seal(false);
      const some = bytes.subarray(taken, taken + PIECE_BYTES - filled);
      piece.set(some, filled);
      filled += some.length;
      taken += some.length;
    }
  }
  yield await seal(true);
}

/** The lines again. Throws where a byte is not what was sealed. */
export async function* openLines(vault: Vault, name: BackupName, object: Bytes): AsyncGenerator<string> {
  const opened = piecesOf(vault, name, object);
  const bytes = streamOf(opened).pipeThrough(new DecompressionStream("gzip"));
  let rest = "";
  for await (const text of bytes.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
}

async function* piecesOf(vault: Vault, { userRef, day }: BackupName, object: Bytes): AsyncGenerator<Bytes> {
  const view = new DataView(object.buffer, object.byteOffset, object.byteLength);
  for (let [at, number] = [0, 0]; at < object.length; number += 1) {
    const from = at + LENGTH_BYTES;
    at = from + view.getUint32(at);
    const isLast = at >= object.length;
    yield await vault.openBytes(userRef, placeOf(day, number, isLast), object.subarray(from, at));
  }
}

function behindLength(sealed: Bytes): Bytes {
  const bytes = new Uint8Array(LENGTH_BYTES + sealed.length);
  new DataView(bytes.buffer).setUint32(0, sealed.length);
  bytes.set(sealed, LENGTH_BYTES);
  return bytes;
}

function textStream(lines: AsyncIterable<string>): ReadableStream<Bytes> {
  const utf8 = new TextEncoder();
  return streamOf(
    (async function* () {
      for await (const line of lines) yield utf8.encode(`${line}\n`);
    })(),
  );
}

function streamOf(chunks: AsyncGenerator<Bytes>): ReadableStream<Bytes> {
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await chunks.return(undefined);
    },
  });
}
