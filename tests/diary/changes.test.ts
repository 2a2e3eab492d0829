import { env } from "cloudflare:workers";
import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import {
  type Change,
  type ChangeOutcome,
  type ChangeResult,
  deletionForm,
  editForm,
  type FormSubmit,
  UNDO_WINDOW_MS,
  writeChange,
} from "~/changes/write-change.server";
import { rollFrom } from "~/dev/dice";
import { cases } from "~/diary/cases/table.server";
import { payerNamed } from "~/diary/fees/payer-names.server";
import { fees, payers } from "~/diary/fees/table.server";
import { sessions } from "~/diary/sessions/table.server";
import { undoableChanges } from "~/diary/undo/queries.server";
import { undoChange } from "~/diary/undo/undo-change.server";
import { newRef } from "~/platform/db/columns.server";
import { db, makeUser, NOW, racingDatabase } from "../support/harness";
import { timesOf } from "../support/property";
import { ModelDiary, type ModelRow } from "./model";
import { caseValues, feeValues, sessionValues } from "./values";

const { DAYBOOK_SEED } = env as unknown as Record<string, string>;
const ACTS = timesOf("changes, undos and undone undos", 250, 30);

const by = async () => ({ db, userId: (await makeUser()).id, now: NOW });
type By = Awaited<ReturnType<typeof by>>;

async function told({ userId }: By): Promise<ModelRow[]> {
  const [all, held, feeList] = await db.batch([
    db.select().from(sessions).where(eq(sessions.user_id, userId)),
    db.select().from(cases).where(eq(cases.user_id, userId)),
    db.select().from(fees).where(eq(fees.user_id, userId)),
  ]);
  const words = (bytes: Uint8Array | null) => (bytes ? new TextDecoder().decode(new Uint8Array(bytes)) : "");
  return [
    ...all.map(({ unique_ref: ref, version, site }) => ({
      ...{ part: "sessions" as const, ref, version, owners: [] },
      holds: site,
    })),
    ...held.map(({ unique_ref: ref, version, session_ref, asa, options, text_encrypted }) => ({
      ...{ part: "cases" as const, ref, version, owners: [session_ref] },
      holds: holdsOf(asa, words(text_encrypted), options.length),
    })),
    ...feeList.map(({ unique_ref: ref, version, case_ref, amount_pence }) => ({
      ...{ part: "fees" as const, ref, version, owners: [case_ref as string] },
      holds: String(amount_pence),
    })),
  ].sort(byRef);
}

function byRef(one: ModelRow, other: ModelRow): number {
  return one.ref < other.ref ? -1 : 1;
}

function holdsOf(asa: number | null, words: string, options = 2): string {
  return `${asa} ${options} ${words}`;
}

test(`after any of ${ACTS} random changes, undos and undone undos the diary is what the model is`, {
  timeout: 600_000,
}, async () => {
  const who = await by();
  const model = new ModelDiary();
  const roll = rollFrom(Number(DAYBOOK_SEED));
  const tally = new Map<string, number>();
  const forms: { form: FormSubmit; number: number }[] = [];
  const some = (rows: ModelRow[]) => rows[roll(rows.length || 1)];
  const count = (name: string) => tally.set(name, (tally.get(name) ?? 0) + 1);
  /** Now and then what a page saw is old. */
  const seen = ({ part, ref, version }: ModelRow) => ({ part, ref, version: roll(12) === 0 ? version - 1 : version });
  const isSeen = (each: { ref: string; version: number }) => model.rows.get(each.ref)?.version === each.version;

  async function write(
    name: string,
    change: Omit<Change, "message">,
    wanted: ChangeResult["result"],
    apply: (number: number) => void,
  ) {
    const form = change.form ?? { key: newRef(), fingerprint: newRef() };
    const written = await writeChange(who, { ...change, message: name, form });
    expect(written.result, name).toBe(wanted);
    if (written.result === "written" && written.undo === null) {
      // Every row was as it was wanted: none has a new version.
      const held = () => [...model.rows.values()].map(({ version, ...row }) => JSON.stringify(row)).sort();
      const [was, before] = [held(), structuredClone({ ...model })];
      apply(model.begin());
      expect(held(), name).toEqual(was);
      Object.assign(model, before);
    } else if (written.result === "written") {
      const number = model.begin();
      expect(written.number).toBe(number);
      forms.push({ form, number });
      apply(number);
    }
    count(`${name}: ${written.result}`);
  }

  const acts = [
    async () => {
      const session = newRef();
      const own = Array.from({ length: roll(4) }, () => newRef());
      const inserts = {
        sessions: [sessionValues(session, "new")],
        cases: own.map((ref) => caseValues(ref, session, 1, "new")),
      };
      await write("add a session", { inserts }, "written", (version) => {
        model.put(version, { part: "sessions", ref: session, version, owners: [], holds: "new" });
        for (const ref of own)
          model.put(version, { part: "cases", ref, version, owners: [session], holds: holdsOf(1, "new") });
      });
    },
    async () => {
      const session = roll(10) === 0 ? newRef() : (some(model.rowsOf("sessions"))?.ref ?? newRef());
      const ref = newRef();
      await write(
        "add a case",
        { inserts: { cases: [caseValues(ref, session, 2, "é")] } },
        model.rows.has(session) ? "written" : "gone",
        (version) => model.put(version, { part: "cases", ref, version, owners: [session], holds: holdsOf(2, "é") }),
      );
    },
    async () => {
      const row = some(model.rowsOf("sessions"));
      if (!row) return;
      const at = seen(row);
      const site = `site ${roll(1000)}`;
      const change = { seen: [at], updates: { sessions: [sessionValues(row.ref, site, roll(20))] } };
      await write("change a session", change, isSeen(at) ? "written" : "changed since", (version) =>
        model.put(version, { ...row, version, holds: site }),
      );
    },
    async () => {
      const row = some(model.rowsOf("cases"));
      const session = some(model.rowsOf("sessions"))?.ref;
      if (!row || !session) return;
      const at = seen(row);
      const words = `words ${roll(1000)}`;
      const change = { seen: [at], updates: { cases: [caseValues(row.ref, session, 3, words)] } };
      await write("change and move a case", change, isSeen(at) ? "written" : "changed since", (version) =>
        model.put(version, { ...row, version, owners: [session], holds: holdsOf(3, words) }),
      );
    },
    async () => {
      const row = some(model.rowsOf("cases"));
      if (!row) return;
      const at = seen(row);
      const [current] = model.disabledBy(row.ref);
      const amount = 1 + roll(9_000);
      const fee = current?.ref ?? newRef();
      const values = feeValues(fee, row.ref, amount);
      const own = { part: "cases" as const, refs: [row.ref] };
      const change = current
        ? { seen: [at, { part: "fees" as const, ref: fee, version: current.version }], updates: { fees: [values] } }
        : { seen: [at], inserts: { fees: [values] } };
      const wanted = isSeen(at) ? "written" : "changed since";
      await write("give a case a fee", { ...change, touches: [own] }, wanted, (version) => {
        model.put(version, { ...row, version });
        model.put(version, { part: "fees", ref: fee, version, owners: [row.ref], holds: String(amount) });
      });
    },
    async () => {
      const row = some(model.rowsOf("fees"));
      if (!row) return;
      const at = seen(row);
      const change = {
        seen: [at],
        deletes: [{ part: "fees" as const, refs: [row.ref] }],
        touches: [{ part: "cases" as const, refs: [...row.owners] }],
      };
      await write("delete a fee", change, isSeen(at) ? "written" : "changed since", (version) => {
        model.take(version, row.ref);
        const owner = model.rows.get(row.owners[0] as string) as ModelRow;
        model.put(version, { ...owner, version });
      });
    },
    async () => {
      const picked = Array.from({ length: 1 + roll(6) }, () => some(model.rowsOf("cases")));
      const rows = [...new Set(picked)].filter((row) => row !== undefined);
      if (rows.length === 0) return;
      const all = rows.map(seen);
      const asa = 1 + roll(5);
      const refs = rows.map(({ ref }) => ref);
      const sets = [{ part: "cases" as const, refs, values: { asa } }];
      const wanted = all.every(isSeen) ? "written" : "changed since";
      await write("set ASA of ticked cases", { seen: all, sets }, wanted, (version) => {
        for (const row of rows) model.put(version, { ...row, version, holds: row.holds.replace(/^\d/, String(asa)) });
      });
    },
    async () => {
      const picked = Array.from({ length: 2 + roll(4) }, () => some(model.rowsOf("sessions")));
      const rows = [...new Set(picked)].filter((row) => row !== undefined);
      if (rows.length < 2) return;
      const all = rows.map(seen);
      const site = `all ${roll(1000)}`;
      const updates = { sessions: rows.map(({ ref }, at) => sessionValues(ref, site, at)) };
      const wanted = all.every(isSeen) ? "written" : "changed since";
      await write("change some sessions", { seen: all, updates }, wanted, (version) => {
        for (const row of rows) model.put(version, { ...row, version, holds: site });
      });
    },
    async () => {
      const row = some(model.rowsOf("sessions"));
      if (!row) return;
      const at = seen(row);
      const held = model.disabledBy(row.ref).length;
      const shown = held + (roll(8) === 0 ? 1 : 0);
      const guards = {
        shown: sql`(SELECT count(*) FROM cases AS held WHERE held.user_id = ${who.userId} AND held.session_ref = ${row.ref}) = ${shown}`,
      };
      const change = { seen: [at], guards, deletes: [{ part: "sessions" as const, refs: [row.ref] }] };
      const wanted = !isSeen(at) ? "changed since" : shown === held ? "written" : "refused";
      await write("delete a session", change, wanted, (number) => model.take(number, row.ref));
    },
    async () => {
      const row = some(model.rowsOf("cases"));
      if (!row) return;
      const at = seen(row);
      const change = { seen: [at], deletes: [{ part: "cases" as const, refs: [row.ref] }] };
      await write("delete a case", change, isSeen(at) ? "written" : "changed since", (number) =>
        model.take(number, row.ref),
      );
    },
    async () => {
      const again = forms[roll(forms.length || 1)];
      if (!again) return;
      const other = roll(2) === 0;
      const form = other ? { ...again.form, fingerprint: newRef() } : again.form;
      const session = newRef();
      const isUndone = model.changes.get(again.number)?.isReleased;
      const wanted = isUndone ? "written" : other ? "form used" : "repeated";
      const change = { form, inserts: { sessions: [sessionValues(session, "again")] } };
      await write("a form sent again", change, wanted, (version) =>
        model.put(version, { part: "sessions", ref: session, version, owners: [], holds: "again" }),
      );
      if (isUndone) forms.splice(forms.indexOf(again), 1);
    },
    async () => {
      const session = newRef();
      const rows = Array.from({ length: 20 }, () => newRef());
      await write("import", { inserts: { sessions: [sessionValues(session, "file")] } }, "written", (version) =>
        model.put(version, { part: "sessions", ref: session, version, owners: [], holds: "file" }),
      );
      const continues = model.last;
      const inserts = { cases: rows.map((ref) => caseValues(ref, session, 4, "file")) };
      const more = await writeChange(who, { message: "import", continues, inserts });
      expect(more).toMatchObject({ result: "written", number: continues });
      for (const ref of rows)
        model.put(continues, {
          ...{ part: "cases", ref, version: continues, owners: [session] },
          holds: holdsOf(4, "file"),
        });
    },
  ];
  const undo = async () => {
    const number = Math.max(0, model.last - roll(14));
    const isUndo = forms.every((each) => each.number !== number);
    const wanted = model.undo(number);
    const undone = await undoChange(who, number);
    if (typeof wanted === "string") expect(undone.result).toBe(wanted);
    else expect(undone).toMatchObject({ result: "undone", number: model.last });
    count(`undo${isUndo ? " an undo" : ""}: ${undone.result}`);
  };

  // What never came up would show nothing: it goes on until all of it has.
  const names = [
    ...["written", "changed since", "gone", "repeated", "form used", "refused"],
    ...["undone", "undone before", "changed since", "undo an undo: undone"],
  ];
  const isMissing = () => names.some((name) => ![...tally.keys()].some((each) => `: ${each}`.endsWith(`: ${name}`)));
  for (let at = 1; at <= ACTS || (isMissing() && at <= 20 * ACTS); at += 1) {
    await (roll(3) === 0 ? undo() : (acts[roll(acts.length)] as () => Promise<void>)());
    // Small diaries make rows meet more often.
    if (model.rows.size > 150) {
      const number = model.begin();
      const rows = model.rowsOf("sessions").slice(0, 20);
      const refs = rows.map(({ ref }) => ref);
      const all = rows.map(({ part, ref, version }) => ({ part, ref, version }));
      await writeChange(who, { message: "clear", seen: all, deletes: [{ part: "sessions", refs }] });
      for (const ref of refs) model.take(number, ref);
    }
    if (at % 25 === 0 || at >= ACTS) expect(await told(who)).toEqual([...model.rows.values()].sort(byRef));
  }
  expect(isMissing()).toBe(false);
});

async function addSession(who: By, ref = newRef(), site = "") {
  await writeChange(who, { message: "Added", inserts: { sessions: [sessionValues(ref, site)] } });
  return ref;
}

test("an import of several batches is one change, and is undone as one", async () => {
  const who = await by();
  const session = newRef();
  const inserts = { sessions: [sessionValues(session, "file")] };
  const number = Number(((await writeChange(who, { message: "Imported", inserts })) as ChangeOutcome).number);
  for (let batch = 0; batch < 3; batch += 1) {
    const rows = Array.from({ length: 1_200 }, () => caseValues(newRef(), session, 2, "file"));
    await writeChange(who, { message: "Imported", continues: number, inserts: { cases: rows } });
  }
  const undone = await undoChange(who, number);
  expect(undone).toMatchObject({ result: "undone", number: number + 1 });
  expect("outcome" in undone && undone.outcome).toEqual([
    { part: "cases", did: "removed", rows: 3_600 },
    { part: "sessions", did: "removed", rows: 1 },
  ]);
  expect(await told(who)).toEqual([]);
});

test("an import that was undone meanwhile does not go on", async () => {
  const who = await by();
  const ref = await addSession(who);
  await undoChange(who, 2);
  const inserts = { sessions: [sessionValues(ref, "file")] };
  const more = await writeChange(who, { message: "Imported", inserts, continues: 2 });
  expect(more.result).toBe("changed since");
  expect(await told(who)).toEqual([]);
});

test("no row is changed or deleted that nobody saw", async () => {
  const who = await by();
  const ref = await addSession(who);
  const deletes = [{ part: "sessions" as const, refs: [ref] }];
  const updates = { sessions: [sessionValues(ref, "new")] };
  await expect(writeChange(who, { message: "Changed", deletes })).rejects.toThrow("Nobody saw");
  await expect(writeChange(who, { message: "Changed", updates })).rejects.toThrow("Nobody saw");
  expect(await told(who)).toHaveLength(1);
});

test("a row of one user cannot belong to a session of another, nor be changed by them", async () => {
  const [owner, other] = [await by(), await by()];
  const session = await addSession(owner);
  const stolen = { inserts: { cases: [caseValues(newRef(), session, 1, "")] } };
  expect(await writeChange(other, { message: "Added", ...stolen })).toEqual({ result: "gone" });
  const seen = [{ part: "sessions" as const, ref: session, version: 2 }];
  const changed = { seen, updates: { sessions: [sessionValues(session, "theirs")] } };
  expect(await writeChange(other, { message: "Changed", ...changed })).toEqual({ result: "gone" });
  expect(await undoChange(other, 2)).toEqual({ result: "not there" });
  expect(await told(owner)).toHaveLength(1);
});

test("a change is undone for an hour", async () => {
  const who = await by();
  await addSession(who);
  expect(await undoChange({ ...who, now: NOW + UNDO_WINDOW_MS }, 2)).toEqual({ result: "too late" });
  expect((await undoChange({ ...who, now: NOW + UNDO_WINDOW_MS - 1 }, 2)).result).toBe("undone");
});

test("an edit sent again is answered as before while its row stands as it left it", async () => {
  const who = await by();
  const ref = await addSession(who);
  const edit = (site: string, version: number) => ({
    message: "Saved",
    form: editForm("sessions", { ref, version, fingerprint: site }),
    seen: [{ part: "sessions" as const, ref, version }],
    updates: { sessions: [{ unique_ref: ref, site }] },
  });
  expect(await writeChange(who, edit("one", 2))).toMatchObject({ result: "written", number: 3 });
  expect(await writeChange(who, edit("one", 2))).toMatchObject({ result: "repeated", number: 3, undo: "3" });
  expect(await writeChange(who, edit("other", 2))).toEqual({ result: "changed since" });
  await writeChange(who, edit("two", 3));
  expect(await writeChange(who, edit("one", 2))).toEqual({ result: "changed since" });
  await undoChange(who, 4);
  expect(await writeChange(who, edit("one", 2))).toMatchObject({ result: "repeated", number: 3 });
  await undoChange(who, 3);
  expect(await writeChange(who, edit("one", 2))).toMatchObject({ result: "written" });
});

test("a save that leaves every row as it was has no number, nothing to undo and no results", async () => {
  const who = await by();
  const ref = await addSession(who, newRef(), "here");
  const seen = [{ part: "sessions" as const, ref, version: 2 }];
  const updates = { sessions: [{ unique_ref: ref, site: "here" }] };
  const nothing = { result: "written", number: null, undo: null, alongside: [] };
  expect(await writeChange(who, { message: "Saved", seen, updates })).toEqual(nothing);
  expect(await told(who)).toMatchObject([{ ref, version: 2 }]);
});

test("what goes ahead of a save that changes no row is carried out, and only if the rows are as they were seen", async () => {
  const who = await by();
  const ref = await addSession(who, newRef(), "here");
  const payer = (name: string) => payerNamed(who, name).ahead;
  const names = async () =>
    (await db.select().from(payers).where(eq(payers.user_id, who.userId))).map(({ name }) => name);
  const save = (name: string, at: By = who, version = 2) =>
    writeChange(at, {
      message: "Saved",
      form: editForm("sessions", { ref, version, fingerprint: name }),
      seen: [{ part: "sessions", ref, version }],
      ahead: payer(name),
      updates: { sessions: [{ unique_ref: ref, site: "here" }] },
    });
  const nothing = { result: "written", number: null, undo: null, alongside: [] };
  expect([await save("st mary"), await names()]).toEqual([nothing, ["st mary"]]);
  expect([await save("St Mary"), await names()]).toEqual([nothing, ["St Mary"]]);
  expect(await told(who)).toMatchObject([{ ref, version: 2 }]);
  expect(await undoableChanges(db, who.userId, NOW)).toHaveLength(1);
  const change = { seen: [{ part: "sessions" as const, ref, version: 2 }] };
  const elsewhere = { ...change, message: "Saved", updates: { sessions: [{ unique_ref: ref, site: "there" }] } };
  const meanwhile = { ...who, db: racingDatabase(2, () => writeChange(who, elsewhere)) };
  expect([await save("ST MARY", meanwhile), await names()]).toEqual([{ result: "changed since" }, ["St Mary"]]);
  // None of these saves took a number.
  expect(await told(who)).toMatchObject([{ version: 3, holds: "there" }]);
});

test("a deletion sent again is answered as before, and deletes again once it was undone", async () => {
  const who = await by();
  const ref = await addSession(who);
  const deletion = {
    message: "Deleted",
    form: deletionForm({ ref, version: 2, fingerprint: "" }),
    seen: [{ part: "sessions" as const, ref, version: 2 }],
    deletes: [{ part: "sessions" as const, refs: [ref] }],
  };
  expect(await writeChange(who, deletion)).toMatchObject({ result: "written", number: 3 });
  expect(await writeChange(who, deletion)).toMatchObject({ result: "repeated", number: 3 });
  await undoChange(who, 3);
  expect(await writeChange(who, deletion)).toMatchObject({ result: "written", number: 5 });
});

test("a row whose version alone went on is not told of when the change is undone", async () => {
  const who = await by();
  const [session, held, fee] = [await addSession(who), newRef(), newRef()];
  await writeChange(who, { message: "Added", inserts: { cases: [caseValues(held, session, 1, "")] } });
  const touches = [{ part: "cases" as const, refs: [held] }];
  await writeChange(who, { message: "Fee", inserts: { fees: [feeValues(fee, held, 100)] }, touches });
  expect(await undoChange(who, 4)).toMatchObject({
    outcome: [{ part: "fees", did: "removed", rows: 1 }],
  });
  expect((await told(who)).find(({ ref }) => ref === held)?.version).toBe(3);
});

test("what an undo had undone can be undone once more after that undo was undone", async () => {
  const who = await by();
  await addSession(who);
  expect((await undoChange(who, 2)).result).toBe("undone");
  expect((await undoChange(who, 3)).result).toBe("undone");
  expect(await told(who)).toHaveLength(1);
  expect((await undoChange(who, 2)).result).toBe("undone");
  expect(await told(who)).toEqual([]);
});

test("time in lieu does not come back onto leave that takes none, though the change had changed that leave too", async () => {
  const who = await by();
  const [off, line] = [newRef(), newRef()];
  const days = { date_start: "2026-11-02", date_end: "2026-11-02", status: "taken" as const };
  const spent = { day: "2026-11-02", kind: "spent" as const, unit: "days" as const, hundredths: -100, leave_ref: off };
  const inserts = {
    leave: [{ unique_ref: off, type: "toil" as const, ...days }],
    lieu_ledger: [{ unique_ref: line, ...spent }],
  };
  await writeChange(who, { message: "Added", inserts });
  const at = (version: number) => ({ part: "leave" as const, ref: off, version });
  const seen = [at(2), { part: "lieu_ledger" as const, ref: line, version: 2 }];
  const updates = { leave: [{ unique_ref: off, type: "annual" as const }] };
  const deletes = [{ part: "lieu_ledger" as const, refs: [line] }];
  await writeChange(who, { message: "Changed", seen, updates, deletes });
  const edited = { leave: [{ unique_ref: off, status: "approved" as const }] };
  await writeChange(who, { message: "Changed", seen: [at(3)], updates: edited });
  expect(await undoChange(who, 3)).toEqual({ result: "changed since" });
});
