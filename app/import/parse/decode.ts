/** The message for a file that is not a CSV file (specification, section 5). */
export const UPLOAD_FAILED = "Upload failed. Please try a valid CSV file.";

/** Thrown for a file that is not read at all. Its message says what is wrong with the file and how to correct it. */
export class CsvRefusal extends Error {}

/** Only .csv files are taken (specification, section 5). */
export function isCsvName(name: string): boolean {
  return /\.csv$/i.test(name.trim());
}

/** Encodings of files, with their labels. */
export const CSV_ENCODINGS = {
  "utf-8": "UTF-8",
  "windows-1252": "Windows (Western European)",
  "utf-16le": "UTF-16",
  "utf-16be": "UTF-16, big-endian",
} as const;

export type CsvEncoding = keyof typeof CSV_ENCODINGS;

/** The byte order marks with which some programs begin a text file. */
const MARKS: readonly { encoding: CsvEncoding; bytes: readonly number[] }[] = [
  { encoding: "utf-8", bytes: [0xef, 0xbb, 0xbf] },
  { encoding: "utf-16le", bytes: [0xff, 0xfe] },
  { encoding: "utf-16be", bytes: [0xfe, 0xff] },
];

/** First bytes of workbooks (new and old) and PDF files. */
const OTHER_KINDS: readonly (readonly number[])[] = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
  [0x25, 0x50, 0x44, 0x46],
];

/** Beginnings of web pages, XML and JSON, which some programs name .csv. */
const OTHER_TEXT = /^\s{0,100}(?:<(?:!doctype|html|head|table|\?xml)\b|\[\s{0,100}[[{]|\{\s{0,100}")/i;

/** Bytes that are examined to recognise text of two bytes a character, or a file that is not text. */
const MAX_EXAMINED_BYTES = 4_000;

/**
 * Decodes the text of a file. Without a chosen encoding: by its byte order mark, otherwise as UTF-8 if every byte fits,
 * otherwise as Windows-1252, in which Excel writes a CSV file by default.
 */
export function decode(bytes: Uint8Array, chosen?: CsvEncoding): { text: string; encoding: CsvEncoding } {
  const decoded = decoding(bytes, chosen);
  if (OTHER_TEXT.test(decoded.text.slice(0, 300))) {
    throw new CsvRefusal(
      `${UPLOAD_FAILED} This is a web page or another kind of file. Open it in a spreadsheet and save it as CSV.`,
    );
  }
  return decoded;
}

function decoding(bytes: Uint8Array, chosen?: CsvEncoding): { text: string; encoding: CsvEncoding } {
  if (OTHER_KINDS.some((start) => startsWith(bytes, start))) {
    throw new CsvRefusal(`${UPLOAD_FAILED} This is a spreadsheet or a document. Open it and save it as CSV.`);
  }
  const mark = MARKS.find((each) => startsWith(bytes, each.bytes));
  const rest = mark ? bytes.subarray(mark.bytes.length) : bytes;
  const encoding = chosen ?? mark?.encoding ?? unmarked(rest);
  if (encoding !== null) return { text: textOf(rest, encoding), encoding };
  if (isNoText(rest)) throw new CsvRefusal(UPLOAD_FAILED);
  try {
    return { text: textOf(rest, "utf-8", true), encoding: "utf-8" };
  } catch {
    return { text: textOf(rest, "windows-1252"), encoding: "windows-1252" };
  }
}

/** Recognises UTF-16 without a mark: every other byte is 0. */
function unmarked(bytes: Uint8Array): CsvEncoding | null {
  const start = bytes.subarray(0, MAX_EXAMINED_BYTES);
  const zeros = [0, 0];
  start.forEach((byte, place) => {
    if (byte === 0) zeros[place % 2] = (zeros[place % 2] ?? 0) + 1;
  });
  const [even = 0, odd = 0] = zeros;
  const many = start.length / 4;
  if (odd > many && even < many / 10) return "utf-16le";
  return even > many && odd < many / 10 ? "utf-16be" : null;
}

/** Images and programs have many bytes that no text has. */
function isNoText(bytes: Uint8Array): boolean {
  const start = bytes.subarray(0, MAX_EXAMINED_BYTES);
  return start.filter((byte) => byte < 9 || (byte > 13 && byte < 32)).length > start.length / 10;
}

function textOf(bytes: Uint8Array, encoding: CsvEncoding, fatal = false): string {
  // A file that was cut in the midst of a character has an odd number of bytes.
  const whole = encoding.startsWith("utf-16") ? bytes.subarray(0, bytes.length - (bytes.length % 2)) : bytes;
  return new TextDecoder(encoding, { fatal, ignoreBOM: true }).decode(whole);
}

function startsWith(bytes: Uint8Array, start: readonly number[]): boolean {
  return start.every((byte, place) => bytes[place] === byte);
}
