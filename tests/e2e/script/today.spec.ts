import { addSession, addTuesdayList, makePlan, openFields } from "../diary";
import { recordEffort } from "../effort";
import { expect, test } from "../fixtures";
import { signInAsSeeded } from "../people";

/** Specification of a phone: no bar of buttons takes more than a tenth of its height. */
const PHONE = { width: 390, height: 844 };

test("on a phone the first day stands near the top, and the bar of buttons takes a tenth of it at most", {
  tag: "@full",
}, async ({ page }) => {
  await page.setViewportSize(PHONE);
  await signInAsSeeded(page);
  await page.goto("/logbook/");
  const day = page.getByRole("region", { name: "Saturday 21 November 2026" }).getByRole("listitem").first();
  await expect(day).toBeVisible();
  const top = (await day.boundingBox())?.y ?? Number.POSITIVE_INFINITY;
  const bar = page.locator("[data-dialog-page] > footer");
  const measure = async (what: string) => {
    await expect(bar, what).toBeVisible();
    const height = async () => (await bar.boundingBox())?.height ?? Number.POSITIVE_INFINITY;
    await expect.poll(height, what).toBeLessThanOrEqual(PHONE.height / 10);
  };
  await page.goto("/logbook/session/new/");
  await measure("Add Session");
  await page.goto("/logbook/?date=2026-11-17");
  await page.getByRole("link", { name: /cases/ }).first().click();
  await expect(page.getByRole("heading", { name: "Cases" })).toBeVisible();
  await measure("session");
  await openFields(page);
  await measure("its fields");
  await page.goto(new URL(page.url()).pathname);
  await page.getByRole("link", { name: "Add case", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Add case" })).toBeVisible();
  await measure("Add case");
  recordEffort("first day row on a phone", { pixels: top });
});

test("what the plan filled in goes with its date and element, and what was typed stays", async ({ page, signIn }) => {
  await signIn();
  await addTuesdayList(page, await makePlan(page));
  await addSession(page, { date: "17/11/2026", start: "08:00", end: "12:00" });
  await page.goto("/logbook/session/new/?date=2026-11-10");
  const [date, start] = [page.getByLabel("Date", { exact: true }), page.getByLabel("Start time", { exact: true })];
  // With it the list becomes that of the date: what is chosen before is another journey's.
  await expect(page.getByRole("button", { name: "Show elements for this date" })).toHaveCount(0);
  await page.getByLabel("Job plan element").selectOption({ index: 1 });
  await expect(start).toHaveValue("08:00");
  await date.fill("11/11/2026");
  await expect(start).toHaveValue("");
  await date.fill("10/11/2026");
  await expect(start).toHaveValue("08:00");
  await start.fill("07:30");
  await date.fill("11/11/2026");
  await expect(start).toHaveValue("07:30");
  await expect(page.getByLabel("End time", { exact: true })).toHaveValue("18:00");
});

test("an element chosen before the script came has its times filled in, too", { tag: "@full" }, async ({
  page,
  signIn,
}) => {
  await signIn();
  await addTuesdayList(page, await makePlan(page));
  let letCome = () => {};
  const chosen = new Promise<void>((come) => {
    letCome = come;
  });
  await page.route("**/assets/*.js", async (route) => {
    await chosen;
    await route.continue();
  });
  await page.goto("/logbook/session/new/?date=2026-11-10", { waitUntil: "commit" });
  await page.getByLabel("Job plan element").selectOption({ index: 1 });
  const start = page.getByLabel("Start time", { exact: true });
  await expect(start).toHaveValue("");
  letCome();
  await expect(start).toHaveValue("08:00");
});
