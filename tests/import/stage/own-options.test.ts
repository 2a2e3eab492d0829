import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { MAX_CUSTOM_OPTIONS } from "~/diary/cases/options.server";
import { cases, options } from "~/diary/cases/table.server";
import { undoWithMessage } from "~/diary/undo/undo.server";
import type { CsvRow, WordTable } from "~/import/fields";
import { knownFile } from "~/import/map/known-file.server";
import { makeSessions } from "~/import/new-sessions/make.server";
import { proposeSessions } from "~/import/new-sessions/propose.server";
import { onePastImport, undoImport } from "~/import/place/imports.server";
import { sessionWithRow } from "~/import/place/pick-row.server";
import { optionsRefusal } from "~/import/stage/own-options.server";
import { importRows } from "~/import/table.server";
import { newRef } from "~/platform/db/columns.server";
import { makeDiary } from "../../support/diary";
import { db, makeUser, NOW } from "../../support/harness";
import { factsOf, importFile, requestContextOf, row } from "../files";

type Asked = ReturnType<typeof requestContextOf>;

const ADD = "+airway/Magic wand";
const WORDS: WordTable = { airway: { "magic wand": [ADD] } };

async function somebody(): Promise<Asked> {
  return requestContextOf(await makeUser());
}

function said(id: string, flags = ""): Partial<CsvRow> {
  return { options: [{ id, flags }] };
}

/** Imports rows with words that become options. */
function importWith(context: Asked, rows: CsvRow[], words: WordTable, layout = newRef()) {
  return importFile(context, rows, factsOf(rows, { choices: { words }, layout }));
}

/** Makes sessions of all that waits, with its cases. */
async function placeIt(context: Asked) {
  const proposal = await proposeSessions(context);
  return makeSessions(context, proposal, proposal.fingerprint);
}

function ownOf(context: Asked) {
  return db
    .select({ ref: options.unique_ref, label: options.label, kind: options.kind, active: options.active })
    .from(options)
    .where(eq(options.user_id, context.userId));
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

async function addOwn(context: Asked, label: string, active = true, kind: "airway" | "procedure" = "airway") {
  const unique_ref = newRef();
  const at = { created_at: NOW, updated_at: NOW };
  await db.insert(options).values({ user_id: context.userId, unique_ref, kind, label, active, ...at });
  return unique_ref;
}

test("a word becomes an option of one's own once, is in the cases, and stands for it in the next file", async () => {
  const context = await somebody();
  const words = { airway: { "magic wand": [ADD], "MAGIC wand": ["+airway/magic WAND"] } };
  const { facts } = await importWith(context, [row(2, said(ADD)), row(3, said("+airway/magic WAND"))], words);
  const [own, ...others] = await ownOf(context);
  expect([own, others]).toEqual([expect.objectContaining({ label: "Magic wand", kind: "airway", active: true }), []]);
  const known = await knownFile(context, facts);
  expect(known.own).toEqual([{ id: own?.ref, kind: "airway", label: "Magic wand" }]);
  expect(known.words.airway?.["magic wand"]).toEqual([own?.ref]);
  await placeIt(context);
  expect(await casesOf(context)).toContainEqual([`${own?.ref}:`]);
});

test("the import that goes on after it broke off is the same one, and adds nothing twice", async () => {
  const context = await somebody();
  const rows = [row(2, said(ADD)), row(3, { start_minute: 700 })];
  const facts = factsOf(rows, { choices: { words: WORDS } });
  const first = await importFile(context, rows.slice(0, 1), facts);
  const again = await importFile(context, rows, facts);
  expect(again.importRef).toBe(first.importRef);
  expect(await ownOf(context)).toHaveLength(1);
});

test("an option that has the name already is taken, an archived one is offered again", async () => {
  const context = await somebody();
  const ref = await addOwn(context, "magic wand", false);
  const { importRef } = await importWith(context, [row(2, said(ADD))], WORDS);
  expect(await ownOf(context)).toEqual([{ ref, label: "magic wand", kind: "airway", active: true }]);
  const stored = await storedOf(importRef);
  expect(stored?.options).toEqual([{ id: ref, flags: "" }]);
});

test("undoing the import archives again the option that it took from the archive, though cases of before have it", async () => {
  const context = await somebody();
  const ref = await addOwn(context, "magic wand", false);
  await makeDiary(context.user);
  await db
    .update(cases)
    .set({ options: [{ id: ref, flags: "" }], updated_at: NOW - 1 })
    .where(eq(cases.user_id, context.userId));
  const { importRef } = await importWith(context, [row(2, said(ADD))], WORDS);
  expect((await ownOf(context))[0]?.active).toBe(true);
  const version = async () => (await db.select().from(options).where(eq(options.unique_ref, ref)))[0]?.version ?? 0;
  const before = await version();
  await undoImport(context, importRef, { cases: 0, edited: 0, fees: 0 });
  expect((await ownOf(context))[0]?.active).toBe(false);
  // A page that was opened before is told that the option is another now.
  expect(await version()).toBe(before + 1);
});

test("undoing an import forgets the meanings whose options it archives, and no other", async () => {
  const context = await somebody();
  const [mine, layout] = [await addOwn(context, "My own"), newRef()];
  const before: WordTable = { airway: { "magic wand": [mine], tube: ["122"] } };
  await importWith(context, [row(2)], before, layout);
  const words = { airway: { "magic wand": [ADD], tube: ["121"], mask: [] } };
  const { facts, importRef } = await importWith(context, [row(3, said(ADD))], words, layout);
  await undoImport(context, importRef, { cases: 0, edited: 0, fees: 0 });
  expect((await knownFile(context, facts)).words).toEqual({
    airway: { "magic wand": [mine], tube: ["121"], mask: [] },
  });
});

test("undoing the import archives the options that it added, and a restored case still has its name", async () => {
  const context = await somebody();
  const { importRef } = await importWith(context, [row(2, said(ADD))], WORDS);
  await placeIt(context);
  const [own] = await ownOf(context);
  expect((await onePastImport(context, importRef)).addedOptions).toBe(1);
  const undone = await undoImport(context, importRef, { cases: 1, edited: 0, fees: 0 });
  expect(await ownOf(context)).toEqual([{ ...own, active: false }]);
  if (undone.result !== "undone") throw new Error(undone.result);
  await undoWithMessage(context, undone.undo ?? "");
  expect(await casesOf(context)).toEqual([[`${own?.ref}:`]]);
});

test("an option that another case or a waiting row has stays on the list when its import is undone", async () => {
  for (const keep of ["case", "row"] as const) {
    const context = await somebody();
    const { importRef } = await importWith(context, [row(2, said(ADD))], WORDS);
    const [own] = await ownOf(context);
    if (keep === "row") await importFile(context, [row(9, { case_date: "2026-11-02", ...said(own?.ref ?? "") })]);
    else {
      await makeDiary(context.user);
      await db
        .update(cases)
        .set({ options: [{ id: own?.ref ?? "", flags: "" }] })
        .where(eq(cases.user_id, context.userId));
    }
    expect((await undoImport(context, importRef, { cases: 0, edited: 0, fees: 0 })).result).toBe("undone");
    expect((await ownOf(context))[0]?.active).toBe(true);
  }
});

test("an option that is deleted while its row waits is in neither the case nor its form, and its word asks again", async () => {
  const context = await somebody();
  const { params } = await makeDiary(context.user);
  const { facts, importRef } = await importWith(context, [row(2, { ...said(ADD), case_date: "2026-10-05" })], WORDS);
  await db.delete(options).where(and(eq(options.user_id, context.userId), eq(options.label, "Magic wand")));
  expect((await knownFile(context, facts)).words).toEqual({});
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

test("more options than a user may have are refused before anything is added", async () => {
  const context = await somebody();
  for (let at = 0; at < MAX_CUSTOM_OPTIONS; at += 1) await addOwn(context, `Option ${at}`);
  expect(await optionsRefusal(context, WORDS)).toMatch(/^You can have 200 airway options of your own/);
  expect(await optionsRefusal(context, { airway: { known: ["+airway/option 7"] } })).toBeNull();
  expect(await optionsRefusal(context, { procedures: { fresh: ["+procedure/Fresh"] } })).toBeNull();
});
