import { createAccount } from "./create-account";
import { recordEffort } from "./effort";
import { expect, type Page, test } from "./fixtures";

/** What a thumb does from the landing page on: presses of links, buttons, choices and fields, keys, and pages. */
class Thumb {
  readonly steps: { page: string; presses: number; keys: number }[] = [];

  constructor(readonly page: Page) {}

  /** A page is in sight. */
  async on(url: string | RegExp, what: string): Promise<void> {
    await expect(this.page).toHaveURL(url);
    this.steps.push({ page: what, presses: 0, keys: 0 });
  }

  private count(presses: number, keys: number): void {
    const step = this.steps.at(-1);
    if (step) Object.assign(step, { presses: step.presses + presses, keys: step.keys + keys });
  }

  async press(role: "link" | "button", name: string | RegExp): Promise<void> {
    await this.page.locator("main").getByRole(role, { name }).first().click();
    this.count(1, 0);
  }

  async choose(group: string, answer: string | RegExp): Promise<void> {
    await this.page.getByRole("group", { name: group }).getByText(answer).first().click();
    this.count(1, 0);
  }

  async type(label: string, text: string): Promise<void> {
    await this.page.getByLabel(label, { exact: true }).fill(text);
    this.count(1, text.length);
  }

  async tick(label: string | RegExp): Promise<void> {
    await this.page.getByLabel(label).check();
    this.count(1, 0);
  }

  get presses(): number {
    return this.steps.reduce((sum, step) => sum + step.presses, 0);
  }

  get keys(): number {
    return this.steps.reduce((sum, step) => sum + step.keys, 0);
  }
}

const PASSWORD = "pond kettle nine";

test("from the landing page to the first case on a phone in 18 presses, 95 keys and 7 pages", async ({
  page,
  javaScriptEnabled,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/");
  const thumb = new Thumb(page);
  await thumb.on("/", "Landing page");
  await thumb.press("link", "Create an account");

  await thumb.on("/signup/", "Create Account");
  const username = `b${Date.now().toString(36).slice(-5)}${Math.random().toString(36).slice(2, 4)}`;
  await thumb.type("First name", "Anna");
  await thumb.type("Last name", "Berg");
  await thumb.type("Email address", `${username}@nhs.net`);
  await thumb.type("Username", username);
  await thumb.type("Password", PASSWORD);
  await thumb.type("Password again", PASSWORD);
  await thumb.tick(/I have read and accept/);
  await createAccount(page, { email: `${username}@nhs.net`, password: PASSWORD }, () =>
    thumb.press("button", "Create Account"),
  );

  await thumb.on("/signedup/", "Account Created");
  await thumb.press("link", "Set up your job plan");

  await thumb.on("/job_plans/start/", "Set up your job plan");
  await thumb.choose("Template", "10 PA theatre");
  await thumb.press("button", "Set up my plan");

  await thumb.on("/logbook/", "Logbook");
  await expect(
    page.getByRole("status").filter({ hasText: /Job plan added, and \d+ sessions in your logbook/ }),
  ).toBeVisible();
  await thumb.press("link", /^Log the cases of/);

  await thumb.on(/\/cases\//, "Enter cases as a list");
  if (javaScriptEnabled === false) {
    await thumb.type("Cases, one on each line", "67F 2 lap appendix");
    await thumb.press("button", "Save all");
    await expect(page.getByText("Nothing is saved yet.")).toBeVisible();
  } else {
    await thumb.type("Case 1", "67F 2 lap appendix");
    // A line that is sent before the page can read it is read by the server, and shown first.
    await expect(page.getByText(/^67 y F, ASA 2/)).toBeVisible();
  }
  await thumb.press("button", "Save all");

  await thumb.on(/\/logbook\//, "The case is logged");
  await expect(page.getByRole("status").filter({ hasText: "1 case saved" }).first()).toBeVisible();
  const { presses, keys, steps } = thumb;
  recordEffort("landing page to the first case, phone", { presses, keys, pages: steps.length });
  await page.goto("/logbook/");
  await expect(page.getByRole("heading", { name: "First steps" })).toHaveCount(0);
});

test("the first steps can be hidden, and shown again from Help", { tag: "@browser" }, async ({ page, signIn }) => {
  await signIn();
  await page.goto("/");
  const steps = page.getByRole("region", { name: "First steps" });
  await expect(steps.getByRole("listitem")).toHaveCount(3);
  await steps.getByRole("button", { name: "Hide these steps" }).click();
  await expect(page.getByText("First steps hidden.")).toBeVisible();
  await expect(steps).toHaveCount(0);
  await page.getByRole("contentinfo").getByRole("link", { name: "Help and support" }).click();
  await page.getByRole("button", { name: "Show the first steps" }).click();
  await expect(page).toHaveURL("/logbook/");
  await expect(steps.getByRole("link", { name: "Choose a template" })).toBeVisible();
});

test("on a phone Leave is two presses away, and the menu leads to Profile, Search and Help", async ({
  page,
  signIn,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn();
  await page.goto("/");
  await page.getByText("Menu", { exact: true }).click();
  const menu = page.getByRole("navigation", { name: "Main" });
  await menu.getByRole("link", { name: "Leave", exact: true }).click();
  await expect(page).toHaveURL("/leave/");
  for (const [name, url] of [
    ["Search", "/mydata/case_data/"],
    ["Help", "/help/"],
  ] as const) {
    await page.getByText("Menu", { exact: true }).click();
    await menu.getByRole("link", { name, exact: true }).click();
    await expect(page).toHaveURL(url);
  }
  await page.getByText("Menu", { exact: true }).click();
  await menu.getByText("Profile", { exact: true }).click();
  await menu.getByRole("link", { name: "Your profile", exact: true }).click();
  await expect(page).toHaveURL("/profile/");
});
