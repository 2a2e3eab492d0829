import type { Locator } from "@playwright/test";
import { expect, type Page } from "./fixtures";
import { type Fields, newKey, postForm } from "./post-form";

/**
 * Makes the plan of 1 April 2026 to 31 March 2027, contracted for 10 PAs. `job-plans.spec.ts` fills the form by hand.
 * @returns the plan's path.
 */
export function makePlan(page: Page): Promise<string> {
  return postAndRead(page, "/job_plans/new/", {
    idempotency_key: newKey(),
    title: "Job plan 2026/27",
    date_start: "1/4/2026",
    date_end: "31/3/2027",
    contracted_pa: "10",
    weeks_per_year: "42",
    nation: "england",
    premium_days: ["6", "7"],
    bank_holidays_premium: "yes",
    method: "weekly_leave_adjusted",
    opening_balance_pa: "0",
    tolerance_percent: "5",
  });
}

/** A Tuesday all-day list, 08:00 to 18:00 every week. `job-plans.spec.ts` fills the form by hand. */
export async function addTuesdayList(page: Page, planPath: string, more: Fields = {}): Promise<void> {
  await postAndRead(page, `${planPath}element/new/`, {
    idempotency_key: newKey(),
    description: "All-day orthopaedics",
    category: "DCC",
    pattern: "fixed_times",
    "schedule[0].weekday": "2",
    "schedule[0].start": "08:00",
    "schedule[0].end": "18:00",
    "schedule[0].recurrence": "11",
    counts_to_balance: "yes",
    ...more,
  });
}

/** What the page after it says once is not to be said on the page that the journey opens next. */
async function postAndRead(page: Page, path: string, fields: Fields): Promise<string> {
  const next = await postForm(page, path, fields);
  await page.request.get(next);
  return next;
}

export interface SessionToAdd {
  date: string;
  start: string;
  end: string;
  /** Starts with the element's description. */
  element?: string;
}

/** Fills Add Session and leaves the pressing to the caller. */
export async function fillSession(page: Page, { date, start, end, element }: SessionToAdd): Promise<void> {
  await page.goto("/logbook/session/new/");
  await page.getByLabel("Date", { exact: true }).fill(date);
  await page.getByLabel("Start time", { exact: true }).fill(start);
  await page.getByLabel("End time", { exact: true }).fill(end);
  if (element) {
    const option = page.getByLabel("Job plan element").locator("option", { hasText: element });
    await page.getByLabel("Job plan element").selectOption((await option.getAttribute("value")) as string);
  }
}

/**
 * Adds sessions in their order and shows the page that the last of them leads to. `sessions.spec.ts` fills the form by
 * hand.
 */
export async function addSession(page: Page, ...sessions: SessionToAdd[]): Promise<void> {
  let next = "/logbook/";
  for (const session of sessions) next = await postForm(page, "/logbook/session/new/", await answersOf(page, session));
  await page.goto(next);
}

/** As `addSession`, where the page goes elsewhere next. */
export async function postSession(page: Page, ...sessions: SessionToAdd[]): Promise<void> {
  for (const session of sessions) await postAndRead(page, "/logbook/session/new/", await answersOf(page, session));
}

async function answersOf(page: Page, { date, start, end, element }: SessionToAdd): Promise<Fields> {
  return {
    idempotency_key: newKey(),
    session_date: date,
    session_start_time: start,
    session_end_time: end,
    job_plan_element_unique_ref: element ? await elementOf(page, element) : "",
    pa_calculation_basis: "time_calculated",
    recurringChoice_type: "weekly",
    recurringChoice_selected: "11",
    recurringChoice_until: "end",
    skip_bank_holidays: "yes",
    skip_leave: "yes",
  };
}

/** The element whose choice in the session form starts with this description. */
async function elementOf(page: Page, description: string): Promise<string> {
  const form = await (await page.request.get("/logbook/session/new/")).text();
  const found = [...form.matchAll(/<option value="([\w-]{22})"[^>]*>([^<]*)/g)].find(([, , text]) =>
    text?.startsWith(description),
  );
  expect(found, `no element ${description} in the session form`).toBeDefined();
  return found?.[1] as string;
}

/** Opens the fields of a logged session, which are folded under what it is. */
export async function openFields(page: Page): Promise<void> {
  await page.locator("summary", { hasText: "Edit or duplicate the session" }).click();
}

/** Opens a fold that may be open already, or be opened by the page's script in the meantime. */
export async function openFold(fold: Locator): Promise<void> {
  const isOpen = () => fold.evaluate((details: HTMLDetailsElement) => details.open);
  await expect(async () => {
    if (!(await isOpen())) await fold.locator("summary").first().click();
    expect(await isOpen()).toBe(true);
  }).toPass();
}

/** Opens the fold with this title, which may be within another. */
export async function openSection(page: Page, title: string): Promise<void> {
  await openFold(
    page
      .locator("details")
      .filter({ has: page.locator("summary", { hasText: title }) })
      .last(),
  );
}
