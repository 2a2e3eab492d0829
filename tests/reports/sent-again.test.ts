import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { SignedInUser } from "~/account/login/logins.server";
import { newRef } from "~/platform/db/columns.server";
import { FORM_USED } from "~/platform/db/idempotency.server";
import type { FormState } from "~/platform/http/action-result";
import { cpd, savedReports } from "~/reports/table.server";
import * as cpdEdit from "~/routes/reports/cpd-form";
import * as cpdNew from "~/routes/reports/cpd-form";
import * as reports from "~/routes/reports/reports";
import * as saved from "~/routes/reports/saved";
import { db, makeUser, racingDatabase, submit } from "../support/harness";

type Refused = { form: FormState };

const path = "/reports/?period=tax&section=scope";

function nameForm(name: string) {
  return { idempotency_key: newRef(), name };
}

function cpdForm() {
  return {
    ...{ idempotency_key: newRef(), day: "5/10/2026", hours: "1.5", title: "Update", type: "course" },
    reflection: "",
  };
}

function reportsOf(user: SignedInUser) {
  return db.select().from(savedReports).where(eq(savedReports.user_id, user.id));
}

function entriesOf(user: SignedInUser) {
  return db.select().from(cpd).where(eq(cpd.user_id, user.id));
}

test("a form whose saved report was deleted since saves none again, whoever else has one of its name", async () => {
  const [user, other] = [await makeUser(), await makeUser()];
  const form = nameForm("Tax return");
  await submit(reports.action, nameForm("Tax return"), { user: other, path });
  await submit(reports.action, form, { user, path });
  expect((await submit(reports.action, form, { user, path })).status).toBe(302);
  await db.delete(savedReports).where(eq(savedReports.user_id, user.id));
  const again = await submit<Refused>(reports.action, form, { user, path });
  expect([again.status, again.data.form.errors]).toEqual([409, { "": [FORM_USED] }]);
  expect(await reportsOf(user)).toEqual([]);
});

test("a form whose CPD entry was deleted since adds none again", async () => {
  const user = await makeUser();
  const form = cpdForm();
  await submit(cpdNew.action, form, { user });
  await db.delete(cpd).where(eq(cpd.user_id, user.id));
  const again = await submit<Refused>(cpdNew.action, form, { user });
  expect([again.status, again.data.form.errors]).toEqual([409, { "": [FORM_USED] }]);
  expect(await entriesOf(user)).toEqual([]);
});

test("the form that deleted one CPD entry deletes no other", async () => {
  const user = await makeUser();
  for (const _ of [1, 2]) await submit(cpdNew.action, cpdForm(), { user });
  const [first, second] = await entriesOf(user);
  const form = { intent: "delete", version: String(first?.version), idempotency_key: newRef() };
  const sent = (entry = first) =>
    submit(cpdEdit.action, form, { user, params: { cpdRef: entry?.unique_ref as string } });
  expect([(await sent()).status, (await sent(second)).status, (await sent()).status]).toEqual([302, 409, 302]);
  expect(await entriesOf(user)).toEqual([second]);
});

test("a database that fails is no name that is taken", async () => {
  const user = await makeUser();
  const database = () => racingDatabase(1, () => Promise.reject(new Error("Network connection lost")));
  const form = nameForm("Tax return");
  await expect(submit(reports.action, form, { user, path, database: database() })).rejects.toThrow("connection lost");
  await submit(reports.action, form, { user, path });
  const [report] = await reportsOf(user);
  const renamed = { intent: "save", version: "1", name: "Taxes" };
  const params = { reportRef: report?.unique_ref as string };
  await expect(submit(saved.action, renamed, { user, params, database: database() })).rejects.toThrow(
    "connection lost",
  );
  expect(await reportsOf(user)).toEqual([report]);
});
