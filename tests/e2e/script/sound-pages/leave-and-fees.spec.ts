import { expect, test } from "../../fixtures";
import { firstBelow } from "../../links";
import { logIn, openUser, signInAsGuarded, signInAsNew, signInAsSeeded } from "../../people";
import { expectSound } from "../soundness";

test("pages of leave are sound", async ({ page }) => {
  await signInAsSeeded(page);
  const leave = await firstBelow(page, "/leave/", /^\/leave\/[\w-]{22}\/$/);
  const line = await firstBelow(page, "/leave/lieu/", /^\/leave\/lieu\/[\w-]{22}\/$/);
  const own = ["/leave/", "/leave/new/", leave, `${leave}delete/`, `${leave}sessions/`, `${leave}sick/`];
  await expectSound(page, [...own, "/leave/settings/", "/leave/lieu/", line, "/leave/bank_days/"]);
});

test("pages of additional paid work are sound", async ({ page }) => {
  await signInAsSeeded(page);
  const fee = await firstBelow(page, "/extras/", /^\/extras\/[\w-]{22}\/$/);
  const rate = await firstBelow(page, "/extras/rates/", /^\/extras\/rates\/[\w-]{22}\/$/);
  const payer = await firstBelow(page, "/extras/payers/", /^\/extras\/payers\/[\w-]{22}\/$/);
  const fees = ["/extras/", "/extras/new/", "/extras/timesheet/", fee, `${fee}delete/`];
  await expectSound(page, [...fees, "/extras/rates/", "/extras/rates/new/", rate, "/extras/payers/", payer]);
});

test("pages of administration are sound", async ({ page }) => {
  await signInAsGuarded(page, 10);
  await page.goto("/admin/users/");
  const user = await page.getByRole("main").getByRole("listitem").getByRole("link").first().getAttribute("href");
  const pages = ["/admin/", "/admin/users/", user as string, "/admin/jobs/"];
  await expectSound(page, pages);
});

test("the page of a suspended account is sound, without a copy of the data and with one", { tag: "@full" }, async ({
  page,
  browser,
  baseURL,
}) => {
  const elsewhere = await browser.newContext({ baseURL: baseURL as string });
  const theirs = await elsewhere.newPage();
  const member = await signInAsNew(theirs);
  await signInAsGuarded(page, 10);
  await openUser(page, member.email);
  await page.getByLabel("Reason").selectOption("Somebody else may have access");
  await page.getByRole("button", { name: "Suspend account" }).click();
  await expect(page.getByRole("status").first()).toContainText(`${member.username} is suspended`);
  await theirs.goto("/login/");
  await logIn(theirs, member);
  await expect(theirs).toHaveURL("/suspended/");
  await expectSound(theirs, ["/suspended/"]);
  await page.getByRole("button", { name: "Allow a copy of the data" }).click();
  await expect(page.getByRole("status").first()).toContainText("can save a copy of their data");
  await expectSound(theirs, ["/suspended/"]);
  await elsewhere.close();
});
