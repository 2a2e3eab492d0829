import { eq } from "drizzle-orm";
import { auditLine, WHOLE_EXPORTS } from "~/account/audit.server";
import { appContextOf, type RouteArguments, rejectEndedLogin, requireReauthentication } from "~/account/guard.server";
import { mayOpen } from "~/account/levels";
import { assertLogin, userContext } from "~/account/login/logins.server";
import { assertMayExport, findSuspendedOwner, mayExport } from "~/account/suspension/pass.server";
import { users } from "~/account/table.server";
import type { Actor } from "~/platform/context";
import { csvLine, UTF8_MARK } from "~/platform/http/csv";
import { bytesOf } from "~/platform/http/streamed.server";
import { londonIso } from "~/platform/time/instants";
import { londonToday } from "~/platform/time/london";
import { CALENDAR_TYPE } from "./calendar";
import { calendarFile } from "./calendar-file.server";
import type { Field, FileValue, RecordKind } from "./fields.server";
import { countFile, fileResponse, type ZipEntry, zipFile } from "./file-response.server";
import { kindOf, RECORD_KINDS } from "./kinds.server";
import {
  type Reader,
  readRecords,
  type Snapshot,
  snapshotSince,
  takeSnapshot,
  type WrittenRecord,
} from "./records.server";

/** Files that hold a whole diary, by their extension. */
type ExportKind = keyof typeof WHOLE_EXPORTS;

/** Whose diary is exported. */
interface Exporter extends Actor {
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
  return exportEverything({ ...context, allowed: assertLogin(context) }, args.request, kind);
}

async function suspendedExporter(args: RouteArguments): Promise<Exporter | null> {
  const app = appContextOf(args);
  const owner = await findSuspendedOwner(app, args.request);
  if (!owner || !mayExport(owner, app.now) || !mayOpen("diary", owner.level)) return null;
  const { id: userId, unique_ref } = owner;
  const { db, vault, now } = app;
  return { db, now, userId, cipher: vault.of(unique_ref), user: owner, allowed: assertMayExport(db, owner, now) };
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
  const name = `daybook-${londonToday(now)}.${kind}`;
  if (kind === "zip") return fileResponse(name, "application/zip", zipFile(tableFiles(context), now));
  if (kind === "ics") return fileResponse(name, CALENDAR_TYPE, bytesOf(calendarFile(context, now)));
  return fileResponse(name, "application/json; charset=utf-8", bytesOf(jsonFile(context, account, now)));
}

/** Yields the files of the ZIP: a README, the data dictionary, and each kind of record as a CSV table. */
async function* tableFiles(by: Reader): AsyncGenerator<ZipEntry> {
  const snapshot = await takeSnapshot(by.db, by.userId);
  yield { name: "README.txt", pieces: [README] };
  yield { name: "data-dictionary.csv", pieces: [dictionary()] };
  for (const { name } of RECORD_KINDS) yield { name: `${name}.csv`, pieces: tableOf(by, snapshot, name) };
}

async function* tableOf(by: Reader, snapshot: Snapshot, name: RecordKind["name"]): AsyncGenerator<string> {
  const columns = Object.entries(columnsOf(kindOf(name)));
  yield UTF8_MARK + csvLine(columns.map(([column]) => headOf(column)));
  for await (const records of readRecords(by, snapshot, name)) {
    yield records
      .map((record) => csvLine(columns.map(([column, field]) => cellOf(record[column] ?? null, field))))
      .join("");
  }
}

function columnsOf({ fields, text_encrypted }: RecordKind) {
  return { ...fields, ...text_encrypted?.texts };
}

/** Tables have PAs, not their units. */
function headOf(column: string): string {
  return column.replace(/pa_units$/, "pas");
}

function cellOf(written: FileValue, { inTable }: Field): string {
  if (written === null) return "";
  const value = inTable ? inTable.show(written) : written;
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** The data dictionary as CSV: what each column of each table means. */
function dictionary(): string {
  const lines = RECORD_KINDS.flatMap((kind) =>
    Object.entries(columnsOf(kind)).map(([column, { shape, words, inTable }]) =>
      csvLine([`${kind.name}.csv`, kind.description, headOf(column), inTable?.shape ?? shape, words]),
    ),
  );
  return UTF8_MARK + csvLine(["Table", "Each row is", "Column", "Looks like", "What it is"]) + lines.join("");
}

const README = [
  "Daybook: everything in your diary, as tables.",
  "",
  ...RECORD_KINDS.map(({ name, description }) => `${name}.csv  ${description}, one a row`),
  "data-dictionary.csv  what each column of each table is",
  "",
  "The tables are CSV (RFC 4180) in UTF-8, and open in any spreadsheet. Rows of one table name those of another by",
  "unique_ref: the session_ref of a case is the unique_ref of its session.",
  "Times are London's, with how far its clocks were ahead: 2026-07-17T08:00:00+01:00.",
  "Money is in pence.",
  "An apostrophe stands before text that a spreadsheet would take for a formula. It is not part of the text.",
  "",
  "To bring your diary back into Daybook, use the JSON file of the same page: these tables are for reading.",
  "",
].join("\r\n");

/** Version of the file format: a file with another number is not imported. */
export const FORMAT = 1;

/** A record as a line of JSON. Empty values are left out, since half of a case is empty. */
function lineOf(record: string, fields: WrittenRecord): string {
  const filled = Object.entries(fields).filter(([name, value]) => value !== null && !(value === "" && TEXTS.has(name)));
  return JSON.stringify({ record, ...Object.fromEntries(filled) });
}

const TEXTS = new Set(RECORD_KINDS.flatMap(({ text_encrypted }) => Object.keys(text_encrypted?.texts ?? {})));

/**
 * Yields all records as one JSON text with a record on each line, so that a file of any length can be read line by
 * line.
 * @param account names and address of the owner, for people who read the file: an import ignores them
 */
export async function* jsonFile(by: Reader, account: object, now: number): AsyncGenerator<string> {
  yield `{"daybook": ${FORMAT},\n"made_at": ${JSON.stringify(londonIso(now))},\n"account": ${JSON.stringify(account)},\n"records": [`;
  const snapshot = await takeSnapshot(by.db, by.userId);
  let before = "\n";
  for await (const lines of linesOf(by, snapshot)) {
    yield before + lines;
    before = ",\n";
  }
  for await (const lines of linesOf(by, await snapshotSince(by, snapshot))) {
    yield before + lines;
    before = ",\n";
  }
  yield "\n]}\n";
}

async function* linesOf(by: Reader, snapshot: Snapshot): AsyncGenerator<string> {
  for (const { name } of RECORD_KINDS) {
    for await (const records of readRecords(by, snapshot, name)) {
      if (records.length > 0) yield records.map((fields) => lineOf(name, fields)).join(",\n");
    }
  }
}
