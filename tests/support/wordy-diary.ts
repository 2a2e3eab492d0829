import { eq } from "drizzle-orm";
import { encryptCaseText } from "~/diary/cases/encrypted-text.server";
import { cases } from "~/diary/cases/table.server";
import { fees } from "~/diary/fees/table.server";
import { sessionPlace, sessions } from "~/diary/sessions/table.server";
import { newRef } from "~/platform/db/columns.server";
import { DAY_MS } from "~/platform/time/durations";
import { makeDiary } from "./diary";
import { db, makeUser, openLoginOf, vault } from "./harness";

export const ROWS = 60;
export const LETTERS = 30_000;
const LONG = "x".repeat(LETTERS);
/** A row without its texts, as D1 answers. */
export const ROW_LETTERS = 1_500;
/** Some 400 kB of texts as hex, and half as much for all else. */
export const MOST_LETTERS = 1_200_000;

/** A diary with almost 2 MB of notes and as much of cases, each with a fee, a day for each. */
export async function wordyDiary() {
  const user = await makeUser();
  await openLoginOf(user);
  const { params } = await makeDiary(user);
  const cipher = vault.of(user.unique_ref);
  const [session] = await db.select().from(sessions).where(eq(sessions.unique_ref, params.sessionRef));
  const [found] = await db.select().from(cases).where(eq(cases.unique_ref, params.caseRef));
  if (!session || !found) throw new Error("The diary has its session and case");
  for (let at = 1; at < ROWS; at++) {
    const [session_ref, case_ref] = [newRef(), newRef()];
    const times = { start_at: session.start_at - at * DAY_MS, end_at: session.end_at - at * DAY_MS };
    const notes = await cipher.encrypt(sessionPlace(session_ref), `Day ${at}\n${LONG} list-${at}-`);
    await db.insert(sessions).values({ ...session, ...times, unique_ref: session_ref, text_encrypted: notes });
    const text = { case_description: `Hip list-${at}-`, complications: LONG, reflective_notes: `Learnt ${at}` };
    const own = { unique_ref: case_ref, session_ref, text_encrypted: await encryptCaseText(cipher, case_ref, text) };
    await db.insert(cases).values({ ...found, ...own, start_at: null, end_at: null });
    const fee = { unique_ref: newRef(), user_id: user.id, case_ref, amount_pence: 5_000 };
    await db.insert(fees).values({ ...fee, created_at: session.created_at, updated_at: session.updated_at });
  }
  return { user, sessionRef: params.sessionRef };
}
