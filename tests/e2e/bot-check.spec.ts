import { passBotCheck } from "./bot-check";
import { expect, expectRefused, type Page, test } from "./fixtures";
import { withinOneWindow } from "./limit-windows";
import { mailsTo } from "./mails";
import { logIn, signInAsNew } from "./people";

const SCRIPT = "**/dev/turnstile/v0/api.js*";

async function fillSignUp(page: Page): Promise<string> {
  const name = `checked-${crypto.randomUUID()}`.slice(0, 30);
  await page.getByLabel("First name").fill("First");
  await page.getByLabel("Last name").fill("Last");
  await page.getByLabel("Email address").fill(`${name}@example.com`);
  await page.getByLabel("Username").fill(name);
  await page.getByLabel("Password", { exact: true }).fill("marble kettle lantern");
  await page.getByLabel("Password again").fill("marble kettle lantern");
  await page.getByLabel(/I have read and accept/).check();
  return name;
}

test("where the check cannot be loaded, Create Account goes on by a link in a mail", async ({ page }) => {
  await page.route(SCRIPT, (route) => route.abort());
  await page.goto("/signup/");
  const username = await fillSignUp(page);
  await expect(page.getByText(/Send the form without it, and we will email you a link to continue/)).toBeVisible();
  await page.getByRole("button", { name: "Create Account" }).click();
  await expect(page).toHaveURL("/login/");
  await expect(page.getByText(/we have emailed you a link to continue/)).toBeVisible();
  await mailsTo(page, `${username}@example.com`, 1);
});

test("a code can be asked for where the check cannot be loaded", async ({ page }) => {
  await page.route(SCRIPT, (route) => route.abort());
  await page.goto("/password/forgot/");
  await page.getByLabel("Email address").fill(`${crypto.randomUUID()}@example.com`);
  await expect(page.getByText(/Send the form without it\./)).toBeVisible();
  await page.getByRole("button", { name: "Send Code" }).click();
  await expect(page.getByLabel("Code", { exact: true })).toBeVisible();
});

test("after ten wrong passwords the login asks for the check, and with it the right password goes in", {
  tag: "@full",
}, async ({ page, javaScriptEnabled }) => {
  const { username } = await signInAsNew(page);
  await page.context().clearCookies();
  await withinOneWindow();
  const headers = { Origin: new URL(process.env.DAYBOOK_URL as string).origin };
  for (let tries = 0; tries < 10; tries += 1) {
    await page.request.post("/login/", { form: { username, password: "wrong" }, headers });
  }
  await page.goto("/login/");
  await logIn(page, { username, email: "" });
  await expectRefused(page, "There were too many wrong passwords. Show below that you are a person, then try again");
  await expect(page.getByLabel("Username")).toHaveValue(username);
  await passBotCheck(page);
  if (!javaScriptEnabled)
    return expect(page.locator("noscript p")).toHaveText(/needs JavaScript. Try again after \d\d:\d\d\./);
  await logIn(page, { username, email: "" });
  await expect(page).toHaveURL("/logbook/");
});

test("only the pages with the check may show its frames, and links to them load a document", { tag: "@full" }, async ({
  page,
}) => {
  const frames = /frame-src http:\/\/localhost:\d+;/;
  for (const path of ["/", "/terms/", "/privacy/"]) {
    expect((await page.goto(path))?.headers()["content-security-policy"]).not.toContain("frame-src");
  }
  for (const [from, link] of [
    ["/", "Login"],
    ["/login/", "Create an account"],
    ["/login/", "Sign Up"],
    ["/login/", "Forgot username or password?"],
  ] as const) {
    await page.goto(from);
    const document = page.waitForResponse((answer) => answer.request().isNavigationRequest());
    await page.getByRole("link", { name: link }).first().click();
    expect((await document).headers()["content-security-policy"], link).toMatch(frames);
  }
});
