import { Zip, ZipDeflate } from "fflate";

/** Things that are there, or come one by one. */
type Coming<T> = Iterable<T> | AsyncIterable<T>;

export interface ZipEntry {
  name: string;
  pieces: Coming<string>;
}

const utf8 = new TextEncoder();

/** A ZIP of files that are made piece by piece: none of them is ever whole in memory. */
export async function* zipFile(entries: Coming<ZipEntry>, now: number): AsyncGenerator<Uint8Array> {
  const made: Uint8Array[] = [];
  const zip = new Zip((error, bytes) => {
    if (error) throw error;
    if (bytes.length > 0) made.push(bytes);
  });
  for await (const { name, pieces } of entries) {
    const file = new ZipDeflate(name, { level: 6 });
    file.mtime = now;
    zip.add(file);
    for await (const piece of pieces) {
      file.push(utf8.encode(piece));
      yield* made.splice(0);
    }
    file.push(new Uint8Array(), true);
    yield* made.splice(0);
  }
  zip.end();
  yield* made.splice(0);
}
