import { openSection } from "./diary";
import { recordEffort } from "./effort";
import { expect, test } from "./fixtures";

test("a Saturday initiative with its fee of 900 is one form and eight keys", { tag: "@browser" }, async ({
  page,
  signIn,
  javaScriptEnabled,
}) => {
  await signIn();
  await page.goto("/logbook/session/new/?date=2026-11-21");
  let keys = 0;
  const type = async (label: string, text: string) => {
    keys += text.length;
    await page.getByLabel(label, { exact: true }).fill(text);
  };
  await type("Start time", "8");
  await type("End time", "13");
  // W chooses it.
  keys += 1;
  await page.getByLabel("Job plan element").selectOption("Waiting list initiative");
  if (javaScriptEnabled === false) await openSection(page, "Fee for session");
  else await expect(page.getByText("Fee for waiting list initiative").first()).toBeVisible();
  await type("Fee (£)", "900");
  // Enter saves.
  keys += 1;
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("status").filter({ hasText: "Session added: Sat 21 Nov 2026, 1.67 PA" })).toBeVisible();
  await expect(page.getByText("£900 not yet claimed").first()).toBeVisible();
  await expect(page.getByRole("main").getByText("Waiting list initiative").first()).toBeVisible();
  await expect(page.getByText(/no element/i)).toHaveCount(0);
  recordEffort("Saturday initiative with its fee of 900", { keys, pages: 1 });

  await page.goto("/extras/");
  await expect(page.getByRole("link", { name: /Waiting list initiative/ }).first()).toBeVisible();

  // The next one is filled in as this one was.
  await page.goto("/logbook/session/new/?date=2026-11-28");
  await page.getByLabel("Job plan element").selectOption("Waiting list initiative");
  if (javaScriptEnabled === false) await page.getByRole("button", { name: "Fill in times and fee" }).click();
  await expect(page.getByLabel("Start time", { exact: true })).toHaveValue("08:00");
  await expect(page.getByLabel("Fee (£)")).toHaveValue("900.00");
});
