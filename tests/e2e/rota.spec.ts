import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { calendarOf, eventOf } from "../import/rota/files";
import { addTuesdayList, makePlan } from "./diary";
import { Presses, recordEffort } from "./effort";
import { expect, type Page, test } from "./fixtures";
import { signInAsNew } from "./people";
import { newKey, postForm } from "./post-form";

const YEAR = "tests/import/rota/fixtures/clwrota-year.ics";

/** The Tuesday list, and the other work of the rota. */
async function makeWholePlan(page: Page): Promise<void> {
  const plan = await makePlan(page);
  await addTuesdayList(page, plan);
  for (const [description, category] of [
    ["Labour ward", "DCC"],
    ["Emergency theatre", "DCC"],
    ["Pre-assessment clinic", "DCC"],
    ["SPA", "SPA"],
    ["On-call", "DCC"],
  ] as const) {
    await postForm(page, `${plan}element/new/`, {
      ...{ idempotency_key: newKey(), description, category, pattern: "flexible_week", counts_to_balance: "yes" },
      pa: "1",
    });
  }
}

test("a year of a rota comes in by four presses, is undone by one, and comes in once @browser", async ({ page }) => {
  await signInAsNew(page);
  await makeWholePlan(page);
  await page.setViewportSize({ width: 390, height: 844 });
  const presses = new Presses(page);
  await page.goto("/import_csv_data/rota/");
  // The button of the field, and the file in the window that it opens.
  presses.count += 2;
  await page.getByLabel("Calendar file").setInputFiles(YEAR);
  await presses.press("button", "Show what it would do");
  await expect(page.getByRole("heading", { name: "241 sessions to add and 1 period of leave to add" })).toBeVisible();
  await expect(page.getByLabel("Ortho Th 4 (Mr Jones)").locator("option:checked")).toContainText(
    "All-day orthopaedics",
  );
  await expect(page.getByLabel("Annual Leave").locator("option:checked")).toHaveText("Annual leave");
  await presses.press("button", /^Import$/);
  await expect(page.getByText("Rota imported: 241 sessions added and 1 period of leave added").first()).toBeVisible();
  recordEffort("a year of a rota's calendar", { presses: presses.count });

  await page.goto("/import_csv_data/rota/");
  await page.getByLabel("Calendar file").setInputFiles(YEAR);
  await page.getByRole("button", { name: "Show what it would do" }).click();
  await expect(page.getByRole("heading", { name: "Nothing to import" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Import", exact: true })).toHaveCount(0);

  await page.goto("/logbook/undo/");
  await page.getByRole("button", { name: /^Undo\s*: Rota imported/ }).click();
  await expect(page.getByText("Removed: 241 sessions").first()).toBeVisible();
  await page.goto("/logbook/");
  await expect(page.getByRole("button", { name: /^Log as planned/ }).first()).toBeVisible();
  await expect(page.getByRole("link", { name: /^\d\d:\d\d – / })).toHaveCount(0);
});

test("a rota at an address proposes what changed, and changes nothing by itself", async ({ page }) => {
  const list = (uid: string, day: string) => eventOf(uid, `${day}T080000`, `${day}T180000`, "Ortho Th 4 (Mr Jones)");
  let events = [list("a", "20261124"), eventOf("l", "20261207", "20261209", "Annual leave")];
  let status = 200;
  const server = createServer((_, answer) => answer.writeHead(status).end(calendarOf(...events)));
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  try {
    await signInAsNew(page);
    await makeWholePlan(page);
    const presses = new Presses(page);
    await page.goto("/import_csv_data/rota/");
    const { port } = server.address() as AddressInfo;
    await page.getByLabel("Address of your rota").fill(`http://127.0.0.1:${port}/token/rota.ics`);
    await presses.press("button", "Save and read it");
    await expect(page.getByText("Your rota has 2 changes to look at").first()).toBeVisible();
    await expect(page.getByRole("checkbox", { name: "Annual leave, 7 to 8 December 2026" })).toBeChecked();
    await presses.press("button", /^Import$/);
    await expect(page.getByText("1 session added and 1 period of leave added").first()).toBeVisible();
    recordEffort("a rota by its address", { presses: presses.count });

    events = [list("b", "20261201"), ...events];
    await page.goto("/import_csv_data/rota/");
    await page.getByRole("button", { name: "Read it now" }).click();
    await expect(page.getByText("Your rota has 1 change to look at").first()).toBeVisible();
    await page.goto("/logbook/");
    await page.getByRole("link", { name: "Your rota has 1 change to look at" }).first().click();
    await expect(page.getByRole("heading", { name: "1 session to add" })).toBeVisible();

    status = 404;
    await page.goto("/import_csv_data/rota/address/");
    await page.getByRole("button", { name: "Read it now" }).click();
    await expect(page.getByText("The address answered 404 on 21 November 2026").first()).toBeVisible();
    await page.getByRole("button", { name: "Remove the address" }).click();
    await expect(page.getByText("Address removed: your rota is no longer read").first()).toBeVisible();
  } finally {
    server.close();
  }
});
