import { eq } from "drizzle-orm";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { newRef } from "~/platform/db/columns.server";
import type { FormState } from "~/platform/http/action-result";
import { profiles } from "~/profile/table.server";
import { cpdAnswersOf } from "~/reports/cpd/form";
import { CpdFigures } from "~/reports/cpd/views/cpd-list";
import { cpd, cpdPlace } from "~/reports/table.server";
import * as page from "~/routes/reports/cpd";
import * as editPage from "~/routes/reports/cpd-form";
import * as newPage from "~/routes/reports/cpd-form";
import { makeDiary } from "../support/diary";
import { flashOf } from "../support/flash";
import { countingDatabase, db, load, makeUser, NOW, racingDatabase, submit, vault } from "../support/harness";

type Page = Awaited<ReturnType<typeof page.loader>>;
type EditPage = Awaited<ReturnType<typeof editPage.loader>>;
type User = Awaited<ReturnType<typeof makeUser>>;
type Refused = { form: FormState };

function entry(some: Record<string, string | string[]> = {}) {
  return {
    ...{ idempotency_key: newRef(), day: "5/10/2026", hours: "1.5", title: "Regional update", type: "course" },
    ...{ domains: ["3", "1"], reflection: "", ...some },
  };
}

function rowsOf(user: User) {
  return db.select().from(cpd).where(eq(cpd.user_id, user.id));
}

test("an entry is added with its texts encrypted, once however often its form is sent", async () => {
  const user = await makeUser();
  const form = entry({ reflection: "I shall scan the axilla first." });
  for (const _ of [1, 2]) {
    const answer = await submit(newPage.action, form, { user });
    expect([answer.status, answer.location, flashOf(answer).text]).toEqual([302, "/reports/cpd/", "CPD added"]);
  }
  const [row, ...more] = await rowsOf(user);
  expect(more).toEqual([]);
  expect(row).toMatchObject({ day: "2026-10-05", minutes: 90, type: "course", domains: "1,3", version: 2 });
  const text = await vault.decrypt(user.unique_ref, cpdPlace(row?.unique_ref ?? ""), row?.text_encrypted ?? null);
  expect(JSON.parse(text)).toEqual({ title: "Regional update", reflection: "I shall scan the axilla first." });
});

test.each([
  ["1.5", 90],
  ["1:30", 90],
  ["0:20", 20],
  ["0.33", 20],
  ["7.25", 435],
  ["24", 1440],
])("hours typed as %s are %i minutes, and the form of the entry shows what gives the same", async (hours, minutes) => {
  const user = await makeUser();
  await submit(newPage.action, entry({ hours }), { user });
  const [row] = await rowsOf(user);
  expect(row?.minutes).toBe(minutes);
  const answers = cpdAnswersOf({ ...entry(), minutes, day: "2026-10-05", domains: "", version: 1 }, entry());
  const again = await makeUser();
  await submit(newPage.action, entry({ hours: answers.hours }), { user: again });
  expect((await rowsOf(again))[0]?.minutes).toBe(minutes);
});

test.each([
  ["day", "", "Enter the date, such as 27/3/2026"],
  ["day", "31/2/2026", "Date must be a real date: February 2026 has 28 days"],
  ["hours", "", "Enter the hours, such as 1.5"],
  ["hours", "0", "Hours must be between 0.1 and 24"],
  ["hours", "24:01", "Hours must be between 0.1 and 24"],
  ["hours", "100", "Hours must be between 0.1 and 24"],
  ["hours", "1,5", "Write hours with a point, such as 1.5"],
  ["hours", "two", "Hours must be a number"],
  ["title", " ", "Enter a title"],
  ["title", "x".repeat(201), "Title must be 200 characters or fewer"],
  ["type", "", "Choose a type"],
  ["type", "holiday", "Choose a type from the list"],
  ["domains", "5", "Choose domains from the list"],
])("an entry whose %s is '%s' is refused in words", async (name, value, message) => {
  const user = await makeUser();
  const { status, data } = await submit<Refused>(newPage.action, entry({ [name]: value }), { user });
  expect([status, data.form.errors]).toEqual([422, { [name]: [message] }]);
  expect(await rowsOf(user)).toEqual([]);
});

test("title and reflection that may name a patient are asked about", async () => {
  const user = await makeUser();
  const named = entry({ title: "Mrs Smith again", reflection: "NHS 943 476 5919" });
  const { data } = await submit<Refused>(newPage.action, named, { user });
  expect(Object.keys(data.form.errors)).toEqual(["title", "reflection", "identifiers_reason"]);
  const answer = await submit(newPage.action, { ...named, identifiers_reason: "Names of a case book" }, { user });
  expect(answer.status).toBe(302);
});

test("an entry is edited, sent again without harm, and a stale form is told what is saved", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const { data } = await load<EditPage>(editPage.loader, { user, params });
  expect(data.answers).toMatchObject({ day: "05/10/2026", hours: "1.5", title: "Regional anaesthesia update" });
  const change = { ...entry({ hours: "2", domains: "2" }), intent: "save", version: "1" };
  for (const _ of [1, 2]) {
    const saved = await submit(editPage.action, change, { user, params });
    expect([saved.status, flashOf(saved).text]).toEqual([302, "CPD saved"]);
  }
  expect(await rowsOf(user)).toMatchObject([{ minutes: 120, domains: "2", version: 2 }]);
  const stale = await submit<Refused>(editPage.action, { ...change, hours: "3" }, { user, params });
  expect([stale.status, stale.data.form.values.version]).toEqual([409, ["2"]]);
  expect(await rowsOf(user)).toMatchObject([{ minutes: 120 }]);
});

test("a save loses the race against a deletion, and writes nothing", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const database = racingDatabase(1, () => db.delete(cpd).where(eq(cpd.unique_ref, params.cpdRef)));
  const change = { ...entry(), intent: "save", version: "1" };
  expect((await submit(editPage.action, change, { user, params, database })).status).toBe(404);
  expect(await rowsOf(user)).toEqual([]);
});

test("a deletion sent again is answered as before; one of an older version deletes nothing", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  await db.update(cpd).set({ version: 2 }).where(eq(cpd.unique_ref, params.cpdRef));
  const remove = { intent: "delete", version: "1", idempotency_key: newRef() };
  expect((await submit(editPage.action, remove, { user, params })).status).toBe(409);
  const right = { ...remove, version: "2" };
  for (const _ of [1, 2]) {
    const answer = await submit(editPage.action, right, { user, params });
    expect([answer.status, flashOf(answer).text]).toEqual([302, "CPD deleted"]);
  }
  expect(await rowsOf(user)).toEqual([]);
  const fresh = { ...right, idempotency_key: newRef() };
  expect((await submit(editPage.action, fresh, { user, params })).status).toBe(404);
});

test("somebody else's entry is not there", async () => {
  const [owner, other] = [await makeUser(), await makeUser()];
  const { params } = await makeDiary(owner);
  expect((await load(editPage.loader, { user: other, params })).status).toBe(404);
  for (const intent of ["save", "delete"]) {
    const form = { ...entry(), intent, version: "1" };
    expect((await submit(editPage.action, form, { user: other, params })).status).toBe(404);
  }
  expect(await rowsOf(owner)).toMatchObject([{ minutes: 90, version: 1 }]);
});

test("the page shows the appraisal year of today by default, with what was done of it against 50 hours, in one batch", async () => {
  const user = await makeUser();
  for (const [day, hours] of [
    ["31/3/2026", "10"],
    ["1/4/2026", "0.5"],
    ["5/10/2026", "1:20"],
    ["31/3/2027", "2"],
    ["1/4/2027", "4"],
  ] as const) {
    await submit(newPage.action, entry({ day, hours, title: `Of ${day}` }), { user });
  }
  const { database, trips } = countingDatabase();
  const { data } = await load<Page>(page.loader, { user, database });
  expect([data.label, data.hours, data.left, trips()]).toEqual(["2026/27", "1.83", "48.17", 1]);
  // A course that is booked for next March is no hour that was done.
  expect([data.booked, data.entries.map(({ isBooked }) => isBooked)]).toEqual(["2", [true, false, false]]);
  expect(data.entries.map(({ date, title, hours }) => [date, title, hours])).toEqual([
    ["Wed 31 Mar 2027", "Of 31/3/2027", "2"],
    ["Mon 5 Oct 2026", "Of 5/10/2026", "1.33"],
    ["Wed 1 Apr 2026", "Of 1/4/2026", "0.5"],
  ]);
  expect(data.years).toEqual([
    { year: 2027, label: "2027/28", hours: "0" },
    { year: 2026, label: "2026/27", hours: "1.83" },
    { year: 2025, label: "2025/26", hours: "10" },
  ]);
  const before = await load<Page>(page.loader, { user, path: "/?year=2025" });
  expect([before.data.label, before.data.hours, before.data.entries.length]).toEqual(["2025/26", "10", 1]);
});

test("a year of entries that come to 0.99 h as they are shown says that its hours are rounded", async () => {
  const user = await makeUser();
  const shown = async () => {
    const { data } = await load<Page>(page.loader, { user });
    return [data.hours, renderToStaticMarkup(createElement(CpdFigures, data)).includes("rounded, of 50")];
  };
  await submit(newPage.action, entry({ hours: "0:20" }), { user });
  expect(await shown()).toEqual(["0.33", false]);
  for (const day of ["6/10/2026", "7/10/2026"]) await submit(newPage.action, entry({ day, hours: "0:20" }), { user });
  expect(await shown()).toEqual(["1", true]);
});

test("the year begins in the month that the profile says, and beyond 50 hours it says by how many", async () => {
  const user = await makeUser();
  const row = { unique_ref: newRef(), user_id: user.id, created_at: NOW, updated_at: NOW };
  await db.insert(profiles).values({ ...row, appraisal_month: 12 });
  await submit(newPage.action, entry({ day: "30/11/2025", hours: "3" }), { user });
  for (const day of ["1/12/2025", "2/12/2025", "3/12/2025"]) {
    await submit(newPage.action, entry({ day, hours: "20" }), { user });
  }
  const { data } = await load<Page>(page.loader, { user });
  expect([data.dates, data.hours, data.left]).toEqual(["1 December 2025 to 30 November 2026", "60", "0"]);
  const shown = renderToStaticMarkup(createElement(CpdFigures, data)).replace(/<[^>]+>/g, " ");
  expect(shown).toMatch(/Hours over 50 +10 /);
  expect(shown).not.toContain("reached");
  expect(data.years.map(({ label, hours }) => [label, hours])).toEqual([
    ["2025/26", "60"],
    ["2024/25", "3"],
  ]);
});
