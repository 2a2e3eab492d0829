import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { faultCookie, withFault } from "../../workers/faulty";

const ORIGIN = "http://daybook.test";
const READ = "SELECT 1 AS n";
const MAILS = "SELECT count(*) AS n FROM outbox WHERE unique_ref = ''";
const WRITE = "UPDATE users SET level = 1 WHERE id < 0";

test.each([
  ["all", "fault=all; Path=/; HttpOnly; SameSite=Lax"],
  ["case_lines", "fault=case_lines; Path=/; HttpOnly; SameSite=Lax"],
  ["", "fault=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0"],
  ["a b", "fault=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0"],
  ["x".repeat(41), "fault=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0"],
])("the fault %j is kept until the browser is closed, and one of no name ends it", (fault, cookie) => {
  expect(faultCookie(new Request(ORIGIN), fault)).toBe(cookie);
});

/** The statements that fail, of the database itself and of a session of it. */
async function failing(fault: string, path = "/logbook/"): Promise<string[]> {
  const request = new Request(ORIGIN + path, { headers: { Cookie: fault && `fault=${fault}` } });
  const database = withFault(request, env.DB);
  const failed: string[] = [];
  for (const [name, asked] of Object.entries({ "": database, "session ": database.withSession("first-primary") })) {
    for (const [what, sql] of Object.entries({ read: READ, mails: MAILS, write: WRITE })) {
      await asked.batch([asked.prepare(sql)]).catch(() => failed.push(name + what));
    }
  }
  return failed;
}

test.each([
  ["all", ["read", "mails", "write"]],
  ["writes", ["write"]],
  ["outbox", ["mails"]],
  ["out", []],
  ["", []],
])("of the fault %j fail %j, in a session too", async (fault, failed) => {
  expect(await failing(fault)).toEqual([...failed, ...failed.map((each) => `session ${each}`)]);
});

test("what the local world itself does goes well", async () => {
  expect(await failing("all", "/dev/fault/")).toEqual([]);
});
