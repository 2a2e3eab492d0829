import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { SignedInUser } from "~/account/login/logins.server";
import { encryptCaseText } from "~/diary/cases/encrypted-text.server";
import { cases } from "~/diary/cases/table.server";
import { sessions } from "~/diary/sessions/table.server";
import { undoableChanges } from "~/diary/undo/queries.server";
import { undoWithMessage } from "~/diary/undo/undo.server";
import { NATIONAL_RULES } from "~/planning/job-plans/pa-rules";
import { newRef } from "~/platform/db/columns.server";
import type { FormState } from "~/platform/http/action-result";
import { londonInstant } from "~/platform/time/london";
import { profiles } from "~/profile/table.server";
import { appraisalYear, appraisalYearOf } from "~/reports/document/period";
import type { NotesPage } from "~/reports/reflections/page.server";
import { action, loader } from "~/routes/reports/reflections";
import { flashOf } from "../support/flash";
import { countingDatabase, db, load, makeUser, NOW, racingDatabase, submit, vault } from "../support/harness";

/** A session with one case that has this note. @returns the reference of the case. */
async function addNote(user: SignedInUser, day: string, reflective_notes: string): Promise<string> {
  const [session, unique_ref] = [newRef(), newRef()];
  const row = { user_id: user.id, created_at: NOW, updated_at: NOW };
  const start_at = londonInstant(day, 480);
  const text = { case_description: "Hip", complications: "", reflective_notes };
  await db.batch([
    db.insert(sessions).values({
      ...{ ...row, unique_ref: session, start_at, end_at: start_at + 3_600_000, pa_basis: "time_calculated" },
      ...{ standard_minutes: 60, premium_minutes: 0, pa_units: 900, pa_rules: NATIONAL_RULES.england },
    }),
    db.insert(cases).values({
      ...{ ...row, unique_ref, session_ref: session },
      text_encrypted: await encryptCaseText(vault.of(user.unique_ref), unique_ref, text),
    }),
  ]);
  return unique_ref;
}

function pageOf(user: SignedInUser, query = "", database = db) {
  return load<NotesPage>(loader, { user, path: `/reports/reflections/${query}`, database });
}

const sorted = (case_ref: string, version = 1, type = "event", domains = ["1", "3"]) => ({
  "notes[0].case_ref": case_ref,
  "notes[0].version": String(version),
  "notes[0].type": type,
  "notes[0].domains": domains,
});

async function stored(case_ref: string) {
  const [row] = await db.select().from(cases).where(eq(cases.unique_ref, case_ref));
  return { type: row?.reflection_type, domains: row?.reflection_domains, version: row?.version };
}

test("the notes of an appraisal year are listed, the newest first, in one batch", async () => {
  const user = await makeUser();
  await addNote(user, "2026-03-31", "Last year");
  await addNote(user, "2026-04-01", "First day");
  await addNote(user, "2026-11-17", "Newest");
  await addNote(user, "2026-10-01", "");
  const { database, trips } = countingDatabase();
  const { data } = await pageOf(user, "", database);
  expect(trips()).toBe(1);
  expect(data.notes.map(({ text }) => text)).toEqual(["Newest", "First day"]);
  expect(data.period).toBe("1 April 2026 to 31 March 2027");
  expect(data.counts).toEqual({ all: 2, open: 2 });
  const before = await pageOf(user, "?year=2025");
  expect(before.data.notes.map(({ text }) => text)).toEqual(["Last year"]);
  expect(before.data.years.map(({ label }) => label)).toEqual(["2026/27", "2025/26"]);
});

test("years are offered from one's own first session on, whatever others have", async () => {
  const [user, other] = [await makeUser(), await makeUser()];
  await addNote(other, "2019-05-01", "Long ago");
  await addNote(user, "2026-05-01", "Own");
  expect((await pageOf(user)).data.years.map(({ label }) => label)).toEqual(["2026/27"]);
});

test("the appraisal year begins in the month of the profile", async () => {
  const user = await makeUser();
  await db.insert(profiles).values({
    ...{ unique_ref: newRef(), user_id: user.id, created_at: NOW, updated_at: NOW },
    appraisal_month: 11,
  });
  await addNote(user, "2026-10-31", "Old year");
  await addNote(user, "2026-11-01", "New year");
  const { data } = await pageOf(user);
  expect(data.notes.map(({ text }) => text)).toEqual(["New year"]);
  expect(appraisalYear(2026, 1)).toMatchObject({ begins: "2026-01-01", ends: "2026-12-31", label: "2026" });
  expect(appraisalYearOf("2027-03-31", 4).year).toBe(2026);
});

test("ten notes a page, and those that are not sorted alone", async () => {
  const user = await makeUser();
  const refs: string[] = [];
  for (let day = 1; day <= 12; day++)
    refs.push(await addNote(user, `2026-05-${String(day).padStart(2, "0")}`, `${day}`));
  await submit(action, sorted(refs[11] as string), { user });
  const first = await pageOf(user);
  expect(first.data.notes).toHaveLength(10);
  expect(first.data.pages).toMatchObject({ page: 1, pages: 2, newer: null });
  expect(first.data.pages.older).toBe("/reports/reflections/?page=2");
  const second = await pageOf(user, "?page=2");
  expect(second.data.pages).toEqual({ page: 2, pages: 2, newer: "/reports/reflections/", older: null });
  const open = await pageOf(user, "?show=open&page=9");
  expect(open.data.pages.page).toBe(2);
  expect(open.data.counts).toEqual({ all: 12, open: 11 });
  expect(open.data.notes.map(({ text }) => text)).toEqual(["1"]);
});

test("a page of notes is saved with type and domains", async () => {
  const user = await makeUser();
  const [one, other] = [await addNote(user, "2026-05-01", "One"), await addNote(user, "2026-05-02", "Other")];
  const answer = await submit(
    action,
    {
      ...sorted(one, 1, "complaint", ["4", "2"]),
      ...{ "notes[1].case_ref": other, "notes[1].version": "1", "notes[1].type": "", "notes[1].domains": [] },
    },
    { user, path: "/reports/reflections/?year=2026&page=1" },
  );
  expect(answer.location).toBe("/reports/reflections/?year=2026");
  expect(flashOf(answer).text).toBe("1 note saved");
  expect(await stored(one)).toEqual({ type: "complaint", domains: "2,4", version: 2 });
  expect(await stored(other)).toMatchObject({ type: null, version: 1 });
});

test("what a page says of its notes is one change, and is undone as one", async () => {
  const user = await makeUser();
  const refs = [await addNote(user, "2026-05-01", "One"), await addNote(user, "2026-05-02", "Other")];
  const form = Object.fromEntries(
    refs.flatMap((ref, place) =>
      Object.entries(sorted(ref)).map(([name, value]) => [name.replace("[0]", `[${place}]`), value]),
    ),
  );
  await submit(action, form, { user });
  expect(await Promise.all(refs.map(stored))).toEqual(Array(2).fill({ type: "event", domains: "1,3", version: 2 }));
  const [change] = await undoableChanges(db, user.id, NOW);
  expect(change).toMatchObject({ number: 2, message: "2 reflective notes sorted" });
  expect(await undoWithMessage({ db, userId: user.id, now: NOW }, "2")).toMatchObject({ ok: true });
  expect(await Promise.all(refs.map(stored))).toEqual(Array(2).fill({ type: null, domains: "", version: 1 }));
});

test("a note that is sent twice in a page is saved once", async () => {
  const user = await makeUser();
  const ref = await addNote(user, "2026-05-01", "One");
  const twice = { ...sorted(ref), ...{ "notes[1].case_ref": ref, "notes[1].version": "1", "notes[1].type": "cpd" } };
  expect((await submit(action, { ...twice, "notes[1].domains": "1" }, { user })).status).toBe(302);
  expect((await stored(ref)).version).toBe(2);
});

test("the same page sent twice is saved once, and the second answer says so", async () => {
  const user = await makeUser();
  const ref = await addNote(user, "2026-05-01", "One");
  expect(flashOf(await submit(action, sorted(ref), { user })).text).toBe("1 note saved");
  const again = await submit(action, sorted(ref), { user });
  expect(again.status).toBe(302);
  expect(flashOf(again).text).toBe("These notes were saved already");
  expect((await stored(ref)).version).toBe(2);
});

test("a case that was changed meanwhile is not overwritten; the second press goes on from it", async () => {
  const user = await makeUser();
  const [ref, other] = [await addNote(user, "2026-05-01", "One"), await addNote(user, "2026-05-02", "Other")];
  const changeOther = () => db.update(cases).set({ version: 5 }).where(eq(cases.unique_ref, ref));
  const both = {
    ...sorted(ref),
    ...{ "notes[1].case_ref": other, "notes[1].version": "1", "notes[1].type": "cpd", "notes[1].domains": "1" },
  };
  const answer = await submit<{ form: FormState }>(action, both, { user, database: racingDatabase(1, changeOther) });
  expect(answer.status).toBe(409);
  expect(answer.data.form.errors[""]?.[0]).toContain("changed or deleted elsewhere");
  expect(await stored(ref)).toMatchObject({ type: null, version: 5 });
  expect(await stored(other)).toMatchObject({ type: null, version: 1 });
  const now = (await pageOf(user)).data.notes.find(({ case_ref }) => case_ref === ref);
  const again = { ...both, "notes[0].version": String(now?.version) };
  expect((await submit(action, again, { user })).status).toBe(302);
  expect(await stored(ref)).toMatchObject({ type: "event", domains: "1,3" });
});

test("of a page whose case was deleted nothing is saved, and it says so", async () => {
  const user = await makeUser();
  const ref = await addNote(user, "2026-05-01", "One");
  const form = {
    ...sorted(ref),
    ...{ "notes[1].case_ref": newRef(), "notes[1].version": "1", "notes[1].type": "cpd", "notes[1].domains": "1" },
  };
  const answer = await submit<{ form: FormState }>(action, form, { user });
  expect(answer.status).toBe(409);
  expect(answer.data.form.errors[""]?.[0]).toContain("changed or deleted elsewhere");
  expect(await stored(ref)).toMatchObject({ type: null, version: 1 });
});

test("a case of somebody else is not there", async () => {
  const ref = await addNote(await makeUser(), "2026-05-01", "Theirs");
  expect((await submit(action, sorted(ref), { user: await makeUser() })).status).toBe(404);
  expect(await stored(ref)).toMatchObject({ type: null, version: 1 });
});

test("a type or domain that the page does not offer is refused", async () => {
  const user = await makeUser();
  const ref = await addNote(user, "2026-05-01", "One");
  const type = await submit<{ form: FormState }>(action, sorted(ref, 1, "poem"), { user });
  expect(type.data.form.errors["notes[0].type"]).toEqual(["Choose a type from the list"]);
  const domain = await submit<{ form: FormState }>(action, sorted(ref, 1, "cpd", ["5"]), { user });
  expect(domain.data.form.errors["notes[0].domains"]).toEqual(["Choose the domains from the list"]);
  expect((await submit(action, {}, { user })).status).toBe(422);
});

test("a note that does not open says so in its place, and sorting the page leaves its text as it is", async () => {
  const user = await makeUser();
  const [good, bad] = [await addNote(user, "2026-05-01", "One"), await addNote(user, "2026-05-02", "Other")];
  const encryptedOf = async () =>
    (await db.select().from(cases).where(eq(cases.unique_ref, bad)))[0]?.text_encrypted ?? null;
  const damaged = new Uint8Array((await encryptedOf()) ?? []);
  damaged[damaged.length - 1] = (damaged.at(-1) ?? 0) ^ 1;
  await db.update(cases).set({ text_encrypted: damaged }).where(eq(cases.unique_ref, bad));
  const { data } = await pageOf(user);
  expect(data.notes.map(({ text }) => text)).toEqual(["This text could not be opened", "One"]);
  expect(data.counts).toEqual({ all: 2, open: 1 });
  const both = {
    ...sorted(good),
    ...{ "notes[1].case_ref": bad, "notes[1].version": "1", "notes[1].type": "cpd", "notes[1].domains": "1" },
  };
  expect((await submit(action, both, { user })).status).toBe(302);
  expect(await stored(bad)).toMatchObject({ type: "cpd", version: 2 });
  expect(new Uint8Array((await encryptedOf()) ?? [])).toEqual(damaged);
});

test("level 4 has no reports", async () => {
  expect((await load(loader, { user: await makeUser(4) })).location).toBe("/");
});

test.each([
  ["with neither", null, "", 1],
  ["with a type alone", "event", "", 1],
  ["with a domain alone", null, "1", 1],
  ["with both", "event", "1", 0],
] as const)("a note %s is still to be sorted, or is not", async (_, reflection_type, reflection_domains, open) => {
  const user = await makeUser();
  const ref = await addNote(user, "2026-05-01", "Note");
  await db.update(cases).set({ reflection_type, reflection_domains }).where(eq(cases.unique_ref, ref));
  expect((await pageOf(user)).data.counts).toEqual({ all: 1, open });
});
