import { expect, test } from "vitest";
import { SIGN_UP_LIMIT } from "~/accounts/sign-up/sign-up.server";
import { users } from "~/accounts/table.server";
import { newRef } from "~/db/columns.server";
import { rateCounters } from "~/db/rate-counters.server";
import { action } from "~/routes/signup";
import type { FormState } from "~/ui/form-state";
import { answeredQuestion, ownNetwork } from "../../support/bot-check";
import { db, NOW, submit } from "../../support/harness";

async function signUp(now = NOW) {
  const form = {
    ...{ idempotency_key: newRef(), first_name: "First", last_name: "Last", email: "first@example.com" },
    ...{ username: `First.${newRef().slice(0, 8)}`, read_t_c: "yes", location: "" },
    ...{ password1: "three random words", password2: "three random words" },
    ...(await answeredQuestion("sign-up", now)),
  };
  return submit<{ form: FormState }>(action, form, { user: null, path: "/signup/", headers: ownNetwork(), now });
}

test("a flood of sign-ups from all networks ends at its limit, and what was typed comes back", async () => {
  const { tries: n, windowMs } = SIGN_UP_LIMIT;
  await db.insert(rateCounters).values({ key: "sign-ups", window_start: NOW - (NOW % windowMs), n: n - 1 });
  expect((await signUp()).location).toBe("/signedup/");
  const refused = await signUp();
  expect([refused.status, refused.data.form.errors[""], refused.data.form.values.first_name]).toEqual([
    ...[429, [expect.stringContaining("wait an hour, then send this form again")], ["First"]],
  ]);
  expect(await db.select().from(users)).toHaveLength(1);
  expect((await signUp(NOW + windowMs)).location).toBe("/signedup/");
});
