import { beforeEach, expect, test, vi } from "vitest";
import { networkTriesKey, passwordTriesKey } from "~/accounts/limits.server";
import { rateCounters } from "~/db/rate-counters.server";
import { action } from "~/routes/login";
import type { FormState } from "~/ui/form-state";
import { countingDatabase, db, NOW, submit, vault } from "../../support/harness";
import { makeMember, PASSWORD } from "../../support/members";
import { tried } from "../../support/plain-passwords";
import { giveTotp } from "../../support/two-factor";

const QUARTER = 15 * 60_000;
beforeEach(() => {
  tried.count = 0;
});

function logIn(username: string, password: string, now = NOW) {
  return submit<{ form: FormState }>(action, { username, password }, { user: null, now });
}

test("a username has ten tries in a quarter of an hour, then even the right password waits", async () => {
  const { username } = await makeMember();
  for (let at = 0; at < 10; at += 1) expect((await logIn(username, "wrong")).status).toBe(422);
  tried.count = 0;
  const answer = await logIn(username, PASSWORD);
  expect(answer.status).toBe(429);
  expect(answer.data.form.errors).toEqual({ "": ["Too many wrong passwords. Wait 15 minutes, then try again"] });
  expect(tried.count).toBe(0);
  expect((await logIn(username, PASSWORD, NOW + QUARTER - 1)).status).toBe(429);
  expect((await logIn(username, PASSWORD, NOW + QUARTER)).status).toBe(302);
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

test("one network has 300 tries in a quarter of an hour, over all usernames; another has its own", async () => {
  const { username } = await makeMember();
  const request = (address: string) =>
    new Request("http://daybook.test/", { headers: { "CF-Connecting-IP": address } });
  // Of IPv6 the second half is its holder's to choose.
  const key = await networkTriesKey(vault, request("2001:db8::1"));
  await db.insert(rateCounters).values({ key, window_start: NOW, n: 299 });
  const from = (address: string, now = NOW) =>
    submit<{ form: FormState }>(
      action,
      { username, password: PASSWORD },
      { user: null, now, headers: { "CF-Connecting-IP": address } },
    );
  expect((await from("2001:db8::2")).status).toBe(302);
  tried.count = 0;
  const answer = await from("2001:db8::3");
  expect(answer.status).toBe(429);
  expect(answer.data.form.errors).toEqual({
    "": ["Too many logins came from your network. Wait 15 minutes, then try again"],
  });
  expect(tried.count).toBe(0);
  expect((await from("2001:db8:1::1")).status).toBe(302);
  expect((await from("2001:db8::3", NOW + QUARTER)).status).toBe(302);
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
  await giveTotp(guarded.unique_ref);
  for (const { username } of [member, guarded]) {
    for (let at = 0; at < 9; at += 1) await logIn(username, "wrong");
    expect((await logIn(username, PASSWORD)).status).toBe(302);
    for (let at = 0; at < 9; at += 1) await logIn(username, "wrong");
    expect((await logIn(username, PASSWORD)).status).toBe(302);
  }
});

test("an unknown username is counted, refused and locked like a known one", async () => {
  const { username } = await makeMember();
  const closed = await makeMember(0);
  const answers = [];
  for (const name of [username, "nobody-of-that-name", closed.username]) {
    const seen = [];
    for (let at = 0; at < 12; at += 1) {
      const { status, data } = await logIn(name, "wrong");
      seen.push({ status, errors: data.form.errors });
    }
    answers.push(seen);
  }
  expect(answers[1]).toEqual(answers[0]);
  expect(answers[2]).toEqual(answers[0]);
});

test("a refusal costs one hash and one trip to the database, whoever was named", async () => {
  const guarded = await makeMember();
  await giveTotp(guarded.unique_ref);
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

test("what is counted under is a hash: no name stands in the counters", async () => {
  const { username } = await makeMember();
  await logIn(username, "wrong");
  const keys = (await db.select({ key: rateCounters.key }).from(rateCounters)).map(({ key }) => key);
  expect(keys).toContain(await passwordTriesKey(username));
  expect(keys.join()).not.toContain(username);
});

test("the log says what happened, and never to whom", async () => {
  const user = await makeMember();
  const lines: string[] = [];
  const log = vi.spyOn(console, "log").mockImplementation((line: string) => void lines.push(line));
  await logIn(user.username, PASSWORD);
  for (let at = 0; at < 11; at += 1) await logIn(user.username, "wrong");
  log.mockRestore();
  expect([...new Set(lines)].map((line) => JSON.parse(line))).toEqual([
    { kind: "auth", event: "logged-in" },
    { kind: "auth", event: "login-refused" },
    { kind: "auth", event: "login-locked" },
  ]);
});
