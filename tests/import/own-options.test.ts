import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { MAX_CUSTOM_OPTIONS } from "~/diary/cases/options.server";
import { cases, options } from "~/diary/cases/table.server";
import { undoSaying } from "~/diary/undo/undo.server";
import type { CsvRow, WordTable } from "~/import/fields";
import { onePastImport, undoImport } from "~/import/imports.server";
import { knownFile } from "~/import/known-file.server";
import { makeSessions } from "~/import/new-sessions/make.server";
import { proposeSessions } from "~/import/new-sessions/propose.server";
import { whyNoOptions } from "~/import/own-options.server";
import { sessionWithRow } from "~/import/pick-row.server";
import { importRows } from "~/import/table.server";
import { newRef } from "~/platform/db/columns.server";
import { makeDiary } from "../support/diary";
import { db, makeUser, NOW } from "../support/harness";
import { askedBy, factsOf, importFile, row } from "./files";

type Asked = ReturnType<typeof askedBy>;

const ADD = "+airway/Magic wand";
const WORDS: WordTable = { airway: { "magic wand": [ADD] } };

async function somebody(): Promise<Asked> {
  return askedBy(await makeUser());
}

function said(id: string, flags = ""): Partial<CsvRow> {
  return { options: [{ id, flags }] };
}

/** Imports rows with words that become options. */
function importWith(asked: Asked, rows: CsvRow[], words: WordTable, layout = newRef()) {
  return importFile(asked, rows, factsOf(rows, { choices: { words }, layout }));
}

/** Makes sessions of all that waits, with its cases. */
async function placeIt(asked: Asked) {
  const proposal = await proposeSessions(asked);
  return makeSessions(asked, proposal, proposal.fingerprint);
}

function ownOf(asked: Asked) {
  return db
    .select({ ref: options.unique_ref, label: options.label, kind: options.kind, active: options.active })
    .from(options)
    .where(eq(options.user_id, asked.userId));
}

async function casesOf(asked: Asked) {
  const found = await db.select({ options: cases.options }).from(cases).where(eq(cases.user_id, asked.userId));
  return found.map((each) => each.options.map(({ id, flags }) => `${id}:${flags}`));
}

/** The one row of an import, as it waits. */
async function storedOf(importRef: string) {
  const [stored] = await db.select().from(importRows).where(eq(importRows.import_ref, importRef));
  return stored;
}

async function addOwn(asked: Asked, label: string, active = true, kind: "airway" | "procedure" = "airway") {
  const unique_ref = newRef();
  const at = { created_at: NOW, updated_at: NOW };
  await db.insert(options).values({ user_id: asked.userId, unique_ref, kind, label, active, ...at });
  return unique_ref;
}

test("a word becomes an option of one's own once, is in the cases, and stands for it in the next file", async () => {
  const asked = await somebody();
  const words = { airway: { "magic wand": [ADD], "MAGIC wand": ["+airway/magic WAND"] } };
  const { facts } = await importWith(asked, [row(2, said(ADD)), row(3, said("+airway/magic WAND"))], words);
  const [own, ...others] = await ownOf(asked);
  expect([own, others]).toEqual([expect.objectContaining({ label: "Magic wand", kind: "airway", active: true }), []]);
  const known = await knownFile(asked, facts);
  expect(known.own).toEqual([{ id: own?.ref, kind: "airway", label: "Magic wand" }]);
  expect(known.words.airway?.["magic wand"]).toEqual([own?.ref]);
  await placeIt(asked);
  expect(await casesOf(asked)).toContainEqual([`${own?.ref}:`]);
});

test("the import that goes on after it broke off is the same one, and adds nothing twice", async () => {
  const asked = await somebody();
  const rows = [row(2, said(ADD)), row(3, { start_minute: 700 })];
  const facts = factsOf(rows, { choices: { words: WORDS } });
  const first = await importFile(asked, rows.slice(0, 1), facts);
  const again = await importFile(asked, rows, facts);
  expect(again.importRef).toBe(first.importRef);
  expect(await ownOf(asked)).toHaveLength(1);
});

test("an option that has the name already is taken, an archived one is offered again", async () => {
  const asked = await somebody();
  const ref = await addOwn(asked, "magic wand", false);
  const { importRef } = await importWith(asked, [row(2, said(ADD))], WORDS);
  expect(await ownOf(asked)).toEqual([{ ref, label: "magic wand", kind: "airway", active: true }]);
  const stored = await storedOf(importRef);
  expect(stored?.options).toEqual([{ id: ref, flags: "" }]);
});

test("undoing the import archives again the option that it took from the archive, though cases of before have it", async () => {
  const asked = await somebody();
  const ref = await addOwn(asked, "magic wand", false);
  await makeDiary(asked.user);
  await db
    .update(cases)
    .set({ options: [{ id: ref, flags: "" }], updated_at: NOW - 1 })
    .where(eq(cases.user_id, asked.userId));
  const { importRef } = await importWith(asked, [row(2, said(ADD))], WORDS);
  expect((await ownOf(asked))[0]?.active).toBe(true);
  await undoImport(asked, importRef, { cases: 0, edited: 0, fees: 0 });
  expect((await ownOf(asked))[0]?.active).toBe(false);
});

test("undoing an import forgets the meanings whose options it archives, and no other", async () => {
  const asked = await somebody();
  const [mine, layout] = [await addOwn(asked, "My own"), newRef()];
  const before: WordTable = { airway: { "magic wand": [mine], tube: ["122"] } };
  await importWith(asked, [row(2)], before, layout);
  const words = { airway: { "magic wand": [ADD], tube: ["121"], mask: [] } };
  const { facts, importRef } = await importWith(asked, [row(3, said(ADD))], words, layout);
  await undoImport(asked, importRef, { cases: 0, edited: 0, fees: 0 });
  expect((await knownFile(asked, facts)).words).toEqual({ airway: { "magic wand": [mine], tube: ["121"], mask: [] } });
});

test("undoing the import archives the options that it added, and a restored case still has its name", async () => {
  const asked = await somebody();
  const { importRef } = await importWith(asked, [row(2, said(ADD))], WORDS);
  await placeIt(asked);
  const [own] = await ownOf(asked);
  expect((await onePastImport(asked, importRef)).addedOptions).toBe(1);
  const undone = await undoImport(asked, importRef, { cases: 1, edited: 0, fees: 0 });
  expect(await ownOf(asked)).toEqual([{ ...own, active: false }]);
  if (undone.result !== "undone") throw new Error(undone.result);
  await undoSaying(asked, undone.undo ?? "");
  expect(await casesOf(asked)).toEqual([[`${own?.ref}:`]]);
});

test("an option that another case or a waiting row has stays on the list when its import is undone", async () => {
  for (const keep of ["case", "row"] as const) {
    const asked = await somebody();
    const { importRef } = await importWith(asked, [row(2, said(ADD))], WORDS);
    const [own] = await ownOf(asked);
    if (keep === "row") await importFile(asked, [row(9, { case_date: "2026-11-02", ...said(own?.ref ?? "") })]);
    else {
      await makeDiary(asked.user);
      await db
        .update(cases)
        .set({ options: [{ id: own?.ref ?? "", flags: "" }] })
        .where(eq(cases.user_id, asked.userId));
    }
    expect((await undoImport(asked, importRef, { cases: 0, edited: 0, fees: 0 })).result).toBe("undone");
    expect((await ownOf(asked))[0]?.active).toBe(true);
  }
});

test("an option that is deleted while its row waits is in neither the case nor its form, and its word asks again", async () => {
  const asked = await somebody();
  const { params } = await makeDiary(asked.user);
  const { facts, importRef } = await importWith(asked, [row(2, { ...said(ADD), case_date: "2026-10-05" })], WORDS);
  await db.delete(options).where(and(eq(options.user_id, asked.userId), eq(options.label, "Magic wand")));
  expect((await knownFile(asked, facts)).words).toEqual({});
  const stored = await storedOf(importRef);
  const picked = await sessionWithRow(asked, params.sessionRef, stored?.unique_ref ?? "");
  expect(picked.row?.answers.selected_airway_options_set).toEqual([]);
  await placeIt(asked);
  const [made] = await db
    .select()
    .from(cases)
    .where(eq(cases.unique_ref, stored?.case_ref ?? ""));
  expect(made?.options).toEqual([]);
});

test("what is said of a block is in the form of its case, and in the case", async () => {
  const asked = await somebody();
  const { params } = await makeDiary(asked.user);
  const block = said("241", "ultrasound,catheter");
  const { importRef } = await importFile(asked, [row(2, { ...block, case_date: "2026-10-05" })]);
  const stored = await storedOf(importRef);
  const picked = await sessionWithRow(asked, params.sessionRef, stored?.unique_ref ?? "");
  expect(picked.row?.answers).toMatchObject({
    ...{ selected_extra_options_set: ["241"], block_flags_241: ["ultrasound", "catheter"] },
  });
  await placeIt(asked);
  expect(await casesOf(asked)).toContainEqual(["241:ultrasound,catheter"]);
});

test("another user's option is in no row", async () => {
  const [asked, other] = [await somebody(), await somebody()];
  const theirs = await addOwn(other, "Theirs");
  const { importRef } = await importFile(asked, [row(2, said(theirs))]);
  const stored = await storedOf(importRef);
  expect(stored?.options).toEqual([]);
});

test("more options than a user may have are refused before anything is added", async () => {
  const asked = await somebody();
  for (let at = 0; at < MAX_CUSTOM_OPTIONS; at += 1) await addOwn(asked, `Option ${at}`);
  expect(await whyNoOptions(asked, WORDS)).toMatch(/^You can have 200 airway options of your own/);
  expect(await whyNoOptions(asked, { airway: { known: ["+airway/option 7"] } })).toBeNull();
  expect(await whyNoOptions(asked, { procedures: { fresh: ["+procedure/Fresh"] } })).toBeNull();
});
