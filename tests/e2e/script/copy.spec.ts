import { expect, test } from "../fixtures";
import { signInAsNew } from "../people";

test("recovery codes are copied by a press, or selected where the browser keeps the clipboard", {
  tag: "@full",
}, async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await signInAsNew(page);
  await page.goto("/account/two_factor/app/");
  const secret = (await page.locator("[translate=no]").innerText()).replaceAll(" ", "");
  const code = await (await page.request.get(`/dev/code/?secret=${secret}`)).text();
  await page.getByLabel("Two FA Code").fill(code);
  await page.getByRole("button", { name: "Turn on" }).click();
  await expect(page.getByRole("heading", { name: "Daybook recovery codes" })).toBeVisible();
  const codes = await page.locator("ol > li").allInnerTexts();
  expect(codes.length).toBeGreaterThan(5);

  await page.getByRole("button", { name: "Copy" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Copied" })).toBeVisible();
  expect((await page.evaluate(() => navigator.clipboard.readText())).split(/\s+/)).toEqual(codes);

  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error("refused"));
  });
  await page.getByRole("button", { name: "Copy" }).click();
  await expect(page.getByText("to copy", { exact: false }).last()).toHaveText("Press Ctrl + C or ⌘ + C to copy");
  expect((await page.evaluate(() => String(getSelection()))).split(/\s+/)).toEqual(expect.arrayContaining(codes));
});
