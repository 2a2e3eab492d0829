import { and, eq, notInArray } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { newCaseForm } from "~/diary/cases/form";
import { cases } from "~/diary/cases/table.server";
import { newRef } from "~/platform/db/columns.server";
import { knownNames } from "~/platform/http/field-names";
import { loader } from "~/routes/logbook/case";
import { action } from "~/routes/logbook/case-new";
import { db, load, makeUser, submit } from "../../support/harness";
import { type Diary, makeWholeDiary, validForms } from "../../support/valid-forms";

/** What the form of a new case holds beside answers about the case. */
const OF_THE_FORM = /^(idempotency_key|next|save_empty|identifiers_\w+)$/;
/** Answers that say more of another one, and nothing by themselves. */
const OF_ANOTHER =
  /^(age_unit|case_day|block_flags_\w+|case_claim_(procedure_code|payer|timesheet_date|paid_date|notes))$/;

const names = [...knownNames(newCaseForm).fields.keys()].filter((name) => !OF_THE_FORM.test(name));
const alone = names.filter((name) => !OF_ANOTHER.test(name));

let diary: Diary;
let sent: Record<string, string | string[]>;
let empty: Awaited<ReturnType<typeof shown>>;
const seen: string[] = [];

beforeAll(async () => {
  diary = await makeWholeDiary(await makeUser());
  sent = (await validForms["logbook/case-new.tsx"]?.fields(diary)) ?? {};
  seen.push(diary.params.caseRef);
  empty = await added({ save_empty: "on" });
});

/** What of a case its own page shows. */
async function shown(caseRef: string) {
  const { user, params } = diary;
  const page = await load<{ answers: Record<string, unknown> }>(loader, { user, params: { ...params, caseRef } });
  const { idempotency_key: _key, ...answers } = page.data.answers;
  return { answers };
}

async function added(answers: Record<string, string | string[]>) {
  const { user, params } = diary;
  const saved = await submit(action, { idempotency_key: newRef(), ...answers }, { user, params });
  expect(saved).toMatchObject({ status: 302 });
  const [row] = await db
    .select()
    .from(cases)
    .where(and(eq(cases.user_id, user.id), notInArray(cases.unique_ref, seen)));
  const caseRef = row?.unique_ref ?? "none";
  seen.push(caseRef);
  return shown(caseRef);
}

test("every answer that the form of a case takes is among those that tests send", () => {
  expect(names.filter((name) => !(name in sent) && !name.startsWith("block_flags_"))).toEqual([]);
});

test.each(alone)("%s makes a case where it is all that is said, and is shown on its page", async (name) => {
  const { answers } = await added({ [name]: sent[name] ?? "" });
  expect(answers).not.toEqual(empty.answers);
});
