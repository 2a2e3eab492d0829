import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { writeNames } from "~/account/directory/accounts.server";
import { dropOldLogins } from "~/account/login/log-out.server";
import { movedLogins, users } from "~/account/table.server";
import { askForMove } from "~/backups/moving/ask.server";
import { moveUser } from "~/backups/moving/move-user.server";
import { mailPlace, outbox } from "~/mail/table.server";
import * as sessionNewPage from "~/routes/logbook/session-new";
import * as loginPage from "~/routes/login";
import { openBrowser } from "../../support/browser";
import { directory, NOW, REGIONS, vault } from "../../support/harness";
import { makeMember, PASSWORD } from "../../support/members";

const { eu, oc } = REGIONS;
const WEEK_MS = 7 * 24 * 60 * 60 * 1000;
const PATH = "/logbook/session/new/?date=2026-11-17";
const NOTES = "Stayed late for a difficult airway";

/** Somebody whose browser has a page open while their account is moved. `at.region` is the one that their requests reach. */
async function movedWithOpenPage() {
  const person = await makeMember();
  const email = `${person.unique_ref.toLowerCase()}@example.com`;
  await eu.db.update(users).set({ email, email_key: email }).where(eq(users.id, person.id));
  await writeNames({ db: eu.db, directory, vault, now: NOW }, { ...person, email });
  const at = { region: eu };
  const browser = openBrowser("http://daybook.test", {
    open: () => ({ database: at.region.db, beside: at.region.db, withBookmark: (response) => response }),
    afterAnswer: (work) => work,
  });
  const logIn = () =>
    browser.visit(loginPage, { path: "/login/", form: { username: person.username, password: PASSWORD } });
  await logIn();
  await askForMove(eu.db, person.unique_ref, "oc", NOW);
  expect(await moveUser({ directory, vault, now: NOW, from: eu, to: oc }, person.unique_ref)).toBe(true);
  return { person, email, browser, at, logIn };
}

test("a form that was open while its user was moved is kept, and is there again after a login in the other region", async () => {
  const { browser, at, logIn } = await movedWithOpenPage();
  const sent = await browser.visit(sessionNewPage, { path: PATH, form: { description: NOTES } });
  expect([sent.status, sent.location]).toEqual([302, "/login/"]);
  expect(browser.cookies.has("form-draft")).toBe(true);
  at.region = oc;
  expect((await logIn()).location).toBe(PATH);
  const { root } = await browser.visit(sessionNewPage, { path: PATH });
  expect(root.draft?.here?.form.values.description).toEqual([NOTES]);
});

test("whose login a move has ended is known for a week, by a hash alone", async () => {
  const { person } = await movedWithOpenPage();
  const theirs = eq(movedLogins.user_ref, person.unique_ref);
  await dropOldLogins(eu.db, NOW + WEEK_MS - 1);
  expect(await eu.db.$count(movedLogins, theirs)).toBe(1);
  await dropOldLogins(eu.db, NOW + WEEK_MS);
  expect(await eu.db.$count(movedLogins, theirs)).toBe(0);
});

test("whoever was moved is written to, once, from the region where they are then", async () => {
  const { person, email } = await movedWithOpenPage();
  const mails = await oc.db.select().from(outbox).where(eq(outbox.user_ref, person.unique_ref));
  expect(mails).toMatchObject([{ kind: "account-moved", recipient: email, due_at: NOW }]);
  const [mail] = mails;
  const place = mailPlace(mail?.unique_ref ?? "");
  const content = await vault.decrypt(person.unique_ref, place, mail?.content_encrypted ?? null);
  expect(JSON.parse(content)).toEqual({ kind: "account-moved", place: "Oceania" });
});
