import { fillSession } from "../diary";
import { expect, test } from "../fixtures";

test("what is sent without a connection stays on the page and is sent again, once", async ({
  page,
  context,
  signIn,
}) => {
  await signIn();
  await fillSession(page, { date: "17/11/2026", start: "08:00", end: "18:00" });
  await page.getByLabel("Notes (optional)").fill("Typed on the ward without signal");
  await context.setOffline(true);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Not sent: there is no connection" })).toBeVisible();
  await context.setOffline(false);
  await page.getByRole("button", { name: "Send again" }).click();
  await expect(page.getByRole("link", { name: /^08:00 – 18:00/ })).toContainText("Typed on the ward without signal");
});
