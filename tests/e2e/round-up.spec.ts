import { addTuesdayList, makePlan } from "./diary";
import { expect, type Page, test } from "./fixtures";
import { newKey, postForm } from "./post-form";

/** The day of the tests is Saturday 21 November 2026. Of its week five things are left to finish. */
async function looseWeek(page: Page): Promise<void> {
  await addTuesdayList(page, await makePlan(page));
  const session = {
    ...{ session_date: "18/11/2026", session_start_time: "08:00", session_end_time: "12:00" },
    ...{ job_plan_element_unique_ref: "", pa_calculation_basis: "time_calculated", extra_claim_amount: "400" },
  };
  const added = await postForm(page, "/logbook/session/new/", {
    ...session,
    ...{ idempotency_key: newKey(), after_save: "case" },
  });
  await postForm(page, added, {
    ...{ idempotency_key: newKey(), case_description: "Total knee replacement", age: "67", age_unit: "years" },
    ...{ gender: "1", urgency: "4" },
  });
  await postForm(page, "/extras/new/", {
    ...{ idempotency_key: newKey(), intent: "save", rate: "", rate_amount: "", basis: "fixed", amount: "260" },
    ...{ work_date: "19/11/2026", kind: "other" },
  });
}

test("what is left of a week is finished from one page, each by its button or its form", { tag: "@browser" }, async ({
  page,
  signIn,
}) => {
  await signIn();
  await looseWeek(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/logbook/round-up/");
  await expect(page.getByText("5 things to finish")).toBeVisible();
  await page.getByRole("button", { name: /^Log as planned/ }).click();
  await expect(page.getByRole("status").filter({ hasText: "Session logged: All-day orthopaedics" })).toBeVisible();
  await expect(page.getByText("4 things to finish")).toBeVisible();

  await page.getByRole("listitem").filter({ hasText: "No ASA" }).getByRole("link").click();
  await page.getByRole("group", { name: /^ASA/ }).getByText("3", { exact: true }).click();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("3 things to finish")).toBeVisible();

  await page.getByRole("link", { name: /^Wed 18 Nov/ }).click();
  const element = page.getByLabel("Job plan element");
  const option = element.locator("option", { hasText: "All-day orthopaedics" });
  await element.selectOption((await option.first().getAttribute("value")) as string);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("2 things to finish")).toBeVisible();
  await page.getByRole("link", { name: /£260.00/ }).click();
  await expect(page.getByRole("heading", { name: /fee|work/i }).first()).toBeVisible();
});

test("the Friday email is asked for on the round-up, and stopped there", async ({ page, signIn }) => {
  await signIn();
  await page.goto("/logbook/round-up/");
  await page.getByRole("button", { name: "Get the Friday email" }).click();
  await expect(page.getByRole("status").filter({ hasText: "You will get the Friday email" })).toBeVisible();
  await page.goto("/profile/");
  await expect(page.getByLabel("Friday email")).toBeChecked();
  await page.goto("/logbook/round-up/");
  await page.getByRole("button", { name: "Stop the Friday email" }).click();
  await expect(page.getByRole("button", { name: "Get the Friday email" })).toBeVisible();
});

test("leave says what it takes before it is saved", async ({ page, signIn, javaScriptEnabled }) => {
  await signIn();
  await addTuesdayList(page, await makePlan(page));
  await page.goto("/leave/new/");
  await page.getByLabel("First day", { exact: true }).fill("21/12/2026");
  await page.getByLabel("Last day", { exact: true }).fill("1/1/2027");
  if (javaScriptEnabled === false) await page.getByRole("button", { name: "Show days and PAs" }).click();
  await expect(page.getByText("Takes 2 days, 5.00 PA")).toBeVisible();
  await page.getByRole("button", { name: "Save leave" }).click();
  await expect(page).not.toHaveURL(/\/leave\/new\//);
  await page.goto("/leave/?year=2026");
  const booked = page.getByRole("definition").filter({ hasText: "2.0" }).filter({ hasText: "5.00 PA" });
  await expect(booked.first()).toBeVisible();
});
