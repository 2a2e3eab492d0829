import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { leave, lieuLedger } from "~/diary/leave/table.server";
import { lieuBalances } from "~/diary/lieu/format";
import { sessions } from "~/diary/sessions/table.server";
import { NATIONAL_RULES } from "~/planning/job-plans/pa-rules";
import { localPublicHolidays } from "~/planning/public-holidays/table.server";
import { newRef } from "~/platform/db/columns.server";
import type { FormState } from "~/platform/http/action-result";
import { londonInstant } from "~/platform/time/london";
import * as leavePage from "~/routes/leave/leave-form";
import * as page from "~/routes/leave/lieu";
import * as linePage from "~/routes/leave/lieu-line";
import * as undo from "~/routes/logbook/undo";
import { makeDiary } from "../../support/diary";
import { flashOf } from "../../support/flash";
import { countingDatabase, db, load, makeUser, NOW, racingDatabase, submit, vault } from "../../support/harness";

type Page = Awaited<ReturnType<typeof page.loader>>;
type LinePage = Awaited<ReturnType<typeof linePage.loader>>;
type User = Awaited<ReturnType<typeof makeUser>>;

function line(some: Record<string, string> = {}) {
  return { idempotency_key: newRef(), kind: "earned", unit: "days", amount: "1", day: "31/8/2026", notes: "", ...some };
}

async function ledgerOf(user: User) {
  return db.select().from(lieuLedger).where(eq(lieuLedger.user_id, user.id));
}

async function addSession(user: User, date: string, start: number, end: number) {
  const unique_ref = newRef();
  await db.insert(sessions).values({
    ...{ unique_ref, user_id: user.id, created_at: NOW, updated_at: NOW },
    ...{ start_at: londonInstant(date, start), end_at: londonInstant(date, end) },
    ...{ pa_basis: "time_calculated", standard_minutes: 0, premium_minutes: end - start, pa_units: 9000 },
    pa_rules: NATIONAL_RULES.england,
  });
  return unique_ref;
}

test("units are kept apart, and what was spent lowers its own", () => {
  const lines = [
    { kind: "earned", unit: "days", hundredths: 200 },
    { kind: "spent", unit: "days", hundredths: -50 },
    { kind: "adjusted", unit: "hours", hundredths: -75 },
  ] as const;
  expect(lieuBalances(lines)).toEqual([
    { unit: "hours", left: -75, earned: 0, spent: 0, adjusted: -75 },
    { unit: "days", left: 150, earned: 200, spent: -50, adjusted: 0 },
  ]);
});

test("the page shows balances and lines with their notes opened, in one batch", async () => {
  const user = await makeUser();
  await makeDiary(user);
  await submit(page.action, line({ kind: "spent", amount: "0.5", day: "1/9/2026", notes: "Half a Tuesday" }), { user });
  const { database, trips } = countingDatabase();
  const { data } = await load<Page>(page.loader, { user, database });
  expect([data.balances, trips()]).toEqual([[{ unit: "days", left: 50, earned: 100, spent: -50, adjusted: 0 }], 1]);
  expect(data.lines.map(({ date, kind, amount, notes }) => [date, kind, amount, notes])).toEqual([
    ["Tue 1 Sep 2026", "Spent", "−0.5 days", "Half a Tuesday"],
    ["Mon 31 Aug 2026", "Earned", "+1 day", ""],
  ]);
  const [row] = (await ledgerOf(user)).filter(({ kind }) => kind === "spent");
  expect(await vault.decrypt(user.unique_ref, `lieu_ledger/${row?.unique_ref}`, row?.text_encrypted ?? null)).toBe(
    "Half a Tuesday",
  );
});

test("a bank holiday that was worked is offered once, and its day is earned once however often it is pressed", async () => {
  const user = await makeUser();
  const list = await addSession(user, "2026-08-31", 480, 1080);
  await addSession(user, "2026-08-31", 1200, 1320);
  // A night that ended in the morning of a bank holiday, and one that lasted beyond its noon.
  await addSession(user, "2026-05-24", 1200, 1440 + 480);
  await addSession(user, "2026-04-02", 1200, 1440 + 800);
  await addSession(user, "2026-11-17", 480, 1080);
  const { data } = await load<Page>(page.loader, { user });
  expect(data.offers.map(({ date, called }) => [date, called])).toEqual([
    ["Mon 31 Aug 2026", "Summer"],
    ["Fri 3 Apr 2026", "Good Friday"],
  ]);
  expect(data.offers[0]).toMatchObject({ sessionRef: list, day: "31/08/2026" });
  const offer = line({ session_ref: list });
  expect(flashOf(await submit(page.action, offer, { user })).text).toBe("Time in lieu: +1 day on Mon 31 Aug 2026");
  expect((await submit(page.action, offer, { user })).status).toBe(302);
  const again = await submit<{ form: FormState }>(page.action, line({ session_ref: list }), { user });
  expect([again.status, again.data.form.errors]).toEqual([
    422,
    { "": ["You have already recorded time in lieu for this session. Check the entries below"] },
  ]);
  expect(await ledgerOf(user)).toHaveLength(1);
  const after = await load<Page>(page.loader, { user });
  expect(after.data.offers.map(({ date }) => date)).toEqual(["Fri 3 Apr 2026"]);
  expect(after.data.lines[0]?.cause).toEqual({ to: `/logbook/session/${list}/`, words: "worked on a bank holiday" });
  await db.delete(sessions).where(eq(sessions.unique_ref, list));
  const without = await load<Page>(page.loader, { user });
  expect(without.data.lines[0]?.cause).toEqual({ to: null, words: "worked on a bank holiday" });
});

test("a bank holiday whose time in lieu was entered by hand is not offered, and one on which some was spent is", async () => {
  const user = await makeUser();
  await addSession(user, "2026-08-31", 480, 1080);
  await addSession(user, "2026-04-03", 480, 1080);
  await submit(page.action, line({ kind: "earned", day: "31/08/2026" }), { user });
  await submit(page.action, line({ kind: "spent", day: "03/04/2026" }), { user });
  const { data } = await load<Page>(page.loader, { user });
  expect([data.lines.length, data.offers.map(({ date }) => date)]).toEqual([2, ["Fri 3 Apr 2026"]]);
});

test("work that ends within the first hour of a bank holiday in summer is offered", async () => {
  const user = await makeUser();
  await addSession(user, "2026-08-31", 5, 55);
  const { data } = await load<Page>(page.loader, { user });
  expect(data.offers.map(({ date }) => date)).toEqual(["Mon 31 Aug 2026"]);
});

test("bank holidays of one's own are offered, those taken out are not, and no session of somebody else's is taken", async () => {
  const user = await makeUser();
  const row = { user_id: user.id, created_at: NOW, updated_at: NOW };
  await db.insert(localPublicHolidays).values([
    { ...row, unique_ref: newRef(), day: "2026-06-19", is_added: true, name: "Trust day" },
    { ...row, unique_ref: newRef(), day: "2026-08-31", is_added: false },
  ]);
  await addSession(user, "2026-06-19", 480, 1080);
  await addSession(user, "2026-08-31", 480, 1080);
  const { data } = await load<Page>(page.loader, { user });
  expect(data.offers.map(({ date, called }) => [date, called])).toEqual([["Fri 19 Jun 2026", "Trust day"]]);
  const theirs = await addSession(await makeUser(), "2026-06-19", 480, 1080);
  expect((await submit(page.action, line({ session_ref: theirs }), { user })).status).toBe(404);
  expect(await ledgerOf(user)).toEqual([]);
});

test.each([
  ["amount", "", "Enter how much, such as 1 or 7.5"],
  ["amount", "0", "Enter an amount other than 0"],
  ["amount", "-1", "Enter what was earned without a minus, or choose Adjusted to take time off"],
  ["amount", "1.255", "Amount must be a number with up to 2 decimal places"],
  ["amount", "1001", "Amount must be between -1000 and 1000"],
  ["kind", "", "Choose earned, spent or adjusted"],
  ["unit", "weeks", "Choose hours, PAs or days from the list"],
  ["day", "30/2/2026", "Date must be a real date: February 2026 has 28 days"],
])("a line whose %s is '%s' is refused in words", async (name, value, message) => {
  const user = await makeUser();
  const { status, data } = await submit<{ form: FormState }>(page.action, line({ [name]: value }), { user });
  expect([status, data.form.errors]).toEqual([422, { [name]: [message] }]);
  expect(await ledgerOf(user)).toEqual([]);
});

test("notes that may name a patient are asked about", async () => {
  const user = await makeUser();
  const named = line({ notes: "NHS 943 476 5919" });
  const { data } = await submit<{ form: FormState }>(page.action, named, { user });
  expect(Object.keys(data.form.errors)).toEqual(["notes", "identifiers_reason"]);
  expect((await submit(page.action, { ...named, identifiers_reason: "An example" }, { user })).status).toBe(302);
});

test("a line is edited, a stale form is shown both, and a deletion is undone", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const change = line({ intent: "save", version: "1", kind: "adjusted", amount: "-2", unit: "hours" });
  const saved = await submit(linePage.action, change, { user, params });
  expect([saved.status, flashOf(saved).text]).toEqual([302, "Line saved"]);
  const [row] = await ledgerOf(user);
  expect(row).toMatchObject({ kind: "adjusted", hundredths: -200, unit: "hours" });
  const version = String(row?.version);
  expect((await submit(linePage.action, change, { user, params })).status).toBe(302);
  const stale = await submit<{ form: FormState }>(linePage.action, { ...change, amount: "3" }, { user, params });
  expect([stale.status, stale.data.form.values.version]).toEqual([409, [version]]);
  expect((await load<LinePage>(linePage.loader, { user, params })).data.answers).toMatchObject({ amount: "-2" });
  expect((await submit(linePage.action, { intent: "delete", version: "1" }, { user, params })).status).toBe(409);
  const gone = await submit(linePage.action, { intent: "delete", version }, { user, params });
  expect(await ledgerOf(user)).toEqual([]);
  const again = await submit(linePage.action, { intent: "delete", version }, { user, params });
  expect(flashOf(again)).toEqual(flashOf(gone));
  await submit(undo.action, {}, { user, params: { undoRef: flashOf(gone).undo ?? "" } });
  expect((await ledgerOf(user))[0]).toMatchObject({ unique_ref: params.lineRef, hundredths: -200 });
});

test("the line that leave spends leads to it, and is changed there alone", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const unique_ref = newRef();
  await db.insert(lieuLedger).values({
    ...{ unique_ref, user_id: user.id, created_at: NOW, updated_at: NOW, day: "2026-12-15" },
    ...{ kind: "spent", unit: "hours", hundredths: -750, leave_ref: params.leaveRef },
  });
  const shown = await load<Page>(page.loader, { user });
  expect(shown.data.lines[0]?.cause).toEqual({ to: `/leave/${params.leaveRef}/`, words: "Annual leave" });
  const onLine = { user, params: { lineRef: unique_ref } };
  const edit = await submit<{ form: FormState }>(linePage.action, line({ intent: "save", version: "1" }), onLine);
  expect(edit.data.form.errors[""]).toEqual(["This line was spent on leave. Change it where the leave is edited"]);
});

test("leave spends one line, which follows it with its notes kept, and goes when it spends nothing", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const form = (some: Record<string, string>) => ({
    ...{ idempotency_key: newRef(), type: "toil", status: "approved", start_part: "full", end_part: "full" },
    ...{ date_start: "14/12/2026", lieu_unit: "days", ...some },
  });
  const spend = async (some: Record<string, string>) => {
    const [{ version } = { version: 0 }] = await db.select().from(leave).where(eq(leave.unique_ref, params.leaveRef));
    await submit(leavePage.action, form({ version: String(version), ...some }), { user, params });
    return (await ledgerOf(user)).filter(({ leave_ref }) => leave_ref === params.leaveRef);
  };
  const [first] = await spend({ lieu_amount: "5" });
  expect(first).toMatchObject({ day: "2026-12-14", kind: "spent", unit: "days", hundredths: -500 });
  await db
    .update(lieuLedger)
    .set({ text_encrypted: new Uint8Array([1]) })
    .where(eq(lieuLedger.leave_ref, params.leaveRef));
  const moved = await spend({ date_start: "15/12/2026", lieu_amount: "7.5", lieu_unit: "hours" });
  expect(moved).toMatchObject([
    { unique_ref: first?.unique_ref, day: "2026-12-15", unit: "hours", hundredths: -750, created_at: NOW },
  ]);
  expect(moved[0]?.text_encrypted).toHaveLength(1);
  expect(await spend({})).toEqual([]);
});

test("another's lines are not there, and one that goes while it is saved is not there any more", async () => {
  const [mine, theirs] = [await makeUser(), await makeUser()];
  const { params } = await makeDiary(theirs);
  expect((await load(linePage.loader, { user: mine, params })).status).toBe(404);
  const change = line({ intent: "save", version: "1" });
  expect((await submit(linePage.action, change, { user: mine, params })).status).toBe(404);
  expect((await submit(linePage.action, { intent: "delete", version: "1" }, { user: mine, params })).status).toBe(404);
  const database = racingDatabase(1, () => db.delete(lieuLedger).where(eq(lieuLedger.unique_ref, params.lineRef)));
  expect((await submit(linePage.action, change, { user: theirs, params, database })).status).toBe(404);
  expect(await db.$count(leave, eq(leave.user_id, theirs.id))).toBe(1);
});
