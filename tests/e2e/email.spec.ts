import { createAccount } from "./create-account";
import { expect, expectRefused, type Page, test } from "./fixtures";
import { type LocalMail, mailsTo } from "./mails";
import { logIn, PASSWORD, signInAsNew } from "./people";
import { resetByMail } from "./reset-by-mail";

function linkIn(mail: LocalMail | undefined): string {
  return new URL(/\S+\/verify-email\/\S+/.exec(mail?.text ?? "")?.[0] ?? "").pathname;
}

/** Opens a link, and presses its button where script does not: it does so for the account's own browsers alone. */
async function openLink(page: Page, link: string, isOwn = true): Promise<void> {
  await page.goto(link);
  if (isOwn && test.info().project.name === "script") return;
  await page.getByRole("button", { name: "Verify this address" }).click();
}

async function changeTo(page: Page, address: string): Promise<void> {
  await page.goto("/email/change/");
  await page.getByLabel("New Email Address").fill(address);
  await page.getByLabel("Confirm New Email").fill(address);
  await page.getByLabel("Current Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Change Email" }).click();
}

function newAddress(): string {
  return `new-${crypto.randomUUID()}@example.com`;
}

test("somebody signs up, finds the mail, and verifies the address", { tag: "@browser" }, async ({ page }) => {
  const [username, address] = [`person-${crypto.randomUUID().slice(0, 18)}`, newAddress()];
  await page.goto("/signup/");
  await page.getByLabel("First name").fill("First");
  await page.getByLabel("Last name").fill("Last");
  await page.getByLabel("Email address").fill(address);
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Password again").fill(PASSWORD);
  await page.getByLabel(/I have read and accept/).check();
  const mails = await createAccount(page, { email: address, password: PASSWORD });
  const [mail] = await mailsTo(page, address, mails);
  expect(mail?.subject).toBe("Confirm your email address for Daybook");
  await openLink(page, linkIn(mail));
  await expect(page.getByRole("heading", { name: "Email Verified Successfully!" })).toBeVisible();
  await page.getByRole("link", { name: "Back to Logbook" }).click();
  await expect(page).toHaveURL("/logbook/");
  await page.goto("/email/");
  await expect(page.getByText("Email verified")).toBeVisible();
});

test("an address is changed: its link is sent again, the newest one works once, both addresses are told", async ({
  page,
}) => {
  const { email } = await signInAsNew(page);
  const address = newAddress();
  await page.goto("/email/");
  await expect(page.getByText("Email verified")).toBeVisible();
  await expect(page.getByRole("button", { name: /Verification/ })).toHaveCount(0);
  await page.getByRole("link", { name: "Change Email" }).click();
  await expect(page).toHaveURL("/email/change/");
  await changeTo(page, address);
  await expect(page.getByRole("heading", { name: "Email Address Changed" })).toBeVisible();
  await expect(page.getByText(/including the spam folder/)).toBeVisible();
  await page.reload();
  await expect(page.getByRole("heading", { name: "Email Address Changed" })).toBeVisible();
  const [first] = await mailsTo(page, address, 1);
  const [warning] = await mailsTo(page, email, 1);
  expect(warning?.subject).toBe("A new email address was asked for on Daybook");

  await page.getByRole("link", { name: "Manage Email" }).last().click();
  await expect(page.getByText("Verification email sent - not yet verified")).toBeVisible();
  await expect(page.getByText("Email verified")).toBeVisible();
  await page.getByRole("button", { name: "Resend Verification" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Verification email sent successfully!" })).toBeVisible();
  const [second] = await mailsTo(page, address, 2);

  await openLink(page, linkIn(first));
  await expect(page.getByRole("heading", { name: "Verification Link Expired" })).toBeVisible();
  await expect(page.getByText("This verification link has expired.")).toBeVisible();
  await openLink(page, linkIn(second));
  await expect(page.getByRole("heading", { name: "Email Verified Successfully!" })).toBeVisible();
  await openLink(page, linkIn(second));
  await expect(page.getByRole("heading", { name: "Already Verified" })).toBeVisible();
  expect((await mailsTo(page, email, 2))[0]?.subject).toBe("Your Daybook email address was changed");

  await page.goto("/email/");
  await expect(page.getByText(address)).toBeVisible();
  await expect(page.getByText(email)).toHaveCount(0);
});

test("a link needs no login, and one that nobody was sent fails", async ({ page, browser, baseURL }) => {
  await signInAsNew(page);
  const address = newAddress();
  await changeTo(page, address);
  await expect(page.getByRole("heading", { name: "Email Address Changed" })).toBeVisible();
  const link = linkIn((await mailsTo(page, address, 1))[0]);
  const options = { baseURL: baseURL as string, javaScriptEnabled: test.info().project.name === "script" };
  const elsewhere = await (await browser.newContext(options)).newPage();
  await openLink(elsewhere, link, false);
  await expect(elsewhere.getByRole("heading", { name: "Email Verified Successfully!" })).toBeVisible();

  await openLink(elsewhere, "/verify-email/made-up/", false);
  await expect(elsewhere.getByRole("heading", { name: "Verification Failed" })).toBeVisible();
  await expect(elsewhere.getByText("Invalid verification link.")).toBeVisible();
  await elsewhere.goto("/verify-email/");
  await expect(elsewhere.getByRole("heading", { name: "Invalid Verification Link" })).toBeVisible();
  await expect(elsewhere.getByText("The verification link is missing or invalid.")).toBeVisible();
  await elsewhere.goto("/manage-email/");
  await expect(elsewhere).toHaveURL("/login/");
  await elsewhere.context().close();
});

test("somebody else's address looks like any other, and its owner is told", async ({ page }) => {
  const { email: theirs } = await signInAsNew(page);
  await signInAsNew(page);
  await changeTo(page, theirs);
  await expect(page.getByRole("heading", { name: "Email Address Changed" })).toBeVisible();
  const [mail] = await mailsTo(page, theirs, 1);
  expect(mail?.subject).toBe("Somebody tried to use your email address on Daybook");
  expect(mail?.text).not.toContain("verify-email");
  await page.goto("/email/");
  await expect(page.getByText("Verification email sent - not yet verified")).toBeVisible();
});

test("Change Email says at each field what to mend, and gives no password back", async ({ page }) => {
  await signInAsNew(page);
  await page.goto("/email/change/");
  await page.getByLabel("New Email Address").fill("one@example.com");
  await page.getByLabel("Confirm New Email").fill("other@example.com");
  await page.getByLabel("Current Password").fill("a wrong set of words");
  await page.getByRole("button", { name: "Change Email" }).click();
  await expectRefused(page, "Both email addresses must be the same");
  expect(await page.content()).not.toContain("a wrong set of words");
  await page.getByLabel("Confirm New Email").fill("one@example.com");
  await page.getByLabel("Current Password").fill("a wrong set of words");
  await page.getByRole("button", { name: "Change Email" }).click();
  await expectRefused(page, "Please check your password and try again");
});

test("an address that somebody else changed is taken back by the mail to it, and a new password set", {
  tag: "@full",
}, async ({ page }) => {
  const person = await signInAsNew(page);
  const strangers = newAddress();
  await changeTo(page, strangers);
  const [link] = await mailsTo(page, strangers, 1);
  await openLink(page, linkIn(link));
  await expect(page.getByRole("heading", { name: "Email Verified Successfully!" })).toBeVisible();
  // The first mail says that the change was asked for.
  const [told] = await mailsTo(page, person.email, 2);
  expect(told?.subject).toBe("Your Daybook email address was changed");
  const back = new URL(/\S+\/take_back\/\S+/.exec(told?.text ?? "")?.[0] ?? "").pathname;

  await page.goto(back);
  await expect(page.getByRole("heading", { name: "Get your email address back" })).toBeVisible();
  await page.getByRole("button", { name: "Get this address back" }).click();
  await expect(page.getByRole("heading", { name: "Your address is back" })).toBeVisible();
  expect((await mailsTo(page, strangers, 2))[0]?.subject).toBe("This email address was removed from a Daybook account");
  // Whoever was logged in is not any more, and the password that they knew opens nothing.
  await page.goto("/email/");
  await expect(page).toHaveURL("/login/");
  await logIn(page, person);
  await expect(page.locator("#error-summary")).toContainText("Please check the details");
  await resetByMail(page, person.email, "copper lantern harbour");
  await logIn(page, person, "copper lantern harbour");
  await expect(page).toHaveURL("/logbook/");
  await page.goto("/email/");
  await expect(page.getByText(person.email)).toBeVisible();
});
