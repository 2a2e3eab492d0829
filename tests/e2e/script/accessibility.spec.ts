import { addSession, addTuesdayList, fillSession, makePlan, openFields } from "../diary";
import { expect, type Page, test } from "../fixtures";
import { chooseFile, FIXTURES } from "../import-steps";
import { addAuthenticator, addPasskey } from "../passkeys";
import {
  expireLogin,
  expireReauthentication,
  logIn,
  openUser,
  PASSWORD,
  signInAsGuarded,
  signInAsNew,
  signInAsSeeded,
} from "../people";
import { newKey, postForm } from "../post-form";
import { sampled } from "../sampled";
import { expectLargeTextFits, expectSoundNow as expectSoundNowOf, expectSound as expectSoundOf } from "./soundness";

/** In a quick run one page of so many is looked at; the gallery of all parts always, by `parts.spec.ts`. */
const OF = 5;

function expectSound(page: Page, paths: string[]): Promise<void> {
  return expectSoundOf(page, sampled(test.info().title, paths, OF));
}

/** As it stands. */
async function expectSoundNow(page: Page, state: string): Promise<void> {
  for (const drawn of sampled(state, [state], OF)) await expectSoundNowOf(page, drawn);
}

/** A case with airway options, one of them the user's own, and a fee. @returns its path. */
async function addFilledCase(page: Page, session: string): Promise<string> {
  await page.goto(`${session}case/new/`);
  await page.getByLabel("Case description").fill("Total knee replacement");
  await page.getByLabel("Age", { exact: true }).fill("71");
  await page.getByLabel("SGA - i-gel", { exact: true }).check();
  await page.locator("summary", { hasText: "Your own" }).first().click();
  await page.getByLabel("Add an airway option of your own").fill("My mask");
  await page.locator("summary", { hasText: "Fee for case" }).click();
  await page.getByLabel("Fee (£)").fill("310.50");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("link", { name: /Total knee replacement/ }).click();
  await page.waitForURL(/\/case\/[\w-]{22}/);
  return new URL(page.url()).pathname;
}

test("pages for visitors are sound", async ({ page }) => {
  await expectSound(page, [
    "/",
    "/login/",
    "/signup/",
    "/password/forgot/",
    "/terms/",
    "/privacy/",
    "/take_back/made-up-1/",
  ]);
});

test("a profile with faults in it is sound", async ({ page, signIn }) => {
  await signIn();
  await page.goto("/profile/");
  await page.getByLabel("GMC number (optional)").fill("12");
  await page.locator("summary", { hasText: "Who you supervise" }).click();
  await page.getByRole("button", { name: "Save profile" }).click();
  await expect(page).toHaveTitle(/^Error: /);
  await expectSoundNow(page, "faulty profile");
});

test("pages of reports and of one's data are sound", async ({ page }) => {
  await signInAsSeeded(page);
  await expectSound(page, [
    ...["/reports/", "/reports/paper/?preset=appraisal", "/reports/reflections/", "/reports/locks/"],
    "/reports/locks/?from=2025-04-01&until=2026-03-31",
    ...["/reports/cpd/", "/reports/cpd/new/", "/mydata/", "/mydata/session_data/", "/mydata/case_data/"],
    ...["/mydata/export/", "/mydata/import/", "/mydata/move/", "/mydata/feed/", "/mydata/activity/", "/mydata/delete/"],
  ]);
});

test("pages of a rota's import are sound", async ({ page }) => {
  await signInAsNew(page);
  await addTuesdayList(page, await makePlan(page));
  await expectSound(page, ["/import_csv_data/rota/", "/import_csv_data/rota/address/"]);
  await page.goto("/import_csv_data/rota/");
  await page.getByLabel("Calendar file").setInputFiles("tests/import/rota/fixtures/outlook.ics");
  await page.getByRole("button", { name: "Show what it would do" }).click();
  await page.getByRole("heading", { name: "Check the rota" }).waitFor();
  await expectSoundNow(page, "rota to check");
});

test("pages of a file's import are sound", async ({ page }) => {
  await signInAsNew(page);
  await expectSound(page, ["/import_csv_data/", "/import_csv_data/imports/"]);
  await chooseFile(page, `${FIXTURES}/trust.csv`, true);
  await expect(page.getByRole("heading", { name: "Map CSV" })).toBeVisible();
  await expectSoundNow(page, "columns of a file");
  await page.getByRole("button", { name: "Confirm Columns" }).click();
  await expect(page.getByRole("heading", { name: "Drag and Drop Cases" })).toBeVisible();
  await expectSoundNow(page, "cases of a file");
});

test("pages of what is kept without signal are sound, before a device is switched on and after", async ({ page }) => {
  await signInAsNew(page);
  await expectSound(page, ["/logbook/no_signal/"]);
  await page.goto("/logbook/no_signal/");
  await page.getByLabel("This device is mine alone").check();
  await page.getByRole("button", { name: "Switch on for this device" }).click();
  await expect(page.getByText("Nothing waits to be sent.")).toBeVisible();
  await expectSoundNow(page, "no signal, switched on");
  const revoke = await firstBelow(page, "/account/two_factor/", /\/revoke\/$/);
  await expectSound(page, ["/account/two_factor/", revoke]);
});

test("pages of administration are sound", async ({ page }) => {
  await signInAsGuarded(page, 10);
  await page.goto("/admin/users/");
  const user = await page.getByRole("main").getByRole("listitem").getByRole("link").first().getAttribute("href");
  const pages = ["/admin/", "/admin/users/", user as string, "/admin/jobs/"];
  await expectSound(page, pages);
});

test("the page of a suspended account is sound, without a copy of the data and with one", { tag: "@full" }, async ({
  page,
  browser,
  baseURL,
}) => {
  const elsewhere = await browser.newContext({ baseURL: baseURL as string });
  const theirs = await elsewhere.newPage();
  const member = await signInAsNew(theirs);
  await signInAsGuarded(page, 10);
  await openUser(page, member.email);
  await page.getByLabel("Reason").selectOption("Somebody else may have access");
  await page.getByRole("button", { name: "Suspend account" }).click();
  await expect(page.getByRole("status").first()).toContainText(`${member.username} is suspended`);
  await theirs.goto("/login/");
  await logIn(theirs, member);
  await expect(theirs).toHaveURL("/suspended/");
  await expectSound(theirs, ["/suspended/"]);
  await page.getByRole("button", { name: "Allow a copy of the data" }).click();
  await expect(page.getByRole("status").first()).toContainText("can save a copy of their data");
  await expectSound(theirs, ["/suspended/"]);
  await elsewhere.close();
});

test("pages of a diary without work are sound", async ({ page, signIn }) => {
  await signIn();
  await expectSound(page, ["/logbook/", "/logbook/undo/", "/logbook/options/", "/job_plans/"]);
});

test("pages of the diary are sound", async ({ page, signIn }) => {
  await signIn();
  const plan = await makePlan(page);
  await addTuesdayList(page, plan);
  await addSession(page, { date: "17/11/2026", start: "08:00", end: "18:00", element: "All-day orthopaedics" });
  await page
    .getByRole("button", { name: /^Log as planned/ })
    .first()
    .click();
  await expect(page.getByText("Session logged").first()).toBeVisible();
  const undo = await page.locator("form[action*='/logbook/undo/']").first().getAttribute("action");
  await page.goto("/logbook/");
  await page
    .getByRole("link", { name: /^\d.*All-day orthopaedics/ })
    .first()
    .click();
  await page.waitForURL(/\/logbook\/session\/[\w-]{22}/);
  const session = new URL(page.url()).pathname;
  const work = await addFilledCase(page, session);
  await page.goto("/logbook/options/");
  const option = (await page.getByRole("link", { name: "My mask" }).getAttribute("href")) as string;
  await expectSound(page, [
    "/",
    "/logbook/",
    "/logbook/?date=31/2/2026",
    "/logbook/week/",
    "/logbook/round-up/",
    "/logbook/round-up/?date=2026-11-09",
    session,
    `${session}delete/`,
    `${session}outcome/`,
    `${session}case/new/?like=last`,
    `${session}cases/`,
    work,
    `${work}delete/`,
    "/logbook/undo/",
    undo as string,
    "/logbook/options/",
    option,
    "/keys/",
    "/help/",
    "/logbook/session/no-such-session/",
    "/password/change/",
    "/logout/",
  ]);
  await postForm(page, "/reports/locks/", { intent: "lock", from: "2026-11-01", until: "2026-11-20" });
  await expectSound(page, ["/logbook/", "/logbook/week/", session, work, "/logbook/session/new/?date=2026-11-17"]);
});

test("pages of job plans are sound", async ({ page, signIn }) => {
  await signIn();
  const plan = await makePlan(page);
  await addTuesdayList(page, plan);
  await page.goto(plan);
  await page.getByRole("link", { name: "All-day orthopaedics" }).first().click();
  await page.waitForURL(/\/element\/[\w-]{22}/);
  const element = new URL(page.url()).pathname;
  await expectSound(page, [
    "/job_plans/",
    "/job_plans/templates/",
    "/job_plans/start/",
    "/job_plans/new/?template=full_time",
    plan,
    `${plan}edit/`,
    `${plan}diary/`,
    `${plan}change/`,
    `${plan}end/`,
    `${plan}recalculate/`,
    `${plan}element/new/`,
    `${plan}element/templates/`,
    element,
    `${element}remove/`,
  ]);
});

test("what a change of a plan does is sound, before it is done", async ({ page, signIn }) => {
  await signIn();
  const keys = { idempotency_key: newKey(), diary_key: newKey() };
  await postForm(page, "/job_plans/start/", { ...keys, template: "theatre", from: "09/11/2026", fill_diary: "yes" });
  await page.goto(await firstBelow(page, "/job_plans/", /^\/job_plans\/[\w-]{22}\/$/));
  await page.getByRole("link", { name: "Change from a date" }).click();
  await page.getByLabel("Change from").fill("1/1/2027");
  await page.getByLabel("ENT list").uncheck();
  await page.getByRole("group", { name: "Trauma list" }).locator("summary").click();
  await page.getByRole("group", { name: "Trauma list" }).getByLabel("Day", { exact: true }).selectOption("Monday");
  await page.getByRole("button", { name: "Show what changes" }).click();
  await expect(page.getByRole("button", { name: "Change plan" })).toBeVisible();
  await expectSoundNow(page, "the change of a plan");
});

/** The address of the first link of a page that leads below `under`. */
async function firstBelow(page: Page, path: string, under: RegExp): Promise<string> {
  await page.goto(path);
  const paths = await page
    .locator("main a[href]")
    .evaluateAll((links) => links.map((link) => new URL((link as HTMLAnchorElement).href).pathname));
  const found = paths.find((each) => under.test(each));
  if (!found) throw new Error(`${path} leads to nothing below ${under}`);
  return found;
}

test("pages of leave are sound", async ({ page }) => {
  await signInAsSeeded(page);
  const leave = await firstBelow(page, "/leave/", /^\/leave\/[\w-]{22}\/$/);
  const line = await firstBelow(page, "/leave/lieu/", /^\/leave\/lieu\/[\w-]{22}\/$/);
  const own = ["/leave/", "/leave/new/", leave, `${leave}delete/`, `${leave}sessions/`, `${leave}sick/`];
  await expectSound(page, [...own, "/leave/settings/", "/leave/lieu/", line, "/leave/bank_days/"]);
});

test("pages of additional paid work are sound", async ({ page }) => {
  await signInAsSeeded(page);
  const fee = await firstBelow(page, "/extras/", /^\/extras\/[\w-]{22}\/$/);
  const rate = await firstBelow(page, "/extras/rates/", /^\/extras\/rates\/[\w-]{22}\/$/);
  const payer = await firstBelow(page, "/extras/payers/", /^\/extras\/payers\/[\w-]{22}\/$/);
  const fees = ["/extras/", "/extras/new/", "/extras/timesheet/", fee, `${fee}delete/`];
  await expectSound(page, [...fees, "/extras/rates/", "/extras/rates/new/", rate, "/extras/payers/", payer]);
});

test("the seeded logbook, its figures and its progress are sound", async ({ page }) => {
  await signInAsSeeded(page);
  await expectSound(page, ["/", "/logbook/", "/progress/"]);
  await expectLargeTextFits(page, ["/", "/logbook/", "/logbook/week/", "/leave/", "/reports/cpd/"]);
});

test("forms that came back, and pages that a press leads to, are sound", { tag: "@full" }, async ({ page, signIn }) => {
  test.setTimeout(300_000);
  await signIn();
  const plan = await makePlan(page);
  await addTuesdayList(page, plan);
  const save = page.getByRole("button", { name: "Save", exact: true });

  await page.goto("/logbook/session/new/");
  await page.getByLabel("Recurring", { exact: true }).check();
  await page.locator("summary", { hasText: "Fee for session" }).click();
  await page.getByLabel("Fee (£)").fill("abc");
  await save.click();
  await expect(page).toHaveTitle(/^Error: /);
  await expectSoundNow(page, "a refused session");

  await fillSession(page, { date: "17/11/2026", start: "08:00", end: "18:00", element: "All-day orthopaedics" });
  await page.getByLabel("Notes (optional)").fill("Covered for Mr Brown");
  await save.click();
  await expect(page.getByText("Save anyway: it identifies no patient")).toBeVisible();
  await expectSoundNow(page, "a warning of identifiers");

  await page.getByLabel("Notes (optional)").fill("Hip and knee");
  await page.getByLabel("Recurring", { exact: true }).check();
  await page.getByText("A date", { exact: true }).click();
  await page.getByLabel("Last date").fill("15/12/2026");
  await page.locator("summary", { hasText: "Fee for session" }).click();
  await page.getByLabel("Fee (£)").fill("1200");
  await expect(page.getByText("5 sessions, from").first()).toBeVisible();
  await expectSoundNow(page, "a series before it is saved");
  await save.click();
  await expect(page.getByText(/Added 5 sessions/).first()).toBeVisible();

  await page.goto("/logbook/");
  await page.getByRole("link", { name: /^\d.*All-day orthopaedics/ }).click();
  await page.waitForURL(/\/logbook\/session\/[\w-]{22}/);
  const session = new URL(page.url()).pathname;
  const other = await page.context().newPage();
  await other.goto(session);
  await openFields(other);
  await other.getByLabel("Notes (optional)").fill("From the other tab");
  await other.getByRole("button", { name: "Save", exact: true }).click();
  await expect(other).toHaveURL(/\/logbook\/(\?|$)/);
  await other.close();
  await openFields(page);
  await page.getByLabel("Notes (optional)").fill("From the first tab");
  await save.click();
  await expect(page.getByRole("link", { name: /See what is saved now/ })).toBeVisible();
  await expectSoundNow(page, "a session that was changed elsewhere");
  await expectSound(page, [`${session}delete/`, `${session}delete/?all=warning`]);
  await page.goto("/logbook/search/");
  await page.getByLabel("Words").fill("hip");
  await page.getByRole("button", { name: "Find" }).click();
  await expect(page.getByText(/^Found/)).toBeVisible();
  await expectSoundNow(page, "search with results");
});

test("the pages of the second factor are sound", async ({ page }) => {
  const person = await signInAsGuarded(page);
  await expireReauthentication(page);
  await expectSound(page, ["/account/confirm/"]);
  await page.context().clearCookies();
  await page.goto("/login/");
  await logIn(page, person);
  await page.waitForURL("/twofactor/");
  await expectSound(page, ["/twofactor/", "/twofactor/recovery/"]);
});

test("a form that comes back after a login is sound, and so are the way to it and the end of an account", {
  tag: "@full",
}, async ({ page }) => {
  const person = await signInAsNew(page);
  await fillSession(page, { date: "17/11/2026", start: "08:00", end: "18:00" });
  await expireLogin(page);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await logIn(page, person);
  await expect(page.getByText("Nothing is saved yet.")).toBeVisible();
  await expectSound(page, ["/logbook/session/new/", "/delete_account/"]);
});

test("pages of two-factor authentication are sound", async ({ page, signIn }) => {
  await signIn();
  await expectSound(page, [
    "/account/two_factor/",
    "/account/two_factor/app/",
    "/account/two_factor/off/",
    "/account/two_factor/codes/",
  ]);
  await page.goto("/account/two_factor/app/");
  const secret = (await page.locator("[translate=no]").innerText()).replaceAll(" ", "");
  const code = await (await page.request.get(`/dev/code/?secret=${secret}`)).text();
  await page.getByLabel("Two FA Code").fill(code);
  await page.getByRole("button", { name: "Turn on" }).click();
  await expect(page.getByRole("heading", { name: "Daybook recovery codes" })).toBeVisible();
  await expectSoundNow(page, "recovery codes");
  await expectSound(page, ["/account/two_factor/", "/account/two_factor/off/", "/account/two_factor/codes/"]);
});

test("pages of an address are sound, in each of their states", { tag: "@full" }, async ({ page, signIn }) => {
  await signIn();
  await expectSound(page, ["/email/", "/email/change/", "/verify-email/", "/verify-email/made-up/"]);
  await signInAsNew(page);
  await expectSound(page, ["/email/"]);
  await page.goto("/email/change/");
  const address = `somebody-${crypto.randomUUID()}@example.com`;
  await page.getByLabel("New Email Address").fill(address);
  await page.getByLabel("Confirm New Email").fill(address);
  await page.getByLabel("Current Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Change Email" }).click();
  await expect(page.getByRole("heading", { name: "Email Address Changed" })).toBeVisible();
  await expectSound(page, ["/email/", "/email/change/?changed"]);
});

test("pages of passkeys and the profile are sound", async ({ page, signIn }) => {
  await addAuthenticator(page);
  await signIn();
  await addPasskey(page, "Laptop");
  await page.getByRole("link", { name: /Laptop/ }).click();
  await page.waitForURL(/passkey\/[\w-]{22}/);
  const passkey = new URL(page.url()).pathname;
  await expectSound(page, ["/account/two_factor/", "/account/two_factor/passkey/new/", passkey, "/profile/"]);
});

test("the steps of a forgotten password are sound", async ({ page }) => {
  await page.goto("/password/forgot/");
  await page.getByLabel("Email address").fill(`${crypto.randomUUID()}@example.com`);
  await expect(page.getByText("Local check passed")).toBeVisible();
  await page.getByRole("button", { name: "Send Code" }).click();
  await expect(page.getByRole("button", { name: "Verify Code" })).toBeVisible();
  await expectSound(page, ["/password/forgot/"]);
});
