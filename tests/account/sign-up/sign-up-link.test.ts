import { and, desc, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { emailKey } from "~/account/rules";
import { users } from "~/account/table.server";
import type { MailContent } from "~/mail/contents";
import { mailPlace, outbox } from "~/mail/table.server";
import { newRef } from "~/platform/db/columns.server";
import { rateCounters } from "~/platform/db/rate-counters.server";
import type { FormState } from "~/platform/http/action-result";
import { action, loader } from "~/routes/signup";
import { ownNetwork } from "../../support/bot-check";
import { db, load, makeUser, NOW, submit, vault } from "../../support/harness";
import { setAddressOf } from "../../support/members";

const PASSWORD = "three random words";
const HOUR = 3_600_000;
const SENT =
  "Check your inbox: we have emailed you a link to continue, which works for an hour. We send at most 3 of these emails an hour to one address";

type Page = { idempotency_key: string; botCheck: object | null; start: Record<string, string> };

function answersOf(name: string) {
  return {
    idempotency_key: newRef(),
    first_name: "First",
    last_name: "Last",
    email: `${name}@example.com`,
    username: name,
    password1: PASSWORD,
    password2: PASSWORD,
    read_t_c: "yes",
  };
}

const newName = () => `user-${newRef().toLowerCase()}`;

async function send(fields: Record<string, string>, headers: Record<string, string>, more = {}) {
  return submit<{ form: FormState }>(action, fields, { user: null, path: "/signup/", headers, ...more });
}

async function mailsTo(address: string) {
  const rows = await db
    .select()
    .from(outbox)
    .where(and(eq(outbox.recipient, address), eq(outbox.user_ref, "")))
    .orderBy(desc(outbox.created_at));
  return Promise.all(
    rows.map(async ({ unique_ref, content_encrypted }) => {
      return JSON.parse(await vault.decrypt("", mailPlace(unique_ref), content_encrypted)) as MailContent;
    }),
  );
}

async function pathMailedTo(address: string): Promise<string> {
  const [mail] = await mailsTo(address);
  return mail && "link" in mail ? mail.link.replace("http://daybook.test", "") : "";
}

const accountsNamed = (name: string) => db.select().from(users).where(eq(users.username_key, name));

test("who has not passed the bot check is mailed a link, and the account is made behind it", async () => {
  const name = newName();
  const fields = answersOf(name);
  const headers = ownNetwork();
  const answer = await send({ ...fields }, headers);
  expect([answer.status, answer.location]).toEqual([302, "/login/"]);
  expect(decodeURIComponent(answer.headers.get("Set-Cookie") ?? "")).toContain(SENT);
  expect(await accountsNamed(name)).toEqual([]);

  const path = await pathMailedTo(fields.email);
  const page = await load<Page>(loader, { user: null, path });
  const { first_name, last_name, email, username } = fields;
  expect(page.data).toMatchObject({ botCheck: null, start: { first_name, last_name, email, username } });
  expect(path).not.toContain(name);
  const made = { ...fields, idempotency_key: page.data.idempotency_key };
  expect((await send({ ...made, password1: "short" }, headers, { path })).status).toBe(422);
  expect((await send(made, headers, { path })).location).toBe("/signedup/");
  expect(await accountsNamed(name)).toHaveLength(1);
});

test("a link makes one account, with its own address, within the hour", async () => {
  const fields = answersOf(newName());
  const headers = ownNetwork();
  await send({ ...fields }, headers);
  const path = await pathMailedTo(fields.email);
  const { data } = await load<Page>(loader, { user: null, path });
  const made = { ...fields, idempotency_key: data.idempotency_key };
  const elsewhere = await send({ ...made, email: "other@example.com" }, headers, { path });
  expect([elsewhere.status, Object.keys(elsewhere.data.form.errors)]).toEqual([422, ["email"]]);
  // As without a link: another one is mailed.
  expect((await send(made, headers, { path, now: NOW + HOUR })).location).toBe("/login/");
  expect((await send(made, headers, { path: `${path}x` })).location).toBe("/login/");
  expect(await accountsNamed(fields.username)).toEqual([]);

  expect((await send(made, headers, { path })).location).toBe("/signedup/");
  const second = newName();
  const another = { ...made, username: second, idempotency_key: newRef() };
  expect((await send(another, headers, { path })).status).toBe(422);
  expect(await accountsNamed(second)).toEqual([]);
});

test("the owner of a verified address is told, and whoever asked is not", async () => {
  const owner = await makeUser();
  const email = await setAddressOf(owner);
  const headers = ownNetwork();
  const answer = await send({ ...answersOf(newName()), email }, headers);
  expect(answer.location).toBe("/login/");
  expect(emailKey(email)).toBe(email);
  expect(await mailsTo(email)).toEqual([{ kind: "address-in-use" }]);
});

test("one address is mailed three links an hour, and the answer does not tell", async () => {
  const fields = answersOf(newName());
  const headers = ownNetwork();
  const locations = [];
  for (let at = 0; at < 17; at += 1) {
    locations.push((await send({ ...fields }, headers)).location);
  }
  expect(new Set(locations)).toEqual(new Set(["/login/"]));
  expect(await mailsTo(fields.email)).toHaveLength(3);
});

test("whose network was sent all its links is told that none is on its way, and spends none of the address", async () => {
  const fields = answersOf(newName());
  const headers = ownNetwork();
  const key = `sign-up-link/${await vault.sign("sign-up-link", headers["CF-Connecting-IP"] as string)}`;
  await db.insert(rateCounters).values({ key, window_start: NOW, n: 50 });
  for (let at = 0; at < 6; at += 1) {
    const answer = await send({ ...fields }, headers);
    expect(answer.status).toBe(429);
    expect(answer.data.form.errors[""]).toEqual([
      "Too many people on your network were emailed links. Nothing was sent. Wait an hour, or use a browser with JavaScript turned on",
    ]);
    expect(answer.data.form.values.first_name).toEqual(["First"]);
  }
  expect(await mailsTo(fields.email)).toEqual([]);
  const elsewhere = await send({ ...fields }, ownNetwork());
  expect([elsewhere.location, (await mailsTo(fields.email)).length]).toEqual(["/login/", 1]);
});

test("a link tries twenty usernames", async () => {
  const fields = answersOf(newName());
  await send({ ...fields }, ownNetwork());
  const path = await pathMailedTo(fields.email);
  const { username } = await makeUser();
  const tryName = (name: string) =>
    send({ ...fields, username: name, idempotency_key: newRef() }, ownNetwork(), { path });
  for (let at = 0; at < 20; at += 1) expect((await tryName(username)).status).toBe(422);
  const refused = await tryName(username);
  expect([refused.status, refused.data.form.errors[""]]).toEqual([
    429,
    ["Too many usernames were tried with this link. Sign up again to get a new one"],
  ]);
  expect((await tryName(fields.username)).status).toBe(429);
});

test("a form behind a link that is sent again leads to the account that it made", async () => {
  const fields = answersOf(newName());
  await send({ ...fields }, ownNetwork());
  const path = await pathMailedTo(fields.email);
  const made = { ...fields, idempotency_key: newRef() };
  expect((await send(made, ownNetwork(), { path })).location).toBe("/signedup/");
  const [account] = await accountsNamed(fields.username);
  const user = { ...(await makeUser()), unique_ref: account?.unique_ref ?? "" };
  expect((await send(made, ownNetwork(), { path, user })).location).toBe("/signedup/");
  // Another form of somebody who is in.
  expect((await send({ ...made, idempotency_key: newRef() }, ownNetwork(), { user })).location).toBe("/logbook/");
});
