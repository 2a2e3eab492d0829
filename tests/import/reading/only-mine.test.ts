import { expect, test } from "vitest";
import { type MapChoices, mapRows } from "~/import/parse/map-rows";
import { peopleOf } from "~/import/parse/people";
import { readFiles } from "~/import/parse/read-files";
import { factsOf, mappedFileOf, readFileOf } from "~/import/read-file";

async function readOf(lines: readonly string[], choices: MapChoices = {}) {
  const bytes = new TextEncoder().encode(["Date,Start,Procedure,Anaesthetist", ...lines].join("\n"));
  const reading = await readFiles([{ name: "theatre.csv", bytes }]);
  if (!reading.ok) throw new Error(reading.message);
  const { table } = reading;
  const mapping = table.suggestion;
  const people = await peopleOf(table, mapping);
  const mapped = mapRows(table, mapping, choices, [], null, people);
  const facts = factsOf(readFileOf(table), { mapping, choices }, mappedFileOf(mapped));
  return { mapped, people, facts, cases: mapped.rows.map(({ case_description }) => case_description) };
}

const DEPARTMENT = [
  "13/11/2026,08:15,Knee,Mine",
  "13/11/2026,08:20,Hernia,Other",
  "13/11/2026,09:55,Hip,MINE",
  "13/11/2026,10:00,Gall bladder,",
];

async function hashOfMine(): Promise<string> {
  const { people } = await readOf(DEPARTMENT);
  return people.find(({ name }) => name === "Mine")?.hash ?? "";
}

test("a file with several anaesthetists asks which of them is the user, and imports nothing until that is said", async () => {
  const { mapped, people } = await readOf(DEPARTMENT);
  expect(people.map(({ name, rows }) => [name, rows])).toEqual([
    ["Mine", 2],
    ["Other", 1],
    ["", 1],
  ]);
  expect(mapped.open).toBe("mine");
});

test("once a name is chosen, the cases of others are left out and counted", async () => {
  const { mapped, cases, facts } = await readOf(DEPARTMENT, { mine: [await hashOfMine()] });
  expect([cases, mapped.open]).toEqual([["Knee", "Hip"], null]);
  expect(mapped.counts).toMatchObject({ read: 4, others: 2, rejected: 0 });
  expect(facts).toMatchObject({ rows_read: 2, rows_skipped: 2, rows_expected: 2 });
});

test("of the names only the hash of the chosen one is sent", async () => {
  const { mapped, facts } = await readOf(DEPARTMENT, { mine: [await hashOfMine()] });
  expect(JSON.stringify([facts, mapped.rows])).not.toMatch(/"(?:Mine|MINE|Other)"/);
  expect(facts.choices.mine).toEqual([await hashOfMine()]);
});

test("a file with one name is its owner's, and one with another name than before asks whose it is", async () => {
  const one = DEPARTMENT.slice(1, 2);
  expect((await readOf(one)).mapped.open).toBe(null);
  const after = await readOf(one, { mine: [await hashOfMine()] });
  expect(after.mapped.open).toBe("mine");
});
