import { dateOf, type Fee, worthOf } from "~/diary/fees/ledger/fee";
import { feeOf, feeRowsWithin, taxBasisOf } from "~/diary/fees/ledger/fees.server";
import { byMonth, byPayer, formatBasis, partsOfYear, type TotalLine, totalOf } from "~/diary/fees/ledger/ledger";
import { whatOf } from "~/diary/fees/ledger/lines";
import { namesByRef, payerNames } from "~/diary/fees/payer-names.server";
import { feeStatus, moneyParts } from "~/diary/fees/rules";
import { formatCounted } from "~/platform/time/counted";
import { longDate, monthName, ukDate } from "~/platform/time/dates";
import { formatInPeriod } from "~/reports/document/section.server";
import { count, pence } from "../document/cells";
import { filtersOf } from "../document/choices";
import { section } from "../document/section.server";
import type { Cell, ReportBlock, ReportTable, Sentence } from "../document/types";

/**
 * Section: fees by payer and month, and each fee. The date on which a fee is in the period follows the setting by which
 * the user calculates tax years.
 */
export const extraWork = section(
  "extra-work",
  ({ db, userId, bounds, passes }) =>
    [feeRowsWithin(db, userId, bounds, passes), taxBasisOf(db, userId), payerNames(db, userId)] as const,
  ([rows, [settings], payers], { period, today, choices }) => {
    const basis = settings?.tax_basis ?? "work";
    const dayOf = (fee: Fee) => dateOf(fee, basis) ?? "";
    const names = namesByRef(payers);
    const all = rows.map((row) => feeOf(row, names));
    const fees = partsOfYear(all, { begins: period.from, ends: period.until }, basis).sort(
      (one, other) => dayOf(one).localeCompare(dayOf(other)) || one.unique_ref.localeCompare(other.unique_ref),
    );
    const note = [
      `A fee is in the period ${formatBasis(basis)}. The amount to come is as of ${longDate(today)}.`,
      formatAhead(fees.filter(({ work }) => work >= today).length),
    ]
      .join(" ")
      .trim();
    const blocks: ReportBlock[] = [
      totals(byPayer(fees, basis), {
        ...{ id: "fees-by-payer", caption: "Fees by payer", head: "Payer", note },
        nameOf: (payer) => payer || "No payer",
      }),
      totals(byMonth(fees, basis), {
        ...{ id: "fees-by-month", caption: "Fees by month", head: "Month" },
        nameOf: monthName,
      }),
      allFees(fees),
    ];
    const empty = `No fees are recorded ${formatInPeriod(filtersOf(choices) > 0, false)}.`;
    return { empty, summary: summary(fees, basis), blocks: fees.length === 0 ? [] : blocks };
  },
);

function summary(fees: readonly Fee[], basis: Parameters<typeof byPayer>[1]): Sentence[] {
  const all = totalOf(byPayer(fees, basis));
  const [worth, paid, toCome] = [all.total, all.paid, all.toCome].map(pence) as [Cell, Cell, Cell];
  return [[`${formatCounted(fees.length, "fee")}: `, worth, ", ", paid, " of it paid and ", toCome, " to come."]];
}

/**
 * Text about fees for work that is still to come. They count, as on the page of extra work: money is not work done, and
 * money to come is shown beside money paid.
 */
function formatAhead(fees: number): string {
  if (fees === 0) return "";
  return `${formatCounted(fees, "fee")} ${fees === 1 ? "is" : "are"} for work that is still to come.`;
}

interface Totals extends Pick<ReportTable, "id" | "caption" | "note"> {
  head: string;
  nameOf(key: string): string;
}

function totals(lines: readonly TotalLine[], { head, nameOf, ...table }: Totals): ReportTable {
  return {
    kind: "table",
    ...table,
    heads: [head, "Fees", "Total", "Paid", "To come"],
    rows: lines.map((line) => [nameOf(line.key), ...cellsOf(line)]),
    foot: ["All", ...cellsOf(totalOf(lines))],
  };
}

function cellsOf({ fees, total, paid, toCome }: TotalLine): Cell[] {
  return [count(fees), pence(total), pence(paid), pence(toCome)];
}

/** Table of all fees. It has no description of any case, which is not needed for payment. */
function allFees(fees: readonly Fee[]): ReportTable {
  const dateCell = (date: string | null) => (date === null ? "" : ukDate(date));
  const sum = (of: (fee: Fee) => number) => pence(fees.reduce((all, fee) => all + of(fee), 0));
  return {
    kind: "table",
    id: "fees",
    caption: "All fees",
    lists: true,
    heads: ["Date of work", "Work", "Payer", "Reference", "Status", "Claimed", "Paid on", "Worth", "Paid"],
    rows: fees.map((fee) => [
      ukDate(fee.work),
      workOf(fee),
      fee.payer,
      fee.reference,
      feeStatus(fee).words,
      dateCell(fee.timesheet_date),
      dateCell(fee.paid_date),
      pence(worthOf(fee)),
      pence(moneyParts(fee).paid),
    ]),
    foot: ["All", "", "", "", "", "", "", sum(worthOf), sum((fee) => moneyParts(fee).paid)],
  };
}

function workOf(fee: Fee): string {
  const what = whatOf(fee, "");
  return fee.kind === "case" && fee.element ? `${what}, ${fee.element}` : what;
}
