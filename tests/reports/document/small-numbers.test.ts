import { expect, test } from "vitest";
import { cases, change, count, formatCell, pas, shareOfCases } from "~/reports/document/cells";
import { BY_ASA, BY_URGENCY, crossTable, shareTable } from "~/reports/document/cross-table";
import { hiddenNumbers, keepSmallBack } from "~/reports/document/small-numbers";
import {
  type Cell,
  type Counted,
  type ReportBlock,
  type ReportFacts,
  type ReportTable,
  SMALL_WORDS,
  type Sum,
} from "~/reports/document/types";
import fc from "../../support/property";

interface Graded {
  asa: number | null;
  urgency: number | null;
}

function keptBack<Block extends ReportBlock>(...blocks: Block[]): Block[] {
  const [section] = keepSmallBack([{ name: "caseload", title: "", empty: "", blocks }]);
  return section?.blocks as Block[];
}

function wordsOf(table: ReportTable | undefined): string[][] {
  return [...(table?.rows ?? []), table?.foot ?? []].map((row) => row.map(formatCell));
}

function made(counts: [asa: number | null, urgency: number | null, n: number][]): Graded[] {
  return counts.flatMap(([asa, urgency, n]) => Array.from({ length: n }, () => ({ asa, urgency })));
}

function facts(numbers: readonly (readonly [label: string, value: Cell])[], sums: Sum[] = []): ReportFacts {
  const shown = numbers.map(([label, value]) => ({ label, value }));
  return { kind: "facts", id: "x", caption: "", facts: shown, sums, note: null };
}

function factWords(block: ReportFacts | undefined): string[] {
  return (block?.facts ?? []).map(({ value }) => formatCell(value));
}

function number(name: string, value: number): Counted {
  return { name, value };
}

test("fewer than five cases are kept back, and what would tell of them; nothing stays nothing", () => {
  const [few, many] = [number("few", 3), number("many", 200)];
  const shown = [cases(number("none", 0)), cases(number("some", 5)), count(3), pas(1), "4"];
  const told = [cases(few), shareOfCases(few, many), change(many, few), cases(many)];
  const [block] = keptBack(facts([...told, ...shown].map((cell) => ["", cell] as const)));
  expect(factWords(block)).toEqual(["under 5", "under 5", "hidden", "200", "0", "5", "3", "0.00", "4"]);
});

test("a number that the total would give away is kept back with the small one", () => {
  const counted = made([
    [1, 4, 20],
    [1, 3, 2],
    [2, 4, 30],
    [2, 3, 8],
  ]);
  const [table] = keptBack(crossTable<Graded>({ id: "x", caption: "" }, BY_ASA, BY_URGENCY, counted));
  expect(wordsOf(table).filter(([label]) => /ASA [12]|All/.test(label ?? ""))).toEqual([
    ["ASA 1", "hidden", "under 5", "0", "0", "0", "22"],
    ["ASA 2", "hidden", "hidden", "0", "0", "0", "38"],
    ["All", "50", "10", "0", "0", "0", "60"],
  ]);
});

test("a share goes with the number that it tells of", () => {
  const [table] = keptBack(
    shareTable<Graded>(
      { id: "x", caption: "" },
      BY_ASA,
      made([
        [1, 4, 40],
        [2, 4, 9],
        [3, 4, 1],
      ]),
    ),
  );
  expect(wordsOf(table).slice(0, 3)).toEqual([
    ["ASA 1", "40", "80.0%"],
    ["ASA 2", "hidden", "hidden"],
    ["ASA 3", "under 5", "under 5"],
  ]);
});

test("of what is recorded and what is not, a few of one leave neither", () => {
  const known = number("known", 9);
  const sums = [{ total: "cases", parts: ["known", "rest"] }];
  const [block] = keptBack(
    facts(
      [
        ["Cases", cases(number("cases", 12))],
        ["Recorded", cases(known)],
        ["Not recorded", cases(number("rest", 3))],
      ],
      sums,
    ),
  );
  expect(factWords(block)).toEqual(["12", "hidden", "under 5"]);
});

test("a share of what is recorded does not say how few are not", () => {
  const counted = made([
    [1, 4, 60],
    [2, 4, 38],
    [null, 4, 2],
  ]);
  const [table] = keptBack(shareTable<Graded>({ id: "x", caption: "" }, BY_ASA, counted));
  // 60 of 98 are 61.2%: with the share, all 100 and what is recorded there would be the two.
  const shown = wordsOf(table).filter(([, n]) => n !== "0");
  expect(shown).toEqual([
    ["ASA 1", "60", "hidden"],
    ["ASA 2", "hidden", "hidden"],
    ["Not recorded", "under 5", ""],
    ["All", "100", ""],
  ]);
});

test("a number that is kept back in one table is kept back wherever else it stands", () => {
  const counted = made([
    [1, 4, 20],
    [1, 3, 2],
    [2, 4, 30],
    [2, 2, 8],
    [null, 4, 7],
  ]);
  const table = crossTable<Graded>({ id: "x", caption: "" }, BY_ASA, BY_URGENCY, counted);
  const names = ["Urgency: 4", "Urgency: 3", "Urgency: 2"];
  const elsewhere = facts(names.map((name, at) => [name, cases(number(name, [57, 2, 8][at] ?? 0))]));
  const [shown, others] = keptBack<ReportBlock>(table, elsewhere);
  const foot = wordsOf(shown as ReportTable).at(-1);
  expect(foot?.slice(1, 4)).toEqual(["57", "under 5", "hidden"]);
  expect(factWords(others as ReportFacts)).toEqual(foot?.slice(1, 4));
});

test("of several counts that are kept back in a row no other goes with them", () => {
  const counted = made([
    [1, 4, 20],
    [1, 3, 2],
    [1, 2, 3],
    [2, 4, 30],
    [2, 3, 8],
    [2, 2, 9],
  ]);
  const [table] = keptBack(crossTable<Graded>({ id: "x", caption: "" }, BY_ASA, BY_URGENCY, counted));
  expect(wordsOf(table)[0]).toEqual(["ASA 1", "20", "under 5", "under 5", "0", "0", "25"]);
});

test("a total that would give away the only count of its row is kept back, and then one beside it", () => {
  const counted = made([
    [1, 4, 3],
    [1, 3, 20],
    [2, 4, 9],
    [3, 4, 30],
    [3, 3, 40],
  ]);
  const [table] = keptBack(crossTable<Graded>({ id: "x", caption: "" }, BY_ASA, BY_URGENCY, counted));
  expect(wordsOf(table).filter(([label]) => /ASA [123]|All/.test(label ?? ""))).toEqual([
    ["ASA 1", "under 5", "hidden", "0", "0", "0", "hidden"],
    ["ASA 2", "hidden", "0", "0", "0", "0", "hidden"],
    ["ASA 3", "hidden", "hidden", "0", "0", "0", "70"],
    ["All", "42", "60", "0", "0", "0", "102"],
  ]);
});

test("what stays possible is said: small counts of a small total, tables side by side, other periods", () => {
  const counted = made([
    [1, 4, 1],
    [2, 4, 1],
    [3, 4, 3],
  ]);
  const [table] = keptBack(crossTable<Graded>({ id: "x", caption: "" }, BY_ASA, BY_URGENCY, counted));
  expect(wordsOf(table).at(-1)).toEqual(["All", "5", "0", "0", "0", "0", "5"]);
  expect(SMALL_WORDS).toContain("by comparing tables or periods, or from a total that leaves few possibilities");
});

test("single cases are left out, and where they were it says so", () => {
  const list: ReportTable = {
    ...{ kind: "table", id: "cases", caption: "1 case", heads: ["Case"], rows: [["Hip"]], foot: null, note: null },
    ofCases: true,
  };
  const [cut] = keepSmallBack([{ name: "cases", title: "", empty: "None", blocks: [list] }]);
  expect(cut?.blocks).toEqual([]);
  expect(cut?.empty).toContain("Single cases are not listed");
  const entry = { title: "Tue", facts: [], text: "Bradycardia" };
  const [texts] = keptBack({
    kind: "entries",
    id: "y",
    caption: "",
    labels: [],
    entries: [entry],
    note: null,
    ofCases: true,
  });
  expect(texts).toMatchObject({ entries: [], note: cut?.empty });
});

/** The rows and columns of a table of cases by two axes, each with its total last. */
function linesOf(table: ReportTable): Cell[][] {
  const grid = [...table.rows, table.foot ?? []].map((row) => row.slice(1));
  return [...grid, ...(grid[0] ?? []).map((_, at) => grid.flatMap((row) => row[at] ?? []))];
}

function isHidden(cell: Cell): boolean {
  return typeof cell === "object" && cell.kind === "hidden";
}

test("no small number stays, nothing stays nothing, and no row or column has a single number that is kept back", () => {
  const code = (most: number) => fc.option(fc.integer({ min: 1, max: most }));
  const entry = fc.tuple(code(4), code(3), fc.integer({ min: 0, max: 12 }));
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 14 }), (counts) => {
      const whole = crossTable<Graded>({ id: "x", caption: "" }, BY_ASA, BY_URGENCY, made(counts));
      const [table] = keptBack(whole);
      const before = linesOf(whole).flat();
      const after = linesOf(table as ReportTable).flat();
      for (const [at, cell] of before.entries()) {
        if (typeof cell !== "object" || cell.kind !== "count") throw new Error("No number");
        const isSmall = cell.value > 0 && cell.value < 5;
        if (isSmall) expect(after[at]).toEqual({ kind: "hidden", small: true });
        else if (cell.value === 0) expect(after[at]).toEqual(cell);
        else expect([cell, { kind: "hidden", small: false }]).toContainEqual(after[at]);
      }
      expect(linesOf(table as ReportTable).filter((line) => line.filter(isHidden).length === 1)).toEqual([]);
    }),
    { numRuns: 300 },
  );
});

test("the elements and specialties of a whole career are kept back in bounded time", () => {
  const numbers = new Map<string, number>();
  const sums: Sum[] = [];
  const put = (total: string, parts: string[]) => {
    numbers.set(
      total,
      parts.reduce((sum, part) => sum + (numbers.get(part) ?? 0), 0),
    );
    sums.push({ total, parts });
  };
  const [elements, specialties, urgencies] = [120, 30, 5];
  const range = (length: number) => Array.from({ length }, (_, at) => at);
  for (const element of range(elements)) {
    // Few of them make most of the work, and most of it is elective.
    for (const urgency of range(urgencies)) {
      numbers.set(`${element},${urgency}`, Math.floor((900 / (element + 1) / (urgency * 4 + 1)) % 97));
    }
    put(
      `${element}`,
      range(urgencies).map((urgency) => `${element},${urgency}`),
    );
  }
  for (const urgency of range(urgencies)) {
    for (const specialty of range(specialties)) {
      const of = range(elements).filter((element) => element % specialties === specialty);
      put(
        `specialty ${specialty},${urgency}`,
        of.map((element) => `${element},${urgency}`),
      );
    }
    put(
      `all,${urgency}`,
      range(elements).map((element) => `${element},${urgency}`),
    );
  }
  const hidden = hiddenNumbers(numbers, sums);
  const alone = sums.filter(({ total, parts }) => [total, ...parts].filter((name) => hidden.has(name)).length === 1);
  expect(alone).toEqual([]);
});
