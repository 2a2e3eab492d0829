import { gunzipSync, gzipSync } from "node:zlib";
import type { Bytes, Vault } from "~/platform/crypto/vault.server";

/**
 * The object of a backup: lines of text, gzipped and encrypted in pieces of a megabyte, each after its length. A piece
 * is bound to its user, its day and its number, and the last one to being the last: none can be changed, moved, left
 * out or cut off.
 */

const PIECE_BYTES = 1024 * 1024;
const LENGTH_BYTES = 4;
/** Most bytes in UTF-8 of a UTF-16 code unit. */
const MAX_BYTES_PER_LETTER = 3;
const LINE_END = 10;

/** The user of a backup, and the London date that names it. */
export interface BackupName {
  userRef: string;
  day: string;
}

function placeOf(day: string, number: number, isLast: boolean): string {
  return `backups/${day}/${number}${isLast ? "/last" : ""}`;
}

/**
 * Yields the parts of the object in order, with one piece in memory at a time. Each piece is gzipped separately and at
 * once: a gzip stream would take in all that it is given, however slowly it is read.
 */
export async function* encryptLines(
  vault: Vault,
  name: BackupName,
  lines: AsyncIterable<string>,
): AsyncGenerator<Bytes> {
  const utf8 = new TextEncoder();
  let piece = new Uint8Array(PIECE_BYTES);
  let [filled, number] = [0, 0];
  const encrypt = async (isLast: boolean) => {
    const encrypted = await vault.encryptBytes(
      name.userRef,
      placeOf(name.day, number, isLast),
      gzipSync(piece.subarray(0, filled)),
    );
    filled = 0;
    number += 1;
    return [lengthOf(encrypted), encrypted];
  };
  for await (const line of lines) {
    const most = line.length * MAX_BYTES_PER_LETTER + 1;
    // Only when another line follows, so that the last piece is known as such when it is encrypted.
    if (filled > 0 && filled + most > piece.length) yield* await encrypt(false);
    if (most > piece.length) piece = new Uint8Array(most);
    filled += utf8.encodeInto(line, piece.subarray(filled)).written;
    piece[filled] = LINE_END;
    filled += 1;
  }
  yield* await encrypt(true);
}

/** Yields the lines of an object. Throws if any byte differs from what was encrypted. */
export async function* decryptLines(vault: Vault, name: BackupName, object: Bytes): AsyncGenerator<string> {
  for await (const piece of piecesOf(vault, name, object)) {
    // Each line ends with a newline, so that the last item is empty.
    yield* gunzipSync(piece).toString("utf8").split("\n").slice(0, -1);
  }
}

async function* piecesOf(vault: Vault, { userRef, day }: BackupName, object: Bytes): AsyncGenerator<Bytes> {
  const view = new DataView(object.buffer, object.byteOffset, object.byteLength);
  for (let [at, number] = [0, 0]; at < object.length; number += 1) {
    const from = at + LENGTH_BYTES;
    at = from + view.getUint32(at);
    const isLast = at >= object.length;
    yield await vault.decryptBytes(userRef, placeOf(day, number, isLast), object.subarray(from, at));
  }
}

function lengthOf(encrypted: Bytes): Bytes {
  const bytes = new Uint8Array(LENGTH_BYTES);
  new DataView(bytes.buffer).setUint32(0, encrypted.length);
  return bytes;
}
