import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { SIGN_UP_LIMIT } from "~/account/sign-up/make-account.server";
import { sendSignUpLink } from "~/account/sign-up/sign-up-link.server";
import { users } from "~/account/table.server";
import { mailPlace, outbox } from "~/mail/table.server";
import { newRef } from "~/platform/db/columns.server";
import { rateCounters } from "~/platform/db/rate-counters.server";
import type { FormState } from "~/platform/http/action-result";
import { action } from "~/routes/signup";
import { ownNetwork, passedCheck } from "../../support/bot-check";
import { db, NOW, recordingJobs, SITE, submit, vault } from "../../support/harness";

async function signUp(now = NOW, more: Record<string, string> = {}) {
  const form = {
    ...{ idempotency_key: newRef(), first_name: "First", last_name: "Last", email: "first@example.com" },
    ...{ username: `First.${newRef().slice(0, 8)}`, read_t_c: "yes", location: "" },
    ...{ password1: "three random words", password2: "three random words" },
    ...passedCheck("sign-up"),
    ...more,
  };
  return submit<{ form: FormState }>(action, form, { user: null, path: "/signup/", headers: ownNetwork(), now });
}

test("a flood of sign-ups from all networks ends at its limit, and what was typed comes back", async () => {
  const { tries: n, windowMs } = SIGN_UP_LIMIT;
  await db.insert(rateCounters).values({ key: "sign-ups", window_start: NOW - (NOW % windowMs), n: n - 1 });
  expect((await signUp()).location).toBe("/signedup/");
  const refused = await signUp();
  expect([refused.status, refused.data.form.errors[""], refused.data.form.values.first_name]).toEqual([
    ...[429, [expect.stringContaining("Wait an hour, then send this form again")], ["First"]],
  ]);
  expect(await db.select().from(users)).toHaveLength(1);
  expect((await signUp(NOW + windowMs)).location).toBe("/signedup/");
});

test("what makes no account spends nothing of what all of them may make, and a link does", async () => {
  const now = NOW + 2 * SIGN_UP_LIMIT.windowMs;
  const spent = async () => {
    const [row] = await db
      .select()
      .from(rateCounters)
      .where(
        and(eq(rateCounters.window_start, now - (now % SIGN_UP_LIMIT.windowMs)), eq(rateCounters.key, "sign-ups")),
      );
    return row?.n ?? 0;
  };
  const username = `Taken.${newRef().slice(0, 8)}`;
  expect((await signUp(now, { username })).status).toBe(302);
  for (let at = 0; at < 3; at += 1) expect((await signUp(now, { username })).status).toBe(422);
  expect(await spent()).toBe(1);

  const world = { db, vault, jobs: recordingJobs(), site: SITE, now };
  const answers = { first_name: "First", last_name: "Last", email: "linked@example.com", username: "linked.name" };
  await sendSignUpLink(world, new Request("http://daybook.test/signup/", { headers: ownNetwork() }), answers);
  const [mail] = await db.select().from(outbox).where(eq(outbox.recipient, answers.email));
  const { link } = JSON.parse(
    await vault.decrypt("", mailPlace(mail?.unique_ref ?? ""), mail?.content_encrypted ?? null),
  ) as {
    link: string;
  };
  const form = {
    ...answers,
    idempotency_key: newRef(),
    password1: "three random words",
    password2: "three random words",
    read_t_c: "yes",
  };
  const path = link.replace(SITE.origin, "");
  const made = await submit(action, form, { user: null, path, headers: ownNetwork(), now });
  expect([made.location, await spent()]).toEqual(["/signedup/", 2]);
});
