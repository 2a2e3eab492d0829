import { env } from "cloudflare:workers";
import { getTableColumns } from "drizzle-orm";
import { expect, test } from "vitest";
import { TABLES } from "~/data/catalogue.server";
import { GENDERS, SUPERVISIONS, URGENCIES } from "~/diary/cases/codes";
import { BASES, PAYER_KINDS, TAX_BASES, WORK_KINDS } from "~/diary/fees/kinds";
import { LEAVE_STATUSES, LEAVE_TYPES } from "~/diary/leave/kinds";
import { RECURRENCES } from "~/planning/job-plans/elements";
import { CPD_TYPES } from "~/reports/cpd/kinds";

const { results } = await env.DB.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'table'").all<{
  name: string;
  sql: string;
}>();
const SQL_OF = new Map(results.map(({ name, sql }) => [name, sql.replace(/--.*$/gm, "").replace(/\s+/g, " ")]));

const COLUMNS = TABLES.flatMap(({ name, table }) =>
  Object.values(getTableColumns(table)).map((column) => ({
    table: name,
    column: column.name,
    codes: column.enumValues,
  })),
);

/** Codes that the app knows by their words, and its tables as text or numbers alone. */
const CODES: Record<string, readonly string[]> = {
  "leave.type": Object.keys(LEAVE_TYPES),
  "leave.status": Object.keys(LEAVE_STATUSES),
  "cpd.type": Object.keys(CPD_TYPES),
  "fees.kind": ["", ...Object.keys(WORK_KINDS)],
  "fees.basis": Object.keys(BASES),
  "rates.basis": Object.keys(BASES),
  "payers.kind": Object.keys(PAYER_KINDS),
  "fee_settings.tax_basis": Object.keys(TAX_BASES),
  "element_schedule.recurrence": Object.keys(RECURRENCES),
  "cases.gender": GENDERS.map(({ value }) => value),
  "import_rows.gender": GENDERS.map(({ value }) => value),
  "cases.supervision": SUPERVISIONS.map(({ value }) => value),
};

const CODED = [
  ...COLUMNS.flatMap(({ table, column, codes }) => (codes?.length ? [{ name: `${table}.${column}`, codes }] : [])),
  ...Object.entries(CODES).map(([name, codes]) => ({ name, codes })),
];

test.each(CODED)("the database takes the codes of $name that the app has, and no others", ({ name, codes }) => {
  const [table = "", column = ""] = name.split(".");
  const [, list = ""] = new RegExp(`CHECK \\(${column} IN \\(([^)]*)\\)\\)`).exec(SQL_OF.get(table) ?? "") ?? [];
  const taken = list.split(",").map((code) => code.trim().replace(/^'|'$/g, ""));
  expect(taken.sort()).toEqual([...codes].sort());
});

test("the urgencies that the database takes are those of the app", () => {
  expect(URGENCIES.map(({ value }) => value).sort()).toEqual(["1", "2", "3", "4"]);
  expect(SQL_OF.get("cases")).toContain("CHECK (urgency BETWEEN 1 AND 4)");
});

test("the database takes nothing but ISO dates in a column of dates", async () => {
  const dates = COLUMNS.filter(({ column }) => /^(day|counts_from|year_begins)$|(^|_)date(_|$)/.test(column));
  expect(dates).toHaveLength(18);
  for (const { table, column } of dates) {
    expect(SQL_OF.get(table), `${table}.${column}`).toContain(`CHECK (date(${column}) IS ${column})`);
  }
  const takes = (value: unknown) => env.DB.prepare("SELECT date(?1) IS ?1 AS taken").bind(value).first("taken");
  for (const date of ["2026-11-21", "2024-02-29", null]) expect(await takes(date)).toBe(1);
  for (const none of ["", "2026-02-30", "2026-11-21 ", "21/11/2026", "2026-11", "2461366"])
    expect(await takes(none)).toBe(0);
});
