import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { DIARY_PARTS, type PartName, partOf } from "~/changes/parts.server";
import { writeChange } from "~/changes/write-change.server";
import { undoWithMessage } from "~/diary/undo/undo.server";
import type { FormState } from "~/platform/http/action-result";
import { hasTyped, isSecretField } from "~/platform/http/field-names";
import * as fee from "~/routes/extras/fee";
import * as rate from "~/routes/extras/rate";
import * as leave from "~/routes/leave/leave-form";
import * as caseRoute from "~/routes/logbook/case";
import * as session from "~/routes/logbook/session";
import * as cpd from "~/routes/reports/cpd-form";
import { db, makeUser, NOW, submit } from "../../support/harness";
import { type Fields, makeWholeDiary, validForms } from "../../support/valid-forms";

interface Refused {
  form: FormState;
}

const modules = import.meta.glob<{ action?: (args: never) => unknown; default?: unknown }>(
  ["../../../app/routes/**/*.tsx"],
  { eager: true },
);

const OF_DIARY = /^(extras|job-plans|leave|logbook|reports)\//;

const inAddress = Object.entries(validForms).flatMap(([file, form]) => {
  const route = modules[`../../../app/routes/${file}`];
  return form && OF_DIARY.test(file) && route?.action ? [{ file, form, action: route.action }] : [];
});

/** The answers that come back: no secret does. */
function typed(fields: Fields) {
  const lists = Object.entries(fields).map(([name, text]) => [name, [text].flat()] as const);
  return Object.fromEntries(lists.filter(([name]) => !isSecretField(name)));
}

test("whichever form is sent for what is not there keeps all that was typed", async () => {
  const [diary, stranger] = [await makeWholeDiary(await makeUser()), await makeUser()];
  const answers = [];
  for (const { file, form, action } of inAddress) {
    const fields = typed(await form.fields(diary));
    const { status, data } = await submit<Refused | null>(action, fields, { user: stranger, params: diary.params });
    const values = data?.form?.values ?? {};
    const isKept = Object.entries(fields).every(([name, texts]) => String(values[name]) === String(texts));
    if (status === 404 && hasTyped(fields)) answers.push({ file, isKept });
  }
  expect(
    answers
      .filter(({ isKept }) => !isKept)
      .map(({ file }) => file)
      .join(),
  ).toBe("");
  expect(answers.length).toBeGreaterThan(12);
});

const EDITS: [PartName, string, string, (args: never) => unknown][] = [
  ["sessions", "sessionRef", "logbook/session.tsx", session.action],
  ["cases", "caseRef", "logbook/case.tsx", caseRoute.action],
  ["fees", "feeRef", "extras/fee.tsx", fee.action],
  ["leave", "leaveRef", "leave/leave-form.tsx", leave.action],
  ["rates", "rateRef", "extras/rate.tsx", rate.action],
  ["cpd", "cpdRef", "reports/cpd-form.tsx", cpd.action],
];

test.each(
  EDITS,
)("answers of %s that were deleted meanwhile are saved once the deletion is undone", async (part, param, file, action) => {
  const diary = await makeWholeDiary(await makeUser());
  const { user, params } = diary;
  const fields = (await validForms[file as keyof typeof validForms]?.fields(diary)) as Fields;
  const by = { db, userId: user.id, now: NOW };
  const ref = (params as Record<string, string>)[param] as string;
  const { table } = partOf(part);
  const holds = async () => db.$count(table, eq(table.unique_ref, ref));
  const deleted = await writeChange(by, {
    message: "Deleted elsewhere",
    seen: [{ part, ref, version: 1 }],
    deletes: [{ part, refs: [ref] }],
  });
  const answer = await submit<Refused>(action, fields, { user, params });
  expect([answer.status, await holds()]).toEqual([404, 0]);
  expect(answer.data.form).toMatchObject({
    values: typed(fields),
    errors: { "": [expect.stringMatching(/^This was deleted elsewhere .* Undo the deletion, then save again$/)] },
    link: { path: "/logbook/undo/" },
  });
  expect(await undoWithMessage(by, "undo" in deleted ? String(deleted.undo) : "")).toMatchObject({ ok: true });
  expect((await submit(action, fields, { user, params })).status).toBe(302);
  const [row] = await db.select().from(table).where(eq(table.unique_ref, ref));
  expect(row?.version).toBeGreaterThan(1);
});

test("a button of what was deleted meanwhile leads to no page: nothing was typed", async () => {
  const { user, params } = await makeWholeDiary(await makeUser());
  for (const { table } of DIARY_PARTS.toReversed()) await db.delete(table).where(eq(table.user_id, user.id));
  const answer = await submit(
    cpd.action,
    { intent: "delete", version: "1", idempotency_key: "A".repeat(22) },
    { user, params },
  );
  expect([answer.status, answer.data]).toEqual([404, null]);
});
