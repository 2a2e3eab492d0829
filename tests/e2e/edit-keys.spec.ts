import { expect, type Page, test } from "./fixtures";

const REF = "[A-Za-z0-9_-]{22}";

test("every edit of encrypted text goes with a key of its page, so that the hash that is kept of it tells nothing", {
  tag: "@full",
}, async ({ page, baseURL }) => {
  const origin = new URL(baseURL as string).origin;
  await page.request.post("/dev/grow/", { form: { years: "1" }, headers: { Origin: origin } });
  const session = await firstLink(page, "/logbook/", `^/logbook/session/${REF}/$`);
  const forms = [
    session,
    await firstLink(page, session, `/case/${REF}/$`),
    await firstLink(page, "/extras/", `^/extras/${REF}/`),
    await firstLink(page, "/leave/", `^/leave/${REF}/$`),
    await firstLink(page, "/reports/cpd/", `^/reports/cpd/${REF}/$`),
    `${await firstLink(page, "/job_plans/", `^/job_plans/${REF}/$`)}edit/`,
    await lineOfLieu(page),
  ];
  for (const path of forms) {
    const keys = [await keyOn(page, path), await keyOn(page, path)];
    for (const key of keys) expect(key, path).toMatch(new RegExp(`^${REF}$`));
    expect(keys[0], path).not.toBe(keys[1]);
  }
});

async function keyOn(page: Page, path: string): Promise<string> {
  await page.goto(path);
  const edit = page.locator("form:has(textarea, input[type=text]):has(input[name=version])");
  return edit.locator("input[name=idempotency_key]").first().inputValue();
}

async function firstLink(page: Page, from: string, pattern: string): Promise<string> {
  await page.goto(from);
  const links = await page.locator("main a").evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));
  const path = links.find((href) => new RegExp(pattern).test(href));
  expect(path, `${from} has ${pattern}`).toBeDefined();
  return path as string;
}

async function lineOfLieu(page: Page): Promise<string> {
  await page.goto("/leave/lieu/");
  await page
    .getByRole("button", { name: /^Add 1 day in lieu/ })
    .first()
    .click();
  await expect(page.getByText(/^Time in lieu: \+1 day/).first()).toBeVisible();
  return firstLink(page, "/leave/lieu/", `^/leave/lieu/${REF}/$`);
}
