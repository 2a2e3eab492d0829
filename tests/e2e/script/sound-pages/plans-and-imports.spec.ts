import { addTuesdayList, makePlan } from "../../diary";
import { expect, test } from "../../fixtures";
import { chooseFile, FIXTURES } from "../../import-steps";
import { firstBelow } from "../../links";
import { signInAsNew } from "../../people";
import { newKey, postForm } from "../../post-form";
import { expectSound, expectSoundNow } from "../soundness";

test("pages of job plans are sound", async ({ page, signIn }) => {
  await signIn();
  const plan = await makePlan(page);
  await addTuesdayList(page, plan);
  await page.goto(plan);
  await page.getByRole("link", { name: "All-day orthopaedics" }).first().click();
  await page.waitForURL(/\/element\/[\w-]{22}/);
  const element = new URL(page.url()).pathname;
  await expectSound(page, [
    "/job_plans/",
    "/job_plans/templates/",
    "/job_plans/start/",
    "/job_plans/new/?template=full_time",
    plan,
    `${plan}edit/`,
    `${plan}diary/`,
    `${plan}change/`,
    `${plan}end/`,
    `${plan}recalculate/`,
    `${plan}element/new/`,
    `${plan}element/templates/`,
    element,
    `${element}remove/`,
  ]);
});

test("what a change of a plan does is sound, before it is done", async ({ page, signIn }) => {
  await signIn();
  const keys = { idempotency_key: newKey(), diary_key: newKey() };
  await postForm(page, "/job_plans/start/", { ...keys, template: "theatre", from: "09/11/2026", fill_diary: "yes" });
  await page.goto(await firstBelow(page, "/job_plans/", /^\/job_plans\/[\w-]{22}\/$/));
  await page.getByRole("link", { name: "Change from a date" }).click();
  await page.getByLabel("Change from").fill("1/1/2027");
  await page.getByLabel("ENT list").uncheck();
  await page.getByRole("group", { name: "Trauma list" }).locator("summary").click();
  await page.getByRole("group", { name: "Trauma list" }).getByLabel("Day", { exact: true }).selectOption("Monday");
  await page.getByRole("button", { name: "Show what changes" }).click();
  await expect(page.getByRole("button", { name: "Change plan" })).toBeVisible();
  await expectSoundNow(page, "the change of a plan");
});

test("pages of a rota's import are sound", async ({ page }) => {
  await signInAsNew(page);
  await addTuesdayList(page, await makePlan(page));
  await expectSound(page, ["/import_csv_data/rota/", "/import_csv_data/rota/address/"]);
  await page.goto("/import_csv_data/rota/");
  await page.getByLabel("Calendar file").setInputFiles("tests/import/rota/fixtures/outlook.ics");
  await page.getByRole("button", { name: "Show what it would do" }).click();
  await page.getByRole("heading", { name: "Check the rota" }).waitFor();
  await expectSoundNow(page, "rota to check");
});

test("pages of a file's import are sound", async ({ page }) => {
  await signInAsNew(page);
  await expectSound(page, ["/import_csv_data/", "/import_csv_data/imports/"]);
  await chooseFile(page, `${FIXTURES}/trust.csv`, true);
  await expect(page.getByRole("heading", { name: "Map CSV" })).toBeVisible();
  await expectSoundNow(page, "columns of a file");
  await page.getByRole("button", { name: "Confirm Columns" }).click();
  await expect(page.getByRole("heading", { name: "Drag and Drop Cases" })).toBeVisible();
  await expectSoundNow(page, "cases of a file");
});
