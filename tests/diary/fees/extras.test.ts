import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { cases } from "~/diary/cases/table.server";
import { addressOf, payerHash } from "~/diary/fees/ledger/filters";
import type { ExtrasFound, ExtrasPage } from "~/diary/fees/ledger/ledger.server";
import { FEE_COLUMNS, unpaidFees } from "~/diary/fees/queries.server";
import { feeSettings, fees, payers } from "~/diary/fees/table.server";
import { sessions } from "~/diary/sessions/table.server";
import { newRef } from "~/platform/db/columns.server";
import * as csv from "~/routes/extras/csv";
import * as extras from "~/routes/extras/extras";
import * as timesheet from "~/routes/extras/timesheet";
import * as undo from "~/routes/logbook/undo";
import { flashOf } from "../../support/flash";
import { countingDatabase, db, load, makeUser, openLoginOf, racingDatabase, submit } from "../../support/harness";
import { addCase, addFee, addSession, addSevenFees, row } from "./extras-fees";

type User = Awaited<ReturnType<typeof makeUser>>;

async function page(user: User, filters: Parameters<typeof addressOf>[0] = {}) {
  const { data } = await load<ExtrasPage & { key: string }>(extras.loader, { user, path: addressOf(filters) });
  return data;
}

const feeOf = async (ref: string) => (await db.select(FEE_COLUMNS).from(fees).where(eq(fees.unique_ref, ref)))[0];

const press = (user: User, fields: Record<string, string | string[]>, path = "/extras/") =>
  submit<{ form: { errors: Record<string, string[]> }; found?: ExtrasFound }>(
    extras.action,
    { idempotency_key: newRef(), ...fields },
    { user, path },
  );

const message = (answer: { headers: Headers }) => flashOf(answer).text;

const undone = (user: User, answer: { headers: Headers }) =>
  submit(undo.action, {}, { user, params: { undoRef: flashOf(answer).undo ?? "" } });

test("the seven fees of the worked example give its figures", async () => {
  const user = await makeUser();
  await addSevenFees(user);
  const { tiles, lines, tax, shown } = await page(user);
  expect(tiles.notClaimed).toEqual({ pence: 146_000, fees: 2 });
  expect(tiles.waiting).toMatchObject({ pence: 241_000, fees: 3, oldestDays: 129 });
  expect(tiles.waiting.ages.map(({ pence }) => pence)).toEqual([31_000, 120_000, 0, 90_000]);
  expect(tiles.outstanding).toEqual({ pence: 387_000, fees: 5 });
  expect(tiles.paid).toEqual({ pence: 240_000, fees: 2, year: "2026/27", meanDays: 32.5 });
  expect(tax.totals).toEqual({ work: 507_000, claim: 361_000, paid: 240_000 });
  expect([tax.year, tax.basis]).toEqual(["2026/27", "work"]);
  expect(shown).toEqual({ fees: 7, pence: 627_000 });
  expect(lines.map(({ waits, took, status }) => [status.words, waits || took])).toEqual(
    expect.arrayContaining([
      ["Paid", "26 days"],
      ["Paid", "39 days"],
      ["Not yet paid", "129 days"],
      ["Not yet paid", "57 days"],
      ["Not yet claimed", ""],
      ["Not yet paid", "12 days"],
    ]),
  );
  expect(lines.map(({ what }) => what)).toEqual(expect.arrayContaining(["Hernia for 310", "Waiting list initiative"]));
});

test("the page reads all in one batch", async () => {
  const user = await makeUser();
  await addSevenFees(user);
  const { database, trips } = countingDatabase();
  await load(extras.loader, { user, database });
  expect(trips()).toBe(1);
});

test("a tax year holds what its date puts there, and the choice of the date stays", async () => {
  const user = await makeUser();
  await addSevenFees(user);
  const before = await page(user, { year: 2025 });
  expect([before.tax.year, before.shown, before.tax.totals]).toEqual([
    "2025/26",
    { fees: 1, pence: 120_000 },
    { work: 120_000, claim: 120_000, paid: 0 },
  ]);
  const saved = await press(user, { intent: "tax_basis", tax_basis: "paid" }, "/extras/?year=2026");
  expect([saved.status, saved.location, message(saved)]).toEqual([
    302,
    "/extras/?year=2026",
    "Date for tax years saved",
  ]);
  const after = await page(user, { year: 2026 });
  expect([after.tax.basis, after.shown.fees]).toEqual(["paid", 2]);
  expect(after.tax.months.map(({ key, total }) => [key, total])).toEqual([
    ["2026-04-01", 120_000],
    ["2026-06-01", 120_000],
  ]);
  await press(user, { intent: "tax_basis", tax_basis: "claim" });
  expect((await page(user, { year: 2026 })).shown).toEqual({ fees: 4, pence: 361_000 });
});

test("totals by payer say what was paid and what is to come", async () => {
  const user = await makeUser();
  await addSevenFees(user);
  const { tax } = await page(user);
  expect(tax.payers).toEqual([
    { key: "Trust East", fees: 4, total: 450_000, paid: 120_000, toCome: 330_000 },
    { key: "Insurer North", fees: 2, total: 57_000, paid: 0, toCome: 57_000 },
  ]);
  expect(tax.all.total).toBe(507_000);
});

test("filters by status, kind, payer and year, and never a text in an address", async () => {
  const user = await makeUser();
  await addSevenFees(user);
  const fees = async (filters: Parameters<typeof addressOf>[0]) => (await page(user, filters)).shown.fees;
  expect(await fees({ status: "not-claimed" })).toBe(2);
  expect(await fees({ status: "outstanding" })).toBe(5);
  expect(await fees({ status: "paid" })).toBe(2);
  expect(await fees({ kind: "case" })).toBe(2);
  expect(await fees({ payer: payerHash("trust east") })).toBe(5);
  expect(await fees({ payer: payerHash("trust east"), status: "not-paid" })).toBe(2);
  expect(await fees({ year: 2026 })).toBe(6);
  expect(await fees({ year: "all" })).toBe(7);
  expect((await page(user)).choices.payers.map(({ label }) => label)).toEqual(["Insurer North", "Trust East"]);
  expect(addressOf({ payer: payerHash("Trust East") })).not.toContain("Trust");
});

test("an old unpaid fee is on the page of today, an old paid one only in its year", async () => {
  const user = await makeUser();
  const old = { work_date: "2019-06-01", timesheet_date: "2019-06-02" };
  await addFee(user, { ...old, amount_pence: 500 });
  await addFee(user, { ...old, amount_pence: 700, paid_date: "2019-07-01" });
  await addFee(user, { ...old, amount_pence: 900, paid_date: "2019-07-01", paid_pence: 850 });
  await addFee(user, { ...old, amount_pence: 1100, written_off_date: "2020-01-01" });
  const now = await page(user);
  expect(now.lines.map(({ amount }) => amount)).toEqual(expect.arrayContaining(["£5.00", "£9.00"]));
  expect([now.shown.fees, now.tiles.short]).toEqual([2, { pence: 50, fees: 1 }]);
  const then = await page(user, { year: 2019 });
  expect(then.shown.fees).toBe(4);
  // What was given up brings nothing.
  expect(then.tax.totals).toEqual({ work: 2100, claim: 2100, paid: 1550 });
  expect(then.choices.years.map(({ label }) => label)).toContain("2019/20");
});

test("a fee that was paid without being claimed is not claimed, here and in the strip of the logbook", async () => {
  const user = await makeUser();
  await addFee(user, { work_date: "2019-06-01", paid_date: "2019-07-01", amount_pence: 4000 });
  const { tiles, tax, lines } = await page(user);
  expect([tiles.notClaimed, tiles.paid.pence]).toEqual([{ pence: 4000, fees: 1 }, 0]);
  expect(lines[0]?.status.words).toBe("Not yet claimed");
  expect(tax.totals.paid).toBe(0);
  const [owed] = await unpaidFees(db, user.id);
  expect(owed).toEqual({ pence: 4000, notClaimed: 1, waiting: 0, short: 0 });
});

test("many fees come in pages with links", async () => {
  const user = await makeUser();
  for (let at = 0; at < 60; at += 1) await addFee(user, { work_date: "2026-10-01", amount_pence: 100 + at });
  const first = await page(user);
  expect([first.lines.length, first.pages]).toEqual([
    50,
    { page: 1, pages: 2, earlier: null, later: "/extras/?page=2" },
  ]);
  const second = await page(user, { page: 2 });
  expect([second.lines.length, second.pages.earlier]).toEqual([10, "/extras/"]);
  expect((await page(user, { page: 99 })).pages.page).toBe(2);
});

test("ticked fees are claimed on a date, their sessions and cases told, and it can be undone", async () => {
  const user = await makeUser();
  const refs = await addSevenFees(user);
  const [list, one] = [refs[4] as string, refs[6] as string];
  const answer = await press(
    user,
    { intent: "claimed", date: "20/11/2026", fee: [`${list}/1`, `${one}/1`] },
    "/extras/?status=not-claimed",
  );
  expect([answer.status, answer.location]).toEqual([302, "/extras/?status=not-claimed"]);
  expect(message(answer)).toBe("2 fees marked as claimed on Fri 20 Nov 2026");
  expect(await feeOf(list)).toMatchObject({ timesheet_date: "2026-11-20", version: 2 });
  const owners = async () => [
    (
      await db
        .select()
        .from(sessions)
        .where(eq(sessions.unique_ref, (await feeOf(list))?.session_ref ?? ""))
    )[0]?.version,
    (
      await db
        .select()
        .from(cases)
        .where(eq(cases.unique_ref, (await feeOf(one))?.case_ref ?? ""))
    )[0]?.version,
  ];
  expect(await owners()).toEqual([2, 2]);
  expect((await page(user)).tiles.notClaimed.pence).toBe(0);
  expect(message(await undone(user, answer))).toBe("Restored: 2 fees");
  // All is as it was before, versions too: what was opened then may still be saved.
  expect(await feeOf(list)).toMatchObject({ timesheet_date: null, version: 1 });
  expect(await owners()).toEqual([1, 1]);
});

test("one remittance pays many lists", async () => {
  const user = await makeUser();
  const refs = await addSevenFees(user);
  const fee = [2, 3, 5].map((at) => `${refs[at]}/1`);
  const answer = await press(user, { intent: "paid", date: "21/11/2026", fee });
  expect(message(answer)).toBe("3 fees marked as paid on Sat 21 Nov 2026");
  const { tiles } = await page(user);
  expect([tiles.waiting.pence, tiles.paid.pence]).toEqual([0, 481_000]);
});

test("a row's own button marks that fee today, whatever is ticked", async () => {
  const user = await makeUser();
  const refs = await addSevenFees(user);
  const answer = await press(user, { one: `claimed/${refs[4]}/1`, fee: [`${refs[6]}/1`], date: "01/01/2026" });
  expect(message(answer)).toBe("1 fee marked as claimed on Sat 21 Nov 2026");
  expect(await feeOf(refs[4] as string)).toMatchObject({ timesheet_date: "2026-11-21" });
  expect(await feeOf(refs[6] as string)).toMatchObject({ timesheet_date: null });
});

test.each([
  ["nothing is ticked", { intent: "paid", date: "21/11/2026" }, "fee", "Select the fees that were paid"],
  ["there is no date", { intent: "claimed", date: "", fee: "0" }, "date", "Enter the date on which they were claimed"],
  [
    "the date is none",
    { intent: "claimed", date: "31/2/2026", fee: "0" },
    "date",
    "Date must be a real date: February 2026 has 28 days",
  ],
  ["no button was pressed", { date: "21/11/2026", fee: "0" }, "", "Choose what to do with the selected fees"],
  ["no words were typed", { intent: "find" }, "words", "Enter words to find"],
  ["no date was chosen", { intent: "tax_basis", tax_basis: "" }, "tax_basis", "Choose a date"],
])("says what to mend where %s", async (_, fields, field, message) => {
  const user = await makeUser();
  const refs = await addSevenFees(user);
  const fee = "fee" in fields ? { fee: [`${refs[Number(fields.fee)]}/1`] } : {};
  const answer = await press(user, { ...fields, ...fee } as Record<string, string>);
  expect([answer.status, answer.data.form.errors[field]]).toEqual([422, [message]]);
  expect(await feeOf(refs[0] as string)).toMatchObject({ version: 1 });
});

test("a fee that is not claimed yet is not paid, and none of the ticked ones is", async () => {
  const user = await makeUser();
  const refs = await addSevenFees(user);
  const answer = await press(user, { intent: "paid", date: "21/11/2026", fee: [`${refs[3]}/1`, `${refs[4]}/1`] });
  expect([answer.status, answer.data.form.errors[""]]).toEqual([
    422,
    ["1 of these 2 fees is not claimed yet. Mark it as claimed first, or clear it"],
  ]);
  expect(await feeOf(refs[3] as string)).toMatchObject({ paid_date: null, version: 1 });
});

test("what is done already stays as it is, and is said", async () => {
  const user = await makeUser();
  const refs = await addSevenFees(user);
  const both = await press(user, { intent: "claimed", date: "2/11/2026", fee: [`${refs[3]}/1`, `${refs[6]}/1`] });
  expect(message(both)).toBe(
    "1 fee marked as claimed on Mon 2 Nov 2026. 1 was claimed or written off already, and stays as it is. Check the date: it is before the work",
  );
  const none = await press(user, { intent: "claimed", date: "2/11/2026", fee: [`${refs[0]}/1`] });
  expect(none.data.form.errors[""]).toEqual(["This fee is claimed or written off already. Nothing has changed"]);
});

test("a fee that was changed elsewhere stops the whole act", async () => {
  const user = await makeUser();
  const refs = await addSevenFees(user);
  await db
    .update(fees)
    .set({ version: 2, amount_pence: 1 })
    .where(eq(fees.unique_ref, refs[4] as string));
  const answer = await press(user, { intent: "claimed", date: "21/11/2026", fee: [`${refs[4]}/1`, `${refs[6]}/1`] });
  expect([answer.status, answer.data.form.errors[""]?.[0]]).toEqual([
    409,
    expect.stringContaining("changed or deleted elsewhere"),
  ]);
  expect(await feeOf(refs[6] as string)).toMatchObject({ timesheet_date: null });
});

test("a fee that changes while the ticked ones are marked stops the whole act", async () => {
  const user = await makeUser();
  const refs = await addSevenFees(user);
  const meanwhile = () => press(user, { one: `claimed/${refs[6]}/1` });
  const fields = { intent: "claimed", date: "20/11/2026", fee: [`${refs[4]}/1`, `${refs[6]}/1`] };
  const answer = await submit<{ form: { errors: Record<string, string[]> } }>(
    extras.action,
    { idempotency_key: newRef(), ...fields },
    { user, path: "/extras/", database: racingDatabase(1, meanwhile) },
  );
  expect([answer.status, answer.data.form.errors[""]?.[0]]).toEqual([
    409,
    expect.stringContaining("changed or deleted elsewhere"),
  ]);
  expect(await feeOf(refs[4] as string)).toMatchObject({ timesheet_date: null, version: 1 });
});

test("a form that is sent twice marks once, and is answered alike", async () => {
  const user = await makeUser();
  const refs = await addSevenFees(user);
  const fields = { idempotency_key: newRef(), intent: "claimed", date: "21/11/2026", fee: [`${refs[4]}/1`] };
  const [first, second] = [await press(user, fields), await press(user, fields)];
  expect([first.status, second.status]).toEqual([302, 302]);
  expect(flashOf(second).undo).toBe(flashOf(first).undo);
  expect(await feeOf(refs[4] as string)).toMatchObject({ version: 2 });
});

test("a duplicate is work on its own of today, without what was of the other, and can be undone", async () => {
  const user = await makeUser();
  const fee = { work_date: "2026-10-01", kind: "locum", payer: "Trust", rate_pence: 20_000, basis: "hour" as const };
  const ref = await addFee(
    user,
    { ...fee, amount_pence: 80_000, reference: "INV 1", timesheet_date: "2026-10-02", paid_date: "2026-10-09" },
    "Notes",
  );
  const fields = { idempotency_key: newRef(), one: `copy/${ref}/1` };
  const answer = await press(user, fields);
  const made = /^\/extras\/([\w-]{22})\/$/.exec(answer.location ?? "")?.[1] ?? "";
  expect(await feeOf(made)).toMatchObject({
    ...{ ...fee, work_date: "2026-11-21", amount_pence: 80_000, reference: "" },
    ...{ timesheet_date: null, paid_date: null, text_encrypted: null },
  });
  expect((await press(user, fields)).location).toBe(answer.location);
  expect(message(await undone(user, answer))).toBe("Removed: 1 fee");
  expect(await feeOf(made)).toBeUndefined();
});

test("another user's fees are not there", async () => {
  const [user, other] = [await makeUser(), await makeUser()];
  const refs = await addSevenFees(user);
  const fee = `${refs[4]}/1`;
  expect((await press(other, { intent: "claimed", date: "21/11/2026", fee: [fee] })).status).toBe(404);
  expect((await press(other, { one: `copy/${fee}` })).status).toBe(404);
  const own = await addFee(other, { work_date: "2026-11-01" });
  expect((await press(other, { intent: "claimed", date: "21/11/2026", fee: [fee, `${own}/1`] })).status).toBe(409);
  expect((await page(other)).shown.fees).toBe(1);
  expect(await feeOf(refs[4] as string)).toMatchObject({ version: 1 });
});

test("words are found in payers, notes and descriptions of cases, among what the filters show", async () => {
  const user = await makeUser();
  await addSevenFees(user);
  const sessionRef = await addSession(user, "2026-11-10");
  const caseRef = await addCase(user, sessionRef, "Awake craniotomy");
  await addFee(user, { case_ref: caseRef, amount_pence: 5000 }, "Sent with the other one");
  const find = async (words: string, path = "/extras/") =>
    (await press(user, { intent: "find", words }, path)).data.found as ExtrasFound;
  expect((await find("craniotomy")).lines.map(({ amount }) => amount)).toEqual(["£50.00"]);
  expect((await find("sent OTHER")).shown).toEqual({ fees: 1, pence: 5000 });
  expect((await find("insurer")).shown.fees).toBe(2);
  expect((await find("insurer", "/extras/?status=not-claimed")).shown.fees).toBe(1);
  expect(await find("nowhere")).toMatchObject({ lines: [], of: 8, isAll: true });
});

test("the file holds the fees of the filters with their texts, and no cell calculates", async () => {
  const user = await makeUser();
  await addSevenFees(user);
  await addFee(user, { work_date: "2026-11-12", payer: "=HYPERLINK(1)", amount_pence: 12_345 }, 'Say "no", twice');
  await openLoginOf(user);
  const answer = await load<string>(csv.loader, { user, path: "/extras/csv/?status=not-claimed" });
  expect(answer.headers.get("Content-Disposition")).toBe('attachment; filename="extra-work.csv"');
  const lines = answer.data.split("\r\n");
  expect(lines[0]).toContain("Date of the work,Start,End,Hours,Work");
  expect(lines[1]).toContain("'=HYPERLINK(1)");
  expect(lines[1]).toContain('"Say ""no"", twice"');
  expect(lines).toHaveLength(5);
  const list = lines.find((line) => line.startsWith("2026-10-31"));
  expect(list).toContain("2026-10-31,08:00,12:00,4.00,Waiting list initiative,Session fees");
  expect(list).toContain(",1200.00,");
});

test("of a fee that was paid without being claimed the file names no amount paid, as the page does", async () => {
  const user = await makeUser();
  await addFee(user, { work_date: "2026-11-12", paid_date: "2026-11-19", amount_pence: 12_345 });
  await openLoginOf(user);
  const { data } = await load<string>(csv.loader, { user, path: "/extras/csv/" });
  expect(data.split("\r\n")[1]).toContain("Not yet claimed,,2026-11-19,,,");
});

test("what was paid in the tax year leads to the fees that it came from, in part or in full", async () => {
  const user = await makeUser();
  const now = { work_date: "2026-05-01", timesheet_date: "2026-05-02", paid_date: "2026-06-01", amount_pence: 1000 };
  await addFee(user, now);
  await addFee(user, { ...now, paid_pence: 900 });
  await addFee(user, { ...now, paid_pence: 700, written_off_date: "2026-07-01" });
  await addFee(user, { ...now, timesheet_date: null, written_off_date: "2026-07-01" });
  await addFee(user, { ...now, paid_date: "2025-06-01", timesheet_date: "2025-05-02", paid_pence: 500 });
  const { tiles, shown } = await page(user, { status: "came" });
  expect([tiles.paid, shown.fees]).toEqual([expect.objectContaining({ pence: 2600, fees: 3 }), 3]);
});

test("payers are one by whatever letters, in the totals as in the filter", async () => {
  const user = await makeUser();
  for (const name of ["BUPA", "Bupa", " bupa"]) await addFee(user, { work_date: "2026-05-01", payer: name });
  const { tax, choices } = await page(user);
  expect([tax.payers.map(({ fees }) => fees), choices.payers.length]).toEqual([[3], 1]);
});

test("a row's own button minds nothing that stands in the date of the ticked ones", async () => {
  const user = await makeUser();
  const ref = await addFee(user, { work_date: "2026-11-12" });
  const answer = await press(user, { one: `claimed/${ref}/1`, date: "rubbish" });
  expect(message(answer)).toBe("1 fee marked as claimed on Sat 21 Nov 2026");
  const ticked = await press(user, { intent: "paid", fee: `${ref}/2`, date: "rubbish" });
  expect(ticked.data.form.errors).toHaveProperty("date");
});

test("the timesheet lists what is not claimed, the first work first, without any description of a case", async () => {
  const user = await makeUser();
  await addSevenFees(user);
  await addFee(user, {
    work_date: "2026-11-01",
    start_minute: 1200,
    end_minute: 120,
    amount_pence: 80_000,
    kind: "locum",
  });
  const { data } = await load<Awaited<ReturnType<typeof timesheet.loader>>>(timesheet.loader, { user });
  expect(data.sheet.plain).toBe(
    [
      "Date\tStart\tEnd\tHours\tWork\tAmount",
      "31/10/2026\t08:00\t12:00\t4.00\tWaiting list initiative\t1200.00",
      "01/11/2026\t20:00\t02:00\t6.00\tLocum\t800.00",
      "07/11/2026\t08:00\t12:00\t4.00\tPrivate list\t260.00",
      "Total\t\t\t14.00\t\t2260.00",
    ].join("\n"),
  );
  expect(data.mayClaim).toBe(true);
  const paid = await load<typeof data>(timesheet.loader, { user, path: "/extras/timesheet/?status=paid" });
  expect([paid.data.sheet.lines.length, paid.data.mayClaim]).toEqual([2, false]);
});

test("hours of work on its own are those that passed, over both changes of the clocks", async () => {
  const user = await makeUser();
  await addFee(user, { work_date: "2026-03-29", start_minute: 30, end_minute: 240, amount_pence: 37_500 });
  await addFee(user, { work_date: "2026-10-25", start_minute: 0, end_minute: 240, amount_pence: 75_000 });
  const { data } = await load<Awaited<ReturnType<typeof timesheet.loader>>>(timesheet.loader, { user });
  expect(data.sheet.plain.split("\n").map((line) => line.split("\t")[3])).toEqual(["Hours", "2.50", "5.00", "7.50"]);
});

test("a timesheet is claimed as a whole: a refusal keeps it, and its filters lead back", async () => {
  const user = await makeUser();
  const refs: string[] = [];
  for (let at = 0; at < 51; at += 1) refs.push(await addFee(user, { work_date: "2026-10-01", payer: "Trust" }));
  const path = addressOf({ payer: payerHash("Trust"), status: "not-claimed" }, "/extras/timesheet/");
  const feeChange = refs.map((ref) => `${ref}/1`);
  const fee = (date: string) =>
    submit<{ form: { errors: Record<string, string[]>; values: Record<string, string[]> } }>(
      timesheet.action,
      { idempotency_key: newRef(), intent: "claimed", date, fee: feeChange },
      { user, path },
    );
  const refused = await fee("31/2/2026");
  expect([refused.status, refused.data.form.errors.date?.length]).toEqual([422, 1]);
  const done = await fee("20/11/2026");
  expect([done.status, done.location]).toEqual([302, path.replace("timesheet/", "")]);
  expect(message(done)).toBe("51 fees marked as claimed on Fri 20 Nov 2026");
});

test("a logbook without any fee has nothing on the page of extra work yet", async () => {
  const user = await makeUser();
  await addSession(user, "2026-11-10");
  expect((await page(user)).any).toBe(false);
  const old = await addSession(user, "2015-11-10");
  await addFee(user, { session_ref: old, written_off_date: "2016-01-01" });
  expect((await page(user)).any).toBe(true);
});

test("the year of work that was never claimed can be chosen, owed or written off", async () => {
  const user = await makeUser();
  await addSevenFees(user);
  const years = async () => (await page(user)).choices.years.map(({ label }) => label);
  expect(await years()).not.toContain("2020/21");
  await addFee(user, { session_ref: await addSession(user, "2020-05-10") });
  expect((await years()).at(-1)).toBe("2020/21");
  const treated = await addCase(user, await addSession(user, "2018-05-10"), "Hernia");
  await addFee(user, { case_ref: treated, written_off_date: "2019-01-01" });
  expect((await years()).at(-1)).toBe("2018/19");
  expect((await page(user, { year: 2018 })).shown.fees).toBe(1);
});

test("the tax years to choose reach from the first date of a fee to the last, and hold the chosen one", async () => {
  const user = await makeUser();
  await addFee(user, { work_date: "1900-01-01", timesheet_date: "2026-05-01", paid_date: "2027-11-09" });
  const years = async (year: number | null) => (await page(user, { year })).choices.years.map(({ value }) => value);
  const offered = await years(null);
  expect([offered[0], offered.at(-1)]).toEqual(["2027", "1899"]);
  expect((await page(user, { year: 1899 })).shown.fees).toBe(1);
  expect((await years(2099))[0]).toBe("2099");
});

test("the payer that is chosen stands among the choices, also in a year without its fees", async () => {
  const user = await makeUser();
  await addSevenFees(user);
  await db
    .insert(payers)
    .values({ ...row(user), unique_ref: newRef(), name: "Clinic", name_key: "clinic", kind: "other" });
  const labels = async (payer: string) =>
    (await page(user, { payer, year: 2019 })).choices.payers
      .filter(({ value }) => value === payer)
      .map(({ label }) => label);
  expect(await labels(payerHash("Clinic"))).toEqual(["Clinic"]);
  expect(await labels(payerHash("Insurer North"))).toEqual(["Insurer North"]);
  expect(await labels(payerHash("Elsewhere"))).toEqual(["Chosen payer"]);
});

test.each([
  ["by its date", { intent: "claimed", date: "31/2/2026" }],
  ["as a whole", { intent: "paid", date: "21/11/2026" }],
])("found fees that are refused %s come back as they were found", async (_, fields) => {
  const user = await makeUser();
  const refs = await addSevenFees(user);
  const answer = await press(user, { ...fields, words: "hernia 260", fee: [`${refs[6]}/1`] });
  expect([answer.status, answer.data.found?.shown.fees]).toEqual([422, 1]);
});

test("what is left of a fee that was paid in part is owed, on each page that says what is owed", async () => {
  const user = await makeUser();
  await addFee(user, {
    ...{ work_date: "2026-03-07", amount_pence: 120_000, timesheet_date: "2026-03-09" },
    ...{ paid_date: "2026-03-27", paid_pence: 70_000 },
  });
  // Of one that is not claimed nothing is paid, and of one that is written off nothing is owed.
  await addFee(user, { work_date: "2026-03-08", amount_pence: 1000, paid_date: "2026-03-27", paid_pence: 400 });
  await addFee(user, {
    ...{ work_date: "2026-03-09", amount_pence: 900, timesheet_date: "2026-03-09", paid_date: "2026-03-27" },
    ...{ paid_pence: 100, written_off_date: "2026-05-01" },
  });
  const { tiles } = await page(user);
  expect([tiles.outstanding, tiles.short]).toEqual([
    { pence: 51_000, fees: 2 },
    { pence: 50_000, fees: 1 },
  ]);
  expect((await page(user, { status: "outstanding" })).shown.fees).toBe(2);
  expect(await unpaidFees(db, user.id)).toEqual([{ pence: 51_000, notClaimed: 1, waiting: 0, short: 1 }]);
});

test("each payment of a fee falls in its own tax year, and nothing of it is owed any more", async () => {
  const user = await makeUser();
  await addFee(user, {
    ...{ work_date: "2026-03-07", amount_pence: 120_000, timesheet_date: "2026-03-09" },
    ...{ paid_date: "2026-03-27", paid_pence: 70_000, later_payments: [{ day: "2026-04-28", pence: 50_000 }] },
  });
  const [before, after] = [await page(user, { year: 2025 }), await page(user, { year: 2026 })];
  expect([before.tax.totals.paid, after.tax.totals.paid]).toEqual([70_000, 50_000]);
  expect(before.tax.totals).toMatchObject({ work: 120_000, claim: 120_000 });
  expect(after.tiles).toMatchObject({ outstanding: { pence: 0, fees: 0 }, paid: { pence: 50_000, fees: 1 } });
  expect((await page(user)).lines).toMatchObject([
    { paid: "27/03/2026, 28/04/2026", status: { words: "Paid" }, took: "50 days" },
  ]);
  expect(await unpaidFees(db, user.id)).toEqual([{ pence: 0, notClaimed: 0, waiting: 0, short: 0 }]);
});

test("by date of payment the lists and totals of a year hold its payments alone", async () => {
  const user = await makeUser();
  await db.insert(feeSettings).values({ ...row(user), unique_ref: newRef(), tax_basis: "paid" });
  await addFee(user, {
    ...{ work_date: "2025-03-07", amount_pence: 120_000, timesheet_date: "2025-03-09" },
    ...{ paid_date: "2025-03-27", paid_pence: 70_000, later_payments: [{ day: "2025-05-28", pence: 30_000 }] },
  });
  const { shown, tax } = await page(user, { year: 2025 });
  expect(shown).toEqual({ fees: 1, pence: 120_000 });
  // Of the 1,200 the first 700 are of the year before, and what is left goes with the last payment.
  expect(tax.months).toEqual([{ key: "2025-05-01", fees: 1, total: 30_000, paid: 30_000, toCome: 20_000 }]);
  expect(tax.all).toEqual({ key: "", fees: 1, total: 30_000, paid: 30_000, toCome: 20_000 });
  expect((await page(user, { year: 2024 })).tax.all).toMatchObject({ fees: 1, paid: 70_000, toCome: 0 });
});
