import { expect, test } from "vitest";
import type { Fee } from "~/diary/fees/ledger/fee";
import { lineOf } from "~/diary/fees/ledger/lines";
import { decideMarks, mayMarkAtOnce } from "~/diary/fees/ledger/marks";

const TODAY = "2026-11-21";

function fee(some: Partial<Fee> = {}): Fee {
  return {
    ...{ unique_ref: "fee", version: 3, kind: "alone", work: "2026-11-10", session_ref: null, case_ref: null },
    ...{ from_minute: null, until_minute: null, minutes: null, element: null, site: "", payer: "Bupa" },
    ...{ basis: "fixed", rate_pence: null, work_kind: "", procedure_codes: "", reference: "" },
    ...{ amount_pence: 20_000, timesheet_date: null, paid_date: null, paid_pence: null, written_off_date: null },
    ...some,
  };
}

const PLAIN = {
  ...{ unique_ref: "fee", version: 3, status: { state: "not-claimed", words: "Not yet claimed" } },
  ...{
    date: "Tue 10 Nov 2026",
    what: "Additional paid work",
    details: [],
    notes: "",
    payer: "Bupa",
    amount: "£200.00",
  },
  ...{ amount_pence: 20_000, timesheet: "", paid: "", waits: "", took: "", isOld: false, workPath: null },
  isCase: false,
};
const NO_TEXTS = { notes: "", description: "" };
const waiting = { state: "not-paid", words: "Not yet paid" };

test.each<[string, Partial<Fee>, object]>([
  ["work on its own", {}, {}],
  ["work of a kind", { work_kind: "locum", site: "Leeds" }, { what: "Locum", details: ["Leeds"] }],
  [
    "a session",
    { kind: "session", session_ref: "s", element: "List", site: "Leeds", work_kind: "wli" },
    { what: "List", details: ["Waiting list initiative", "Leeds"], workPath: "/logbook/session/s/" },
  ],
  ["a session of nothing", { kind: "session", session_ref: "s" }, { what: "Session", workPath: "/logbook/session/s/" }],
  [
    "a case",
    { kind: "case", session_ref: "s", case_ref: "c", element: "List", procedure_codes: "W3712", reference: "A1" },
    { what: "Case", details: ["List", "W3712", "A1"], isCase: true, workPath: "/logbook/session/s/case/c/" },
  ],
  ["a rate", { basis: "hour", rate_pence: 10_000 }, { details: ["£100.00 per hour"] }],
  ["a rate that is the amount", { basis: "list", rate_pence: 20_000 }, { details: ["per list or session"] }],
  ["no rate", { basis: "pa" }, { details: ["per PA"] }],
  [
    "30 days of waiting",
    { timesheet_date: "2026-10-22" },
    { status: waiting, timesheet: "22/10/2026", waits: "30 days" },
  ],
  [
    "31 days of waiting",
    { timesheet_date: "2026-10-21" },
    { status: waiting, timesheet: "21/10/2026", waits: "31 days", isOld: true },
  ],
  [
    "payment",
    { timesheet_date: "2026-11-11", paid_date: "2026-11-12" },
    { status: { state: "paid", words: "Paid" }, timesheet: "11/11/2026", paid: "12/11/2026", took: "1 day" },
  ],
])("a line of the ledger says what there is of %s", (_, some, line) => {
  expect(lineOf(fee(some), NO_TEXTS, TODAY)).toEqual({ ...PLAIN, ...line });
});

test("a case is named by the first line of its description, and long words are cut after 120 characters", () => {
  const of = (description: string, notes = "") => {
    const line = lineOf(fee({ kind: "case" }), { notes, description }, TODAY);
    return [line.what, line.details, line.notes];
  };
  expect(of(" Hip \nLeft")).toEqual(["Hip", ["Case"], ""]);
  expect(of("é".repeat(120), "n".repeat(121))).toEqual(["é".repeat(120), ["Case"], `${"n".repeat(120)}…`]);
});

const CLAIMED = { timesheet_date: "2026-11-12" };
const PAID = { ...CLAIMED, paid_date: "2026-11-13" };

test.each<[string, Partial<Fee>[], "claimed" | "paid", string, number, string]>([
  ["one", [{}], "claimed", "2026-11-10", 1, "1 fee marked as claimed on Tue 10 Nov 2026"],
  ["one that is paid", [CLAIMED], "paid", "2026-11-12", 1, "1 fee marked as paid on Thu 12 Nov 2026"],
  [
    "one of two",
    [{}, CLAIMED],
    "claimed",
    TODAY,
    1,
    "1 fee marked as claimed on Sat 21 Nov 2026. 1 was claimed or written off already, and stays as it is",
  ],
  [
    "one of three",
    [CLAIMED, PAID, PAID],
    "paid",
    TODAY,
    1,
    "1 fee marked as paid on Sat 21 Nov 2026. 2 were paid or written off already, and stay as they are",
  ],
  [
    "before the work",
    [{}],
    "claimed",
    "2026-11-09",
    1,
    "1 fee marked as claimed on Mon 9 Nov 2026. Check the date: it is before the work",
  ],
  [
    "before the timesheet date of some",
    [CLAIMED, { timesheet_date: "2026-11-10" }],
    "paid",
    "2026-11-11",
    2,
    "2 fees marked as paid on Wed 11 Nov 2026. Check the date: it is before the timesheet date of 1 of them",
  ],
  [
    "in the future",
    [{}],
    "claimed",
    "2026-11-22",
    1,
    "1 fee marked as claimed on Sun 22 Nov 2026. Check the date: it is in the future",
  ],
])("fees that are ticked are marked, and what was done is said: %s", (_, fees, mark, date, count, message) => {
  const decided = decideMarks(fees.map(fee), mark, date, TODAY);
  expect([decided.ok && decided.mark.length, decided]).toEqual([count, expect.objectContaining({ ok: true, message })]);
});

test.each<[Partial<Fee>[], "claimed" | "paid", string]>([
  [[CLAIMED], "claimed", "This fee is claimed or written off already. Nothing has changed"],
  [[PAID, PAID], "paid", "All of these fees are paid or written off already. Nothing has changed"],
  [[{}], "paid", "This fee is not claimed yet. Mark it as claimed first, then as paid"],
  [[{}, {}], "paid", "None of these fees is claimed yet. Mark them as claimed first"],
  [[{}, CLAIMED], "paid", "1 of these 2 fees is not claimed yet. Mark it as claimed first, or clear it"],
  [[{}, {}, CLAIMED], "paid", "2 of these 3 fees are not claimed yet. Mark them as claimed first, or clear them"],
])("nothing is marked where none can be, or one is paid before it is claimed: %j as %s", (fees, mark, error) => {
  expect(decideMarks(fees.map(fee), mark, TODAY, TODAY)).toEqual({ ok: false, error });
});

test("200 fees are marked at once, and no more", () => {
  expect([200, 201].map(mayMarkAtOnce)).toEqual([true, false]);
});
