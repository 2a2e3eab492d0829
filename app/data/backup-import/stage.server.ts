import type { Asked } from "~/account/guard.server";
import type { Held } from "~/data/export/fields.server";
import { keyOf } from "~/data/export/kind.server";
import { kindOf } from "~/data/export/kinds.server";
import { isTaken } from "~/platform/db/columns.server";
import { hex, insertRows } from "~/platform/db/json-rows.server";
import { type ReadRecord, Unfit } from "./read-file.server";
import { importStaging } from "./table.server";

const RECORDS_AT_ONCE = 1_500;
const LETTERS_AT_ONCE = 250_000;
/** A case with its notes; what a record is taken for beside its texts. */
const LETTERS_A_RECORD = 100;

/** Lists of records that are stored at once. */
export async function* inHandfuls(records: AsyncIterable<ReadRecord>): AsyncGenerator<ReadRecord[]> {
  let handful: ReadRecord[] = [];
  let letters = 0;
  for await (const record of records) {
    handful.push(record);
    letters += LETTERS_A_RECORD + Object.values(record.texts).reduce((sum, text) => sum + text.length, 0);
    if (handful.length < RECORDS_AT_ONCE && letters < LETTERS_AT_ONCE) continue;
    yield handful;
    handful = [];
    letters = 0;
  }
  if (handful.length > 0) yield handful;
}

/** What stores records as they will stand in their tables, where they wait for the last of them. */
export function stager({ db, cipher, user }: Pick<Asked, "db" | "cipher" | "user">, stagingRef: string) {
  const userId = user.id;

  return async (records: readonly ReadRecord[]): Promise<void> => {
    const rows = await Promise.all(records.map(stored));
    try {
      const [first, ...others] = insertRows(db, importStaging, rows);
      if (first) await db.batch([first, ...others]);
    } catch (error) {
      if (isTaken(error, "import_staging.staging_ref")) throw new Unfit("This file has a record twice");
      throw error;
    }
  };

  async function stored({ kind, line, row: read, texts }: ReadRecord) {
    const { text_encrypted } = kindOf(kind);
    const row: Record<string, Held> = { ...read, user_id: userId };
    if (text_encrypted) {
      const text = textToEncrypt(texts, text_encrypted.as);
      const blob = await cipher.encrypt(text_encrypted.place(row), text);
      row.text_encrypted = blob && hex(blob);
    }
    const ref = keyOf(kindOf(kind))
      .map((column) => row[column])
      .join("/");
    return { staging_ref: stagingRef, user_id: userId, kind, ref, line, row: JSON.stringify(row) };
  }
}

function textToEncrypt(texts: Record<string, string>, as: "text" | "json"): string | null {
  const all = Object.values(texts);
  if (all.every((text) => text === "")) return null;
  return as === "json" ? JSON.stringify(texts) : (all[0] ?? null);
}
