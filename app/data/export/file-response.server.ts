import { Zip, ZipDeflate } from "fflate";
import { auditLineBy } from "~/account/audit.server";
import { type RequestContext, rejectEndedLogin } from "~/account/guard.server";
import type { Actor } from "~/platform/context";
import { countTry, type Limit } from "~/platform/db/rate-counters.server";
import { streamOf } from "~/platform/http/streamed.server";

const utf8 = new TextEncoder();

/**
 * Response that a browser saves as a file, made as `streamOf` says.
 */
export function fileResponse(name: string, type: string, pieces: AsyncGenerator<Uint8Array>): Response {
  return new Response(streamOf(pieces), {
    headers: { "Content-Type": type, "Content-Disposition": `attachment; filename="${name}"` },
  });
}

/** Limited because each file leaves an audit line that is kept. */
const FILES_LIMIT: Limit = { tries: 200, windowMs: 60 * 60 * 1000 };
const TOO_MANY = `You have exported ${FILES_LIMIT.tries} files within the hour, which is the limit. Wait an hour, then try again.`;

/**
 * Counts a file that holds a part of a diary and writes its audit line, before its first byte: the activity log then
 * shows what was exported. Its route has required reauthentication.
 */
export async function recordDownload(context: RequestContext, request: Request, detail: string): Promise<void> {
  await countFile(context);
  await context.db.batch([...auditLineBy(context, "data-exported", { detail })]).catch(rejectEndedLogin(request));
}

/** Counts a file against the hourly limit. @throws Response 429 above it */
export async function countFile({
  db,
  user,
  now,
}: Pick<Actor, "db" | "now"> & { user: { unique_ref: string } }): Promise<void> {
  const files = await countTry(db, `files/${user.unique_ref}`, FILES_LIMIT, now);
  if (files > FILES_LIMIT.tries) throw new Response(TOO_MANY, { status: 429 });
}

/** Values that exist, or that are produced one by one. */
type MaybeAsync<T> = Iterable<T> | AsyncIterable<T>;

export interface ZipEntry {
  name: string;
  pieces: MaybeAsync<string>;
}

/** A ZIP of files that are made piece by piece: none of them is ever whole in memory. */
export async function* zipFile(entries: MaybeAsync<ZipEntry>, now: number): AsyncGenerator<Uint8Array> {
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
