import { type LoaderFunctionArgs, redirect } from "react-router";
import { type RequestContext, requireReauthentication } from "~/account/guard.server";
import { fileResponse, recordDownload } from "~/data/export/file-response.server";
import { customOptions } from "~/diary/cases/options.server";
import { inChunks } from "~/import/read-file";
import { csvLine, UTF8_MARK } from "~/platform/http/csv";
import { readForm } from "~/platform/http/read-form.server";
import { bytesOf } from "~/platform/http/streamed.server";
import { formatCounted } from "~/platform/time/counted";
import { londonToday } from "~/platform/time/london";
import { DEFAULT_PROFILE, profileRow } from "~/profile/queries.server";
import { caseLines, caseRefs, casesOf } from "./cases.server";
import { addressOf, hasDateFaults, readChoices, shownColumns } from "./choices";
import { CASE_DATA, SESSION_DATA, type TableKind } from "./columns";
import { foundFileForm } from "./form";
import { type FoundData, findCases, findSessions } from "./page.server";
import { type DataLine, inOrderOf } from "./rows.server";
import { sessionLines, sessionRefs, sessionsOf } from "./sessions.server";

/** Rows read and written at once: the file is never in memory whole. */
const ROWS_AT_ONCE = 500;

/** A request for a file: of all rows that the address selects, or with `words` of those that contain them. */
interface FileAsked {
  asked: RequestContext;
  request: Request;
  search: URLSearchParams;
  words: string;
}

/** Responds with a CSV file of the sessions that the page shows under the same choices, all its pages. */
export async function sessionDataFile(file: FileAsked) {
  const { asked: by, search, words } = file;
  const { db, cipher, userId, now } = by;
  const choices = readChoices(SESSION_DATA, search);
  const refs = words ? refsOf(await findSessions(by, search, words)) : await sessionRefs(db, userId, choices, now);
  await recordFile(file, SESSION_DATA, refs.length);
  return fileOf(SESSION_DATA, search, refs, now, async (some) =>
    sessionLines(cipher, inOrderOf(some, await sessionsOf(db, userId, some)), choices.columns, "file"),
  );
}

/** As `sessionDataFile`, of the cases. */
export async function caseDataFile(file: FileAsked) {
  const { asked: by, search, words } = file;
  const { db, cipher, userId, now } = by;
  const choices = readChoices(CASE_DATA, search);
  const [refs, [custom, [profile = DEFAULT_PROFILE]]] = await Promise.all([
    words ? findCases(by, search, words).then(refsOf) : caseRefs(db, userId, choices),
    db.batch([customOptions(db, userId), profileRow(db, userId)]),
  ]);
  await recordFile(file, CASE_DATA, refs.length);
  return fileOf(CASE_DATA, search, refs, now, async (some) => {
    const rows = inOrderOf(some, await casesOf(db, userId, some));
    return caseLines({ cipher, profile, reader: "file" }, rows, custom, choices.columns);
  });
}

function refsOf({ lines }: FoundData): string[] {
  return lines.map(({ unique_ref }) => unique_ref);
}

function recordFile(
  { asked: context, request, words }: FileAsked,
  { title, one }: TableKind,
  n: number,
): Promise<void> {
  return recordDownload(
    context,
    request,
    `${title.toLowerCase()}, ${formatCounted(n, one)}${words ? ", found by words" : ""}`,
  );
}

function fileOf(
  kind: TableKind,
  search: URLSearchParams,
  refs: readonly string[],
  now: number,
  linesOf: (refs: readonly string[]) => Promise<DataLine[]>,
): Response {
  const columns = shownColumns(kind, readChoices(kind, search));
  async function* pieces() {
    yield UTF8_MARK + csvLine(columns.map(({ label }) => label));
    for (const some of inChunks(refs, ROWS_AT_ONCE)) {
      const lines = await linesOf(some);
      yield lines.map(({ cells }) => csvLine(columns.map(({ id }) => cells[id] ?? ""))).join("");
    }
  }
  const name = `${kind.title.toLowerCase().replace(" ", "-")}-${londonToday(now)}.csv`;
  return fileResponse(name, "text/csv; charset=utf-8", bytesOf(pieces()));
}

type Args = Parameters<typeof requireReauthentication>[1] & Pick<LoaderFunctionArgs, "request" | "url">;

/**
 * Reads the request for a table as a file, which requires reauthentication.
 * @throws a redirect to the page, which says what is wrong, when a date cannot be read
 */
export function fileAsked(kind: TableKind, args: Args): FileAsked {
  const search = args.url.searchParams;
  const page = addressOf(kind, readChoices(kind, search));
  if (hasDateFaults(readChoices(kind, search))) throw redirect(page);
  return { asked: requireReauthentication("diary", args, page), request: args.request, search, words: "" };
}

/**
 * As `fileAsked`, for the rows that contain words. The words are posted, since no address may contain them.
 * @throws a redirect to the page, without words, when there are none
 */
export async function foundFileAsked(kind: TableKind, args: Args): Promise<FileAsked> {
  const file = fileAsked(kind, args);
  const form = await readForm(args.request, foundFileForm);
  if (!form.ok || form.value.words === "") throw redirect(addressOf(kind, readChoices(kind, file.search)));
  return { ...file, words: form.value.words };
}
