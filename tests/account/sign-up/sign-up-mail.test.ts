import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import type { SignUpAnswers } from "~/account/sign-up/form";
import { signUp } from "~/account/sign-up/make-account.server";
import { audit, users } from "~/account/table.server";
import { newRef } from "~/platform/db/columns.server";
import { countingDatabase, db, makeUser, NOW, recordingJobs, SITE, vault } from "../../support/harness";
import { lettersOf } from "../../support/letters";
import { setAddressOf } from "../../support/members";
import { verificationsOf } from "../../support/verifications";

function answers(more: Partial<SignUpAnswers> = {}): SignUpAnswers {
  return {
    idempotency_key: newRef(),
    first_name: "First",
    last_name: "Last",
    email: `${newRef()}@example.com`,
    username: newRef(),
    read_t_c: true,
    password: "marble kettle lantern",
    ...more,
  } as SignUpAnswers;
}

async function send(form: SignUpAnswers, database = db) {
  const jobs = recordingJobs();
  const world = { db: database, vault, site: SITE, jobs, now: NOW };
  const result = await signUp(world, new Request("http://daybook.test/signup/", { method: "POST" }), form);
  const [account] = await db.select().from(users).where(eq(users.username_key, form.username.toLowerCase()));
  return { result, userRef: account?.unique_ref ?? "", jobs: jobs.sent };
}

describe("signing up", () => {
  test("sends one link to the address, and has it end after 900 s", async () => {
    const form = answers();
    const { userRef, jobs } = await send(form);
    const [letter, ...others] = await lettersOf(userRef);
    const [waiting] = await verificationsOf(userRef);
    expect(others).toEqual([]);
    expect(letter).toMatchObject({ kind: "verify-address", to: form.email, cause: waiting?.unique_ref });
    expect(waiting).toMatchObject({ status: "pending", created_at: NOW, expires_at: NOW + 900_000 });
    expect(jobs).toEqual([{ kind: "send-mail", ref: letter?.ref, delaySeconds: 0 }]);
    expect(await db.select().from(audit).where(eq(audit.user_ref, userRef))).toMatchObject([
      { action: "account-made" },
    ]);
  });

  test("twice with one form sends one link", async () => {
    const form = answers();
    const [first, second] = await Promise.all([send(form), send(form)]);
    const third = await send(form);
    expect(await lettersOf(third.userRef)).toHaveLength(1);
    expect([...first.jobs, ...second.jobs, ...third.jobs]).toHaveLength(1);
    for (const { result } of [first, second, third]) expect(result).toHaveProperty("cookie");
  });

  test.each([
    "nobody's",
    "somebody's",
  ])("mails %s address fifteen times an hour, and answers the same after", async (whose) => {
    const email = `${newRef().toLowerCase()}@example.com`;
    if (whose === "somebody's") await setAddressOf(await makeUser(), email);
    const seen = [];
    for (let at = 0; at < 16; at += 1) {
      const { result, userRef, jobs } = await send(answers({ email: at % 2 ? email : email.toUpperCase() }));
      expect(result).toMatchObject({ is: "in", level: 9 });
      expect(await verificationsOf(userRef)).toMatchObject([{ status: "pending", created_at: NOW }]);
      seen.push([(await lettersOf(userRef)).length, jobs.map(({ kind }) => kind)]);
    }
    expect(seen.slice(0, 15)).toEqual(Array(15).fill([1, ["send-mail"]]));
    expect(seen[15]).toEqual([0, []]);
  });

  test("with somebody's address costs and answers the same; the mail goes to its owner", async () => {
    const owner = await makeUser();
    const email = `${newRef()}@Example.com`;
    await setAddressOf(owner, email);
    const seen = [];
    for (const form of [answers({ email: email.toLowerCase() }), answers()]) {
      const counted = countingDatabase();
      const { result, userRef, jobs } = await send(form, counted.database);
      const [waiting] = await verificationsOf(userRef);
      seen.push({
        answer: Object.keys(result),
        work: [counted.trips(), counted.statements()],
        jobs: jobs.map(({ kind, delaySeconds }) => [kind, delaySeconds]),
        waiting: [waiting?.status, waiting?.created_at, waiting?.expires_at],
      });
      const [letter] = await lettersOf(userRef);
      const isTheirs = form.email === email.toLowerCase();
      expect([letter?.kind, letter?.to]).toEqual(isTheirs ? ["address-in-use", email] : ["verify-address", form.email]);
    }
    expect(seen[0]).toEqual(seen[1]);
  });
});
