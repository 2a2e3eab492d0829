import { env } from "cloudflare:workers";
import { eq, sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { newRef } from "~/db/columns.server";
import { UNDO_HOLDS_MS } from "~/db/undo-steps.server";
import { rollFrom } from "~/dev/dice";
import { type Change, type Written, writeChange } from "~/diary/changes.server";
import { cases, sessions } from "~/diary/tables.server";
import { undoChange } from "~/diary/undo.server";
import { caseValues, db, makeOwner, makeTables, sessionValues } from "./diary";
import { ModelDiary, type ModelRow } from "./model";

const { DAYBOOK_SEED, DAYBOOK_DIARY_ACTS } = env as unknown as Record<string, string>;
const ACTS = Number(DAYBOOK_DIARY_ACTS);
const NOW = Date.UTC(2026, 10, 21, 12);

beforeAll(makeTables);

async function told(userId: number): Promise<ModelRow[]> {
  const [all, held] = await db.batch([
    db.select().from(sessions).where(eq(sessions.user_id, userId)),
    db.select().from(cases).where(eq(cases.user_id, userId)),
  ]);
  const words = (bytes: Uint8Array | null) => (bytes ? new TextDecoder().decode(new Uint8Array(bytes)) : "");
  return [
    ...all.map(({ ref, version, site }) => ({ part: "sessions" as const, ref, version, holds: site })),
    ...held.map(({ ref, version, session_ref, asa, options, text_encrypted }) => ({
      ...{ part: "cases" as const, ref, version, session: session_ref },
      holds: `${asa} ${JSON.stringify(options)} ${words(text_encrypted)}`,
    })),
  ].sort(byRef);
}

function byRef(one: ModelRow, other: ModelRow): number {
  return one.ref < other.ref ? -1 : 1;
}

const holdsOf = (asa: number, words: string) => `${asa} [11,[203,1]] ${words}`;

test(`after any of ${ACTS} random changes, undos and undone undos the diary is what the model is`, {
  timeout: 600_000,
}, async () => {
  const userId = await makeOwner();
  const model = new ModelDiary();
  const roll = rollFrom(Number(DAYBOOK_SEED));
  const tally = new Map<string, number>();
  const forms: { form: NonNullable<Change["form"]>; number: number }[] = [];
  const some = (rows: ModelRow[]) => rows[roll(rows.length || 1)];
  /** Now and then what a page saw is old. */
  const seen = (row: ModelRow) => ({
    part: row.part,
    ref: row.ref,
    version: roll(12) === 0 ? row.version - 1 : row.version,
  });
  const isSeen = (each: { ref: string; version: number }) => model.rows.get(each.ref)?.version === each.version;

  async function write(
    name: string,
    change: Omit<Change, "now" | "message">,
    wanted: Written["result"],
    apply: (number: number) => void,
  ) {
    const form = { key: newRef(), fingerprint: newRef(), resultRef: null };
    const written = await writeChange(db, userId, { ...change, message: name, now: NOW, form: change.form ?? form });
    expect(written.result, name).toBe(wanted);
    if (written.result === "written") {
      const number = model.begin();
      expect(written.number).toBe(number);
      forms.push({ form: change.form ?? form, number });
      apply(number);
    }
    tally.set(`${name}: ${written.result}`, (tally.get(`${name}: ${written.result}`) ?? 0) + 1);
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
        model.put(version, { part: "sessions", ref: session, version, holds: "new" });
        for (const ref of own) model.put(version, { part: "cases", ref, version, session, holds: holdsOf(1, "new") });
      });
    },
    async () => {
      const session = roll(10) === 0 ? newRef() : (some(model.rowsOf("sessions"))?.ref ?? newRef());
      const ref = newRef();
      const there = model.rows.has(session);
      await write(
        "add a case",
        { inserts: { cases: [caseValues(ref, session, 2, "é")] } },
        there ? "written" : "gone",
        (version) => model.put(version, { part: "cases", ref, version, session, holds: holdsOf(2, "é") }),
      );
    },
    async () => {
      const row = some(model.rowsOf("sessions"));
      if (!row) return;
      const at = seen(row);
      const site = `site ${roll(1000)}`;
      const change = { seen: [at], updates: { sessions: [sessionValues(row.ref, site)] } };
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
        model.put(version, { ...row, version, session, holds: holdsOf(3, words) }),
      );
    },
    async () => {
      const rows = [...new Set(Array.from({ length: 1 + roll(6) }, () => some(model.rowsOf("cases"))))].filter(
        (row) => row !== undefined,
      );
      if (rows.length === 0) return;
      const all = rows.map(seen);
      const asa = 1 + roll(5);
      const sets = [{ part: "cases" as const, refs: rows.map(({ ref }) => ref), values: { asa } }];
      await write(
        "set ASA of ticked cases",
        { seen: all, sets },
        all.every(isSeen) ? "written" : "changed since",
        (version) => {
          for (const row of rows) model.put(version, { ...row, version, holds: row.holds.replace(/^\d/, String(asa)) });
        },
      );
    },
    async () => {
      const row = some(model.rowsOf("sessions"));
      if (!row) return;
      const at = seen(row);
      const shown = model.casesOf(row.ref).length + (roll(8) === 0 ? 1 : 0);
      const guards = [
        sql`(SELECT count(*) FROM cases AS held WHERE held.user_id = ${userId} AND held.session_ref = unhex(${Buffer.from(row.ref, "base64url").toString("hex")})) = ${shown}`,
      ];
      const same = isSeen(at) && shown === model.casesOf(row.ref).length;
      const change = { seen: [at], guards, deletes: [{ part: "sessions" as const, refs: [row.ref] }] };
      await write("delete a session", change, same ? "written" : "changed since", (number) =>
        model.take(number, row.ref),
      );
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
      await write(
        "a form sent again",
        { form, inserts: { sessions: [sessionValues(newRef(), "again")] } },
        other ? "form used" : "repeated",
        () => {
          throw new Error("It wrote again");
        },
      );
    },
    async () => {
      const session = newRef();
      const rows = Array.from({ length: 20 }, () => newRef());
      await write("import", { inserts: { sessions: [sessionValues(session, "file")] } }, "written", (version) =>
        model.put(version, { part: "sessions", ref: session, version, holds: "file" }),
      );
      const continues = model.last;
      const inserts = { cases: rows.map((ref) => caseValues(ref, session, 4, "file")) };
      const more = await writeChange(db, userId, { message: "import", now: NOW, continues, inserts });
      expect(more).toEqual({ result: "written", number: continues });
      for (const ref of rows)
        model.put(continues, { part: "cases", ref, version: continues, session, holds: holdsOf(4, "file") });
    },
  ];
  const undo = async () => {
    const number = Math.max(0, model.last - roll(14));
    const undoneBefore = model.changes.get(number)?.undone;
    const isUndo = forms.every((each) => each.number !== number);
    const wanted = model.undo(number);
    const undone = await undoChange(db, userId, number, NOW);
    const result = wanted ? "undone" : undoneBefore ? "undone before" : "not there";
    expect(undone).toEqual(wanted ? { result, number: model.last, ...wanted } : { result });
    const name = `undo${isUndo ? " an undo" : ""}: ${result}${wanted?.kept ? " but for some" : ""}`;
    tally.set(name, (tally.get(name) ?? 0) + 1);
  };

  // What never came up would show nothing: it goes on until all of it has.
  const names = [
    "written",
    "changed since",
    "gone",
    "repeated",
    "form used",
    "undone",
    "undone but for some",
    "undone before",
  ];
  const isMissing = () => names.some((name) => ![...tally.keys()].some((each) => each.endsWith(`: ${name}`)));
  for (let at = 1; at <= ACTS || (isMissing() && at <= 20 * ACTS); at += 1) {
    await (roll(3) === 0 ? undo() : (acts[roll(acts.length)] as () => Promise<void>)());
    // Small diaries make rows meet more often.
    if (model.rows.size > 150) {
      const number = model.begin();
      const refs = model
        .rowsOf("sessions")
        .slice(0, 20)
        .map(({ ref }) => ref);
      const seen = refs.map((ref) => ({
        part: "sessions" as const,
        ref,
        version: model.rows.get(ref)?.version as number,
      }));
      await writeChange(db, userId, { message: "clear", now: NOW, seen, deletes: [{ part: "sessions", refs }] });
      for (const ref of refs) model.take(number, ref);
    }
    if (at % 25 === 0 || at >= ACTS) expect(await told(userId)).toEqual([...model.rows.values()].sort(byRef));
  }
  expect(isMissing()).toBe(false);
  expect(tally.get("undo an undo: undone")).toBeGreaterThan(0);
});

test("an import of several batches is one change, and is undone as one", async () => {
  const userId = await makeOwner();
  const session = newRef();
  const inserts = { sessions: [sessionValues(session, "file")] };
  const first = await writeChange(db, userId, { message: "Imported", now: NOW, inserts });
  const { number } = first as Extract<Written, { result: "written" }>;
  for (let batch = 0; batch < 3; batch += 1) {
    const rows = Array.from({ length: 1_200 }, () => caseValues(newRef(), session, 2, "file"));
    await writeChange(db, userId, { message: "Imported", now: NOW, continues: number, inserts: { cases: rows } });
  }
  expect(await undoChange(db, userId, number, NOW)).toEqual({
    result: "undone",
    number: number + 1,
    undone: 3_601,
    kept: 0,
  });
  expect(await told(userId)).toEqual([]);
});

test("an import that was undone meanwhile does not go on", async () => {
  const userId = await makeOwner();
  const first = { message: "Imported", now: NOW, inserts: { sessions: [sessionValues(newRef(), "file")] } };
  await writeChange(db, userId, first);
  await undoChange(db, userId, 1, NOW);
  const inserts = { sessions: [sessionValues(newRef(), "file")] };
  const more = await writeChange(db, userId, { ...first, inserts, continues: 1 });
  expect(more.result).toBe("changed since");
  expect(await told(userId)).toEqual([]);
});

test("no row is changed or deleted that nobody saw", async () => {
  const userId = await makeOwner();
  const ref = newRef();
  await writeChange(db, userId, { message: "Added", now: NOW, inserts: { sessions: [sessionValues(ref, "")] } });
  const blind = { message: "Changed", now: NOW };
  const deletes = [{ part: "sessions" as const, refs: [ref] }];
  await expect(writeChange(db, userId, { ...blind, deletes })).rejects.toThrow("Nobody saw");
  await expect(
    writeChange(db, userId, { ...blind, updates: { sessions: [sessionValues(ref, "new")] } }),
  ).rejects.toThrow();
  expect(await told(userId)).toHaveLength(1);
});

test("a row of one user cannot belong to a session of another", async () => {
  const [owner, other] = [await makeOwner(), await makeOwner()];
  const session = newRef();
  await writeChange(db, owner, { message: "Added", now: NOW, inserts: { sessions: [sessionValues(session, "")] } });
  const stolen = await writeChange(db, other, {
    message: "Added",
    now: NOW,
    inserts: { cases: [caseValues(newRef(), session, 1, "")] },
  });
  expect(stolen).toEqual({ result: "gone" });
});

test("a change is undone for an hour", async () => {
  const userId = await makeOwner();
  await writeChange(db, userId, { message: "Added", now: NOW, inserts: { sessions: [sessionValues(newRef(), "")] } });
  expect(await undoChange(db, userId, 1, NOW + UNDO_HOLDS_MS)).toEqual({ result: "too late" });
  expect((await undoChange(db, userId, 1, NOW + UNDO_HOLDS_MS - 1)).result).toBe("undone");
});
