import { expect, test, vi } from "vitest";
import { checkBot } from "~/account/bot-check/bot-check.server";
import { writeVerification } from "~/account/email/verifications.server";
import { verifyEmail } from "~/account/email/verify-email.server";
import { signUp } from "~/account/sign-up/make-account.server";
import { newRef } from "~/platform/db/columns.server";
import { db, makeUser } from "../support/harness";
import { codeSentTo } from "../support/letters";
import { appContext } from "../support/two-factor";

const request = new Request("http://daybook.test/signup/", { method: "POST" });

/** What the log says of authentication while something runs. */
async function loggedBy(run: () => Promise<unknown>): Promise<unknown[]> {
  const log = vi.spyOn(console, "log");
  await run();
  const lines = log.mock.calls.map(([line]) => JSON.parse(String(line)) as { kind: string });
  log.mockRestore();
  return lines.filter(({ kind }) => kind === "auth");
}

test("the log counts refused bot checks, verified addresses and sign-ups, and says of nobody", async () => {
  const tooLong = { token: "x".repeat(3000), question: "", question_answer: "", fingerprint: "" };
  const refused = await loggedBy(() => checkBot(appContext(), request, tooLong, "sign-up"));
  expect(refused).toEqual([{ kind: "auth", event: "bot-check-refused" }]);

  const { unique_ref: userRef } = await makeUser();
  const address = `${newRef().toLowerCase()}@example.com`;
  await db.batch((await writeVerification(appContext(), { userRef, address, owner: null })).statements);
  const code = await codeSentTo(userRef);
  const verified = await loggedBy(() => verifyEmail(appContext(), code));
  expect(verified).toEqual([{ kind: "auth", event: "email-verified" }]);

  const made = await loggedBy(() =>
    signUp(appContext(), request, {
      first_name: "First",
      last_name: "Last",
      email: `${newRef().toLowerCase()}@example.com`,
      username: `user-${newRef().toLowerCase()}`,
      password: "marble kettle lantern",
      idempotency_key: newRef(),
    } as Parameters<typeof signUp>[2]),
  );
  expect(made).toEqual([{ kind: "auth", event: "signed-up" }]);
});
