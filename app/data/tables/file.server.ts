import { type LoaderFunctionArgs, redirect } from "react-router";
import { type RequestContext, requireReauthentication } from "~/account/guard.server";
import { fileResponse, recordDownload } from "~/data/export/file-response.server";
import { customOptions } from "~/diary/cases/options.server";
import { refsIn } from "~/platform/db/row-pages.server";
import { csvLine, UTF8_MARK } from "~/platform/http/csv";
import { readForm } from "~/platform/http/read-form.server";
import { bytesOf } from "~/platform/http/streamed.server";
import { formatCounted } from "~/platform/time/counted";
import { londonToday } from "~/platform/time/london";
import { DEFAULT_PROFILE, profileRow } from "~/profile/queries.server";
import { caseLines } from "./case-lines.server";
import { casePages, casesOf, showsTexts } from "./cases.server";
import { addressOf, hasDateFaults, readChoices, shownColumns } from "./choices";
import { CASE_DATA, SESSION_DATA, type TableKind } from "./columns";
import { findCaseRefs, findSessionRefs } from "./find.server";
import { foundFileForm } from "./form";
import { type DataLine, inOrderOf } from "./rows.server";
import { sessionLines, sessionPages, sessionsOf, showsNotes } from "./sessions.server";

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
  const reads = { texts: showsNotes(choices), doubts: false };
  const pages = words
    ? (await findSessionRefs(by, search, words)).refs
    : (await sessionPages(db, userId, choices, now, reads.texts)).map(refsIn);
  return fileOf(file, SESSION_DATA, pages, async (some) =>
    sessionLines(cipher, inOrderOf(some, await sessionsOf(db, userId, some, reads)), "file"),
  );
}

/** As `sessionDataFile`, of the cases. */
export async function caseDataFile(file: FileAsked) {
  const { asked: by, search, words } = file;
  const { db, cipher, userId } = by;
  const choices = readChoices(CASE_DATA, search);
  const reads = { texts: showsTexts(choices), doubts: false };
  const [pages, [custom, [profile = DEFAULT_PROFILE]]] = await Promise.all([
    words
      ? findCaseRefs(by, search, words).then(({ refs }) => refs)
      : casePages(db, userId, choices, reads.texts).then((found) => found.map(refsIn)),
    db.batch([customOptions(db, userId), profileRow(db, userId)]),
  ]);
  return fileOf(file, CASE_DATA, pages, async (some) =>
    caseLines({ cipher, profile, reader: "file" }, inOrderOf(some, await casesOf(db, userId, some, reads)), custom),
  );
}

/**
 * The file, read and written page by page: it is never in memory whole.
 * @param pages references of its rows
 */
async function fileOf(
  { asked: context, request, search, words }: FileAsked,
  kind: TableKind,
  pages: readonly string[][],
  linesOf: (refs: readonly string[]) => Promise<DataLine[]>,
): Promise<Response> {
  const n = pages.reduce((sum, { length }) => sum + length, 0);
  const title = kind.title.toLowerCase();
  const detail = `${title}, ${formatCounted(n, kind.one)}${words ? ", found by words" : ""}`;
  await recordDownload(context, request, detail);
  const columns = shownColumns(kind, readChoices(kind, search));
  async function* pieces() {
    yield UTF8_MARK + csvLine(columns.map(({ label }) => label));
    for (const some of pages) {
      const lines = await linesOf(some);
      yield lines.map(({ cells }) => csvLine(columns.map(({ id }) => cells[id] ?? ""))).join("");
    }
  }
  const name = `${title.replace(" ", "-")}-${londonToday(context.now)}.csv`;
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
