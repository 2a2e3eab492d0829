import { passBotCheck, questionOf } from "./bot-check";
import { expect, expectRefused, type Page, test } from "./fixtures";
import { logIn, signInAsNew } from "./people";

const SCRIPT = "**/dev/turnstile/v0/api.js*";

async function fillSignUp(page: Page): Promise<void> {
  const name = `checked-${crypto.randomUUID()}`.slice(0, 30);
  await page.getByLabel("First name").fill("First");
  await page.getByLabel("Last name").fill("Last");
  await page.getByLabel("Email address").fill(`${name}@example.com`);
  await page.getByLabel("Username").fill(name);
  await page.getByLabel("Password", { exact: true }).fill("marble kettle lantern");
  await page.getByLabel("Password again").fill("marble kettle lantern");
  await page.getByLabel(/I have read and accept/).check();
}

test("where the check cannot be loaded a question takes its place, and a wrong answer brings another", async ({
  page,
}) => {
  await page.route(SCRIPT, (route) => route.abort());
  await page.goto("/signup/");
  await fillSignUp(page);
  const asked = await questionOf(page);
  await page.getByLabel(asked).fill("ninety-nine 99");
  await page.getByRole("button", { name: "Create Account" }).click();
  await expectRefused(page, "That is not the answer to the question. Answer this one, with one word or number");
  await expect(page.getByLabel("First name")).toHaveValue("First");
  await expect(page.getByLabel(/\?$/)).toHaveValue("");
  // Without script a page that comes back never holds a password.
  for (const label of ["Password", "Password again"]) {
    await page.getByLabel(label, { exact: true }).fill("marble kettle lantern");
  }
  await passBotCheck(page);
  await page.getByRole("button", { name: "Create Account" }).click();
  await expect(page).toHaveURL("/signedup/");
});

test("the page that asks for a code asks a question, too, where the check cannot be loaded", async ({ page }) => {
  await page.route(SCRIPT, (route) => route.abort());
  await page.goto("/password/forgot/");
  await page.getByLabel("Email address").fill(`${crypto.randomUUID()}@example.com`);
  await passBotCheck(page);
  await page.getByRole("button", { name: "Send Code" }).click();
  await expect(page.getByLabel("Code", { exact: true })).toBeVisible();
});

test("after ten wrong passwords the login asks for the check, and with it the right password goes in", {
  tag: "@full",
}, async ({ page }) => {
  const { username } = await signInAsNew(page);
  await page.context().clearCookies();
  const headers = { Origin: new URL(process.env.DAYBOOK_URL as string).origin };
  for (let tries = 0; tries < 10; tries += 1) {
    await page.request.post("/login/", { form: { username, password: "wrong" }, headers });
  }
  await page.goto("/login/");
  await logIn(page, { username, email: "" });
  await expectRefused(page, "There were too many wrong passwords. Show below that you are a person, then try again");
  await expect(page.getByLabel("Username")).toHaveValue(username);
  await passBotCheck(page);
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
