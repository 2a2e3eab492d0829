import { expect, test } from "vitest";
import { listedOf, type WrittenCase } from "~/reports/document/case-rows.server";
import * as extrasFile from "~/routes/extras/csv";
import * as extras from "~/routes/extras/extras";
import * as home from "~/routes/home";
import * as logbook from "~/routes/logbook/logbook";
import * as roundUp from "~/routes/logbook/round-up";
import * as cases from "~/routes/logbook/session-cases";
import * as week from "~/routes/logbook/week";
import * as weeks from "~/routes/logbook/weeks";
import * as reflections from "~/routes/reports/reflections";
import { countingDatabase, load } from "../support/harness";
import { MOST_LETTERS, ROW_LETTERS, ROWS, wordyDiary } from "../support/wordy-diary";

const PAGES = {
  "/logbook/": logbook.loader,
  "/logbook/week/": week.loader,
  "/logbook/round-up/": roundUp.loader,
  "/logbook/weeks/?top=2026-11-21": weeks.loader,
  "/extras/": extras.loader,
  "/extras/csv/?year=all": extrasFile.loader,
  "/reports/reflections/": reflections.loader,
};

test("a page of long texts reads them a few at a time, and shows of each what it shows of others", async () => {
  const { user } = await wordyDiary();
  const answers = new Map<string, string>();
  for (const [path, loader] of Object.entries(PAGES)) {
    const { database, longest } = countingDatabase();
    const { data } = await load<unknown>(loader as typeof weeks.loader, { user, database, path });
    expect([path, longest() < MOST_LETTERS]).toEqual([path, true]);
    answers.set(path, typeof data === "string" ? data : JSON.stringify(data));
  }
  const shown = (path: keyof typeof PAGES, words: string) => (answers.get(path) ?? "").split(words).length - 1;
  expect(shown("/logbook/weeks/?top=2026-11-21", '"note":"Day ')).toBe(ROWS - 1);
  expect(shown("/extras/csv/?year=all", "Hip list-")).toBe(ROWS - 1);
  for (let at = 1; at < ROWS; at++) {
    expect(answers.get("/logbook/weeks/?top=2026-11-21")).toContain(`"Day ${at}"`);
    expect(answers.get("/extras/csv/?year=all")).toContain(`Hip list-${at}-`);
  }
  expect(answers.get("/reports/reflections/")).toContain(`"all":${ROWS - 1}`);
});

test("the home page reads no notes", { tags: ["full"] }, async () => {
  const { database, longest } = countingDatabase();
  const { user } = await wordyDiary();
  await load(home.loader, { user, database, path: "/" });
  expect(longest()).toBeLessThan(ROWS * ROW_LETTERS);
});

test("the descriptions that a list of cases offers are read a few at a time", { tags: ["full"] }, async () => {
  const { user, sessionRef } = await wordyDiary();
  const { database, longest } = countingDatabase();
  const { data } = await load<{ descriptions: string[] }>(cases.loader, { user, database, params: { sessionRef } });
  expect(data.descriptions.length).toBeGreaterThan(20);
  expect(longest()).toBeLessThan(MOST_LETTERS);
});

test("a report lists the cases before the first whose text is left out", () => {
  const row = (far_bytes: number) => ({ far_bytes }) as WrittenCase;
  const [near, far] = [row(0), row(9)];
  expect(listedOf([near, near])).toEqual([near, near]);
  expect(listedOf([near, far, near])).toEqual([near]);
  expect(listedOf([far])).toEqual([]);
});
