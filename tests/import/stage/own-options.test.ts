import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { cases, options } from "~/diary/cases/table.server";
import type { CsvRow } from "~/import/fields";
import { knownFile } from "~/import/map/known-file.server";
import { makeSessions } from "~/import/new-sessions/make.server";
import { proposeSessions } from "~/import/new-sessions/propose.server";
import { sessionWithRow } from "~/import/place/pick-row.server";
import { importRows } from "~/import/table.server";
import { newRef } from "~/platform/db/columns.server";
import { makeDiary } from "../../support/diary";
import { db, makeUser, NOW } from "../../support/harness";
import { factsOf, importFile, requestContextOf, row } from "../files";

type Asked = ReturnType<typeof requestContextOf>;

async function somebody(): Promise<Asked> {
  return requestContextOf(await makeUser());
}

function said(id: string, flags = ""): Partial<CsvRow> {
  return { options: [{ id, flags }] };
}

/** Makes sessions of all that waits, with its cases. */
async function placeIt(context: Asked) {
  const proposal = await proposeSessions(context);
  return makeSessions(context, proposal, proposal.fingerprint);
}

async function casesOf(context: Asked) {
  const found = await db.select({ options: cases.options }).from(cases).where(eq(cases.user_id, context.userId));
  return found.map((each) => each.options.map(({ id, flags }) => `${id}:${flags}`));
}

/** The one row of an import, as it waits. */
async function storedOf(importRef: string) {
  const [stored] = await db.select().from(importRows).where(eq(importRows.import_ref, importRef));
  return stored;
}

async function addOwn(context: Asked, label: string) {
  const unique_ref = newRef();
  const at = { created_at: NOW, updated_at: NOW };
  await db.insert(options).values({ user_id: context.userId, unique_ref, kind: "airway", label, ...at });
  return unique_ref;
}

test("an option that is deleted while its row waits is in neither the case nor its form, and its word asks again", async () => {
  const context = await somebody();
  const { params } = await makeDiary(context.user);
  const ref = await addOwn(context, "Magic wand");
  const rows = [row(2, { ...said(ref), case_date: "2026-10-05" })];
  const facts = factsOf(rows, { choices: { words: { airway: { wand: [ref], tube: ["121"] } } } });
  const { importRef } = await importFile(context, rows, facts);
  await db.delete(options).where(and(eq(options.user_id, context.userId), eq(options.unique_ref, ref)));
  expect((await knownFile(context, facts)).words).toEqual({ airway: { tube: ["121"] } });
  const stored = await storedOf(importRef);
  const picked = await sessionWithRow(context, params.sessionRef, stored?.unique_ref ?? "");
  expect(picked.row?.answers.selected_airway_options_set).toEqual([]);
  await placeIt(context);
  const [made] = await db
    .select()
    .from(cases)
    .where(eq(cases.unique_ref, stored?.case_ref ?? ""));
  expect(made?.options).toEqual([]);
});

test("what is said of a block is in the form of its case, and in the case", async () => {
  const context = await somebody();
  const { params } = await makeDiary(context.user);
  const block = said("241", "ultrasound,catheter");
  const { importRef } = await importFile(context, [row(2, { ...block, case_date: "2026-10-05" })]);
  const stored = await storedOf(importRef);
  const picked = await sessionWithRow(context, params.sessionRef, stored?.unique_ref ?? "");
  expect(picked.row?.answers).toMatchObject({
    ...{ selected_extra_options_set: ["241"], block_flags_241: ["ultrasound", "catheter"] },
  });
  await placeIt(context);
  expect(await casesOf(context)).toContainEqual(["241:ultrasound,catheter"]);
});

test("another user's option is in no row", async () => {
  const [context, other] = [await somebody(), await somebody()];
  const theirs = await addOwn(other, "Theirs");
  const { importRef } = await importFile(context, [row(2, said(theirs))]);
  const stored = await storedOf(importRef);
  expect(stored?.options).toEqual([]);
});
