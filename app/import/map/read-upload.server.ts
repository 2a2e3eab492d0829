import type { RequestContext } from "~/account/guard.server";
import { importRefusal } from "~/account/may-import.server";
import { readForm } from "~/platform/http/read-form.server";
import { londonToday } from "~/platform/time/london";
import { type CsvRow, mappingErrors, missingErrors, type WordTable, withMeaning } from "../fields";
import { formatArrived, type Received } from "../format";
import { type MappedRows, mapRows, rejectedCsv, statusHeading } from "../parse/map-rows";
import { peopleOf } from "../parse/people";
import { readFiles } from "../parse/read-files";
import type { CsvTable } from "../parse/table";
import { proposals } from "../parse/words";
import {
  type FileFacts,
  factsOf,
  inChunks,
  type MappedFile,
  mappedFileOf,
  type ReadFile,
  type ReadingRequest,
  ROWS_PER_CHUNK,
  readFileOf,
  rowsToSend,
  type StoredLines,
  withWords,
} from "../read-file";
import { beginImport } from "../stage/begin.server";
import { receiveRows } from "../stage/receive.server";
import { type EarlierImport, type KnownFile, knownFile } from "./known-file.server";
import {
  type CarriedFile,
  carriedOf,
  MAX_FORM_BYTES,
  MAX_UPLOAD_ROWS,
  TOO_LARGE,
  type Upload,
  uploadForm,
} from "./upload-form";
import { wordTable } from "./word-table";

const TOO_MANY_ROWS = "Choose files of 20,000 rows or fewer together, or turn on JavaScript to import longer ones";

/** Data of the mapping page of a file that the server has read. */
export interface UploadPage {
  file: ReadFile;
  mapped: MappedFile;
  wanted: ReadingRequest;
  remembered: boolean;
  earlier: EarlierImport | null;
  there: StoredLines | null;
  carried: CarriedFile[];
  errors: Record<string, string>;
}

type UploadAnswer = { done: string } | { page: UploadPage } | { message: string };

/**
 * Reads the form that is used without script.
 * @returns the upload, or a message why it cannot be read
 */
export async function readUpload(request: Request): Promise<{ upload: Upload } | { message: string }> {
  try {
    const form = await readForm(request, uploadForm, MAX_FORM_BYTES);
    if (form.ok) return { upload: form.value };
    const { errors } = form.state;
    return { message: errors[""]?.[0] ?? errors.files?.[0] ?? "This form could not be read. Choose the file again." };
  } catch (refused) {
    if (refused instanceof Response && refused.status === 413) return { message: TOO_LARGE };
    throw refused;
  }
}

/** Reads an upload that was made without script; stores its mapped columns once they are confirmed. */
export async function handleUpload(context: RequestContext, upload: Upload): Promise<UploadAnswer> {
  const reading = await readFiles(upload.files, upload.options);
  if (!reading.ok) return { message: reading.message };
  const { table } = reading;
  if (table.records.length > MAX_UPLOAD_ROWS) return { message: TOO_MANY_ROWS };
  const known = await knownFile(context, { layout: table.layout, file_hash: table.fileHash });
  const remembered = upload.mapping === null && isFor(known.mapping, table);
  const mapping = upload.mapping ?? (remembered ? known.mapping : null) ?? table.suggestion;
  const errors = mappingErrors(mapping, table.columns);
  const faulty = Object.keys(errors).length > 0;
  const words = remembered ? known.words : changedMeanings(upload.words, known, statusHeading(table, mapping));
  const wanted = {
    mapping: faulty ? withoutInvalidFields(mapping, table) : mapping,
    choices: withWords({ ...(remembered && known.answers), ...upload.choices }, words),
    own: known.own,
    today: londonToday(context.now),
  };
  const people = await peopleOf(table, wanted.mapping);
  const rows = mapRows(table, wanted.mapping, wanted.choices, known.own, wanted.today, people);
  const checked = wordTable.safeParse(words);
  const wrongWords = checked.error?.issues[0]?.message;
  if (wrongWords) errors[""] = wrongWords;
  const missing = faulty ? {} : missingErrors(wanted.mapping, { rows: rows.rows.length, open: rows.open });
  if (upload.confirm && !faulty && !wrongWords && Object.keys(missing).length === 0) {
    const refused = await importRefusal(context, "csv");
    if (!refused) return { done: await store(context, table, wanted, rows) };
    // The file and its mapping stay on the page: nothing is wrong with them.
    errors[""] = refused.message;
  }
  Object.assign(errors, missing);
  return {
    page: {
      ...{ file: readFileOf(table), mapped: mappedFileOf(rows), wanted: { ...wanted, mapping }, remembered },
      earlier: known.earlier?.complete ? known.earlier : null,
      there: known.there,
      carried: upload.files.map(carriedOf),
      errors: upload.confirm ? errors : {},
    },
  };
}

/**
 * The meanings of words, where they differ from the proposed ones: those of the page, and those remembered for words
 * that it did not show.
 */
function changedMeanings(
  said: Upload["words"],
  { own, words }: Pick<KnownFile, "own" | "words">,
  heading: string,
): WordTable {
  const propose = proposals(own, heading);
  return said.reduce<WordTable>((table, { field, word, meaning }) => {
    return withMeaning(table, { field, word, proposed: propose(field, word) }, meaning);
  }, words);
}

/** The rejected rows of an upload made without script, as a CSV file. */
export async function rejectedOf(upload: Upload): Promise<string> {
  const reading = await readFiles(upload.files, upload.options);
  if (!reading.ok) return "";
  const { table } = reading;
  const mapping = withoutInvalidFields(upload.mapping ?? table.suggestion, table);
  const words = changedMeanings(upload.words, { own: [], words: {} }, statusHeading(table, mapping));
  const rows = mapRows(table, mapping, withWords(upload.choices, words), [], null, await peopleOf(table, mapping));
  return rejectedCsv(table, rows.faults);
}

async function store(
  context: RequestContext,
  table: CsvTable,
  wanted: ReadingRequest,
  mapped: MappedRows,
): Promise<string> {
  const facts = factsOf(readFileOf(table), wanted, mappedFileOf(mapped));
  const last = await storeFile(context, facts, mapped.rows);
  return last
    ? formatArrived(last)
    : "This import was cleared or undone while the file was being sent. Choose the file again to import it";
}

function isFor(mapping: Upload["mapping"], table: CsvTable): boolean {
  return mapping !== null && Object.keys(mappingErrors(mapping, table.columns)).length === 0;
}

/** Removes fields that use a column a second time, or one that does not exist. */
function withoutInvalidFields(
  mapping: NonNullable<Upload["mapping"]>,
  table: CsvTable,
): NonNullable<Upload["mapping"]> {
  const taken = new Set<number>();
  const kept = Object.entries(mapping).filter(([, column]) => {
    const good = table.columns[column] !== undefined && !taken.has(column);
    taken.add(column);
    return good;
  });
  return Object.fromEntries(kept);
}

/** Stores all rows of a file that the server itself has read: with script the browser does this call by call. */
export async function storeFile(
  context: RequestContext,
  facts: FileFacts,
  rows: readonly CsvRow[],
): Promise<Received | null> {
  const { import_ref } = await beginImport(context, facts);
  let last: Received | null = null;
  for (const [at, chunk] of inChunks(rowsToSend(rows)).entries()) {
    last = await receiveRows(context, import_ref, at * ROWS_PER_CHUNK, chunk);
  }
  return last;
}
