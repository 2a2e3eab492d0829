import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { passkeysOf } from "~/account/factors/passkeys/passkeys.server";
import type { SignedInUser } from "~/account/login/logins.server";
import { audit, logins, passkeys, users } from "~/account/table.server";
import { outbox } from "~/mail/table.server";
import type { FormState } from "~/platform/http/action-result";
import { action, loader } from "~/routes/account/passkey";
import { db, load, makeUser, NOW, racingDatabase, recordingJobs, signInAs, submit } from "../../support/harness";
import { enrolPasskey, makePasskeyUser } from "../../support/passkeys";
import { addTotp } from "../../support/two-factor";

const MINUTE = 60_000;

async function paramsOf(user: SignedInUser) {
  const [newest] = (await passkeysOf(db, user.unique_ref)).slice(-1);
  return { passkeyRef: newest?.unique_ref ?? "" };
}

test("shows the name, when it was added, and when it was last used", async () => {
  const { user } = await makePasskeyUser();
  const params = await paramsOf(user);
  expect((await load(loader, { user, params })).data).toEqual({
    name: "Work laptop",
    about: "Added today at 12:00, not used yet.",
  });
  await db
    .update(passkeys)
    .set({ last_used_at: NOW - 5 * MINUTE })
    .where(eq(passkeys.unique_ref, params.passkeyRef));
  expect((await load(loader, { user, params })).data).toMatchObject({
    about: "Added today at 12:00, last used today at 11:55.",
  });
});

test("is not there for anybody else, and nobody else changes it", async () => {
  const { user } = await makePasskeyUser();
  const params = await paramsOf(user);
  const other = await makeUser();
  expect((await load(loader, { user: other, params })).status).toBe(404);
  for (const form of [
    { intent: "rename", name: "Mine" },
    { intent: "remove", name: "" },
  ]) {
    expect((await submit(action, form, { user: other, params })).status).toBe(404);
  }
  expect(await passkeysOf(db, user.unique_ref)).toMatchObject([{ name: "Work laptop" }]);
});

test("takes another name without reauthentication, and asks for one that is empty", async () => {
  const { user } = await makePasskeyUser();
  const params = await paramsOf(user);
  const stale = { ...user, login: { ...user.login, reauthenticated_at: NOW - 10 * MINUTE } };
  const renamed = await submit(action, { intent: "rename", name: "  Phone " }, { user: stale, params });
  expect(renamed).toMatchObject({ status: 302, location: "/account/two_factor/" });
  expect(await passkeysOf(db, user.unique_ref)).toMatchObject([{ name: "Phone" }]);
  const empty = await submit<{ form: FormState }>(action, { intent: "rename", name: "" }, { user: stale, params });
  expect(empty).toMatchObject({ status: 422, data: { form: { errors: { name: ["Enter a name for the passkey"] } } } });
});

test("is removed only after reauthentication", async () => {
  const { user } = await makePasskeyUser();
  const params = await paramsOf(user);
  const stale = { ...user, login: { ...user.login, reauthenticated_at: NOW - 10 * MINUTE } };
  const answer = await submit(action, { intent: "remove" }, { user: stale, params });
  const next = encodeURIComponent(`/account/two_factor/passkey/${params.passkeyRef}/`);
  expect(answer).toMatchObject({ status: 302, location: `/account/confirm/?next=${next}` });
  expect(await passkeysOf(db, user.unique_ref)).toHaveLength(1);
});

test("is removed with all other logins, a mail and an audit line", async () => {
  const { user } = await makePasskeyUser();
  await db.update(users).set({ email: "a@example.com" }).where(eq(users.unique_ref, user.unique_ref));
  await signInAs(user.unique_ref);
  const jobs = recordingJobs();
  const answer = await submit(action, { intent: "remove" }, { user, params: await paramsOf(user), jobs });
  expect(answer).toMatchObject({ status: 302, location: "/account/two_factor/" });
  expect(answer.headers.getSetCookie().some((cookie) => cookie.startsWith("login="))).toBe(true);
  expect(await passkeysOf(db, user.unique_ref)).toEqual([]);
  expect(await db.select().from(logins).where(eq(logins.user_ref, user.unique_ref))).toMatchObject([
    { unique_ref: user.login.unique_ref },
  ]);
  const acts = await db.select().from(audit).where(eq(audit.user_ref, user.unique_ref));
  expect(acts.map(({ action }) => action)).toContain("passkey-removed");
  const [mail] = await db.select().from(outbox).where(eq(outbox.user_ref, user.unique_ref));
  expect(jobs.sent).toMatchObject([{ kind: "send-mail", ref: mail?.unique_ref }]);
});

test("stays while it is an administrator's only second factor", async () => {
  const { user } = await makePasskeyUser(10);
  const params = await paramsOf(user);
  const answer = await submit<{ form: FormState }>(action, { intent: "remove" }, { user, params });
  expect(answer.status).toBe(422);
  expect(answer.data.form.errors[""]?.[0]).toContain("An administrator needs a second factor");
  await enrolPasskey(user, {}, "Key ring");
  expect((await submit(action, { intent: "remove" }, { user, params })).status).toBe(302);
  await addTotp(user.unique_ref);
  expect((await submit(action, { intent: "remove" }, { user, params: await paramsOf(user) })).status).toBe(302);
  expect(await passkeysOf(db, user.unique_ref)).toEqual([]);
});

test("of an administrator's two, removed in two browsers at once, one stays, and nothing tells of it", async () => {
  const { user } = await makePasskeyUser(10);
  await enrolPasskey(user, {}, "Key ring");
  const [first, second] = await passkeysOf(db, user.unique_ref);
  const remove = (passkeyRef = "", database = db) =>
    submit<{ form: FormState }>(action, { intent: "remove" }, { user, params: { passkeyRef }, database });
  const slower = racingDatabase(1, async () => {
    expect((await remove(first?.unique_ref)).status).toBe(302);
  });
  const answer = await remove(second?.unique_ref, slower);
  expect(answer.status).toBe(422);
  expect(answer.data.form.errors[""]?.[0]).toContain("An administrator needs a second factor");
  expect(await passkeysOf(db, user.unique_ref)).toMatchObject([{ name: "Key ring" }]);
  const acts = await db.select().from(audit).where(eq(audit.user_ref, user.unique_ref));
  expect(acts.filter(({ action }) => action === "passkey-removed")).toHaveLength(1);
});
