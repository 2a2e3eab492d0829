import { eq } from "drizzle-orm";
import { auditLine, WHOLE_EXPORTS } from "~/account/audit.server";
import { appContextOf, type RouteArguments, rejectEndedLogin, requireReauthentication } from "~/account/guard.server";
import { mayOpen } from "~/account/levels";
import { assertLogin, userContext } from "~/account/login/logins.server";
import { assertMayExport, findSuspendedOwner, mayExport } from "~/account/suspension/pass.server";
import { users } from "~/account/table.server";
import { RECORD_KINDS } from "~/data/records/kinds.server";
import { endLine, headLine, recordLines } from "~/data/records/lines.server";
import { type Reader, snapshotSince, takeSnapshot } from "~/data/records/read-rows.server";
import type { Actor } from "~/platform/context";
import { bytesOf } from "~/platform/http/streamed.server";
import { londonToday } from "~/platform/time/london";
import { CALENDAR_TYPE } from "./calendar";
import { calendarFile } from "./calendar-file.server";
import { countFile, fileResponse, zipFile } from "./file-response.server";
import { tableFiles } from "./tables.server";

/** Files that hold a whole diary, by their extension. */
type ExportKind = keyof typeof WHOLE_EXPORTS;

/** Whose diary is exported. */
interface Exporter extends Actor, Reader {
  user: { unique_ref: string };
  /** Statement: fails the batch once they may not export any more. */
  allowed: ReturnType<typeof assertLogin>;
}

/**
 * Answers with a file of a whole diary: of who has just reauthenticated, or of the owner of a suspended account who may
 * export it.
 */
export async function answerExport(args: RouteArguments, kind: ExportKind): Promise<Response> {
  const suspended = args.context.get(userContext) ? null : await suspendedExporter(args);
  if (suspended) return exportEverything(suspended, args.request, kind);
  const context = requireReauthentication("diary", args, "/mydata/export/");
  const { unique_ref: userRef } = context.user;
  return exportEverything({ ...context, userRef, allowed: assertLogin(context) }, args.request, kind);
}

async function suspendedExporter(args: RouteArguments): Promise<Exporter | null> {
  const app = appContextOf(args);
  const owner = await findSuspendedOwner(app, args.request);
  if (!owner || !mayExport(owner, app.now) || !mayOpen("diary", owner.level)) return null;
  const { id: userId, unique_ref: userRef } = owner;
  const { db, vault, now } = app;
  return { db, now, userId, userRef, cipher: vault.of(userRef), user: owner, allowed: assertMayExport(db, owner, now) };
}

/**
 * Responds with a file of a whole diary. The audit line is written before its first byte.
 * @throws Response 429 above the limit of files; to /login/ when the login that asks was ended meanwhile
 */
async function exportEverything(context: Exporter, request: Request, kind: ExportKind): Promise<Response> {
  const { db, userId, user, allowed, now } = context;
  await countFile(context);
  const [, , [account = {}]] = await db
    .batch([
      allowed,
      auditLine(db, user.unique_ref, "data-exported", now, { detail: WHOLE_EXPORTS[kind] }),
      db
        .select({
          username: users.username,
          first_name: users.first_name,
          last_name: users.last_name,
          email: users.email,
        })
        .from(users)
        .where(eq(users.id, userId)),
    ])
    .catch(rejectEndedLogin(request));
  const name = `daybook-${londonToday(now)}`;
  const own = { ...context, forUser: true };
  if (kind === "zip") return fileResponse(`${name}.zip`, "application/zip", zipFile(tableFiles(own), now));
  if (kind === "ics") return fileResponse(`${name}.ics`, CALENDAR_TYPE, bytesOf(calendarFile(context, now)));
  return fileResponse(`${name}.ndjson`, "application/x-ndjson", bytesOf(recordFile(own, account, now)));
}

/**
 * Yields all records, a line each, so that a file of any length can be read line by line.
 * @param account names and address of the owner, for people who read the file: an import ignores them
 */
export async function* recordFile(by: Reader, account: object, now: number): AsyncGenerator<string> {
  yield `${headLine(now, { account })}\n`;
  let records = 0;
  for await (const lines of allLines(by)) {
    records += lines.length;
    yield lines.map((line) => `${line}\n`).join("");
  }
  yield `${endLine(records)}\n`;
}

async function* allLines(by: Reader) {
  const snapshot = await takeSnapshot(by, RECORD_KINDS);
  yield* recordLines(by, snapshot);
  yield* recordLines(by, await snapshotSince(by, snapshot));
}
