import { addSession, addTuesdayList, makePlan } from "./diary";
import { expect, type Page, test } from "./fixtures";

test("somebody else's plan, element, session and case are not there", async ({ page, signIn }) => {
  await signIn();
  const plan = await makePlan(page);
  await addTuesdayList(page, plan);
  await page.goto(plan);
  const addresses = [plan, `${plan}edit/`, `${plan}change/`, `${plan}end/`, `${plan}element/new/`];
  addresses.push(...(await hrefs(page, /\/element\/[\w-]{22}\/$/)));
  await addSession(page, { date: "17/11/2026", start: "08:00", end: "18:00" });
  await page.getByRole("link", { name: /^08:00 – 18:00/ }).click();
  await page.waitForURL(/\/logbook\/session\//);
  const session = new URL(page.url()).pathname;
  await page.getByRole("link", { name: "Add case", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Add case" })).toBeVisible();
  await page.getByLabel("Case description").fill("Something of mine");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Something of mine").first()).toBeVisible();
  addresses.push(session, `${session}delete/`, `${session}case/new/`, ...(await hrefs(page, /\/case\/[\w-]{22}\/$/)));
  expect(addresses).toHaveLength(10);
  for (const address of addresses) expect((await page.goto(address))?.status(), address).toBe(200);

  await signIn();
  for (const address of addresses) expect((await page.goto(address))?.status(), address).toBe(404);
});

async function hrefs(page: Page, pattern: RegExp): Promise<string[]> {
  const all = await page.locator("main a").evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
  return [...new Set(all.filter((href) => pattern.test(href)))];
}
