import { expect, test } from "vitest";
import { newRef } from "~/platform/db/columns.server";
import { claimKey, type FormKey, findEarlierResult, runOnce } from "~/platform/db/idempotency.server";
import { db, makeUser, NOW } from "../../support/harness";

const formOf = (fingerprint = newRef()): FormKey => ({ key: newRef(), fingerprint });

/** Sends a form whose row is there for good. @returns the reference that the form's page is told */
function send(userId: number, form: FormKey, madeRef = newRef()) {
  const batch = () => db.batch([claimKey(db, userId, form, madeRef, NOW)]);
  return runOnce(db, userId, form, madeRef, batch, async () => true);
}

test("a form that is sent again is told what it made, and with other answers that it was used", async () => {
  const [{ id }, form, ref] = [await makeUser(), formOf(), newRef()];
  expect(await send(id, form, ref)).toBe(ref);
  expect(await send(id, form)).toBe(ref);
  expect(await send(id, { ...form, fingerprint: newRef() })).toBeNull();
});

test("the key of somebody else's form, with the same answers, is a form of one's own", async () => {
  const [one, other, form] = [await makeUser(), await makeUser(), formOf()];
  const [first, second] = [newRef(), newRef()];
  expect(await send(one.id, form, first)).toBe(first);
  expect(await findEarlierResult(db, other.id, form)).toBeNull();
  expect(await send(other.id, form, second)).toBe(second);
  expect(await findEarlierResult(db, one.id, form)).toBe(first);
  expect(await findEarlierResult(db, other.id, form)).toBe(second);
});
