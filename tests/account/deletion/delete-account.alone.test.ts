import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { saveFormDraft } from "~/account/form-drafts/form-drafts.server";
import type { SignedInUser } from "~/account/login/logins.server";
import { encryptPassword } from "~/account/passwords/passwords.server";
import { codes, logins, users } from "~/account/table.server";
import { sessions } from "~/diary/sessions/table.server";
import { outbox } from "~/mail/table.server";
import { JOB_KINDS } from "~/platform/context";
import { isInUse, newRef } from "~/platform/db/columns.server";
import * as deletePage from "~/routes/account/delete-account";
import { runJobs } from "../../../workers/jobs";
import { fillAccount } from "../../support/account";
import { openBrowser } from "../../support/browser";
import {
  countingDatabase,
  db,
  jobContext,
  load,
  makeUser,
  NOW,
  recordingJobs,
  signInAs,
  submit,
  vault,
} from "../../support/harness";
import { makeWholeDiary } from "../../support/valid-forms";

const PASSWORD = "marble otter lantern";
const CHECK = "Please check your password and try again";

/** Somebody who has something in every table. */
async function makeEverything() {
  const made = await makeUser();
  const user: SignedInUser = { ...made, username: `theatre-${made.unique_ref.toLowerCase()}` };
  await db
    .update(users)
    .set({
      username: user.username,
      username_key: user.username,
      first_name: `Given ${user.unique_ref}`,
      last_name: `Family ${user.unique_ref}`,
      password_encrypted: await encryptPassword(vault, user.unique_ref, PASSWORD),
    })
    .where(eq(users.unique_ref, user.unique_ref));
  const { params } = await makeWholeDiary(user);
  return { user, params, email: await fillAccount(user) };
}

const { results: tables } = await env.DB.prepare(
  "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE 'd1_%' AND name NOT LIKE '\\_cf%' ESCAPE '\\'",
).all<{ name: string }>();

/**
 * Of every table, the rows in which one of the texts stands, in any column, whatever their case, and those of a diary,
 * which carry their user's number.
 */
async function rowsWith(texts: string[], id: number): Promise<Record<string, number>> {
  const dumps = await env.DB.batch<Record<string, unknown>>(
    tables.map(({ name }) => env.DB.prepare(`SELECT * FROM ${name}`)),
  );
  const counts = dumps.map(({ results }, at) => {
    const found = results.filter((row) => {
      const line = JSON.stringify(Object.values(row)).toLowerCase();
      return row.user_id === id || texts.some((text) => line.includes(text.toLowerCase()));
    });
    return [tables[at]?.name as string, found.length] as const;
  });
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}

function keep(owner: string) {
  const form = { path: "/logbook/session/new/", form: { values: { description: ["Late"] }, errors: {} } };
  const request = new Request("http://daybook.test", { headers: { Cookie: `login=${newRef()}` } });
  return saveFormDraft({ vault, forms: env.FORMS, now: NOW }, request, owner, form);
}

async function storedFor(userRef: string) {
  const [files, forms] = [
    await env.OBJECTS.list({ prefix: `users/${userRef}/` }),
    await env.FORMS.list<{ owner: string }>({ prefix: "form-draft/" }),
  ];
  return [files.objects.length, forms.keys.filter(({ metadata }) => metadata?.owner === userRef).length];
}

/** Delivers messages as the queue does. @returns how many were acknowledged, and how many are to come again */
async function deliver(bodies: unknown[], app = jobContext()) {
  const done = { acked: 0, retried: 0 };
  const messages = bodies.map((body) => ({ body, ack: () => done.acked++, retry: () => done.retried++ }));
  await runJobs({ queue: "daybook-jobs", messages } as never, app);
  return done;
}

describe("the right password", () => {
  test("leaves no row that names the user in any table, and nothing of anybody else is touched", async () => {
    const mine = await makeEverything();
    const theirs = await makeEverything();
    const rowsOf = ({ user, email }: typeof mine) => rowsWith([user.unique_ref, user.username, email], user.id);
    const full = await rowsOf(mine);
    // A new table of users is to be filled in fillAccount or makeWholeDiary, and emptied by its slice.
    expect(Object.keys(full).sort()).toEqual(
      tables
        .map(({ name }) => name)
        .filter((name) => !["assertions", "dead_jobs", "cron_runs", "matters"].includes(name))
        .sort(),
    );
    const before = await rowsOf(theirs);

    const jobs = recordingJobs();
    const answer = await submit<{ view: string }>(deletePage.action, { password: PASSWORD }, { user: mine.user, jobs });
    expect([answer.status, answer.data.view]).toEqual([200, "deleted"]);
    // Nothing but the mail to come, which is under nobody's name.
    expect(await rowsOf(mine)).toEqual({ outbox: 1 });
    const [mail] = await db.select().from(outbox).where(eq(outbox.recipient, mine.email));
    expect(mail).toMatchObject({ user_ref: "", kind: "data-deleted", sent_at: null });
    expect(await rowsOf(theirs)).toEqual(before);

    const { results: lines } = await env.DB.prepare("SELECT * FROM audit WHERE user_ref = ''").all();
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({ action: "account-deleted", occurred_at: NOW });
    expect(jobs.sent).toEqual([
      { kind: "forget-user", ref: mine.user.unique_ref, delaySeconds: 60 },
      { kind: "send-mail", ref: mail?.unique_ref, delaySeconds: 0 },
    ]);
  });

  test("ends the login, and empties the browser's stores; the page that says so is nobody's", async () => {
    const { user } = await makeEverything();
    const browser = openBrowser();
    browser.cookies.set("login", (await signInAs(user.unique_ref)).replace("login=", ""));
    const { response, root } = await browser.visit(deletePage, {
      path: "/delete_account/",
      form: { password: PASSWORD },
    });
    expect(response.headers.get("Clear-Site-Data")).toBe('"cache", "storage"');
    expect([browser.cookies.has("login"), root.level]).toEqual([false, 0]);
    const again = await browser.visit(deletePage, { path: "/delete_account/" });
    expect(again.location).toBe("/login/");
  });

  test("sends no mail where no address was ever verified", async () => {
    const { user } = await makeEverything();
    await db.update(users).set({ email: null, email_key: null }).where(eq(users.unique_ref, user.unique_ref));
    const jobs = recordingJobs();
    await submit(deletePage.action, { password: PASSWORD }, { user, jobs });
    expect(jobs.sent.map(({ kind }) => kind)).toEqual(["forget-user"]);
    expect(await rowsWith([user.unique_ref, user.username], user.id)).not.toHaveProperty("users");
  });

  test("sent twice is answered twice alike, and tells once", async () => {
    const { user, email } = await makeEverything();
    const { data } = await load<{ deletion: string }>(deletePage.loader, { user });
    const form = { password: PASSWORD, deletion: data.deletion };
    const both = await Promise.all([
      submit(deletePage.action, form, { user }),
      submit(deletePage.action, form, { user }),
    ]);
    const late = await submit(deletePage.action, form, { user: null });
    for (const { status, data: answered } of [...both, late]) {
      expect([status, answered]).toEqual([200, { view: "deleted" }]);
    }
    expect(await db.select().from(outbox).where(eq(outbox.recipient, email))).toHaveLength(1);
  });
});

describe("nothing is deleted", () => {
  test.each([PASSWORD.toUpperCase(), ""])("with the password %j, which is said to be checked", async (password) => {
    const { user } = await makeEverything();
    const { status, data } = await submit<{ form: { errors: unknown; values: object } }>(
      deletePage.action,
      { password },
      { user },
    );
    expect([status, data.form.errors]).toEqual([422, { password: [CHECK] }]);
    expect(data.form.values).not.toHaveProperty("password");
    expect(await rowsWith([user.unique_ref], user.id)).toHaveProperty("sessions", 1);
  });

  test("without the code, where two-factor is on and the last reauthentication is old", async () => {
    const { user } = await makeEverything();
    const asked = { ...user, has_totp: true, login: { ...user.login, reauthenticated_at: NOW - 11 * 60_000 } };
    const page = await load<{ asksCode: boolean }>(deletePage.loader, { user: asked });
    expect(page.data.asksCode).toBe(true);
    const form = { password: PASSWORD, twoFactorCode: "000000" };
    const { status, data } = await submit<{ form: { errors: object } }>(deletePage.action, form, { user: asked });
    expect(status).toBe(422);
    expect(data.form.errors).toHaveProperty("twoFactorCode");
    expect(await rowsWith([user.unique_ref], user.id)).toHaveProperty("users", 1);
  });

  test("when the batch fails, and the page says so", async () => {
    const { user } = await makeEverything();
    const names = [user.unique_ref, user.username];
    const before = await rowsWith(names, user.id);
    const failing = new Proxy(db, {
      get(target, name) {
        if (name !== "batch") return Reflect.get(target, name);
        return async (list: Parameters<typeof db.batch>[0]) => {
          // The last statement cannot run: all that stand before it are taken back.
          if (list.length < 10) return target.batch(list);
          return target.batch([...list, db.insert(users).values({} as never)] as never);
        };
      },
    });
    const answer = await submit<{ view: string }>(
      deletePage.action,
      { password: PASSWORD },
      { user, database: failing },
    );
    expect([answer.status, answer.data.view]).toEqual([500, "failed"]);
    expect(await rowsWith(names, user.id)).toEqual(before);
    // The message that went before does nothing to somebody who is still there.
    await deliver([{ kind: "forget-user", ref: user.unique_ref }]);
    expect(await rowsWith(names, user.id)).toEqual(before);
    expect(await storedFor(user.unique_ref)).toEqual([1, 0]);
  });

  test("of the only administrator, who is told so; of two who go at once one stays", async () => {
    await db.update(users).set({ level: 9 }).where(eq(users.level, 10));
    const administrator = async () => {
      const { user } = await makeEverything();
      await db.update(users).set({ level: 10 }).where(eq(users.unique_ref, user.unique_ref));
      return { ...user, level: 10, login: { ...user.login, second_factor_at: NOW } };
    };
    const one = await administrator();
    const before = await rowsWith([one.unique_ref, one.username], one.id);
    const go = (user: SignedInUser) =>
      submit<{ view?: string; form?: { errors: unknown } }>(deletePage.action, { password: PASSWORD }, { user });
    const answer = await go(one);
    expect([answer.status, answer.data.form?.errors]).toEqual([
      422,
      { "": [expect.stringMatching(/^Nothing was deleted: you are the only administrator/)] },
    ]);
    expect(await rowsWith([one.unique_ref, one.username], one.id)).toEqual(before);
    const two = await administrator();
    const both = await Promise.all([go(one), go(two)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422]);
    expect(await db.select().from(users).where(eq(users.level, 10))).toHaveLength(1);
  });

  test("when the queue does not take the message", async () => {
    const { user } = await makeEverything();
    const jobs = { ...recordingJobs(), send: async () => Promise.reject(new Error("No queue")) };
    const answer = await submit<{ view: string }>(deletePage.action, { password: PASSWORD }, { user, jobs });
    expect([answer.status, answer.data.view]).toEqual([500, "failed"]);
    expect(await rowsWith([user.unique_ref], user.id)).toHaveProperty("users", 1);
  });
});

test("the page says how much goes, in one batch", async () => {
  const { user } = await makeEverything();
  const { database, trips } = countingDatabase();
  const { data } = await load<{ holds: unknown }>(deletePage.loader, { user, database });
  expect(data.holds).toEqual({ plans: 1, sessions: 1, cases: 1 });
  expect(trips()).toBe(1);
});

test("the queued job takes files and half-filled forms, twice as well as once, and nobody else's", async () => {
  const [mine, theirs] = [await makeEverything(), await makeEverything()];
  for (const { user } of [mine, theirs]) await keep(user.unique_ref);
  await submit(deletePage.action, { password: PASSWORD }, { user: mine.user });
  for (const _run of ["first", "second"]) {
    expect(await deliver([{ kind: "forget-user", ref: mine.user.unique_ref }])).toEqual({ acked: 1, retried: 0 });
    expect(await storedFor(mine.user.unique_ref)).toEqual([0, 0]);
    expect(await storedFor(theirs.user.unique_ref)).toEqual([1, 1]);
  }
});

test("a row of the diary that another request was just writing is refused, and the queued job takes one of the account", async () => {
  const { user } = await makeEverything();
  const [late] = await db.select().from(sessions).where(eq(sessions.user_id, user.id));
  const lateChallenges = await db.select().from(codes).where(eq(codes.user_ref, user.unique_ref));
  await submit(deletePage.action, { password: PASSWORD }, { user });
  const session = db.insert(sessions).values({ ...(late as NonNullable<typeof late>), element_ref: null });
  expect(isInUse(await session.catch((error: unknown) => error))).toBe(true);
  expect(await db.select().from(sessions).where(eq(sessions.user_id, user.id))).toEqual([]);
  expect(lateChallenges).not.toEqual([]);
  await db.insert(codes).values(lateChallenges);
  await deliver([{ kind: "forget-user", ref: user.unique_ref }]);
  expect(await db.select().from(codes).where(eq(codes.user_ref, user.unique_ref))).toEqual([]);
});

test("other queued work for a user who is gone changes nothing and does not fail", async () => {
  const { user, email } = await makeEverything();
  const refs = [
    ...(await db.select({ ref: outbox.unique_ref }).from(outbox).where(eq(outbox.user_ref, user.unique_ref))),
    ...(await db.select({ ref: logins.unique_ref }).from(logins).where(eq(logins.user_ref, user.unique_ref))),
    { ref: user.unique_ref },
  ].map(({ ref }) => ref);
  await submit(deletePage.action, { password: PASSWORD }, { user });
  const sent: string[] = [];
  const app = jobContext({ mailer: { send: async ({ to }) => void sent.push(to) } });
  const bodies = JOB_KINDS.flatMap((kind) => refs.map((ref) => ({ kind, ref })));
  expect(await deliver(bodies, app)).toEqual({ acked: bodies.length, retried: 0 });
  expect(sent).toEqual([]);
  expect(await rowsWith([user.unique_ref, user.username, email], user.id)).toEqual({ outbox: 1 });
});
