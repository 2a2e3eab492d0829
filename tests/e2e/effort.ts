import { expect, type Page, test } from "./fixtures";

/** What a task asks of its user. Seconds are those of typing at 40 words a minute, pixels those above what is wanted, PAs those off the plan, controls those in sight. */
export interface Effort {
  presses?: number;
  keys?: number;
  pages?: number;
  seconds?: number;
  pixels?: number;
  pa?: number;
  controls?: number;
}

interface Task {
  /** As measured before the shortest ways were built, in words. */
  before: string;
  most: Effort;
}

/** The tasks whose length is held, each by a journey of its own. */
export const TASKS = {
  "landing page to the first case, phone": {
    before: "30 presses, 125 keys, 11 pages",
    most: { presses: 18, keys: 95, pages: 7 },
  },
  "today's planned session logged": { before: "3 presses", most: { presses: 1 } },
  "new consultant, two weeks of lists alone": { before: "behind by all SPA, admin and on-call", most: { pa: 0.5 } },
  "a week's SPA did not happen": { before: "not possible", most: { presses: 1 } },
  "a list called off, PA kept": { before: "delete with a typed code, or none", most: { presses: 2 } },
  "a list of 6 cases, keyboard": { before: "25 s a case", most: { seconds: 60 } },
  "a list of 6 cases, phone, each": { before: "9 presses, 30 keys", most: { presses: 4, keys: 14 } },
  "12 rows of a usual file in sessions": {
    before: "5 presses, 8 keys and a select for 5 rows",
    most: { presses: 3 },
  },
  "a year of a rota's calendar": { before: "not possible", most: { presses: 5 } },
  "a rota by its address": { before: "not possible", most: { presses: 2 } },
  "first day row on a phone": { before: "346 px", most: { pixels: 240 } },
  "third day before today on a phone": { before: "off screen", most: { pixels: 844 } },
  "a list dropped, a list moved and 10 PA to 9 from a date": {
    before: "not possible without doubling",
    most: { presses: 8 },
  },
  "Saturday initiative with its fee of 900": {
    before: "2 pages, shown as without an element",
    most: { keys: 9, pages: 1 },
  },
  "in sight: a job plan": { before: "24 controls", most: { controls: 12 } },
  "in sight: an element": { before: "20 controls", most: { controls: 9 } },
  "in sight: a new element": { before: "12 controls", most: { controls: 6 } },
  "in sight: list of fees": { before: "48 controls", most: { controls: 24 } },
  "in sight: a new fee": { before: "17 fields", most: { controls: 10 } },
  "in sight: progress": { before: "14 controls", most: { controls: 6 } },
  "in sight: new leave": { before: "9 controls", most: { controls: 7 } },
  "in sight: a session": { before: "9 controls", most: { controls: 5 } },
  "in sight: reports": { before: "13 controls", most: { controls: 6 } },
  "in sight: Your Data": { before: "6 controls", most: { controls: 3 } },
  "in sight: the logbook": { before: "80 controls", most: { controls: 74 } },
} satisfies Record<string, Task>;

/** The annotation of a test that a reporter makes a row of: `effort-table.ts`. */
export const EFFORT = "effort";

/** Holds a task to its most, and notes it for the table at the end of the run. */
export function recordEffort(task: keyof typeof TASKS, effort: Effort): void {
  test.info().annotations.push({ type: EFFORT, description: JSON.stringify({ task, effort }) });
  for (const [unit, most] of Object.entries(TASKS[task].most)) {
    expect(effort[unit as keyof Effort], `${task}: ${unit}`).toBeLessThanOrEqual(most);
  }
}

/** Presses what a page has, by its role and name, and counts it. */
export class Presses {
  count = 0;

  constructor(private readonly page: Page) {}

  async press(role: "link" | "button", name: string | RegExp, within = this.page.getByRole("main").last()) {
    this.count += 1;
    await within.getByRole(role, { name }).first().click();
  }
}
