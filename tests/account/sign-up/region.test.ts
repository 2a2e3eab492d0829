import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { sendSignUpLink } from "~/account/sign-up/sign-up-link.server";
import { users } from "~/account/table.server";
import type { Overview } from "~/data/your-data/overview.server";
import { mailPlace, outbox } from "~/mail/table.server";
import { newRef } from "~/platform/db/columns.server";
import { regionSizes } from "~/platform/db/region-sizes.server";
import type { FormState } from "~/platform/http/action-result";
import * as mydata from "~/routes/mydata/mydata";
import * as page from "~/routes/signup";
import { answeredQuestion, ownNetwork } from "../../support/bot-check";
import { flashOf } from "../../support/flash";
import { db, farDb, jobContext, load, makeUser, SITE, submit, vault } from "../../support/harness";
import { rendered } from "../../support/rendered";

const [EU, OC] = SITE.places as [(typeof SITE.places)[0], (typeof SITE.places)[0]];
const PASSWORD = "three random words";
type Page = {
  idempotency_key: string;
  start: object;
  botCheck: object | null;
  region?: { choices: { value: string }[] };
};

async function answers(more: Record<string, string> = {}): Promise<Record<string, string>> {
  return {
    ...{ idempotency_key: newRef(), first_name: "First", last_name: "Last", email: "first@example.com" },
    ...{ username: `Place.${newRef().slice(0, 8)}`, password1: PASSWORD, password2: PASSWORD, read_t_c: "yes" },
    ...(await answeredQuestion("sign-up")),
    ...more,
  } as Record<string, string>;
}

/** As the Worker does: the database is that of the region that the form names. */
async function send(form: Record<string, string>, places = SITE.places) {
  const database = form.region === "oc" ? farDb : db;
  const site = { ...SITE, places };
  return submit<{ form: FormState }>(page.action, form, { user: null, database, site, headers: ownNetwork() });
}

async function isIn(database: typeof db, username: string | undefined) {
  const found = await database
    .select()
    .from(users)
    .where(eq(users.username, String(username)));
  return found.length === 1;
}

test("Create Account asks where data is stored, in words, and says what is guaranteed", async () => {
  const { data } = await load<Page>(page.loader, { user: null });
  const html = rendered(page as never, {}, data);
  expect(html).toContain("Where your data is stored");
  expect(html).toMatch(/<option value="eu">The European Union, guaranteed<\/option>/);
  expect(html).toMatch(/<option value="oc">Oceania, not guaranteed<\/option>/);
});

test("with one region nothing is asked, and nothing is said of regions", async () => {
  const { data } = await load<Page>(page.loader, { user: null, site: { ...SITE, places: [EU] } });
  expect(Object.keys(data).sort()).toEqual(["botCheck", "idempotency_key", "start"]);
  expect(rendered(page as never, {}, data)).not.toMatch(/<select|name="region"/);
});

test("the choice stays when the form is refused, and makes the account there", async () => {
  const form = await answers({ region: "oc" });
  const refused = await send({ ...form, first_name: "" });
  expect(refused.status).toBe(422);
  const { data } = await load<Page>(page.loader, { user: null });
  expect(rendered(page as never, {}, data, refused.data)).toMatch(/<option value="oc" selected="">/);
  expect((await send({ ...form, ...(await answeredQuestion("sign-up")) })).location).toBe("/signedup/");
  expect([await isIn(farDb, form.username), await isIn(db, form.username)]).toEqual([true, false]);
});

test("a region that closed meanwhile takes nobody, and says what to do; nobody is taken elsewhere than they chose", async () => {
  const closed = { ...OC, isOpen: false };
  const form = await answers({ region: "oc" });
  expect((await send(form, [EU, closed])).data.form.errors).toEqual({
    "": ["Oceania takes no new users any more. Send this form again to store your data in the European Union instead"],
  });
  expect((await send(form, [EU, closed, { ...EU, code: "us" }])).data.form.errors[""]).toEqual([
    "Oceania takes no new users any more. Choose another place, then send this form again",
  ]);
  expect((await send({ ...form, region: "nz" }, [EU, closed])).data.form.errors[""]).toEqual([
    "That place takes no new users any more. Send this form again to store your data in the European Union instead",
  ]);
  expect([await isIn(farDb, form.username), await isIn(db, form.username)]).toEqual([false, false]);
  const { data } = await load<Page>(page.loader, { user: null, site: { ...SITE, places: [EU, closed] } });
  expect(data.region?.choices.map(({ value }) => value)).toEqual(["eu"]);
});

test("a form that made its account before the region closed gets its answer again", async () => {
  const form = await answers({ region: "oc" });
  expect((await send(form)).location).toBe("/signedup/");
  expect((await send(form, [EU, { ...OC, isOpen: false }])).location).toBe("/signedup/");
});

test("where no region takes new users, Create Account says so in words, and whom to ask", async () => {
  const site = { ...SITE, places: [EU, OC].map((each) => ({ ...each, isOpen: false })) };
  const told = `Daybook takes no new users at the moment. Email ${SITE.keeper.contact} to ask when it will`;
  const answer = await load(page.loader, { user: null, path: "/signup/", site });
  expect(answer.location).toBe("/login/");
  expect(flashOf(answer)).toEqual({ text: told, undo: null, done: false });
  expect((await send(await answers({ region: "oc" }), site.places)).data.form.errors).toEqual({ "": [told] });
});

test("a region that was full when it was measured is not offered, and one that filled since is refused, and noted", async () => {
  const full = { ...OC, maxBytes: 1 };
  await db.delete(regionSizes);
  const offered = async () => {
    const { data } = await load<Page>(page.loader, { user: null, site: { ...SITE, places: [EU, full] } });
    return data.region?.choices.map(({ value }) => value);
  };
  expect(await offered()).toEqual(["eu", "oc"]);
  const form = await answers({ region: "oc" });
  expect((await send(form, [EU, full])).data.form.errors[""]?.[0]).toContain("Oceania takes no new users any more");
  expect(await isIn(farDb, form.username)).toBe(false);
  expect(await offered()).toEqual(["eu"]);
  await db.delete(regionSizes);
});

test("a region closes with the users that its settings allow, however small they are, and opens once some have left", async () => {
  const now = await farDb.$count(users);
  const full = { ...OC, maxUsers: now };
  await db.delete(regionSizes);
  const form = await answers({ region: "oc" });
  expect((await send(form, [EU, full])).data.form.errors[""]?.[0]).toContain("Oceania takes no new users any more");
  expect(await isIn(farDb, form.username)).toBe(false);
  expect(await db.select({ users: regionSizes.users }).from(regionSizes)).toEqual([{ users: now }]);
  const offered = async (maxUsers: number) => {
    const places = [EU, { ...OC, maxUsers }];
    const { data } = await load<Page>(page.loader, { user: null, site: { ...SITE, places } });
    return data.region?.choices.map(({ value }) => value);
  };
  expect([await offered(now), await offered(now + 1)]).toEqual([["eu"], ["eu", "oc"]]);
  expect((await send(form, [EU, { ...OC, maxUsers: now + 1 }])).location).toBe("/signedup/");
  expect(await isIn(farDb, form.username)).toBe(true);
  await db.delete(regionSizes);
});

test("a full region that is the only one says so when the form is sent", async () => {
  const refused = await send(await answers(), [{ ...EU, maxBytes: 1 }]);
  expect(refused.data.form.errors[""]?.[0]).toMatch(/^Daybook takes no new users at the moment/);
  await db.delete(regionSizes);
});

test("a mailed link keeps the choice: its page shows it, its account is there, and it says when that place has closed", async () => {
  const { region: _, ...form } = await answers({ email: `${newRef()}@example.com` });
  const app = jobContext({ db: farDb });
  await sendSignUpLink(app, new Request("http://daybook.test/", { headers: ownNetwork() }), form as never);
  const [row] = await farDb
    .select()
    .from(outbox)
    .where(eq(outbox.recipient, String(form.email)));
  const mail = JSON.parse(await vault.decrypt("", mailPlace(row?.unique_ref ?? ""), row?.content_encrypted ?? null));
  const path = mail.link.replace(SITE.origin, "");
  const ask = { user: null, path, database: farDb, headers: ownNetwork() };
  const { data } = await load<Page>(page.loader, ask);
  expect(data.region?.choices.map(({ value }) => value)).toEqual(["oc"]);
  const site = { ...SITE, places: [EU, { ...OC, isOpen: false }] };
  const closed = await submit<{ form: FormState }>(page.action, { ...form, region: "oc" }, { ...ask, site });
  expect(closed.data.form.errors[""]).toEqual([
    "Oceania takes no new users any more. Create an account without the link to choose another place",
  ]);
  expect((await submit(page.action, { ...form, region: "oc" }, ask)).location).toBe("/signedup/");
  expect(await isIn(farDb, form.username)).toBe(true);
});

test("Your Data says where it is, and whether that is guaranteed", async () => {
  const user = await makeUser();
  const placeIn = async (database: typeof db) =>
    (await load<{ data: Overview }>(mydata.loader, { user, database })).data.data.place;
  expect(await placeIn(db)).toBe("The European Union: guaranteed to stay there");
  expect(await placeIn(farDb)).toBe("Oceania: placed there, but not guaranteed");
});
