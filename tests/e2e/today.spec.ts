import { makePlan, openFields } from "./diary";
import { Presses, recordEffort } from "./effort";
import { expect, type Page, test } from "./fixtures";
import { newKey, postForm } from "./post-form";

/** An element of Tuesdays and of Saturdays, the day of the tests being Saturday 21 November 2026. */
async function addLists(page: Page): Promise<void> {
  const plan = await makePlan(page);
  const rows = ["2", "6"].map((weekday, index) => ({
    [`schedule[${index}].weekday`]: weekday,
    [`schedule[${index}].start`]: "08:00",
    [`schedule[${index}].end`]: "13:00",
    [`schedule[${index}].recurrence`]: "11",
  }));
  const next = await postForm(page, `${plan}element/new/`, {
    ...{ idempotency_key: newKey(), description: "Trauma list", category: "DCC", pattern: "fixed_times" },
    ...{ location: "Main theatres", counts_to_balance: "yes", ...rows[0], ...rows[1] },
  });
  await page.request.get(next);
}

test("today's planned session is logged with one press, and its times are set right or it is undone", async ({
  page,
  signIn,
}) => {
  await signIn();
  await addLists(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/logbook/");
  const today = page.getByRole("region", { name: "Saturday 21 November 2026" });
  await expect(today).toContainText("Trauma list");
  const presses = new Presses(page);
  await presses.press("button", /^Log as planned/, today);
  const said = page.getByRole("status").filter({ hasText: "Session logged: Trauma list, Sat 21 Nov 2026" });
  await expect(said).toBeVisible();
  await expect(today.getByRole("link", { name: /^08:00 – 13:00/ })).toContainText("No cases yet");
  recordEffort("today's planned session logged", { presses: presses.count });
  await expect(today.getByRole("button", { name: /^Log as planned/ })).toHaveCount(0);

  await today.getByRole("link", { name: /^Edit times/ }).click();
  await expect(page.getByLabel("Site (optional)")).toHaveValue("Main theatres");
  await page.getByLabel("End time", { exact: true }).fill("14:30");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(today.getByRole("link", { name: /^08:00 – 14:30/ })).toBeVisible();

  const week = page.getByRole("region", { name: "16 – 22 November 2026" });
  await week.getByRole("button", { name: /^Log as planned/ }).click();
  await expect(week.getByRole("link", { name: /^08:00 – 13:00/ })).toBeVisible();
  await page.getByRole("status").getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Removed: 1 session" })).toBeVisible();
  await page.goto("/logbook/");
  await expect(week.getByRole("button", { name: /^Log as planned/ })).toBeVisible();
});

test("a new session is filled in from the plan, by script at once and by the server without it", async ({
  page,
  signIn,
  javaScriptEnabled,
}) => {
  await signIn();
  await addLists(page);
  await page.goto("/logbook/session/new/");
  await page.getByLabel("Date", { exact: true }).fill("17/11/2026");
  await page.getByLabel("Job plan element").selectOption({ index: 1 });
  if (javaScriptEnabled === false) await page.getByRole("button", { name: "Fill in times and fee" }).click();
  await expect(page.getByLabel("Start time", { exact: true })).toHaveValue("08:00");
  await expect(page.getByLabel("End time", { exact: true })).toHaveValue("13:00");
  await expect(page.getByLabel("Site (optional)")).toHaveValue("Main theatres");
  await expect(page.getByText("From your job plan: Tue 08:00–13:00")).toBeVisible();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("link", { name: /^08:00 – 13:00/ }).click();
  await expect(page.getByText("No cases are logged for this session yet.")).toBeVisible();
  await expect(page.getByLabel("Start time", { exact: true })).toBeHidden();
  await openFields(page);
  await expect(page.getByLabel("Start time", { exact: true })).toBeVisible();
});
