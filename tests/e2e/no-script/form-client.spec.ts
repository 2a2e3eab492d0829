import { existsSync, writeFileSync } from "node:fs";
import { passBotCheck } from "../bot-check";
import { addSession, addTuesdayList, fillSession, makePlan } from "../diary";
import { expect } from "../fixtures";
import { csvFile, importFile } from "../import-steps";
import { firstBelow } from "../links";
import { addAuthenticator, addPasskey } from "../passkeys";
import {
  expireLogin,
  expireReauthentication,
  logIn,
  PASSWORD,
  signInAsGuarded,
  signInAsNew,
  signInAsSeeded,
} from "../people";
import { hashOfClient, isProven, PROVEN } from "./proven";
import { pagesNotSeen, test } from "./reauthentication";

/** Their forms stand there only for what failed, and nothing fails here. */
const ONLY_AFTER_FAILURE = ["admin/jobs/"];
/** Opens once an administrator has suspended the account, as a journey of administration does. */
const ONLY_WHEN_SUSPENDED = ["suspended/"];
/** Its address is in the mail of a Friday alone. */
const ONLY_BY_MAIL = ["stop_mail/:mailToken/"];
/** Of a device that kept something without a signal, which takes script. */
const ONLY_OF_DEVICES = ["logbook/no_signal/device/:deviceRef/revoke/", "logbook/no_signal/kept/:entryRef/"];
const NOT_SEEN = [...ONLY_WHEN_SUSPENDED, ...ONLY_BY_MAIL, ...ONLY_OF_DEVICES, ...ONLY_AFTER_FAILURE];

/*
 * The form client stands for a browser without script in most journeys. Here it is held against Chromium: on every
 * page of the product that has a form, each button sends the same from both, and Tab leads to the same places.
 */
// One after the other in one worker: the last of them knows from the others which pages were seen.
test.describe.configure({ mode: "default" });

test.describe("forms are sent as Chromium sends them", { tag: "@browser" }, () => {
  test.describe.configure({ timeout: 120_000 });

  test("forms of visitors", async ({ client, compare, compareShown }) => {
    await compare(
      "/",
      "/login/",
      "/signup/",
      "/password/forgot/",
      "/verify-email/made-up/",
      "/take_back/made-up-1/",
      "/no/such/page/",
    );
    await client.goto("/login/");
    await client.getByRole("button", { name: "Login" }).click();
    await compareShown();
  });

  test("forms of a forgotten password", async ({ client, compareShown }) => {
    const { email } = await signInAsNew(client);
    await client.context().clearCookies();
    await client.goto("/password/forgot/");
    await client.getByLabel("Email address").fill(email);
    await passBotCheck(client);
    await client.getByRole("button", { name: "Send Code" }).click();
    await compareShown();
    let code: string | undefined;
    const readCode = async () => {
      const mails = await client.request.get(`/dev/mail/?format=json&to=${encodeURIComponent(email)}`);
      code = /^\s*([A-Z0-9]{6})\s*$/m.exec(((await mails.json()) as { text: string }[])[0]?.text ?? "")?.[1];
      return code;
    };
    await expect.poll(readCode, { timeout: 30_000 }).toBeDefined();
    await client.getByLabel("Code", { exact: true }).fill(code as string);
    await client.getByLabel("Code", { exact: true }).press("Enter");
    await client.getByRole("link", { name: "Continue" }).click();
    await compareShown();
  });

  test("forms of a passkey", async ({ compareAnswer, browser, baseURL }) => {
    // Only script makes one.
    const scripted = await browser.newContext({ baseURL: baseURL as string, javaScriptEnabled: true });
    const page = await scripted.newPage();
    await addAuthenticator(page);
    await signInAsNew(page);
    await addPasskey(page, "Laptop");
    const path = await firstBelow(page, "/account/two_factor/", /\/passkey\/[\w-]{22}\/$/);
    const answer = await page.request.get(path);
    await compareAnswer(path, answer.headers(), await answer.body());
    const overview = await page.request.get("/account/two_factor/");
    await compareAnswer("/account/two_factor/", overview.headers(), await overview.body());
    await scripted.close();
  });

  test("forms of an account", async ({ client, compare, compareShown }) => {
    const { email } = await signInAsNew(client);
    await client.goto("/email/change/");
    for (const label of ["New Email Address", "Confirm New Email"]) await client.getByLabel(label).fill(`new-${email}`);
    await client.getByLabel("Current Password").fill(PASSWORD);
    await client.getByRole("button", { name: "Change Email" }).click();
    await compare("/profile/", "/email/", "/email/change/", "/password/change/", "/delete_account/", "/logout/");
    await compare("/account/two_factor/", "/account/two_factor/app/", "/account/two_factor/passkey/new/");
    const person = await signInAsGuarded(client);
    await compare("/account/two_factor/", "/account/two_factor/off/", "/account/two_factor/codes/");
    await expireReauthentication(client);
    await compare("/account/confirm/");
    await client.context().clearCookies();
    await client.goto("/login/");
    await logIn(client, person);
    await compareShown();
    await compare("/twofactor/recovery/");
  });

  test("forms of the diary", async ({ client, compare, compareShown }) => {
    await signInAsNew(client);
    const plan = await makePlan(client);
    await addTuesdayList(client, plan);
    await addSession(client, { date: "17/11/2026", start: "08:00", end: "18:00", element: "All-day orthopaedics" });
    const session = await firstBelow(client, "/logbook/", /^\/logbook\/session\/[\w-]{22}\/$/);
    await client.goto(`${session}case/new/`);
    await client.getByLabel("Case description").fill("Total knee replacement");
    await client.locator("summary", { hasText: "Your own" }).first().click();
    await client.getByLabel("Add an airway option of your own").fill("My mask");
    await client.getByRole("button", { name: "Save", exact: true }).click();
    const work = await firstBelow(client, session, /\/case\/[\w-]{22}\/$/);
    const option = await firstBelow(client, "/logbook/options/", /^\/logbook\/options\/[\w-]{22}\/$/);
    await compare("/logbook/", "/logbook/week/", "/logbook/session/new/", session, `${session}outcome/`);
    await compare(`${session}delete/`, `${session}case/new/?like=last`, work, `${work}delete/`);
    await compare(option, `${session}cases/`, "/logbook/round-up/", "/help/");
    await client.goto("/logbook/");
    const planned = await client.locator("form[action*='/logbook/planned/']").first().getAttribute("action");
    await compare(planned as string);
    await client.goto("/logbook/");
    await client
      .getByRole("button", { name: /^Log as planned/ })
      .first()
      .click();
    const undo = await client.locator("form[action*='/logbook/undo/']").first().getAttribute("action");
    await compare("/logbook/undo/", undo as string, "/progress/");
    await fillSession(client, { date: "17/11/2026", start: "08:00", end: "25:00" });
    await client.getByLabel("Recurring", { exact: true }).check();
    await client.getByRole("button", { name: "Save", exact: true }).click();
    await compareShown();
  });

  test("forms of job plans", async ({ client, compare }) => {
    await signInAsNew(client);
    const plan = await makePlan(client);
    await addTuesdayList(client, plan);
    const element = await firstBelow(client, plan, /\/element\/[\w-]{22}\/$/);
    await compare(
      "/job_plans/start/",
      "/job_plans/new/",
      "/job_plans/new/?template=full_time",
      plan,
      `${plan}edit/`,
      `${plan}diary/`,
    );
    await compare(`${plan}change/`, `${plan}end/`, `${plan}delete/`, `${plan}recalculate/`, `${plan}element/new/`);
    await compare(element, `${element}remove/`);
    // What was worked by stays, put away, and can be had again.
    await addSession(client, { date: "17/11/2026", start: "08:00", end: "18:00", element: "All-day orthopaedics" });
    await client.goto(`${element}remove/`);
    await client.getByRole("main").getByRole("button").first().click();
    await compare(`${element}restore/`);
  });

  test("forms of an import", async ({ client, compare, compareShown }) => {
    await signInAsNew(client);
    await addSession(client, { date: "17/11/2026", start: "08:00", end: "18:00" });
    await compare("/import_csv_data/", "/import_csv_data/rota/", "/import_csv_data/rota/address/", "/mydata/import/");
    const rows = "Date,Start,Description\n17/11/2026,09:00,Hernia\n31/02/2026,09:00,Hip\n18/11/2026,10:00,Knee\n";
    await client.goto("/import_csv_data/");
    await client.getByLabel(/Several files with the same headings/).setInputFiles(csvFile(rows) as never);
    await client.getByRole("button", { name: "Read the file" }).click();
    await compareShown();
    await importFile(client, csvFile(rows), false);
    await compareShown();
    await client.getByRole("link", { name: /^Take/ }).first().click();
    await compareShown();
    await client
      .getByRole("link", { name: /^Add here/ })
      .first()
      .click();
    await compareShown();
    await compare(
      "/import_csv_data/place/",
      "/import_csv_data/new_sessions/",
      "/import_csv_data/clear/",
      "/import_csv_data/?add",
    );
    await client.goto("/import_csv_data/place/");
    await client.getByRole("button", { name: /^Place/ }).click();
    await compare(await firstBelow(client, "/import_csv_data/imports/", /^\/import_csv_data\/imports\/[\w-]{22}\/$/));
  });

  test("forms of reports and of one's data", async ({ client, compare, compareShown }) => {
    await signInAsSeeded(client);
    await compare("/reports/", "/reports/paper/?preset=job-plan", "/reports/reflections/", "/reports/cpd/new/");
    await compare("/reports/locks/?from=2025-04-01&until=2026-03-31");
    await compare(await firstBelow(client, "/reports/cpd/", /^\/reports\/cpd\/[\w-]{22}\/$/));
    await compare(
      "/mydata/session_data/",
      "/mydata/case_data/",
      "/mydata/feed/",
      "/mydata/delete/",
      "/mydata/activity/",
    );
    await signInAsNew(client);
    await client.goto("/reports/paper/?preset=job-plan");
    await client
      .getByLabel("Name", { exact: true })
      .evaluate((field) => field.closest("details")?.setAttribute("open", ""));
    await client.getByLabel("Name", { exact: true }).fill("Spring");
    await client.getByRole("button", { name: "Save report" }).click();
    await compare(await firstBelow(client, "/reports/", /^\/reports\/saved\/[\w-]{22}\/$/));
    await client.goto("/mydata/feed/");
    await client.getByRole("main").getByRole("button").first().click();
    await compareShown();
  });

  test("forms of leave", async ({ client, compare, compareShown }) => {
    await signInAsNew(client);
    await addTuesdayList(client, await makePlan(client));
    // Only sessions of a series can be taken out with leave.
    await fillSession(client, { date: "8/12/2026", start: "08:00", end: "18:00", element: "All-day orthopaedics" });
    await client.getByLabel("Recurring", { exact: true }).check();
    await client.getByRole("button", { name: "Save", exact: true }).click();
    await client.goto("/leave/new/");
    await client.getByLabel("First day", { exact: true }).fill("15/12/2026");
    await client.getByLabel("Last day", { exact: true }).fill("15/12/2026");
    await client.getByRole("button", { name: "Save leave" }).click();
    await compareShown();
    await compare(`${await firstBelow(client, "/leave/", /^\/leave\/[\w-]{22}\/$/)}sick/`);
    await client.context().clearCookies();
    await signInAsSeeded(client);
    const leave = await firstBelow(client, "/leave/", /^\/leave\/[\w-]{22}\/$/);
    const line = await firstBelow(client, "/leave/lieu/", /^\/leave\/lieu\/[\w-]{22}\/$/);
    await compare("/leave/", "/leave/new/", leave, `${leave}delete/`, "/leave/settings/");
    await compare("/leave/lieu/", line, "/leave/bank_days/");
  });

  test("forms of additional paid work", async ({ client, compare }) => {
    await signInAsSeeded(client);
    const fee = await firstBelow(client, "/extras/", /^\/extras\/[\w-]{22}\/$/);
    const rate = await firstBelow(client, "/extras/rates/", /^\/extras\/rates\/[\w-]{22}\/$/);
    const payer = await firstBelow(client, "/extras/payers/", /^\/extras\/payers\/[\w-]{22}\/$/);
    await compare("/extras/", "/extras/new/", "/extras/timesheet/", fee, `${fee}delete/`, "/extras/rates/");
    await compare("/extras/rates/new/", rate, "/extras/payers/", payer);
  });

  test("the form of newer terms", async ({ client, compare }) => {
    await signInAsNew(client, 9, { terms: "1" });
    await compare("/terms/");
  });

  test("forms of administration", async ({ client, compare }) => {
    const { email } = await signInAsNew(client);
    await signInAsGuarded(client, 10);
    await client.goto("/admin/users/");
    await client.getByLabel("Find a user").fill(email);
    await client.getByRole("button", { name: "Find" }).click();
    const user = await client.getByRole("main").getByRole("listitem").getByRole("link").getAttribute("href");
    await compare("/admin/users/", user as string, "/admin/jobs/");
  });

  test("a form that came back after a login", async ({ client, compareShown }) => {
    const person = await signInAsNew(client);
    await fillSession(client, { date: "17/11/2026", start: "08:00", end: "18:00" });
    await expireLogin(client);
    await client.getByRole("button", { name: "Save", exact: true }).click();
    await compareShown();
    await logIn(client, person);
    await compareShown();
  });

  test("every page whose route takes a form was compared", () => {
    expect(pagesNotSeen()).toEqual(NOT_SEEN);
  });

  test("what was proven is what the stamp says", { tag: "@full" }, () => {
    // After a failure another worker goes on, which has seen nothing.
    const wasProven = pagesNotSeen().length === NOT_SEEN.length;
    if (wasProven && !existsSync(PROVEN)) writeFileSync(PROVEN, `${hashOfClient()}\n`);
    expect(isProven(), `The form client is another: delete ${PROVEN}, run npm test -- e2e/no-script, commit it`).toBe(
      true,
    );
  });
});
