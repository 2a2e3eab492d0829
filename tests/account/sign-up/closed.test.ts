import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { sendSignUpLink } from "~/account/sign-up/sign-up-link.server";
import { users } from "~/account/table.server";
import type { Overview } from "~/data/your-data/overview.server";
import { mailPlace, outbox } from "~/mail/table.server";
import { newRef } from "~/platform/db/columns.server";
import type { FormState } from "~/platform/http/action-result";
import * as login from "~/routes/login";
import * as mydata from "~/routes/mydata/mydata";
import * as page from "~/routes/signup";
import { ownNetwork, passedCheck } from "../../support/bot-check";
import { db, jobContext, load, makeUser, SITE, submit, vault } from "../../support/harness";
import { rendered } from "../../support/rendered";

const PASSWORD = "three random words";
const CLOSED = { ...SITE, place: { ...SITE.place, isOpen: false } };
const TOLD = `Daybook takes no new users at the moment. Email ${SITE.keeper.contact} to ask when it will`;

const OCEANIA = { name: "Oceania", isGuaranteed: false, isOpen: true, origin: "https://oc.daybook.example" };
const ASIA = { name: "Asia", isGuaranteed: false, isOpen: false, origin: "https://ap.daybook.example" };

async function pageOf(route: { default: unknown; loader: unknown }, site = SITE): Promise<string> {
  const { data } = await load<object>(route.loader as never, { user: null, site });
  return rendered(route as never, {}, data).replaceAll("<!-- -->", "");
}

async function answers(more: Record<string, string> = {}): Promise<Record<string, string>> {
  return {
    ...{ idempotency_key: newRef(), first_name: "First", last_name: "Last", email: "first@example.com" },
    ...{ username: `Place.${newRef().slice(0, 8)}`, password1: PASSWORD, password2: PASSWORD, read_t_c: "yes" },
    ...passedCheck("sign-up"),
    ...more,
  } as Record<string, string>;
}

async function send(form: Record<string, string>, site = SITE, path = "/signup/") {
  return submit<{ form: FormState }>(page.action, form, { user: null, site, path, headers: ownNetwork() });
}

const isThere = async (username = "") => (await db.$count(users, eq(users.username, username))) === 1;

test("a form that made its account before the region closed gets its answer again", async () => {
  const form = await answers();
  expect((await send(form)).location).toBe("/signedup/");
  expect((await send(form, CLOSED)).location).toBe("/signedup/");
});

test("Create Account says where data is stored, and leads to the other regions that take new users", async () => {
  const alone = await pageOf(page);
  expect(alone).toContain("stored in the European Union: guaranteed to stay there.");
  expect(alone).not.toContain("somewhere else");
  const html = await pageOf(page, { ...SITE, otherRegions: [OCEANIA, ASIA] });
  expect(html).toContain('<a href="https://oc.daybook.example/signup/">Oceania</a>: placed there, but not guaranteed');
  expect(html).not.toContain("ap.daybook.example");
  expect(html).toContain('name="username"');
});

test("Login leads to all other regions, and says nothing of them where there is none", async () => {
  expect(await pageOf(login)).not.toContain("another region");
  const html = await pageOf(login, { ...SITE, otherRegions: [OCEANIA, ASIA] });
  expect(html).toContain("Is your diary in another region?");
  for (const { origin } of [OCEANIA, ASIA]) expect(html).toContain(`href="${origin}/login/"`);
});

test("a region that is closed or full leads on to those that are open, in place of the form", async () => {
  const place = { ...SITE.place, isOpen: false };
  for (const site of [
    { ...SITE, place, otherRegions: [OCEANIA, ASIA] },
    { ...SITE, maxUsers: 0, otherRegions: [OCEANIA, ASIA] },
  ]) {
    const html = await pageOf(page, site);
    expect(html).toContain(
      "Daybook takes no new users in the European Union at the moment. Create your account in another region:",
    );
    expect(html).toContain('href="https://oc.daybook.example/signup/"');
    expect(html).not.toMatch(/ap\.daybook|name="username"/);
    const refused = await send(await answers(), site);
    expect(refused.data.form.errors).toEqual({
      "": ["Daybook takes no new users in the European Union at the moment. Create your account in another region"],
    });
  }
});

test("where no new users are taken anywhere, Create Account says so in words, and whom to ask", async () => {
  const html = await pageOf(page, { ...CLOSED, otherRegions: [ASIA] });
  expect(html).toContain(`${TOLD}.`);
  expect(html).not.toContain('name="username"');
  const form = await answers();
  expect((await send(form, CLOSED)).data.form.errors).toEqual({ "": [TOLD] });
  expect(await isThere(form.username)).toBe(false);
});

test("a region closes with the users that its settings allow, and opens once some have left", async () => {
  const maxUsers = await db.$count(users);
  const form = await answers();
  expect((await send(form, { ...SITE, maxUsers })).data.form.errors).toEqual({ "": [TOLD] });
  expect(await isThere(form.username)).toBe(false);
  expect((await send(form, { ...SITE, maxUsers: maxUsers + 1 })).location).toBe("/signedup/");
  expect(await isThere(form.username)).toBe(true);
});

test("a mailed link makes its account, and says when the region has closed", async () => {
  const form = await answers({ email: `${newRef()}@example.com` });
  await sendSignUpLink(jobContext(), new Request("http://daybook.test/", { headers: ownNetwork() }), form as never);
  const [row] = await db
    .select()
    .from(outbox)
    .where(eq(outbox.recipient, String(form.email)));
  const mail = JSON.parse(await vault.decrypt("", mailPlace(row?.unique_ref ?? ""), row?.content_encrypted ?? null));
  const path = mail.link.replace(SITE.origin, "");
  expect((await send(form, CLOSED, path)).data.form.errors).toEqual({ "": [TOLD] });
  expect((await send(form, SITE, path)).location).toBe("/signedup/");
  expect(await isThere(form.username)).toBe(true);
});

test("Your Data says where it is, and whether that is guaranteed", async () => {
  const user = await makeUser();
  const placeIn = async (site = SITE) =>
    (await load<{ data: Overview }>(mydata.loader, { user, site })).data.data.place;
  expect(await placeIn()).toBe("The European Union: guaranteed to stay there");
  const oceania = { ...SITE.place, name: "Oceania", isGuaranteed: false };
  expect(await placeIn({ ...SITE, place: oceania })).toBe("Oceania: placed there, but not guaranteed");
});
