import { encryptCaseText } from "~/diary/cases/encrypted-text.server";
import { firstAtOrAfter } from "~/diary/cases/rules";
import type { Cipher } from "~/platform/crypto/vault.server";
import { newRef } from "~/platform/db/columns.server";
import { DAY_MS, MINUTE_MS } from "~/platform/time/durations";
import { addDays, type LondonDate, londonInstant } from "~/platform/time/london";
import { ageToStore } from "~/profile/age-bands";
import type { Profile } from "~/profile/queries.server";
import { findIdentifiers } from "~/ui/identifiers/rules";
import { type SentRow, valuesOf } from "../read-file";
import type { importRows } from "../table.server";

export type NewRow = typeof importRows.$inferInsert & { row_key: Uint8Array };

const KEY_BYTES = 16;
const utf8 = new TextEncoder();

/** The user whose rows they are, and how the user's profile keeps ages. */
interface Owner {
  userId: number;
  profile: Pick<Profile, "ages" | "age_cuts">;
}

/** Returns rows as they are stored, each with the reference of the case that may be made from it. */
export async function storedRows(
  cipher: Cipher,
  { userId, profile }: Owner,
  importRef: string,
  rows: readonly SentRow[],
  now: number,
): Promise<NewRow[]> {
  const dayOf = rememberDays();
  const keyOf = await rowKeys(cipher);
  return Promise.all(
    rows.map(async (row) => {
      const { line, case_date, gender, asa, case_description, remarks } = row;
      const { urgency = null, supervision = null, options = [], location = "", specialty = "" } = row;
      const case_ref = newRef();
      const day = dayOf(case_date);
      const text = { case_description, complications: "", reflective_notes: "" };
      return {
        unique_ref: newRef(),
        user_id: userId,
        import_ref: importRef,
        ...{ case_ref, line, case_date, ...ageToStore(row, profile), gender, asa, remarks },
        ...{ urgency, supervision, location, specialty, options },
        row_key: await keyOf(row),
        day_at: day.at,
        next_day_at: day.next,
        ...timesOf(row, dayOf),
        text_encrypted: await encryptCaseText(cipher, case_ref, text),
        identifier: identifierOf(case_description),
        created_at: now,
        updated_at: now,
      };
    }),
  );
}

/**
 * Returns the function that computes row keys: a keyed hash of a row's values, with a key that only its user has. With
 * it the database recognises a row, but holds nothing against which guesses about patients could be tested.
 */
async function rowKeys(cipher: Cipher): Promise<(row: SentRow) => Promise<Uint8Array>> {
  const secret = utf8.encode(await cipher.sign("csv-rows", ""));
  const key = await crypto.subtle.importKey("raw", secret, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return async (row) => {
    const signed = await crypto.subtle.sign("HMAC", key, utf8.encode(`${row.ordinal}\n${valuesOf(row)}`));
    return new Uint8Array(signed).slice(0, KEY_BYTES);
  };
}

interface Day {
  at: number;
  next: number;
}

/** Caches London midnights by date: the rows of a file share few days, and a midnight is slow to compute. */
function rememberDays(): (date: LondonDate) => Day {
  const days = new Map<LondonDate, Day>();
  return (date) => {
    const known = days.get(date);
    if (known) return known;
    const day = { at: londonInstant(date), next: londonInstant(addDays(date, 1)) };
    days.set(date, day);
    return day;
  };
}

/** Start and end of the case of a row: an end before the start is on the next day. */
function timesOf({ case_date, start_minute, end_minute }: SentRow, dayOf: (date: LondonDate) => Day) {
  const start_at = start_minute === null ? null : instantOn(case_date, start_minute, dayOf);
  if (end_minute === null) return { start_at, end_at: null };
  if (start_at === null) return { start_at, end_at: instantOn(case_date, end_minute, dayOf) };
  const day = dayOf(case_date);
  const plain = day.at + end_minute * MINUTE_MS;
  // The clocks do not change on that day.
  if (day.next - day.at === DAY_MS && plain >= start_at) return { start_at, end_at: plain };
  return { start_at, end_at: firstAtOrAfter(start_at, end_minute) };
}

function instantOn(date: LondonDate, minute: number, dayOf: (date: LondonDate) => Day): number {
  const { at, next } = dayOf(date);
  return next - at === DAY_MS ? at + minute * MINUTE_MS : londonInstant(date, minute);
}

function identifierOf(text: string): "medium" | "strong" | null {
  const hits = findIdentifiers(text);
  if (hits.length === 0) return null;
  return hits.some(({ strong }) => strong) ? "strong" : "medium";
}
