import { eq, like } from "drizzle-orm";
import { beforeEach, expect, test, vi } from "vitest";
import type { BotCheckData } from "~/account/bot-check/bot-check";
import { passwordTriesKey } from "~/account/limits.server";
import { loginCounters } from "~/account/login/login-tries.server";
import { rateCounters } from "~/platform/db/rate-counters.server";
import { hashOf } from "~/platform/db/tokens";
import type { FormState } from "~/platform/http/action-result";
import { withNote } from "~/platform/http/request-note.server";
import { action } from "~/routes/login";
import { ownNetwork, passedCheck } from "../../support/bot-check";
import { countingDatabase, db, NOW, submit, vault } from "../../support/harness";
import { logInByCall, makeMember, PASSWORD } from "../../support/members";
import { tried } from "../../support/plain-passwords";
import { addTotp } from "../../support/two-factor";

const QUARTER = 15 * 60_000;
const PASS_CHECK = "There were too many wrong passwords. Show below that you are a person, then try again";

beforeEach(() => {
  tried.count = 0;
});

interface More {
  now?: number;
  /** Fields of the bot check. */
  check?: Record<string, string>;
  headers?: Record<string, string>;
}

function logIn(username: string, password: string, { now = NOW, check = {}, headers = {} }: More = {}) {
  const fields = { username, password, ...check };
  return submit<{ form: FormState; botCheck: BotCheckData | null }>(action, fields, { user: null, now, headers });
}

test("ten wrong passwords of a username bring the bot check, and with it the right one goes in", async () => {
  const { username } = await makeMember();
  for (let at = 0; at < 9; at += 1) {
    const { status, data } = await logIn(username, "wrong");
    expect([status, data.botCheck]).toEqual([422, null]);
  }
  // The next try needs it, so it is there.
  expect((await logIn(username, "wrong")).data.botCheck).toMatchObject({ action: "login" });
  tried.count = 0;
  const answer = await logIn(username, PASSWORD);
  expect([answer.status, answer.data.form.errors]).toEqual([429, { "": [PASS_CHECK] }]);
  expect(answer.data.form.values).toEqual({ username: [username] });
  expect(answer.data.botCheck?.otherwise).toBe("Try again after 12:15.");
  expect(tried.count).toBe(0);
  const check = passedCheck("login");
  expect((await logIn(username, PASSWORD, { check, headers: ownNetwork() })).status).toBe(302);
});

test("the limit ends with its quarter of an hour", async () => {
  const { username } = await makeMember();
  for (let at = 0; at < 10; at += 1) await logIn(username, "wrong");
  expect((await logIn(username, PASSWORD, { now: NOW + QUARTER - 1 })).status).toBe(429);
  expect((await logIn(username, PASSWORD, { now: NOW + QUARTER })).status).toBe(302);
});

test("above the limit each wrong password costs a check, and one that is not passed reaches no password", async () => {
  const { username } = await makeMember();
  for (let at = 0; at < 10; at += 1) await logIn(username, "wrong");
  const headers = ownNetwork();
  const check = passedCheck("login");
  tried.count = 0;
  const wrong = await logIn(username, "wrong", { check, headers });
  expect([wrong.status, wrong.data.form.errors, tried.count]).toEqual([
    422,
    { "": ["Please check the details you have entered"] },
    1,
  ]);
  expect(wrong.data.botCheck).not.toBeNull();
  for (const password of ["wrong", PASSWORD]) {
    const again = await logIn(username, password, { check, headers });
    expect([again.status, again.data.form.errors]).toEqual([
      422,
      { turnstile_token: ["We could not check that you are a person"] },
    ]);
  }
  const other = await logIn(username, PASSWORD, { check: passedCheck("sign-up"), headers });
  expect(other.data.form.errors).toHaveProperty("turnstile_token");
  expect(tried.count).toBe(1);
});

test("a token of the check is good for one password, though siteverify answers the same question alike", async () => {
  const { username } = await makeMember();
  for (let at = 0; at < 10; at += 1) await logIn(username, "wrong");
  const spent = new Map<string, string | null>();
  vi.spyOn(globalThis, "fetch").mockImplementation(async (_url, init) => {
    const body = init?.body as URLSearchParams;
    const [token, key] = [body.get("response") ?? "", body.get("idempotency_key")];
    const isUsed = spent.has(token) && spent.get(token) !== key;
    spent.set(token, key);
    const passed = { success: true, hostname: "daybook.test", action: "login" };
    return Response.json(isUsed ? { success: false, "error-codes": ["timeout-or-duplicate"] } : passed);
  });
  const check = { turnstile_token: "one token" };
  tried.count = 0;
  expect((await logIn(username, "wrong", { check })).data.form.errors).toHaveProperty([""]);
  expect((await logIn(username, PASSWORD, { check })).data.form.errors).toHaveProperty("turnstile_token");
  expect(tried.count).toBe(1);
  expect((await logIn(username, PASSWORD, { check: { turnstile_token: "another" } })).status).toBe(302);
});

test("the call says 429 above the limit, takes the token of a check, and says 401 to what is wrong", async () => {
  const { username } = await makeMember();
  const send = (fields: object) => logInByCall(username, fields);
  for (let at = 0; at < 10; at += 1) expect((await send({ password: "wrong" })).status).toBe(401);
  const held = await send({});
  const words = "Too many wrong passwords. Pass the check that you are a person, and send its turnstile_token";
  expect([held.status, held.data]).toEqual([429, { errors: { "": [words] } }]);
  const verify = vi.spyOn(globalThis, "fetch");
  verify.mockImplementation(async () => Response.json({ success: false, "error-codes": [] }));
  expect((await send({ turnstile_token: "made up" })).status).toBe(429);
  verify.mockImplementation(async () => Response.json({ success: true, hostname: "daybook.test", action: "login" }));
  expect((await send({ turnstile_token: "one", password: "wrong" })).status).toBe(401);
  expect((await send({ turnstile_token: "another" })).data).toEqual({ userLevel: 9, partner: null });
});

test("the spelling of a username gives no more tries, and another username is not touched", async () => {
  const { username } = await makeMember();
  const other = await makeMember();
  for (let at = 0; at < 5; at += 1) {
    await logIn(username, "wrong");
    await logIn(`  ${username.toUpperCase()} `, "wrong");
  }
  expect((await logIn(username, PASSWORD)).status).toBe(429);
  expect((await logIn(other.username, PASSWORD)).status).toBe(302);
});

const from = (address: string) => ({ "CF-Connecting-IP": address });

/** The keys of the counters of an address: of its /48, and of its network. */
async function keysOf(address: string) {
  const request = new Request("http://daybook.test/", { headers: from(address) });
  const [wider, network] = await loginCounters({ vault }, request, "");
  return { wider: wider?.key as string, network: network?.key as string };
}

test("one network has 300 wrong passwords in a quarter of an hour, over all usernames; right ones do not count", async () => {
  const { username } = await makeMember();
  // Of IPv6 the second half is its holder's to choose.
  const { network: key } = await keysOf("2001:db8::1");
  await db.insert(rateCounters).values({ key, window_start: NOW, n: 299 });
  for (const address of ["2001:db8::2", "2001:db8::3"]) {
    expect((await logIn(username, PASSWORD, { headers: from(address) })).status).toBe(302);
  }
  expect((await logIn("somebody", "wrong", { headers: from("2001:db8::4") })).status).toBe(422);
  tried.count = 0;
  const answer = await logIn(username, PASSWORD, { headers: from("2001:db8::3") });
  expect([answer.status, answer.data.form.errors]).toEqual([429, { "": [PASS_CHECK] }]);
  expect(tried.count).toBe(0);
  expect((await logIn(username, PASSWORD, { headers: from("2001:db8:0:1::1") })).status).toBe(302);
  expect((await logIn(username, PASSWORD, { headers: from("2001:db8::3"), now: NOW + QUARTER })).status).toBe(302);
  const check = passedCheck("login");
  expect((await logIn(username, PASSWORD, { headers: from("2001:db8::3"), check })).status).toBe(302);
});

test("made-up names leave no counters above the limit of their network, nor networks above that of their /48", async () => {
  const counted = () => db.$count(rateCounters, like(rateCounters.key, "password/%"));
  const before = await counted();
  const { network: key } = await keysOf("2001:db8:77::1");
  await db.insert(rateCounters).values({ key, window_start: NOW, n: 290 });
  for (let at = 0; at < 40; at += 1) await logIn(`made-up-${at}`, "wrong", { headers: from("2001:db8:77::1") });
  // Nor do tries with the check.
  for (const check of [passedCheck("login"), { turnstile_token: "wrong" }]) {
    await logIn("checked", "wrong", { headers: from("2001:db8:77::1"), check });
  }
  expect((await counted()) - before).toBe(10);
  const { wider } = await keysOf("2001:db8:77::1");
  await db.update(rateCounters).set({ n: 1001 }).where(eq(rateCounters.key, wider));
  const full = await db.$count(rateCounters);
  for (let at = 1; at <= 5; at += 1) {
    const answer = await logIn(`other-${at}`, "wrong", { headers: from(`2001:db8:77:${at}::1`) });
    expect(answer.status).toBe(429);
  }
  expect(await db.$count(rateCounters)).toBe(full);
});

test("whoever holds a /48 of IPv6 has 1,000, from however many networks in it", async () => {
  const { username } = await makeMember();
  const { wider: key } = await keysOf("2001:db8:9::1");
  await db.insert(rateCounters).values({ key, window_start: NOW, n: 999 });
  expect((await logIn(username, PASSWORD, { headers: from("2001:db8:9:1::1") })).status).toBe(302);
  expect((await logIn("somebody", "wrong", { headers: from("2001:db8:9:2::1") })).status).toBe(422);
  expect((await logIn(username, PASSWORD, { headers: from("2001:db8:9:3::1") })).status).toBe(429);
  expect((await logIn(username, PASSWORD, { headers: from("2001:db8:a::1") })).status).toBe(302);
});

test("tries at the same moment are counted each", async () => {
  const { username } = await makeMember();
  const answers = await Promise.all(Array.from({ length: 14 }, () => logIn(username, "wrong")));
  expect(answers.filter(({ status }) => status === 422)).toHaveLength(10);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(4);
  expect(tried.count).toBe(10);
});

test("the right password forgets the wrong ones, though a code is still owed", async () => {
  const member = await makeMember();
  const guarded = await makeMember();
  await addTotp(guarded.unique_ref);
  for (const { username } of [member, guarded]) {
    for (let at = 0; at < 9; at += 1) await logIn(username, "wrong");
    expect((await logIn(username, PASSWORD)).status).toBe(302);
    for (let at = 0; at < 9; at += 1) await logIn(username, "wrong");
    expect((await logIn(username, PASSWORD)).status).toBe(302);
  }
});

test("an unknown username is counted, refused and held like a known one", async () => {
  const { username } = await makeMember();
  const closed = await makeMember(0);
  const answers = [];
  for (const name of [username, "nobody-of-that-name", closed.username]) {
    const seen = [];
    for (let at = 0; at < 12; at += 1) {
      const { status, data } = await logIn(name, "wrong");
      seen.push({ status, errors: data.form.errors, isChecked: data.botCheck !== null });
    }
    answers.push(seen);
  }
  expect(answers[1]).toEqual(answers[0]);
  expect(answers[2]).toEqual(answers[0]);
});

test("a refusal costs one hash and one trip to the database, whoever was named", async () => {
  const guarded = await makeMember();
  await addTotp(guarded.unique_ref);
  const names = [(await makeMember()).username, "nobody-at-all", (await makeMember(0)).username, guarded.username];
  for (const username of names) {
    tried.count = 0;
    const { database, trips } = countingDatabase();
    await submit(action, { username, password: "wrong" }, { user: null, database });
    expect([tried.count, trips()]).toEqual([1, 1]);
  }
  // Level 0 cannot be entered: its right password is a wrong one like any other.
  const { database, trips } = countingDatabase();
  tried.count = 0;
  await submit(action, { username: names[2] as string, password: PASSWORD }, { user: null, database });
  expect([tried.count, trips()]).toEqual([1, 1]);
});

test("what is counted under is keyed: no name, and no hash that a guess at a name could make, stands in the counters", async () => {
  const { username } = await makeMember();
  await logIn(username, "wrong");
  const keys = (await db.select({ key: rateCounters.key }).from(rateCounters)).map(({ key }) => key);
  expect(keys).toContain(await passwordTriesKey(vault, username));
  expect(keys.join()).not.toContain(username);
  expect(keys.join()).not.toContain(await hashOf(username));
});

test("refused tries are told of the account, or of a name that nobody has", async () => {
  const user = await makeMember();
  const events = await withNote(async (note) => {
    for (let at = 0; at < 11; at += 1) await logIn(user.username, "wrong");
    await logIn("Nobody-Here", "wrong");
    return note.events.map(({ event, subject }) => `${event} ${subject}`);
  });
  expect([...new Set(events)]).toEqual([
    `login-refused ${user.unique_ref}`,
    `login-held ${user.unique_ref}`,
    "login-refused username/nobody-here",
  ]);
});
