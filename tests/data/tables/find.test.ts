import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { SignedInUser } from "~/account/login/logins.server";
import { type CaseText, encryptCaseText } from "~/diary/cases/encrypted-text.server";
import { cases } from "~/diary/cases/table.server";
import { feePlace, fees } from "~/diary/fees/table.server";
import { sessionPlace, sessions } from "~/diary/sessions/table.server";
import { NATIONAL_RULES } from "~/planning/job-plans/pa-rules";
import { isInUse, newRef } from "~/platform/db/columns.server";
import { type LondonDate, londonInstant } from "~/platform/time/london";
import * as caseData from "~/routes/mydata/case-data";
import * as sessionData from "~/routes/mydata/session-data";
import { addOptionToCase } from "../../support/case-options";
import { makeDiary } from "../../support/diary";
import { db, makeUser, NOW, submit, vault } from "../../support/harness";

interface Answer {
  found: { lines: { unique_ref: string; cells: Record<string, string> }[] };
}

async function find({ action }: typeof caseData | typeof sessionData, user: SignedInUser, words: string) {
  const { data } = await submit<Answer>(action, { intent: "find", words }, { user, path: "/" });
  return data.found.lines;
}

const found = async (user: SignedInUser, words: string) => ({
  sessions: (await find(sessionData, user, words)).map(({ unique_ref }) => unique_ref),
  cases: (await find(caseData, user, words)).map(({ unique_ref }) => unique_ref),
});

async function addSession(user: SignedInUser, date: LondonDate, notes = "", unique_ref = newRef()) {
  await db.insert(sessions).values({
    ...{ unique_ref, user_id: user.id, created_at: NOW, updated_at: NOW },
    ...{ start_at: londonInstant(date, 480), end_at: londonInstant(date, 1080) },
    ...{ pa_basis: "time_calculated", standard_minutes: 600, premium_minutes: 0, pa_units: 9000 },
    pa_rules: NATIONAL_RULES.england,
    text_encrypted: await vault.encrypt(user.unique_ref, sessionPlace(unique_ref), notes),
  });
  return unique_ref;
}

async function addCase(user: SignedInUser, session_ref: string, text: Partial<CaseText>, unique_ref = newRef()) {
  const whole = { case_description: "", complications: "", reflective_notes: "", ...text };
  await db.insert(cases).values({
    ...{ unique_ref, user_id: user.id, session_ref, asa: 2, urgency: 4, created_at: NOW, updated_at: NOW },
    text_encrypted: await encryptCaseText(vault.of(user.unique_ref), unique_ref, whole),
  });
  return unique_ref;
}

async function addFee(user: SignedInUser, owner: { session_ref: string } | { case_ref: string }) {
  const unique_ref = newRef();
  const text_encrypted = await vault.encrypt(user.unique_ref, feePlace(unique_ref), "Invoice 1142 queried");
  const row = { unique_ref, user_id: user.id, amount_pence: 31_000, created_at: NOW, updated_at: NOW };
  await db.insert(fees).values({ ...row, ...owner, text_encrypted });
}

test("words are found in every kind of text, newest first, and the texts are shown", async () => {
  const user = await makeUser();
  const march = await addSession(user, "2026-03-04", "Covered for a colleague\nQUERIED by the rota desk");
  const june = await addSession(user, "2026-06-02");
  await addFee(user, { session_ref: june });
  const [description, complications, reflective_notes] = ["TKR", "Dose queried", "Queried it"];
  const knee = await addCase(user, march, { case_description: description, complications, reflective_notes });
  const hip = await addCase(user, june, { case_description: "Hip" });
  await addFee(user, { case_ref: hip });
  expect(await found(user, "queried")).toEqual({ sessions: [june, march], cases: [hip, knee] });
  expect((await find(caseData, user, "queried"))[1]?.cells).toMatchObject({
    complications,
    reflection: reflective_notes,
  });
  expect((await find(sessionData, user, "rota desk"))[0]?.cells.notes).toContain("QUERIED by the rota desk");
});

test("all words must be in the text of one session or of one case", async () => {
  const user = await makeUser();
  const session = await addSession(user, "2026-11-17", "A list of hips");
  await addCase(user, session, { case_description: "Fractured neck of femur" });
  const both = await addCase(user, session, { case_description: "Hip", complications: "Fracture of a tooth" });
  expect(await found(user, "hip fracture")).toEqual({ sessions: [], cases: [both] });
});

test("words find a session by its category, and a case by its options", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const hip = await addCase(user, params.sessionRef, { case_description: "Hip" });
  await addOptionToCase(hip, "111");
  const [line] = (await find(caseData, user, "hip")) ?? [];
  const [option = ""] = `${line?.cells.airway}${line?.cells.procedures}`.split(";");
  expect(option).not.toBe("");
  expect((await found(user, `${option} hip`)).cases).toEqual([hip]);
  expect((await found(user, "dcc orthopaedics")).sessions).toEqual([params.sessionRef]);
});

test("nobody else's text is found, nor is a row filed under another's session", async () => {
  const [user, other] = [await makeUser(), await makeUser()];
  const theirs = await addSession(other, "2026-11-17", "A needle");
  await addCase(other, theirs, { case_description: "needle" });
  const mine = await addSession(user, "2026-11-18", "Nothing of theirs");
  const myCase = await addCase(user, mine, { case_description: "Theirs neither" });
  await expect(addCase(user, theirs, { case_description: "needle" })).rejects.toSatisfy(isInUse);
  await expect(addFee(other, { session_ref: mine })).rejects.toSatisfy(isInUse);
  await expect(addFee(other, { case_ref: myCase })).rejects.toSatisfy(isInUse);
  // The same references may be another's too, with rows of theirs filed under them.
  await addSession(other, "2026-11-18", "A needle", mine);
  await addCase(other, mine, { case_description: "needle" }, myCase);
  await addFee(other, { session_ref: mine });
  await addFee(other, { case_ref: myCase });
  expect(await found(user, "needle")).toEqual({ sessions: [], cases: [] });
  expect(await found(user, "invoice")).toEqual({ sessions: [], cases: [] });
  expect(await found(user, "theirs")).toEqual({ sessions: [mine], cases: [myCase] });
});

test("a text that does not open hides no other", async () => {
  const user = await makeUser();
  const whole = await addSession(user, "2026-11-17", "Needle");
  const torn = await addSession(user, "2026-11-18", "Needle");
  const elsewhere = await vault.encrypt(user.unique_ref, sessionPlace(newRef()), "Needle");
  await db.update(sessions).set({ text_encrypted: elsewhere }).where(eq(sessions.unique_ref, torn));
  expect((await found(user, "needle")).sessions).toEqual([whole]);
});
