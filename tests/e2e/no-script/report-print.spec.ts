import { addSession, addTuesdayList, makePlan } from "../diary";
import { expect, test } from "../fixtures";
import { textOfPages } from "../pdf";
import { signInAsSeeded } from "../people";

// The print view has no script: with or without it is the same paper.

test("the appraisal report of a year is 8 pages in letters of 9 pt, and its first page can be read alone", {
  tag: "@browser",
}, async ({ page }) => {
  await signInAsSeeded(page);
  await page.goto("/reports/paper/?preset=appraisal");
  // What a browser calls the file.
  await expect(page).toHaveTitle(/^Appraisal report, 1 April 2026 to 31 March 2027, Theatre Consultant/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Appraisal report, 1 April 2026 to 31 March 2027");
  const charts = page.getByRole("img", { name: /cases|PAs|procedures/i });
  await expect(charts).toHaveCount(6);
  // Each says its figures, and leads to the table of them.
  await expect(page.getByRole("img", { name: /^Cases by month: most in/ })).toHaveAccessibleDescription(
    /^April 2026 \d+; May/,
  );
  for (const link of await page.getByRole("link", { name: /^Table of / }).all()) {
    await expect(page.locator(String(await link.getAttribute("href")))).toBeVisible();
  }
  const pages = await textOfPages(await page.pdf({ preferCSSPageSize: true }));
  expect(pages.length).toBeLessThanOrEqual(8);
  // No page but the last is left nearly empty.
  expect(Math.min(...pages.slice(0, -1).map(({ filled }) => filled))).toBeGreaterThan(1 / 3);
  expect(Math.min(...pages.map(({ smallest }) => smallest))).toBeGreaterThanOrEqual(9);
  const [first, second] = pages.map(({ text }) => text);
  const words = [
    "TheatreConsultant",
    "GMCnumber0000000",
    "Countedto20November2026",
    "416cases.",
    "PAsdone",
    "Casesbyage",
  ];
  expect(words.filter((each) => !first?.includes(each))).toEqual([]);
  expect(first).not.toContain("Workinfigures");
  expect(second).toContain("Workinfigures");
  // Lines more of the summary push no charts onto a page of their own.
  await page
    .locator("[data-first] tr")
    .last()
    .evaluate((row) => {
      for (let more = 0; more < 4; more += 1) row.insertAdjacentHTML("afterend", row.outerHTML);
    });
  const longer = await textOfPages(await page.pdf({ preferCSSPageSize: true }));
  expect(Math.min(...longer.slice(0, -1).map(({ filled }) => filled))).toBeGreaterThan(1 / 3);
});

test("reports of other periods and sections take few pages, none nearly empty but the last", {
  tag: "@browser",
}, async ({ page }) => {
  await signInAsSeeded(page);
  const most = {
    "preset=appraisal&period=last_appraisal": 8,
    "preset=appraisal&period=custom&from=01/07/2026&until=30/09/2026": 7,
    "preset=appraisal&period=custom&from=01/10/2026&until=31/10/2026": 6,
    "preset=logbook": 5,
  };
  for (const [query, pages] of Object.entries(most)) {
    await page.goto(`/reports/paper/?${query}`);
    const printed = await textOfPages(await page.pdf({ preferCSSPageSize: true }));
    const filled = printed.map((each) => each.filled.toFixed(2)).join(" ");
    expect(printed.length, `${query}: ${filled}`).toBeLessThanOrEqual(pages);
    const least = Math.min(...printed.slice(0, -1).map((each) => each.filled));
    expect(least, `${query}: ${filled}`).toBeGreaterThan(1 / 3);
  }
});

test("on paper no title, and no head of a table, stands at the foot of a page", {
  tag: "@browser",
}, async ({ page }) => {
  await signInAsSeeded(page);
  await page.goto("/reports/paper/?preset=appraisal");
  const headings = page.locator("[data-paper]").locator("h2, h3");
  const titles = (await headings.allInnerTexts()).map(bare);
  const heads = (await page.locator("[data-paper] thead tr:last-child").allInnerTexts()).map(bare);
  expect(titles.length).toBeGreaterThan(30);
  // So much lower, in millimetres, the last titles come to the foot.
  for (const lower of [72, 76, 80, 84, 88]) {
    await page.locator("[data-paper] > section:has(#reflections)").evaluate((section, mm) => {
      section.style.paddingTop = `${mm}mm`;
    }, lower);
    const pages = await textOfPages(await page.pdf({ preferCSSPageSize: true }));
    const left = [...titles, ...heads].filter((title) => pages.some(({ lowest }) => lowest === title));
    expect([lower, left]).toEqual([lower, []]);
  }
});

test("on paper no row is cut, every page of a table has its head, and pages are numbered", { tag: "@browser" }, async ({
  page,
}) => {
  test.setTimeout(120_000);
  await signInAsSeeded(page);
  await page.goto("/reports/paper/?preset=everything");
  const rows = await page.locator("tr:not([data-own] tr)").allInnerTexts();
  const heads = await page
    .getByRole("table", { name: /^\d+ cases$/ })
    .getByRole("columnheader")
    .allInnerTexts();
  expect(rows.length).toBeGreaterThan(400);
  const pages = await textOfPages(await page.pdf({ preferCSSPageSize: true }));

  const printed = pages.map(({ text }) => text);
  const cut = rows.filter((row) => !printed.some((text) => text.includes(bare(row))));
  expect(cut).toEqual([]);

  // The list of cases lies across, and begins on a page of its own.
  const overlapping = pages.filter(({ width, height }) => width > height);
  expect(overlapping.length).toBeGreaterThan(5);
  // Few pages for four hundred cases and more, in letters of 9 pt.
  expect(pages.length).toBeLessThanOrEqual(32);
  expect(Math.min(...pages.map(({ smallest }) => smallest))).toBeGreaterThanOrEqual(9);
  expect(overlapping.filter(({ text }) => !text.includes(bare(heads.join(""))))).toEqual([]);
  expect(pages.map(({ text }) => /(\d+)of(\d+)/.exec(text)?.[0])).toEqual(
    pages.map((_, at) => `${at + 1}of${pages.length}`),
  );
  // What is only for the screen stays there, and gaps for the owner's eyes.
  for (const words of ["Changechoices", "Whatisnotrecorded", "Gapsanddataquality"]) {
    expect(printed.join("")).not.toContain(words);
  }
});

test("on paper a word of two hundred letters is cut nowhere, and every page says whose it is", {
  tag: "@browser",
}, async ({ page, signIn }) => {
  await signIn();
  const word = "Methaemoglobinaemia".repeat(11).slice(0, 200);
  const plan = await makePlan(page);
  await addTuesdayList(page, plan);
  await addSession(page, { date: "17/11/2026", start: "08:00", end: "18:00", element: "All-day orthopaedics" });
  await page.getByRole("link", { name: /^\d.*All-day orthopaedics/ }).click();
  await page.waitForURL(/\/logbook\/session\/[\w-]{22}/);
  await page.goto(`${new URL(page.url()).pathname}case/new/`);
  await page.getByLabel("Case description").fill(word);
  await page.getByLabel("Complications").fill(`Complication ${word}`);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.waitForURL(/\/logbook\/session\/[\w-]{22}\/$/);
  await page.goto("/reports/cpd/new/");
  await page.getByLabel("Hours").fill("1.5");
  await page.getByLabel("Title").fill(word);
  await page.getByLabel("Type").selectOption("Course or workshop");
  await page.getByRole("button", { name: "Save CPD" }).click();
  await page.waitForURL(/\/reports\/cpd\/$/);

  await page.goto("/reports/paper/?preset=everything");
  const pages = await textOfPages(await page.pdf({ preferCSSPageSize: true }));
  const printed = pages.map(({ text }) => text);
  expect(printed.join("").split(word)).toHaveLength(4 + 1);
  // All that stands in the row of the long title, its date in one line.
  expect(printed.filter((text) => text.includes(`Sat21Nov2026${word}Courseorworkshop1.50`))).toHaveLength(1);
  expect(pages.filter(({ right, width }) => right > width - 28)).toEqual([]);
  expect(printed.filter((text) => !text.includes("1April2026to31March2027"))).toEqual([]);
});

/** Without spaces: a printed line ends where the cell ends. */
function bare(words: string): string {
  return words.normalize("NFKC").replace(/\s+/g, "");
}
