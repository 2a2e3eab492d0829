import { expect, test } from "vitest";
import {
  bothFees,
  caseFeesStatus,
  codeWarnings,
  dateWarnings,
  type FeeAmounts,
  feeStatus,
  feeSummary,
  feeTag,
  JOB_PLAN_FEE_WARNING,
  readCodes,
  withFees,
} from "~/diary/fees/rules";
import { moneyText, poundsText, readFee, shortMoney } from "~/platform/money";

function fee(pounds: number, more: Partial<FeeAmounts> = {}): FeeAmounts {
  const blank = { timesheet_date: null, paid_date: null, paid_pence: null, written_off_date: null };
  return { amount_pence: pounds * 100, ...blank, ...more };
}

test.each([
  ["1200", 120_000],
  ["1,200.00", 120_000],
  ["£ 310.5", 31_050],
  [".01", 1],
  ["0.010", 1],
  ["99999.99", 9_999_999],
  ["8.15", 815],
  ["", null],
  ["  ", null],
])("‘%s’ is %s pence", (typed, pence) => {
  expect(readFee(typed)).toBe(pence);
});

test.each([
  ["1.005", "Enter the fee in whole pence: two decimals at most, such as 310.50"],
  ["-5", "A fee cannot be less than nothing. Enter it without the minus"],
  ["−5", "A fee cannot be less than nothing. Enter it without the minus"],
  ["0", "Enter a fee of £0.01 or more, or leave it blank for none"],
  ["-0.00", "Enter a fee of £0.01 or more, or leave it blank for none"],
  ["100000", "A fee can be £99,999.99 at most. Check the amount"],
  ["9".repeat(40), "A fee can be £99,999.99 at most. Check the amount"],
  ["1,5", "Enter the fee in pounds, such as 1200 or 310.50"],
  ["a lot", "Enter the fee in pounds, such as 1200 or 310.50"],
  ["1e3", "Enter the fee in pounds, such as 1200 or 310.50"],
  [".", "Enter the fee in pounds, such as 1200 or 310.50"],
])("‘%s’ is no fee, and why is said", (typed, problem) => {
  expect(readFee(typed)).toEqual({ problem });
});

test("money is shown in pounds, with its pence", () => {
  expect([1, 31_050, 120_000, 9_999_999].map(moneyText)).toEqual(["£0.01", "£310.50", "£1,200.00", "£99,999.99"]);
  expect([120_000, 31_050].map(shortMoney)).toEqual(["£1,200", "£310.50"]);
  expect([5, 120_000].map(poundsText)).toEqual(["0.05", "1200.00"]);
});

test.each([
  [fee(1200, { timesheet_date: "2026-04-02", paid_date: "2026-04-28" }), "paid", "Paid"],
  [fee(900, { timesheet_date: "2026-07-15" }), "not-paid", "Not yet paid"],
  [fee(1200), "not-claimed", "Not yet claimed"],
  [fee(260, { paid_date: "2026-11-09" }), "not-claimed", "Not yet claimed"],
  [fee(310, { timesheet_date: "2026-11-09", paid_date: "2026-11-19", paid_pence: 29_000 }), "short", "Short by £20.00"],
  [fee(310, { timesheet_date: "2026-11-09", paid_date: "2026-11-19", paid_pence: 31_000 }), "paid", "Paid"],
  [fee(310, { timesheet_date: "2026-11-09", paid_date: "2026-11-19", paid_pence: 32_000 }), "paid", "Paid"],
  [fee(310, { timesheet_date: "2026-11-09", written_off_date: "2026-11-20" }), "written-off", "Written off"],
] as const)("%o is %s: %s", (fee, state, words) => {
  expect(feeStatus(fee)).toEqual({ state, words });
});

test("a fee in a line", () => {
  expect(feeSummary(fee(1200))).toBe("£1,200.00, not yet claimed");
  expect(feeTag(fee(1200))).toBe("£1,200 not yet claimed");
});

const WORK = "2026-11-17";

test.each([
  [{ work: WORK, timesheet: WORK, paid: "2026-12-20" }, []],
  [{ work: WORK, timesheet: null, paid: null }, []],
  [{ work: WORK, timesheet: "2026-11-16", paid: null }, ["The timesheet date is before the work, Tue 17 Nov 2026"]],
  [{ work: null, timesheet: "2026-11-16", paid: null }, []],
  [{ work: WORK, timesheet: "2026-11-20", paid: "2026-11-19" }, ["The paid date is before the timesheet date"]],
  [
    { work: WORK, timesheet: null, paid: "2026-11-20" },
    ["There is a paid date but no timesheet date, so the fee still counts as not yet claimed"],
  ],
  [
    { work: WORK, timesheet: null, paid: "2026-11-01" },
    [
      "There is a paid date but no timesheet date, so the fee still counts as not yet claimed",
      "The paid date is before the work, Tue 17 Nov 2026",
    ],
  ],
])("the dates %o are warned about: %o", (dates, warnings) => {
  expect(dateWarnings(dates)).toEqual(warnings);
});

test("procedure codes are kept in capitals with a space between", () => {
  expect(readCodes(" w8500, c7520;h5240 ")).toBe("W8500 C7520 H5240");
});

test.each([
  ["W8500 20110 AC100", []],
  ["", []],
  ["ABC123", ["The procedure code looks odd: most have up to two letters, then three to five digits, such as W8500"]],
  [
    "W85 123456",
    ["The procedure codes look odd: most have up to two letters, then three to five digits, such as W8500"],
  ],
  ["W8500 C7520 H5240 20110", ["Insurers take 3 procedure codes at most"]],
])("the codes ‘%s’ are warned about: %o", (codes, warnings) => {
  expect(codeWarnings(codes)).toEqual(warnings);
});

test("fees of both a session and its cases are summed, with a note", () => {
  expect(bothFees(120_000, 57_000)).toBe(
    "Both session and case fees: £1,200.00 for the session and £570.00 for cases, £1,770.00 in all",
  );
  expect([bothFees(0, 57_000), bothFees(120_000, 0)]).toEqual([null, null]);
});

test("a deletion says which fees go with it", () => {
  expect(withFees({ fees: 0, pence: 0 })).toBe("");
  expect(withFees({ fees: 1, pence: 31_000 })).toBe(", and a fee of £310.00");
  expect(withFees({ fees: 2, pence: 57_000 })).toBe(", and 2 fees of £570.00 in all");
});

test("the warning about the job plan is that of the specification", () => {
  expect(JOB_PLAN_FEE_WARNING).toBe(
    "WARNING: You have entered an additional fee for a session that appears to be part of your job plan. Did you mean to do this?",
  );
});

test("the fees of several cases are as one: the worst of them, and of how many", () => {
  const sent = { timesheet_date: "2026-11-09" };
  const paid = { ...sent, paid_date: "2026-11-20" };
  const short = { ...paid, paid_pence: 100 };
  const all = (...fees: Partial<FeeAmounts>[]) => caseFeesStatus(fees.map((feeChange) => fee(310, feeChange)));
  expect(all()).toBeNull();
  expect(all({})).toEqual({ state: "not-claimed", words: "Case fee £310 not yet claimed" });
  expect(all({}, {})).toEqual({ state: "not-claimed", words: "2 case fees £620 not yet claimed" });
  expect(all(paid, {}, sent)).toEqual({ state: "not-claimed", words: "3 case fees, 1 not yet claimed" });
  expect(all(paid, sent, sent)).toEqual({ state: "not-paid", words: "3 case fees, 2 not yet paid" });
  expect(all(paid, short)).toEqual({ state: "short", words: "2 case fees, 1 paid short" });
  expect(all(paid, paid)).toEqual({ state: "paid", words: "2 case fees £620 paid" });
  expect(all({ written_off_date: "2026-11-20" }, paid)).toEqual({ state: "paid", words: "2 case fees, 1 paid" });
});
