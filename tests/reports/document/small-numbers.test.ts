import { expect, test } from "vitest";
import { BY_ASA, BY_URGENCY } from "~/reports/document/case-axes";
import { cases, change, count, formatCell, formatSentence, pas, percent, shareOfCases } from "~/reports/document/cells";
import { crossTable, shareTable } from "~/reports/document/cross-table";
import { suppressSmallNumbers } from "~/reports/document/small-numbers";
import { type Cell, type ReportBlock, type ReportTable, type Sentence, SMALL_WORDS } from "~/reports/document/types";

interface Graded {
  asa: number | null;
  urgency: number | null;
}

function keptBack<Block extends ReportBlock>(...blocks: Block[]): Block[] {
  const [section] = suppressSmallNumbers([{ name: "caseload", title: "", empty: "", blocks }]);
  return section?.blocks as Block[];
}

function wordsOf(table: ReportTable | undefined): string[][] {
  return [...(table?.rows ?? []), table?.foot ?? []].map((row) => row.map(formatCell));
}

function made(counts: [asa: number | null, urgency: number | null, n: number][]): Graded[] {
  return counts.flatMap(([asa, urgency, n]) => Array.from({ length: n }, () => ({ asa, urgency })));
}

/** The words of cells when small numbers are hidden. */
function shownIn(...cells: Cell[]): string[] {
  const [facts] = keptBack({
    kind: "facts",
    id: "x",
    caption: "",
    facts: cells.map((value) => ({ label: "", value })),
  });
  return facts?.facts.map(({ value }) => formatCell(value)) ?? [];
}

function shown(value: number): string {
  return shownIn(cases(value)).join("");
}

test("from one to four cases are fewer than five, others are rounded down, and nothing stays nothing", () => {
  expect([1, 4].map(shown)).toEqual(["fewer than 5", "fewer than 5"]);
  expect([0, 5, 9, 10, 89, 417, 1234].map(shown)).toEqual(["0", "5", "5", "10", "85", "415", "1,230"]);
  expect(shownIn(count(3), count(89), percent(3, 89), pas(3600), "4")).toEqual(["3", "89", "3.4%", "1.00", "4"]);
});

test("shares and changes are of what is shown, and hidden with a small number", () => {
  expect(shownIn(shareOfCases(89, 416), shareOfCases(4, 416), shareOfCases(3, 4))).toEqual([
    "20.5%",
    "hidden",
    "hidden",
  ]);
  expect(shownIn(shareOfCases(0, 416), shareOfCases(0, 3), shareOfCases(0, 0))).toEqual(["0.0%", "0.0%", "–"]);
  expect(shownIn(change(29, 12), change(12, 29), change(9, 0))).toEqual(["15", "−15", "5"]);
  expect(shownIn(change(29, 4), change(4, 29), change(1, 0))).toEqual(["hidden", "hidden", "hidden"]);
});

test("nothing of an exact number is left in what leaves the server", () => {
  const exact = [cases(89), cases(3), shareOfCases(89, 417), shareOfCases(0, 3), change(89, 417)];
  const facts = exact.map((value) => ({ label: "", value }));
  expect(JSON.stringify(keptBack({ kind: "facts", id: "", caption: "", facts }))).not.toMatch(/:(89|3|417)\b/);
});

test("a table is hidden and rounded cell by cell, its totals too", () => {
  const counted = made([
    [1, 4, 23],
    [1, 3, 2],
    [2, 4, 30],
    [2, 3, 8],
  ]);
  const [table] = keptBack(crossTable<Graded>({ id: "x", caption: "" }, BY_ASA, BY_URGENCY, counted));
  expect(wordsOf(table).filter(([label]) => /ASA [12]|All/.test(label ?? ""))).toEqual([
    ["ASA 1", "20", "fewer than 5", "0", "0", "0", "25"],
    ["ASA 2", "30", "5", "0", "0", "0", "35"],
    ["All", "50", "10", "0", "0", "0", "60"],
  ]);
  const [shares] = keptBack(
    shareTable<Graded>({ id: "x", caption: "" }, BY_ASA, [...counted, ...made([[null, 4, 1]])]),
  );
  expect(wordsOf(shares).filter(([, n]) => n !== "0")).toEqual([
    ["ASA 1", "25", "41.7%"],
    ["ASA 2", "35", "58.3%"],
    ["Not recorded", "fewer than 5", ""],
    ["All", "60", ""],
  ]);
});

test("a sentence says that a number is small, in the same words for each", () => {
  const saidOf = (n: number) => {
    const summary: Sentence[] = [[cases(n, "case"), shareOfCases(n, 40), " out of hours."]];
    const [section] = suppressSmallNumbers([{ name: "caseload", title: "", empty: "", blocks: [], summary }]);
    return section?.summary?.map(formatSentence).join(" ");
  };
  for (const n of [1, 2, 3, 4]) expect(saidOf(n)).toBe("Fewer than 5 cases out of hours.");
  expect(saidOf(12)).toBe("10 cases (25.0%) out of hours.");
});

test("single cases are left out, and where they were it says so", () => {
  const list: ReportTable = {
    ...{ kind: "table", id: "cases", caption: "1 case", heads: ["Case"], rows: [["Hip"]], foot: null, note: null },
    ofCases: true,
  };
  const [cut] = suppressSmallNumbers([{ name: "cases", title: "", empty: "None", blocks: [list] }]);
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

/** Indices of the parts of a sum. */
type Parts = readonly number[];

interface Told {
  /** Words of the parts and of their sums. */
  words: readonly string[];
  /** The place of the number, and the only value that it can have. */
  at: number;
  value: number;
}

/**
 * Every hidden number that its report would tell: of all tables of parts up to a highest one, those with the same words
 * are held together, and a number that is the same in all of them is told.
 * @param highest the last value of its five, so that no words are cut off
 */
function toldOf(parts: number, highest: number, sums: readonly Parts[]): Told[] {
  const words = Array.from({ length: parts * highest + 1 }, (_, n) => shown(n));
  const alike = new Map<string, { words: string[]; values: (number | null)[] }>();
  const numbers = new Array<number>(parts).fill(0);
  for (let table = 0; table < (highest + 1) ** parts; table++) {
    for (let at = 0, rest = table; at < parts; at++, rest = Math.floor(rest / (highest + 1))) {
      numbers[at] = rest % (highest + 1);
    }
    const all = [...numbers, ...sums.map((sum) => sum.reduce((total, at) => total + (numbers[at] ?? 0), 0))];
    const said = all.map((n) => words[n] ?? "");
    const known = alike.get(said.join());
    if (known) known.values = known.values.map((value, at) => (value === all[at] ? value : null));
    else alike.set(said.join(), { words: said, values: all });
  }
  return [...alike.values()].flatMap(({ words, values }) =>
    values.flatMap((value, at) => (words[at] === FEW && value !== null ? [{ words, at, value }] : [])),
  );
}

const FEW = "fewer than 5";

test.each([
  ["two numbers", 2, 49, [[0, 1]]],
  ["three numbers", 3, 19, [[0, 1, 2]]],
  // As "urgent or immediate" is a sum of some of the urgencies.
  [
    "three numbers with the sums of some of them",
    3,
    19,
    [
      [0, 1],
      [1, 2],
      [0, 1, 2],
    ],
  ],
] as const)("no hidden number is told by what is shown of %s and their total", (_, parts, highest, sums) => {
  expect(toldOf(parts, highest, sums)).toEqual([]);
});

test.each([
  ["four numbers", 4, 9, [[0, 1, 2, 3]]],
  [
    "rows and columns of two by two",
    4,
    9,
    [
      [0, 1],
      [2, 3],
      [0, 2],
      [1, 3],
      [0, 1, 2, 3],
    ],
  ],
] as const)("of %s one case each is told by a total under five, and nothing else", (_, parts, highest, sums) => {
  const told = toldOf(parts, highest, sums);
  expect(told.length).toBeGreaterThan(0);
  expect(SMALL_WORDS).toContain("A total under 5");
  for (const { words, at, value } of told) {
    expect(words.every((each) => each === FEW)).toBe(true);
    expect(value).toBe(at < parts ? 1 : sums[at - parts]?.length);
  }
});
