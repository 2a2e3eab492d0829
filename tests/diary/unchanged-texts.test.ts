import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { SignedInUser } from "~/account/login/logins.server";
import { cases } from "~/diary/cases/table.server";
import { fees } from "~/diary/fees/table.server";
import { leave, lieuLedger } from "~/diary/leave/table.server";
import { sessions } from "~/diary/sessions/table.server";
import { undoableChanges } from "~/diary/undo/queries.server";
import { newRef } from "~/platform/db/columns.server";
import * as fee from "~/routes/extras/fee";
import * as leaveEdit from "~/routes/leave/leave-form";
import * as lieuLine from "~/routes/leave/lieu-line";
import * as editCase from "~/routes/logbook/case";
import * as editSession from "~/routes/logbook/session";
import * as newSession from "~/routes/logbook/session-new";
import { makeDiary } from "../support/diary";
import { db, load, makeUser, NOW, submit } from "../support/harness";

type Fields = Record<string, string>;
type Params = Awaited<ReturnType<typeof makeDiary>>["params"];

interface Form {
  name: string;
  page: { loader: unknown; action: unknown };
  /** What is saved first: texts in every place that the form has for them. */
  texts: Fields;
  /** Pressed with each save. */
  button?: Fields;
  /** What has to be there before; returns the row that the page is of. */
  prepare?: (user: SignedInUser, params: Params) => Promise<Partial<Params>>;
}

const SESSION = {
  description: "With a colleague",
  extra_claim_amount: "300.00",
  extra_claim_payer: "Trust",
  extra_claim_notes: "Chased once",
};
const SERIES = {
  ...{ session_date: "3/11/2026", session_start_time: "08:00", session_end_time: "18:00" },
  ...{ pa_calculation_basis: "time_calculated", recurring: "yes", recurringChoice_type: "weekly" },
  ...{ recurringChoice_selected: "11", recurringChoice_until: "date", recurringChoice_until_date: "1/12/2026" },
};

const FORMS: Form[] = [
  { name: "leave", page: leaveEdit, texts: { notes: "Cover by Dr X\nuntil noon" } },
  { name: "time in lieu", page: lieuLine, texts: { notes: "Trauma list" }, button: { intent: "save" } },
  { name: "a fee", page: fee, texts: { notes: "Chased once", payer: "Trust" } },
  { name: "a session and its fee", page: editSession, texts: SESSION },
  {
    name: "a case and its fee",
    page: editCase,
    texts: {
      ...{ case_description: "Hip replacement", complications: "None", reflective_notes: "Went well" },
      ...{ case_claim_amount: "310.50", case_claim_payer: "Trust", case_claim_notes: "Invoice sent" },
    },
  },
  {
    name: "a session of a series and those that follow",
    page: editSession,
    texts: SESSION,
    button: { series_scope: "following" },
    async prepare(user, { elementRef }) {
      const answers = { idempotency_key: newRef(), job_plan_element_unique_ref: elementRef, ...SERIES };
      expect((await submit(newSession.action, answers, { user })).status).toBe(302);
      const all = await db.select().from(sessions).where(eq(sessions.user_id, user.id)).orderBy(sessions.start_at);
      return { sessionRef: all[0]?.unique_ref as string };
    },
  },
];

test.each(FORMS)("$name with texts, saved as shown, keeps its ciphertext and leaves no trace", async (form) => {
  const { page, texts, button = {}, prepare } = form;
  const user = await makeUser();
  const made = (await makeDiary(user)).params;
  const params = { ...made, ...(await prepare?.(user, made)) };
  const shown = async () => {
    const { data } = await load<{ answers?: Fields; defaults?: Fields }>(page.loader as never, { user, params });
    return data.answers ?? data.defaults ?? {};
  };
  const save = async (more: Fields) =>
    (await submit(page.action as never, { ...(await shown()), ...more, ...button }, { user, params })).status;
  expect(await save(texts)).toBe(302);
  expect(await shown()).toMatchObject(texts);
  const [before, changes] = [await rowsOf(user), await undoableChanges(db, user.id, NOW)];
  expect(await save({})).toBe(302);
  expect(await rowsOf(user)).toEqual(before);
  expect(await undoableChanges(db, user.id, NOW)).toEqual(changes);
});

async function rowsOf({ id }: SignedInUser) {
  return db.batch([
    db.select().from(sessions).where(eq(sessions.user_id, id)),
    db.select().from(cases).where(eq(cases.user_id, id)),
    db.select().from(fees).where(eq(fees.user_id, id)),
    db.select().from(leave).where(eq(leave.user_id, id)),
    db.select().from(lieuLedger).where(eq(lieuLedger.user_id, id)),
  ]);
}
