import { passBotCheck } from "./bot-check";
import { expect, expectRefused, type Page, test, turningAway } from "./fixtures";
import { codeMailedTo, mailedTo } from "./mails";

const OLD = "marble kettle lantern";
const NEW = "velvet harbour compass";

/** Makes somebody with a verified address and a password, whom the page is then signed in as. */
async function makeMember(page: Page, baseURL: string | undefined) {
  const email = `member-${crypto.randomUUID()}@example.com`;
  const answer = await page.request.post("/dev/new-user/", {
    form: { level: "9", email, password: OLD },
    headers: { Origin: new URL(baseURL as string).origin },
  });
  const { username } = (await answer.json()) as { username: string };
  return { email, username };
}

async function logIn(page: Page, username: string, password: string): Promise<void> {
  await page.goto("/login/");
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Login" }).click();
}

test("somebody who forgot username and password gets both back by a code", { tag: "@browser" }, async ({
  page,
  baseURL,
  javaScriptEnabled,
}) => {
  const { email, username } = await makeMember(page, baseURL);
  await page.context().clearCookies();
  await page.goto("/login/");
  await page.getByRole("link", { name: "Forgot username or password?" }).click();
  await expect(page.getByRole("heading", { name: "Forgot Password" })).toBeVisible();
  await expect(page.getByText("A reset is only emailed if the email matches a validated account")).toBeVisible();
  await page.getByLabel("Email address").fill(email);
  await passBotCheck(page);
  await page.getByLabel("Email address").press("Enter");

  await page.getByLabel("Code", { exact: true }).fill("AAAAAA");
  await page.getByRole("button", { name: "Verify Code" }).click();
  await expectRefused(page, "Invalid or expired code.");
  // Until script has moved the focus there, a key that is pressed elsewhere may be lost.
  if (javaScriptEnabled !== false) await expect(page.locator("#error-summary")).toBeFocused();
  await page.getByLabel("Code", { exact: true }).fill((await codeMailedTo(page, email)).toLowerCase());
  await page.getByLabel("Code", { exact: true }).press("Enter");
  await expect(page.getByText("Code verified. You can now set a new password.")).toBeVisible();
  await expect(page).toHaveURL("/password/forgot/");
  await page.getByRole("link", { name: "Continue" }).click();

  await expect(page).toHaveURL("/password/reset/");
  await expect(page.getByText(`For the account ${username}`)).toBeVisible();
  await page.getByLabel("New password", { exact: true }).fill("too short");
  await page.getByLabel("New password again").fill("too short");
  await page.getByRole("button", { name: "Set new password" }).click();
  await expectRefused(page, "Password must be 12 characters or more");
  await page.getByLabel("New password", { exact: true }).fill(NEW);
  await page.getByLabel("New password again").fill(NEW);
  await page.getByRole("button", { name: "Set new password" }).click();
  await expect(page).toHaveURL("/login/");
  await expect(page.getByText("Your password was changed. Log in with it").first()).toBeVisible();

  await logIn(page, username, OLD);
  await expectRefused(page, "Please check the details you have entered");
  await logIn(page, username, NEW);
  await expect(page).toHaveURL("/logbook/");
  await mailedTo(page, email, (mails) => mails.find(({ subject }) => subject === "Your Daybook password was changed"));
  await page.goto("/password/reset/");
  await expect(page).toHaveURL("/password/forgot/");
});

test("an unknown address is answered with the same page, and another address can be tried", async ({ page }) => {
  await page.goto("/password/forgot/");
  // So many codes an hour and address: a run must not stand in the way of the next.
  const address = `${crypto.randomUUID()}@example.com`;
  await page.getByLabel("Email address").fill(address);
  await passBotCheck(page);
  await page.getByRole("button", { name: "Send Code" }).click();
  await expect(page.getByText(`If ${address} matches a validated account`)).toBeVisible();
  await expect(page.getByRole("link", { name: "Back to Login" })).toBeVisible();
  await page.getByRole("button", { name: "Use another address" }).click();
  await expect(page.getByLabel("Email address")).toHaveValue("");
});

test("a code that was asked for in one browser is no good in another", async ({ page, browser, baseURL }) => {
  const { email } = await makeMember(page, baseURL);
  await page.context().clearCookies();
  await page.goto("/password/forgot/");
  await page.getByLabel("Email address").fill(email);
  await passBotCheck(page);
  await page.getByRole("button", { name: "Send Code" }).click();
  await expect(page.getByLabel("Code", { exact: true })).toBeVisible();
  const code = await codeMailedTo(page, email);

  const { javaScriptEnabled } = test.info().project.use;
  const elsewhere = await browser.newContext({
    ...(baseURL ? { baseURL } : {}),
    javaScriptEnabled: javaScriptEnabled ?? true,
  });
  const other = await elsewhere.newPage();
  await other.goto("/password/forgot/");
  await other.getByLabel("Email address").fill(`other-${email}`);
  await passBotCheck(other);
  await other.getByRole("button", { name: "Send Code" }).click();
  await other.getByLabel("Code", { exact: true }).fill(code);
  await other.getByRole("button", { name: "Verify Code" }).click();
  await expectRefused(other, "Invalid or expired code.");
  await elsewhere.close();
});

test("somebody signed in changes the password, stays in, and other browsers are out", async ({
  page,
  browser,
  baseURL,
}) => {
  const { username } = await makeMember(page, baseURL);
  const elsewhere = await browser.newContext(baseURL ? { baseURL } : {});
  const other = await elsewhere.newPage();
  await logIn(other, username, OLD);
  await expect(other).toHaveURL("/logbook/");

  await page.goto("/password/change/");
  await page.getByLabel("Current password").fill("not the right one");
  await page.getByLabel("New password", { exact: true }).fill(NEW);
  await page.getByLabel("New password again").fill(NEW);
  await page.getByRole("button", { name: "Set new password" }).click();
  await expectRefused(page, "Please check your password and try again");
  await page.getByLabel("Current password").fill(OLD);
  await page.getByLabel("New password", { exact: true }).fill(NEW);
  await page.getByLabel("New password again").fill(NEW);
  await page.getByRole("button", { name: "Set new password" }).click();
  await expect(page).toHaveURL("/logbook/");
  await expect(page.getByText("Your password was changed. Your other logins were ended").first()).toBeVisible();
  await page.goto("/job_plans/");
  await expect(page).toHaveURL("/job_plans/");

  await other.goto(turningAway("/job_plans/"));
  await expect(other).toHaveURL("/login/");
  await elsewhere.close();
});
