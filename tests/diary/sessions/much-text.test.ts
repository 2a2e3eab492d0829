import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { answerDiaryCall } from "~/diary/calls/answer.server";
import { diaryCall } from "~/diary/calls/diary-call-form";
import { encryptCaseText } from "~/diary/cases/encrypted-text.server";
import { cases } from "~/diary/cases/table.server";
import { decryptNotes } from "~/diary/sessions/queries.server";
import { sessionPlace, sessions } from "~/diary/sessions/table.server";
import { newRef } from "~/platform/db/columns.server";
import { DAY_MS } from "~/platform/time/durations";
import { requestContextOf } from "../../import/files";
import { makeDiary } from "../../support/diary";
import { db, makeUser } from "../../support/harness";

type Body = Record<string, unknown>;

/** Of three such texts a list has two. */
const LONG = "x".repeat(400_000);
const LONG_ONES = 3;
const SHORT = "A quiet list";

async function diaryOf(sessionsOf: number, casesOf: number) {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const context = requestContextOf(user);
  const { cipher } = context;
  const [session] = await db.select().from(sessions).where(eq(sessions.unique_ref, params.sessionRef));
  const [found] = await db.select().from(cases).where(eq(cases.unique_ref, params.caseRef));
  if (!session || !found) throw new Error("The diary has its session and case");
  const refs = { sessions: [] as string[], cases: [] as string[] };
  for (let at = 0; at < sessionsOf; at++) {
    const unique_ref = newRef();
    const text_encrypted = await cipher.encrypt(sessionPlace(unique_ref), at < LONG_ONES ? LONG : SHORT);
    const times = { start_at: session.start_at + (at + 1) * DAY_MS, end_at: session.end_at + (at + 1) * DAY_MS };
    await db.insert(sessions).values({ ...session, ...times, unique_ref, text_encrypted });
    refs.sessions.push(unique_ref);
  }
  for (let at = 0; at < casesOf; at++) {
    const unique_ref = newRef();
    const text = { case_description: LONG, complications: "", reflective_notes: "" };
    const text_encrypted = await encryptCaseText(cipher, unique_ref, text);
    const created_at = found.created_at + at + 1;
    await db.insert(cases).values({ ...found, created_at, start_at: null, end_at: null, unique_ref, text_encrypted });
    refs.cases.push(unique_ref);
  }
  const call = async <Answer = Body>(body: Body): Promise<Answer> => {
    const answered = await answerDiaryCall(context, diaryCall.parse(body));
    expect(answered.status).toBe(200);
    return answered.json();
  };
  return { params, refs, call, cipher };
}

function withoutTexts(rows: readonly Body[] | undefined): unknown[] {
  return (rows ?? []).filter((row) => "left_out" in row).map(({ unique_ref }) => unique_ref);
}

const MONTH = { action: "between_dates", start: "2026-11-01", end: "2026-11-30" };

test("a stretch of the diary has its first texts, and says of which sessions and cases it has none", async () => {
  const { params, refs, call } = await diaryOf(3, 3);
  const { sessions: found, cases: seen } = await call<{ sessions: Body[]; cases: Record<string, Body[]> }>(MONTH);
  expect(found.map(({ unique_ref }) => unique_ref)).toEqual([params.sessionRef, ...refs.sessions]);
  expect(withoutTexts(found)).toEqual([refs.sessions[2]]);
  expect(found[2]).toMatchObject({ description: LONG });
  expect(found[3]).toMatchObject({ left_out: ["description", "extra_claim_notes"], site: expect.any(String) });
  expect(found[3]).not.toHaveProperty("description");
  const ofSession = seen[params.sessionRef] ?? [];
  expect(ofSession.map(({ unique_ref }) => unique_ref)).toEqual([params.caseRef, ...refs.cases]);
  expect(withoutTexts(ofSession)).toEqual([refs.cases[2]]);
  expect(ofSession[3]).not.toHaveProperty("complications");
  // Asked for by itself, it has its text.
  const day = await call<{ sessions: Body[] }>({ ...MONTH, start: "2026-11-20", end: "2026-11-20" });
  expect(day.sessions).toMatchObject([{ unique_ref: refs.sessions[2], description: LONG }]);
});

test("around a session that is saved the texts nearest to it are given", async () => {
  const { params, refs, call } = await diaryOf(4, 0);
  const saved = (unique_ref: string | undefined) =>
    call<{ sessions: Body[] }>({ action: "AddEditSessionV2", form_data: { unique_ref, site: "Day unit" } });
  const [one, two, three, last] = refs.sessions;
  expect(withoutTexts((await saved(params.sessionRef)).sessions)).toEqual([three, last]);
  expect(withoutTexts((await saved(last)).sessions)).toEqual([params.sessionRef, one]);
  expect((await saved(last)).sessions[2]).toMatchObject({ unique_ref: two, description: LONG });
});

test("a session that came without its notes keeps them when it is sent back as it came", async () => {
  const { refs, call, cipher } = await diaryOf(4, 0);
  const { sessions: found } = await call<{ sessions: Body[] }>(MONTH);
  expect(found[4]).toMatchObject({ unique_ref: refs.sessions[3], left_out: expect.any(Array) });
  await call({ action: "AddEditSessionV2", form_data: { ...found[4], site: "Day unit" } });
  const [kept] = await db
    .select()
    .from(sessions)
    .where(eq(sessions.unique_ref, String(refs.sessions[3])));
  expect(kept).toMatchObject({ site: "Day unit" });
  expect(kept && (await decryptNotes(cipher, kept))).toBe(SHORT);
});

test("a case is added to a session, changed there and taken away without the texts of all others", async () => {
  const { params, refs, call } = await diaryOf(0, 3);
  const saved = (form_data: Body) =>
    call<{ cases: Body[] }>({ action: "add_edit_case", session_ur: params.sessionRef, form_data });
  expect(withoutTexts((await saved({ case_description: "Another", asa: 1 })).cases)).toEqual([refs.cases[2]]);
  const changed = await saved({ unique_ref: params.caseRef, case_description: "A hip" });
  expect(changed.cases[0]).toMatchObject({ unique_ref: params.caseRef, case_description: "A hip" });
  const { UpdatedCases: left } = await call<{ UpdatedCases: Body[] }>({
    action: "DeleteCase",
    unique_ref: refs.cases[0],
  });
  expect(withoutTexts(left)).toEqual([]);
  expect(left.slice(-2).map((each) => each.case_description === LONG)).toEqual([true, true]);
});
