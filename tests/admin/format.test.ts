import { expect, test } from "vitest";
import { pageOfLines } from "~/admin/audit.server";
import { LEVELS } from "~/admin/form";
import { formatLevel } from "~/admin/format";
import { suspensionOf } from "~/admin/suspension.server";
import { pageOfUsers, USERS_PER_PAGE } from "~/admin/users.server";
import { NOW } from "../support/harness";

test("an administrator chooses among ten levels, each with what it opens", () => {
  expect(Object.fromEntries(LEVELS.map((level) => [level, formatLevel(Number(level))]))).toEqual({
    ...{ 1: "account pages only", 2: "account pages only", 3: "the diary too", 4: "the diary too" },
    ...{ 5: "reports and progress too", 6: "reports and progress too", 7: "reports and progress too" },
    8: "reports and progress too, and the element chosen for them",
    9: "reports and progress too; every new account",
    10: "administrator",
  });
});

test.each([
  ["ends in a moment", NOW + 1, "21 November 2026 at 12:00"],
  ["ends now", NOW, null],
  ["was never given", null, null],
])("of a suspended account whose leave to export %s the end is said while it lasts", (_what, export_until, exportUntil) => {
  const row = { suspended_at: NOW, suspended_for: "taken-over" as const, export_until };
  expect(suspensionOf(row, NOW)).toEqual({
    ...{ since: "21 November 2026", reason: "Somebody else may have access", exportUntil },
  });
});

const LINE = {
  ...{ action: "logged-in", occurred_at: NOW, detail: "", user_ref: "u", about_ref: "", by: "user", of: null },
};
const USER = {
  ...{ username: "user", first_name: "First", last_name: "Last", level: 9, email: null, asked: null },
  ...{ last_seen_at: null, created_at: NOW, suspended_at: null },
};
const rows = <Row extends object>(n: number, row: Row) =>
  Array.from({ length: n }, (_, at) => ({ ...row, ref: `row ${at + 1}` }));

test.each([
  [50, 50, null],
  [51, 50, "row 50"],
])("of %d lines or users a page shows %d, and the next page begins after %j", (n, shown, next) => {
  expect(USERS_PER_PAGE).toBe(50);
  const lines = pageOfLines(rows(n, LINE) as Parameters<typeof pageOfLines>[0], NOW);
  const users = pageOfUsers(rows(n, USER), NOW);
  expect([lines.lines.length, lines.next, users.users.length, users.next]).toEqual([shown, next, shown, next]);
});
