// @module-tag full
import { and, eq, like } from "drizzle-orm";
import { expect, test } from "vitest";
import { audit } from "~/account/table.server";
import { rateCounters } from "~/platform/db/rate-counters.server";
import type { FormState } from "~/platform/http/action-result";
import { action } from "~/routes/login";
import { passedCheck } from "../../support/bot-check";
import { cookiesOf, db, submit } from "../../support/harness";
import { makeMember, PASSWORD } from "../../support/members";
import { tried } from "../../support/plain-passwords";

const HOSPITAL = "2001:db8:77:1::5";
const AT_ONCE = 50;

/** As the Worker's own: 20 tries a minute under a key. */
function burstLimit() {
  const counts = new Map<string, number>();
  return async (key: string) => {
    counts.set(key, (counts.get(key) ?? 0) + 1);
    return (counts.get(key) as number) <= 20;
  };
}

test("a storm of 1,000 wrong tries for a name and 1,000 from its owner's network leaves the owner the login", async () => {
  const { username, unique_ref } = await makeMember();
  const colleague = await makeMember();
  const bursts = burstLimit();
  const logIn = (network: string, name: string, password: string, cookie = "", check: Record<string, string> = {}) =>
    submit<{ form: FormState; botCheck: object | null }>(
      action,
      { username: name, password, ...check },
      { user: null, bursts, headers: { "CF-Connecting-IP": network, Cookie: cookie } },
    );
  const known = cookiesOf(await logIn(HOSPITAL, username, PASSWORD));

  const strangers = Array.from(
    { length: 1000 },
    (_, at) => () => logIn(`2001:db8:${at % 40}:${at % 7}::1`, username, `wrong ${at}`),
  );
  const insiders = Array.from(
    { length: 1000 },
    (_, at) => () => logIn(HOSPITAL, at % 2 === 0 ? username : `name-${at}`, `wrong ${at}`),
  );
  const storm = strangers.flatMap((stranger, at) => [stranger, insiders[at] as typeof stranger]);
  const statuses = new Map<number, number>();
  tried.count = 0;
  async function rage(from: number, to: number): Promise<void> {
    for (let at = from; at < to; at += AT_ONCE) {
      const answers = await Promise.all(storm.slice(at, at + AT_ONCE).map((each) => each()));
      for (const { status } of answers) statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  }

  await rage(0, 1600);
  // From the browser that the owner always uses as from a new one: the check is asked for, and then the right password goes in.
  const held = await logIn(HOSPITAL, username, PASSWORD, known);
  expect([held.status, held.data.botCheck]).toEqual([429, expect.objectContaining({ action: "login" })]);
  const checked = await logIn(HOSPITAL, username, PASSWORD, "", passedCheck("login"));
  expect([checked.status, checked.location]).toEqual([302, "/logbook/"]);
  // A colleague in that network fares alike.
  expect((await logIn(HOSPITAL, colleague.username, PASSWORD)).status).toBe(429);
  const other = await logIn(HOSPITAL, colleague.username, PASSWORD, "", passedCheck("login"));
  expect(other.status).toBe(302);
  await rage(1600, 2000);
  expect((await logIn(HOSPITAL, username, PASSWORD, known, passedCheck("login"))).status).toBe(302);

  // What the storm got: no answer but refusals, and few passwords worked on.
  expect([...statuses.keys()].sort()).toEqual([422, 429]);
  expect(statuses.get(422)).toBeLessThanOrEqual(320);
  expect(tried.count).toBeLessThanOrEqual(330);
  const lines = await db
    .select({ detail: audit.detail })
    .from(audit)
    .where(and(eq(audit.user_ref, unique_ref), eq(audit.action, "login-refused")));
  expect(lines).toHaveLength(1);
  expect(
    await db
      .select()
      .from(rateCounters)
      .where(like(rateCounters.key, `%${username}%`)),
  ).toEqual([]);
});
