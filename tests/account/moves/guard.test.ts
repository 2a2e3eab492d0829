import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { findLogin } from "~/account/login/logins.server";
import { refuseWhileMoving } from "~/account/moves/guard.server";
import { moves } from "~/account/moves/table.server";
import { db, makeUser, NOW, signInAs } from "../../support/harness";

type State = typeof moves.$inferSelect.state;

function answerTo(path: string, method = "GET") {
  try {
    refuseWhileMoving(new Request(`http://daybook.test${path}`, { method }));
    return null;
  } catch (thrown) {
    return thrown as Response & { data?: string; init?: ResponseInit };
  }
}

test("nobody is logged in while their account is being moved, and the look-up says so", async () => {
  const { unique_ref: user_ref } = await makeUser();
  const request = new Request("http://daybook.test/", { headers: { Cookie: await signInAs(user_ref) } });
  const found = async (state: State) => {
    const move = { user_ref, state, other: "oc", attempt: 1, claim: "", leased_until: 0, reason: "", asked_at: NOW };
    await db.insert(moves).values(move).onConflictDoUpdate({ target: moves.user_ref, set: { state } });
    const { user, ended, isMoving } = await findLogin(db, request, NOW);
    return [user?.unique_ref ?? null, ended?.user_ref ?? null, isMoving];
  };
  for (const state of ["asked", "stopped"] as const) expect(await found(state)).toEqual([user_ref, null, false]);
  for (const state of ["copying", "switched", "arriving", "complete"] as const) {
    expect(await found(state)).toEqual([null, user_ref, true]);
  }
  await db.delete(moves).where(eq(moves.user_ref, user_ref));
});

test("a page says that the account is being moved, a call too, and a form is kept as after a login has ended", async () => {
  const page = answerTo("/logbook/");
  expect([page?.init?.status, new Headers(page?.init?.headers).get("Retry-After")]).toEqual([503, "5"]);
  expect(page?.data).toContain("Your account is being moved");
  const call = answerTo("/api/session_diary/", "POST");
  expect([call?.status, call?.headers.get("Retry-After")]).toEqual([503, "5"]);
  expect(answerTo("/logbook/session/add/", "POST")).toBeNull();
});
