import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { newRef } from "~/db/columns.server";
import { writeChange } from "~/diary/changes.server";
import { recordingTriggers } from "~/diary/recording";
import { undoChange } from "~/diary/undo.server";
import { caseValues, db, diaryBinding, makeOwner, makeTables, sessionValues } from "./diary";

const NOW = Date.UTC(2026, 10, 21, 12);
const ROWS = 60000;
beforeAll(makeTables);

async function importAll(userId: number, rows: number) {
  const list = Array.from({ length: rows / 12 }, (_, at) => ({ ref: newRef(), at }));
  const cs = list.flatMap(({ ref }) => Array.from({ length: 12 }, () => caseValues(newRef(), ref, 2, "a description of some sixty letters, as is usual in a logbook")));
  const t = Date.now();
  const first = await writeChange(db, userId, { message: "i", now: NOW, inserts: { sessions: list.map(({ ref, at }) => sessionValues(ref, "Main", at)) } });
  if (first.result !== "written") throw new Error();
  for (let from = 0; from < cs.length; from += 1000) {
    const r = await writeChange(db, userId, { message: "i", now: NOW, continues: first.number, inserts: { cases: cs.slice(from, from + 1000) } });
    expect(r.result).toBe("written");
  }
  return { ms: Date.now() - t, number: first.number, cs };
}
const out: string[] = [];
test("figures", { timeout: 600000 }, async () => {
  for (let round = 0; round < 2; round++) {
    const a = await makeOwner();
    const withTriggers = await importAll(a, ROWS);
    out.push(`triggers ${withTriggers.ms} ms`);
    let t = Date.now();
    const u = await undoChange(db, a, withTriggers.number, NOW);
    out.push(`undo of it ${Date.now() - t} ${JSON.stringify(u)}`);
    // 2000 rows changed
    const b = await makeOwner();
    const two = await importAll(b, 2400);
    const refs = two.cs.slice(0, 2000).map(({ ref }) => ref);
    t = Date.now();
    const set = await writeChange(db, b, { message: "s", now: NOW, seen: refs.map((ref) => ({ part: "cases" as const, ref, version: two.number })), sets: [{ part: "cases", refs, values: { asa: 3 } }] });
    out.push(`bulk set 2000 ${Date.now() - t} ${JSON.stringify(set)}`);
    t = Date.now();
    const un = await undoChange(db, b, (set as { number: number }).number, NOW);
    out.push(`undo 2000 changed ${Date.now() - t} ${JSON.stringify(un)}`);
    t = Date.now();
    const del = await writeChange(db, b, { message: "s", now: NOW, deletes: [{ part: "sessions", refs: [...new Set(two.cs.slice(0, 2000).map((c) => c.session_ref))] }] });
    out.push(`delete 2000 ${Date.now() - t} ${JSON.stringify(del)}`);
    t = Date.now();
    const und = await undoChange(db, b, (del as { number: number }).number, NOW);
    out.push(`undo 2000 deleted ${Date.now() - t} ${JSON.stringify(und)}`);
    // without triggers
    const names = recordingTriggers().map((each) => /TRIGGER (\w+)/.exec(each)?.[1]);
    await diaryBinding.batch(names.map((name) => diaryBinding.prepare(`DROP TRIGGER ${name}`)));
    const c = await makeOwner();
    const none = await importAll(c, ROWS);
    out.push(`nothing kept ${none.ms}`);
    t = Date.now();
    for (let from = 0; from < none.cs.length; from += 1000) {
      const hexes = JSON.stringify(none.cs.slice(from, from + 1000).map(({ ref }) => Buffer.from(ref, "base64url").toString("hex")));
      await diaryBinding.prepare("INSERT INTO changed_rows SELECT ?1, ?2, 'cases', unhex(value), NULL, ?2 FROM json_each(?3)").bind(c, none.number, hexes).run();
    }
    out.push(`rows by the writer, more ${Date.now() - t}`);
    await db.run(sql`CREATE TABLE IF NOT EXISTS parts (user_id INTEGER, number INTEGER, part INTEGER, rows TEXT, PRIMARY KEY (user_id, number, part)) WITHOUT ROWID`);
    t = Date.now();
    for (let from = 0; from < none.cs.length; from += 1000) {
      const hexes = JSON.stringify(none.cs.slice(from, from + 1000).map(({ ref }) => Buffer.from(ref, "base64url").toString("hex")));
      await diaryBinding.prepare('INSERT INTO parts VALUES (?1, ?2, ?3, ?4)').bind(c, none.number, from, hexes).run();
    }
    out.push(`lists by the writer, more ${Date.now() - t}`);
    await diaryBinding.batch(recordingTriggers().map((each) => diaryBinding.prepare(each)));
  }
  // rows of a single save
  const meter = { read: 0, written: 0 };
  const bind = new Proxy(diaryBinding, { get: (t, n) => n === "batch" ? async (l: D1PreparedStatement[]) => { const r = await t.batch(l); for (const each of r) { meter.read += each.meta.rows_read; meter.written += each.meta.rows_written; } return r; } : Reflect.get(t, n).bind(t) });
  const { openDatabase } = await import("~/db/database.server");
  const metered = openDatabase(bind);
  const d = await makeOwner();
  const form = () => ({ key: newRef(), fingerprint: newRef(), resultRef: null });
  const ses = newRef(), cas = newRef();
  const step = async (name: string, f: () => Promise<unknown>) => { meter.read = meter.written = 0; const t = Date.now(); const r = await f(); out.push(`${name}: read ${meter.read} written ${meter.written} ${Date.now() - t} ms ${JSON.stringify(r)}`); };
  await step("add session", () => writeChange(metered, d, { message: "m", now: NOW, form: form(), inserts: { sessions: [sessionValues(ses, "x")] } }));
  await step("add case", () => writeChange(metered, d, { message: "m", now: NOW, form: form(), inserts: { cases: [caseValues(cas, ses, 2, "text")] } }));
  await step("save case", () => writeChange(metered, d, { message: "m", now: NOW, form: form(), seen: [{ part: "cases", ref: cas, version: 2 }], updates: { cases: [caseValues(cas, ses, 3, "text")] } }));
  await step("delete session", () => writeChange(metered, d, { message: "m", now: NOW, form: form(), seen: [{ part: "sessions", ref: ses, version: 1 }], deletes: [{ part: "sessions", refs: [ses] }] }));
  await step("undo", () => undoChange(metered, d, 4, NOW));
  console.log(out.join("\n"));
});
