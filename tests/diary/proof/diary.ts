import { env } from "cloudflare:workers";
import { newRef } from "~/db/columns.server";
import { openDatabase } from "~/db/database.server";
import { recordingTriggers } from "~/diary/recording";
import schema from "~/diary/schema.sql?raw";
import { diaries, ruleSets } from "~/diary/tables.server";

const { DIARY } = env as unknown as { DIARY: D1Database };

export const diaryBinding = DIARY;
export const db = openDatabase(DIARY);

/** The tables of a diary, with what keeps what rows were. Once in a database. */
export async function makeTables(): Promise<void> {
  const [there] = await DIARY.prepare("SELECT 1 FROM sqlite_master WHERE name = 'diaries'").raw();
  if (there) return;
  const statements = schema
    .replace(/--.*$/gm, "")
    .split(";")
    .map((each) => each.trim())
    .filter((each) => each !== "");
  await DIARY.batch([...statements, ...recordingTriggers()].map((each) => DIARY.prepare(each)));
}

/** A diary with one set of rules. @returns its user's number */
export async function makeOwner(): Promise<number> {
  const [owner] = await db.insert(diaries).values({ user_ref: newRef() }).returning({ user_id: diaries.user_id });
  const user_id = owner?.user_id as number;
  await db.insert(ruleSets).values({ user_id, number: 0, rules: {} });
  return user_id;
}

export function sessionValues(ref: string, site: string, day = 0) {
  const start_at = Date.UTC(2026, 0, 5, 8) + day * 86_400_000;
  const times = { start_at, end_at: start_at + 8 * 3_600_000 };
  return { ref, ...times, site, standard_minutes: 480, premium_minutes: 0, pa_units: 7200, rule_set: 0 };
}

export function caseValues(ref: string, session_ref: string, asa: number, words: string) {
  return { ref, session_ref, asa, age: 40, options: [11, [203, 1]], text_encrypted: new TextEncoder().encode(words) };
}
