import { writeFile } from "node:fs/promises";
import { postSession } from "../diary";
import { expect, type Page, test } from "../fixtures";
import { caseWaiting, chooseFile, csvFile, FIXTURES, importFile, sessionOn } from "../import-steps";
import { expectNoFaults } from "./soundness";

/** So many cases, seven on each day from 2018 on. */
function bigFile(rows: number): string {
  const lines = ["Patient Name,Operation Date,Anaes Start,Out of Theatre,Age,Sex,ASA,Procedure"];
  for (let row = 0; row < rows; row += 1) {
    const day = Math.floor(row / 7);
    const [year, month, date] = [2018 + Math.floor(day / 336), Math.floor((day % 336) / 28) + 1, (day % 28) + 1];
    const hour = 8 + (row % 7);
    lines.push(
      `SURNAME${row},${date}/${month}/${year},${hour}:05,${hour}:50,${20 + (row % 60)},${row % 2 ? "F" : "M"},${1 + (row % 4)},Procedure number ${row}`,
    );
  }
  return lines.join("\r\n");
}

/**
 * How often the page's own thread has called the product's functions, its packages' among them. Time on it, even the
 * processor's, grows on a busy machine.
 */
async function callMeter(page: Page): Promise<() => Promise<number>> {
  const browser = await page.context().newCDPSession(page);
  await browser.send("Profiler.enable");
  await browser.send("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
  let calls = 0;
  return async () => {
    // What was told once is not told again.
    const { result } = await browser.send("Profiler.takePreciseCoverage");
    for (const { functions } of result.filter(({ url }) => url.includes("/assets/"))) {
      for (const { ranges } of functions) calls += ranges[0]?.count ?? 0;
    }
    return calls;
  };
}

test("a file that is dropped is read, and not opened in place of the page", async ({ page, signIn }) => {
  await signIn();
  await page.goto("/import_csv_data/");
  await expect(page.getByText("Drop them anywhere in this box")).toBeVisible();
  const isOpened = await page.getByRole("region", { name: "Choose CSV files" }).evaluate((area, text) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([text], "theatre.csv", { type: "text/csv" }));
    return area.dispatchEvent(new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer }));
  }, bigFile(3));
  expect(isOpened).toBe(false);
  await expect(page.getByRole("heading", { name: "Map CSV" })).toBeVisible();
});

/** Takes a file of so many rows through the mapping and turns over its list. @returns the calls that each took, and the seconds until it was mapped. */
async function mapAndScroll(page: Page, rows: number, path: string) {
  // From the disk: what is handed over by the test is put together on the page's own thread.
  await writeFile(path, bigFile(rows));
  await page.goto("/import_csv_data/");
  const field = page.getByLabel(/Several files with the same headings/);
  await expect(page.getByText("Drop them anywhere in this box")).toBeVisible();
  await page.evaluate(() => {
    document.querySelector("#files")?.addEventListener("change", () => performance.mark("dropped"));
    new MutationObserver((_, observer) => {
      if (document.querySelector("h1")?.textContent !== "Map CSV") return;
      performance.measure("mapped", "dropped");
      observer.disconnect();
    }).observe(document.body, { childList: true, subtree: true });
  });
  const calls = await callMeter(page);
  const beforeMapping = await calls();
  await field.setInputFiles(path);
  await expect(page.getByRole("heading", { name: "Map CSV" })).toBeVisible();
  const count = rows.toLocaleString("en-GB");
  await expect(page.locator("dl > div", { hasText: "To import" }).locator("b")).toHaveText(count);
  const mapping = (await calls()) - beforeMapping;
  const mapped = await page.evaluate(() => (performance.getEntriesByName("mapped")[0]?.duration ?? Number.NaN) / 1000);
  await page.getByRole("button", { name: "Confirm Columns" }).click();
  await expect(page.getByRole("heading", { name: `Logbook Data (${count} available)` })).toBeVisible({
    timeout: 60_000,
  });
  const beforeScrolling = await calls();
  const box = page.getByRole("region", { name: /^Logbook Data/ });
  await box.hover();
  for (let step = 0; step < 20; step += 1) await page.mouse.wheel(0, 600);
  for (const turned of [1, 2, 3]) {
    await box.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await page.getByRole("link", { name: "Next cases" }).click();
    await expect(box.getByText(`Procedure number ${rows - 1 - turned * 100}`)).toBeVisible();
  }
  return { mapped, mapping, scrolling: (await calls()) - beforeScrolling };
}

test("a case is dragged onto a session with the mouse, and the focus comes back to the next case", async ({
  page,
  signIn,
}) => {
  await signIn();
  await postSession(page, { date: "17/11/2026", start: "08:00", end: "18:00" });
  await importFile(page, `${FIXTURES}/trust.csv`, true);
  const knee = caseWaiting(page, "Left knee arthroscopy");
  const grip = knee.getByRole("link", { name: /^Take/ });
  const session = sessionOn(page, "17 Nov");
  await grip.hover();
  await page.mouse.down();
  await session.hover();
  await session.hover({ position: { x: 60, y: 20 } });
  await expect(page.getByText(/^Over No job plan element, Tue 17 Nov 2026/)).toBeAttached();
  await page.mouse.up();
  await expect(page.getByRole("dialog")).toContainText("Add case");
  await expect(page.getByLabel("Start time", { exact: true })).toHaveValue("10:50");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Logbook Data (7 available)" })).toBeVisible();
  await expect(caseWaiting(page, "Right total hip").getByRole("link", { name: /^Take/ })).toBeFocused();
});

test("a case that is let go on its own list goes nowhere, also over sessions that their box hides", {
  tag: "@full",
}, async ({ page, signIn }) => {
  await signIn();
  const days = Array.from({ length: 12 }, (_, before) => `${before + 1}/11/2026`);
  await postSession(page, ...days.map((date) => ({ date, start: "08:00", end: "18:00" })));
  await page.setViewportSize({ width: 800, height: 700 });
  await importFile(page, `${FIXTURES}/trust.csv`, true);
  // The list of sessions ends above; those that are drawn beyond its edge lie over this row.
  const grip = caseWaiting(page, "Left knee arthroscopy").getByRole("link", { name: /^Take/ });
  await grip.scrollIntoViewIfNeeded();
  await grip.hover();
  const place = await grip.boundingBox();
  await page.mouse.down();
  await page.mouse.move((place?.x ?? 0) + 60, (place?.y ?? 0) + 30, { steps: 5 });
  await expect(
    page
      .getByText("Over no session")
      .or(page.getByText(/^Moving /))
      .first(),
  ).toBeAttached();
  await page.mouse.up();
  await expect(page.getByText("Dropped on no session: nothing was added")).toBeAttached();
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("the lists are turned page by page, and a case that is placed leads back to its page", { tag: "@full" }, async ({
  page,
  signIn,
}) => {
  await signIn();
  const days = Array.from({ length: 31 }, (_, before) => `${String(before + 1).padStart(2, "0")}/10/2026`);
  await postSession(page, ...days.map((date) => ({ date, start: "08:00", end: "18:00" })));
  const lines = Array.from({ length: 150 }, (_, row) => `${days[row % 31]},Procedure ${row} of them`);
  await importFile(page, csvFile(`Date,Procedure\n${lines.join("\n")}\n`), true);
  await page.getByRole("link", { name: "Next sessions" }).click();
  await expect(sessionOn(page, "1 Oct")).toBeVisible();
  await page.getByRole("link", { name: "Next cases" }).click();
  const box = page.getByRole("region", { name: /^Logbook Data/ });
  await expect(box.locator("li")).toHaveCount(50);
  const last = caseWaiting(page, "Procedure 0 of them");
  await last.getByRole("link", { name: /^Take/ }).click();
  await sessionOn(page, "1 Oct")
    .getByRole("link", { name: /^Add here/ })
    .click();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Logbook Data (149 available)" })).toBeVisible();
  await expect(box.locator("li")).toHaveCount(49);
  await expect(sessionOn(page, "1 Oct")).toContainText("1 case");
});

test("a case goes into a session by keys alone, and each step is said", async ({ page, signIn }) => {
  await signIn();
  await postSession(
    page,
    { date: "17/11/2026", start: "08:00", end: "18:00" },
    { date: "10/11/2026", start: "13:00", end: "18:00" },
  );
  await importFile(page, `${FIXTURES}/trust.csv`, true);
  const grip = caseWaiting(page, "Right total hip").getByRole("link", { name: /^Take/ });
  await grip.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("status").filter({ hasText: "Choose a session for" })).toContainText(
    "Tue 17 Nov 2026, 08:40 – 10:35, Right total hip replacement",
  );
  await expect(sessionOn(page, "17 Nov").getByRole("link", { name: /^Add here/ })).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(sessionOn(page, "10 Nov").getByRole("link", { name: /^Add here/ })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("status").filter({ hasText: "Cancelled" })).toBeAttached();
  await expect(grip).toBeFocused();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toContainText("Add case");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "Logbook Data (8 available)" })).toBeVisible();
});

test("a column that is taken moves, in words, and Confirm Columns waits for one", { tag: "@full" }, async ({
  page,
  signIn,
}) => {
  await signIn();
  await chooseFile(page, `${FIXTURES}/trust.csv`, true);
  await page.getByLabel("Start time", { exact: true }).selectOption({ label: "Out of Theatre (now End time)" });
  await expect(
    page.getByText("“Out of Theatre” moved from End time to Start time. End time has no column now."),
  ).toBeVisible();
  await expect(page.getByLabel("End time", { exact: true })).toHaveValue("");
  const own = ["Urgency", "Specialty", "Location"];
  for (const label of ["Date", "Start time", "Age", "Gender", "ASA grade", "Description", ...own]) {
    await page.getByLabel(label, { exact: true }).selectOption("");
  }
  await expect(page.getByRole("button", { name: "Confirm Columns" })).toBeDisabled();
  await expect(page.getByText("Map at least one column to continue")).toBeVisible();
});

test("Confirm Columns can be pressed with one column, and says then what is missing", { tag: "@full" }, async ({
  page,
  signIn,
}) => {
  await signIn();
  await chooseFile(page, `${FIXTURES}/trust.csv`, true);
  const own = ["Urgency", "Specialty", "Location"];
  for (const label of ["Date", "Start time", "End time", "Gender", "ASA grade", "Description", ...own]) {
    await page.getByLabel(label, { exact: true }).selectOption("");
  }
  const confirm = page.getByRole("button", { name: "Confirm Columns" });
  await expect(confirm).toBeEnabled();
  await expect(page.getByText("cannot be imported")).toHaveCount(0);
  await confirm.click();
  await expect(page.getByRole("alert")).toContainText("Map Date too: a case without a date cannot be imported");
  await expect(page.getByLabel("Date", { exact: true })).toHaveAttribute("aria-invalid", "true");
  await page.getByLabel("Date", { exact: true }).selectOption({ index: 1 });
  await expect(page.getByRole("alert")).toHaveCount(0);
});

test("the success message clears after three seconds, and Re-map CSV goes back to the same file", {
  tag: "@full",
}, async ({ page, signIn }) => {
  await signIn();
  await page.clock.install();
  await importFile(page, `${FIXTURES}/trust.csv`, true);
  await expect(page.getByText("8 new cases to put into sessions")).toBeVisible();
  await page.clock.runFor(3000);
  await expect(page.getByText("8 new cases to put into sessions")).toBeHidden();
  await page.getByRole("link", { name: "Re-map CSV" }).click();
  await expect(page.getByRole("heading", { name: "Map CSV" })).toBeVisible();
  await page.getByLabel("Gender", { exact: true }).selectOption("");
  await page.getByRole("button", { name: "Confirm Columns" }).click();
  await expect(page.getByRole("heading", { name: "Logbook Data (8 available)" })).toBeVisible();
  await expect(caseWaiting(page, "Right total hip")).toContainText("72 y, ASA 2");
  // A document that the server drew another way would be an error of the page.
  await page.reload();
  await expect(page.getByRole("heading", { name: "Logbook Data (8 available)" })).toBeVisible();
  await expect(page.locator("main").getByText(/new cases? to put/)).toHaveCount(0);
});

test("rows that broke off on their way are counted, and the rest is sent by one button, after a new login too", {
  tag: "@full",
}, async ({ page, signIn }) => {
  await signIn();
  const lines = Array.from({ length: 2500 }, (_, row) => `17/11/2026,Procedure ${row}`);
  await chooseFile(page, csvFile(`Date,Procedure\n${lines.join("\n")}\n`), true);
  let calls = 0;
  await page.route("**/import_csv_data/rows/", (route) => {
    calls += 1;
    // The file's facts and two thousand of its rows arrive.
    return calls > 3
      ? route.fulfill({ status: 403, json: { errors: { "": ["Log in to import a file"] } } })
      : route.continue();
  });
  await page.getByRole("button", { name: "Confirm Columns" }).click();
  const alert = page.getByRole("alert").filter({ hasText: "Log in to import a file" });
  await expect(alert).toContainText("2,000 of 2,500 rows have arrived and are kept.");
  await expect(alert.getByRole("link", { name: "log in in a new tab" })).toHaveAttribute("target", "_blank");
  await page.unroute("**/import_csv_data/rows/");
  await page.getByRole("button", { name: "Send the rest" }).click();
  await expect(page.getByText("2,500 new cases to put into sessions")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Logbook Data (2,500 available)" })).toBeVisible();
});

test("Confirm Columns waits until the rows of another choice are counted, and sends that count", {
  tag: "@full",
}, async ({ page, signIn }) => {
  await signIn();
  const lines = Array.from(
    { length: 20_000 },
    (_, row) => `17/11/2026,09:00,10:00,${(row >> 1) % 90},F,Procedure ${row}`,
  );
  await chooseFile(page, csvFile(`Date,Start,End,Age,Sex,Procedure\n${lines.join("\n")}\n`), true);
  await expect(page.getByLabel("Join their procedures into one case")).toBeChecked();
  const confirm = page.getByRole("button", { name: "Confirm Columns" });
  await expect(confirm).toBeEnabled();
  const begun = page.waitForRequest((request) => /"intent":"begin"/.test(request.postData() ?? ""));
  // In one turn of the page's script: nothing can be read anew in between.
  const held = await page.evaluate(async () => {
    document.querySelector<HTMLInputElement>("[name=join_procedures][value=no]")?.click();
    await Promise.resolve();
    return document.querySelector<HTMLButtonElement>("button[type=submit]:not([name])")?.disabled;
  });
  expect(held).toBe(true);
  await confirm.click();
  expect((await begun).postDataJSON().rows_expected).toBe(20_000);
});

test("an encoding that does not fit is answered beside it, and the file stays mapped", { tag: "@full" }, async ({
  page,
  signIn,
}) => {
  await signIn();
  await chooseFile(page, `${FIXTURES}/trust.csv`, true);
  await page.getByLabel("Encoding").selectOption({ label: "UTF-16" });
  await expect(page.getByRole("alert").filter({ hasText: "It is read as before." })).toBeVisible();
  await expect(page.getByLabel("Encoding").locator("option:checked")).toHaveText("UTF-8");
  await expect(page.locator("dl > div", { hasText: "To import" }).locator("b")).toHaveText("8");
});

test("no value of a column that is not mapped leaves the device", async ({ page, signIn }) => {
  await signIn();
  const sent: string[] = [];
  page.on("request", (request) => sent.push(`${request.url()} ${request.postData() ?? ""}`));
  await importFile(page, `${FIXTURES}/surginet.csv`, true);
  await expect(page.getByRole("heading", { name: "Logbook Data (5 available)" })).toBeVisible();
  expect(sent.some((each) => each.includes("Emergency caesarean section"))).toBe(true);
  expect(sent.filter((each) => /SURNAME|H00000|T30\.1/.test(each))).toEqual([]);
});

test(
  "20,000 rows take the page no more work than 2,000, to map and to turn over, and are not slower row by row",
  { tag: "@full" },
  async ({ page, signIn }, info) => {
    test.slow();
    await signIn();
    await postSession(page, { date: "15/1/2018", start: "08:00", end: "18:00" });
    const few = await mapAndScroll(page, 2000, info.outputPath("few.csv"));
    await signIn();
    await postSession(page, { date: "15/1/2018", start: "08:00", end: "18:00" });
    const many = await mapAndScroll(page, 20_000, info.outputPath("many.csv"));
    // Rows are read beside the page, which has a hundred of them.
    expect(many.mapping / few.mapping).toBeLessThan(1.5);
    expect(many.scrolling / few.scrolling).toBeLessThan(1.5);
    // Ten times the rows: twice that leaves room for a busy machine, and none for rows that are each compared with all.
    expect(many.mapped / few.mapped).toBeLessThan(20);
  },
);

test("hostile files are each answered in words, with nothing written", { tag: "@full" }, async ({ page, signIn }) => {
  test.slow();
  await signIn();
  const wide = Array.from({ length: 1200 }, (_, index) => `Column ${index}`).join(",");
  const files = {
    "a workbook": Buffer.from([0x50, 0x4b, 0x03, 0x04, 1, 2, 3]),
    "zero bytes": "a\0b\0c\n\0\0\0\n",
    nothing: "",
    "a cell of ten megabytes": `Date,Procedure,Age\n01/02/2026,${"x".repeat(10_000_000)},3\n`,
    "1,200 columns": `${wide}\n${wide}\n`,
  };
  for (const [message, content] of Object.entries(files)) {
    await chooseFile(page, csvFile(content as string), true);
    await expect(page.getByRole("alert"), message).toContainText("Upload failed. Please try a valid CSV file.");
  }
  for (const date of ["31/02/2026", "24:00", "=1+1"]) {
    await chooseFile(page, csvFile(`Date,Start,Procedure\n${date},09:00,Hernia\n`), true);
    await expect(page.getByRole("region", { name: "1 rejected row" })).toContainText("Row 2");
    await page.getByRole("button", { name: "Confirm Columns" }).click();
    await expect(page.getByRole("alert")).toContainText("No rows can be imported with these columns");
  }
  await page.goto("/import_csv_data/imports/");
  await expect(page.getByText("Nothing has been imported yet.")).toBeVisible();
});

test("the pages of the import are sound in both schemes and at both widths", { tag: "@full" }, async ({
  page,
  signIn,
}) => {
  test.slow();
  await signIn();
  await postSession(page, { date: "17/11/2026", start: "08:00", end: "18:00" });
  const sound = async (where: string) => {
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      await expectNoFaults(page, `${where} ${width}`);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(overflow, `${where} ${width}`).toBeLessThanOrEqual(0);
    }
  };
  await page.goto("/import_csv_data/");
  await sound("start");
  await chooseFile(page, `${FIXTURES}/trust.csv`, true);
  await expect(page.getByRole("region", { name: "1 rejected row" })).toBeVisible();
  await sound("mapping");
  await page.getByRole("button", { name: "Confirm Columns" }).click();
  await expect(page.getByRole("heading", { name: "Logbook Data (8 available)" })).toBeVisible();
  await sound("main");
  await caseWaiting(page, "Right total hip").getByRole("link", { name: /^Take/ }).click();
  await sound("carrying");
  for (const path of ["place/", "new_sessions/", "clear/", "imports/"]) {
    await page.goto(`/import_csv_data/${path}`);
    await sound(path);
  }
  await page.getByRole("link", { name: "Undo…" }).click();
  await sound("undo");
});
