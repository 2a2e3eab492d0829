import { expect, test } from "vitest";
import { procedures } from "~/reports/sections/airway-and-procedures.server";
import { supervision } from "~/reports/sections/supervision.server";
import { madeOf, rowsOf, summaryOf, tableOf, tablesOf } from "./report-tables";

function counted(id: string, cases: number, flags = "") {
  return { kind: "procedure", id, flags, cases };
}

const [TIVA, VOLATILE, SPINAL, EPIDURAL, CAUDAL] = ["201", "202", "211", "212", "217"] as const;

function proceduresOf(now: unknown[], before: unknown[] = [], more: Parameters<typeof madeOf>[2] = {}) {
  return madeOf(procedures, [[{ all: 20 }], now, [{ kind: "procedure", cases: 16 }], [], before], more);
}

test("what was done only in the year before is among the procedures with no case, and the change is told", async () => {
  const made = await proceduresOf([counted(SPINAL, 6), counted(VOLATILE, 8)], [counted(TIVA, 3), counted(SPINAL, 2)]);
  expect(rowsOf(tableOf(made, "procedures"))).toEqual([
    ["TIVA/TCI", "Technique", "0", "0.0%", "3", "−3"],
    ["Volatile", "Technique", "8", "50.0%", "0", "8"],
    ["Spinal", "Neuraxial", "6", "37.5%", "2", "4"],
  ]);
});

test.each([
  ["2026-11-20", "The year before is 1 April to 20 November 2025."],
  ["2026-11-21", "The year before is 1 April to 20 November 2025, to match this period so far."],
  ["2026-11-22", "The year before is 1 April to 20 November 2025, to match this period so far."],
])("a period up to %s is set beside the days of it that are over", async (until, words) => {
  const made = await proceduresOf([counted(SPINAL, 6)], [], { period: { from: "2026-04-01", until } });
  expect(tableOf(made, "procedures").note).toBe(`A case can have more than one. Each counts once per case. ${words}`);
});

test("the commonest come first by the numbers that are shown, which with small numbers hidden are rounded", async () => {
  const now = [counted(VOLATILE, 6), counted(SPINAL, 9)];
  expect(summaryOf(await proceduresOf(now))).toEqual(["Most often Spinal (9 cases) and Volatile (6)."]);
  expect(summaryOf(await proceduresOf(now, [], { query: "small=1" }))).toEqual([
    "Most often Volatile (6 cases) and Spinal (9).",
  ]);
});

test("how blocks were done is told apart from who was taught", async () => {
  const flags = "ultrasound,catheter,observed,taught";
  const blocks = tableOf(await proceduresOf([counted(SPINAL, 2, flags), counted(TIVA, 4)]), "blocks");
  expect([blocks.heads, ...rowsOf(blocks)]).toEqual([
    ["Block", "Cases", "Ultrasound", "Nerve stimulator", "Landmark", "Catheter", "Failed / converted"],
    ["Spinal", "2", "2", "0", "0", "2", "0"],
  ]);
});

test("a block is in the table of teaching if it was taught or observed, and no other procedure is", async () => {
  const sessions = [{ start_at: 0, element_ref: null, packed: '[[null,1,4,30,"years",1,5]]' }];
  const counts = [
    ...[counted(SPINAL, 3, "taught"), counted(EPIDURAL, 2, "observed"), counted(CAUDAL, 4, "catheter")],
    counted(TIVA, 1, "taught"),
  ];
  const made = await madeOf(supervision, [sessions, counts, []]);
  expect(rowsOf(tableOf(made, "blocks-taught"))).toEqual([
    ["Spinal", "3", "0"],
    ["Epidural lumbar", "0", "2"],
  ]);
  const none = await madeOf(supervision, [sessions, [counted(CAUDAL, 4, "catheter")], []]);
  expect(tablesOf(none).map(({ id }) => id)).toEqual(["supervision"]);
});
