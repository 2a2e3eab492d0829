import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { SignedInUser } from "~/account/login/logins.server";
import { rollFrom } from "~/dev/dice";
import { cases } from "~/diary/cases/table.server";
import { sessions } from "~/diary/sessions/table.server";
import { monthName } from "~/platform/time/dates";
import { addDays, londonInstant, londonMoment } from "~/platform/time/london";
import { readChoices } from "~/reports/document/choices";
import { readReport } from "~/reports/document/read.server";
import type { Cell, Report, ReportTable } from "~/reports/document/types";
import { db, makeUser, NOW, vault } from "../../support/harness";
import { makeRandomWork } from "./random-work";

const SECTIONS = ["caseload", "airway", "procedures", "supervision", "complications", "reflections", "cases"];

function reportOf(user: SignedInUser, from: string, until: string, filters: Record<string, string> = {}) {
  const search = new URLSearchParams({ period: "custom", from, until, ...filters });
  for (const section of SECTIONS) search.append("section", section);
  const { choices } = readChoices(search);
  return readReport({ db, cipher: vault.of(user.unique_ref), userId: user.id, now: NOW }, choices);
}

function blocksOf(report: Report) {
  return report.sections.flatMap(({ blocks }) => blocks);
}

function tableOf(report: Report, id: string): ReportTable | undefined {
  return blocksOf(report).find((block): block is ReportTable => block.kind === "table" && block.id === id);
}

function value(cell: Cell | undefined): number {
  return typeof cell === "object" && "value" in cell ? cell.value : Number.NaN;
}

/** The cases of a report's list, each by the heads of its columns. */
function listOf(report: Report): Record<string, string>[] {
  const table = tableOf(report, "cases");
  return (table?.rows ?? []).map((row) => Object.fromEntries(row.map((cell, at) => [table?.heads[at], String(cell)])));
}

test.each([1, 2, 3])("the totals of every table agree with the case list, by throws of a die %i", async (seed) => {
  const user = await makeUser();
  await makeRandomWork(user, seed);
  const report = await reportOf(user, "2025-06-01", "2026-07-15");
  const list = listOf(report);
  expect(list.length).toBeGreaterThan(20);

  const crossed = ["cases-by-month", "cases-by-element", "cases-by-specialty", "asa-by-urgency", "age-bands", "gender"];
  for (const id of [...crossed, "supervision"]) {
    const table = tableOf(report, id);
    const all = table?.heads.includes("All") ? table.heads.length - 1 : 1;
    expect([id, value(table?.foot?.[all])]).toEqual([id, list.length]);
    // Rows add up to the foot, column by column.
    for (const at of table?.heads.keys() ?? []) {
      if (typeof table?.foot?.[at] !== "object" || Number.isNaN(value(table.foot[at]))) continue;
      const sum = table.rows.reduce((total, row) => total + value(row[at]), 0);
      expect([id, at, sum]).toEqual([id, at, value(table.foot[at])]);
    }
  }

  const cellOf = (id: string, label: string, head: string) => {
    const table = tableOf(report, id);
    return value(table?.rows.find(([first]) => first === label)?.[table.heads.indexOf(head)]);
  };
  for (const row of list) {
    const alike = (names: string[]) => list.filter((each) => names.every((name) => each[name] === row[name])).length;
    const urgency = row.Urgency || "Not recorded";
    const asa = row.ASA ? `ASA ${row.ASA}` : "Not recorded";
    expect(cellOf("asa-by-urgency", asa, urgency)).toBe(alike(["ASA", "Urgency"]));
    expect(cellOf("cases-by-element", row.Element || "No element", urgency)).toBe(alike(["Element", "Urgency"]));
    expect(cellOf("gender", row.Gender || "Not recorded", "Cases")).toBe(alike(["Gender"]));
    expect(cellOf("supervision", row.Supervision || "No supervision", "All")).toBe(alike(["Supervision"]));
  }
  // The list says when a case was, and it counts on the day of its session: after midnight these are not the same.
  const begun = await db
    .select({ start_at: sessions.start_at })
    .from(cases)
    .innerJoin(sessions, and(eq(sessions.user_id, cases.user_id), eq(sessions.unique_ref, cases.session_ref)))
    .where(eq(cases.user_id, user.id));
  const monthOf = ({ start_at }: { start_at: number }) => monthName(`${londonMoment(start_at).date.slice(0, 7)}-01`);
  for (const [label, n] of tableOf(report, "cases-by-month")?.rows ?? []) {
    const within = begun.filter(
      ({ start_at }) => start_at >= londonInstant("2025-06-01") && start_at < londonInstant("2026-07-16"),
    );
    expect([label, value(n)]).toEqual([label, within.filter((each) => monthOf(each) === label).length]);
  }
  for (const [id, column] of [
    ["airway", "Airway"],
    ["procedures", "Procedures"],
  ] as const) {
    for (const [label, , n] of tableOf(report, id)?.rows ?? []) {
      // What was said of a block stands behind it, and so does a comma: names are looked for whole.
      const holds = list.filter((row) =>
        `, ${row[column]}, `.replace(/ \([A-Z][a-z]+(, Taught)?\),/g, ",").includes(`, ${label}, `),
      );
      expect([label, value(n)]).toEqual([label, holds.length]);
    }
  }

  // Of a block the list says what was said of it, behind its name.
  const saidOf = (label: string) =>
    list.flatMap(({ Procedures = "" }) => {
      const said = `, ${Procedures},`.split(`, ${label}`)[1];
      return said === undefined ? [] : [/^ \(([^)]*)\)/.exec(said)?.[1]?.split(", ") ?? []];
    });
  let told = 0;
  for (const id of ["blocks", "blocks-taught"]) {
    const table = tableOf(report, id);
    for (const [label, ...cells] of table?.rows ?? []) {
      const said = saidOf(String(label));
      for (const [at, cell] of cells.entries()) {
        const head = table?.heads[at + 1] ?? "";
        const holds = head === "Cases" ? said : said.filter((each) => each.includes(head));
        expect([id, label, head, value(cell)]).toEqual([id, label, head, holds.length]);
        told += value(cell);
      }
    }
  }
  expect(told).toBeGreaterThan(0);

  const notes = blocksOf(report).find((block) => block.id === "reflections-list");
  const entries = notes?.kind === "entries" ? notes.entries : [];
  expect(value(tableOf(report, "reflections-by-type")?.foot?.[1])).toBe(entries.length);
  const under = (label: string, fact: RegExp) =>
    entries.filter(({ facts }) =>
      facts.some((each) => fact.test(each.label) && each.value.split("; ").includes(label)),
    );
  for (const [label, n] of tableOf(report, "reflections-by-type")?.rows ?? []) {
    const none = entries.filter(({ facts }) => !facts.some((each) => each.label === "Type"));
    expect([label, value(n)]).toEqual([
      label,
      (label === "No type yet" ? none : under(String(label), /^Type$/)).length,
    ]);
  }
  for (const [label, n] of tableOf(report, "reflections-by-domain")?.rows ?? []) {
    const none = entries.filter(({ facts }) => !facts.some((each) => /^Domains?$/.test(each.label)));
    const name = String(label).replace(/^\d /, "");
    expect([label, value(n)]).toEqual([label, (label === "No domain yet" ? none : under(name, /^Domains?$/)).length]);
  }
});

/** Every count of a report by its table, row and column; texts by how many there are. */
function countsOf(report: Report): Map<string, number> {
  const counts = new Map<string, number>();
  const add = (key: string, cell: Cell | undefined) => {
    const isCount = typeof cell === "object" && (cell.kind === "count" || cell.kind === "cases");
    if (isCount) counts.set(key, (counts.get(key) ?? 0) + cell.value);
  };
  for (const block of blocksOf(report)) {
    if (block.kind === "entries") counts.set(block.id, block.entries.length);
    if (block.kind === "facts") for (const { label, value: cell } of block.facts) add(`${block.id} / ${label}`, cell);
    if (block.kind !== "table") continue;
    if (block.id === "cases") counts.set("cases", block.rows.length);
    for (const row of [...block.rows, ...(block.foot ? [block.foot] : [])]) {
      for (const [at, head] of block.heads.entries()) add(`${block.id} / ${String(row[0])} / ${head}`, row[at]);
    }
  }
  return counts;
}

test.each([
  4, 5, 6,
])("reports over two adjoining periods add up to the report over both, by throws of a die %i", async (seed) => {
  const user = await makeUser();
  await makeRandomWork(user, seed);
  const roll = rollFrom(seed);
  const splits = [
    "2025-10-25",
    "2026-03-28",
    "2026-03-29",
    addDays("2025-07-01", roll(400)),
    addDays("2025-07-01", roll(400)),
  ];
  for (const last of splits) {
    const [first, second, both] = await Promise.all([
      reportOf(user, "2025-05-20", last),
      reportOf(user, addDays(last, 1), "2026-10-31"),
      reportOf(user, "2025-05-20", "2026-10-31"),
    ]);
    const parts = [countsOf(first), countsOf(second)];
    const whole = countsOf(both);
    const keys = [...new Set([...whole.keys(), ...parts.flatMap((part) => [...part.keys()])])];
    const sums = new Map(keys.map((key) => [key, parts.reduce((sum, part) => sum + (part.get(key) ?? 0), 0)]));
    expect(Object.fromEntries(sums)).toEqual(Object.fromEntries(keys.map((key) => [key, whole.get(key) ?? 0])));
  }
});

test("filters of element, specialty, employer and site let the same cases through everywhere", async () => {
  const user = await makeUser();
  const { elements } = await makeRandomWork(user, 7);
  const [from, until] = ["2025-04-01", "2027-03-31"];
  const all = listOf(await reportOf(user, from, until));
  const ofElement = await reportOf(user, from, until, { element: elements[0] ?? "" });
  // An element stands for its name in every plan.
  expect(listOf(ofElement)).toEqual(all.filter(({ Element }) => Element === "Orthopaedics"));
  expect(ofElement.head.filters).toEqual(["Element: Orthopaedics"]);
  expect(value(tableOf(ofElement, "asa-by-urgency")?.foot?.at(-1))).toBe(listOf(ofElement).length);
  const atSite = await reportOf(user, from, until, { site: "Day unit" });
  expect(listOf(atSite)).toEqual(all.filter(({ Site }) => Site === "Day unit"));
  const forOld = await reportOf(user, from, until, { employer: "Old trust" });
  const forNew = await reportOf(user, from, until, { employer: "New trust" });
  const ofSpecialty = await reportOf(user, from, until, { specialty: "specialty of ORTHOPAEDICS" });
  expect(listOf(ofSpecialty)).toEqual(all.filter(({ Element }) => Element === "Orthopaedics"));
  expect(ofSpecialty.head.filters).toEqual(["Specialty: specialty of ORTHOPAEDICS"]);
  expect(value(tableOf(ofSpecialty, "cases-by-specialty")?.foot?.at(-1))).toBe(listOf(ofSpecialty).length);
  const withElement = all.filter(({ Element }) => Element !== "").length;
  expect(listOf(forOld).length + listOf(forNew).length).toBe(withElement);
  expect(listOf(await reportOf(user, from, until, { employer: "Nobody" }))).toEqual([]);
});

test("nothing of another user is in a report, not even of the same session's number", async () => {
  const [mine, theirs] = [await makeUser(), await makeUser()];
  await makeRandomWork(theirs, 8);
  const report = await reportOf(mine, "2025-04-01", "2027-03-31");
  expect(blocksOf(report)).toEqual([]);
  expect(report.sections.map(({ empty }) => empty)).toContain("No cases are recorded in this period.");
});
