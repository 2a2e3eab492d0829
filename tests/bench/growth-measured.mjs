import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { say } from "../../scripts/local-world.mjs";
import { grow } from "./grown.mjs";
import { newSession } from "./save.mjs";
import { askOnce, serveBuild } from "./serve.mjs";
import { bytesOfRows, databaseFile } from "./storage.mjs";
import { BUILD, makeWorld } from "./world.mjs";

/** What the benchmark of growth measures: two diaries of two years, and a page, a save and a backup of each. */
export const YEARS_MEASURED = 2;
/** Rows that stay of using Daybook, beside the diary: backups of 36 days, mails, logins, keys of a week; audit lines a year. */
export const BESIDES = { backups: 36, outbox: 8, logins: 4, idempotency_keys: 80, changes: 60, changed_rows: 90 };
const AUDIT_PER_YEAR = 150;
/** Bytes of such a row with its places in indexes, where the measured database has none. */
export const USUAL_ROW = 300;
/** What of it the cron of a minute asks to look at what must not be. */
export const LOOK = { trips: 1, statements: 7 };
/** Requests of each kind that are timed, the first quarter to warm up. */
const ASKED = 60;

/** @returns the diaries, by name, and what a page, a save, a backup and a cron cost */
export async function measureGrowth() {
  const world = makeWorld("growth");
  say("Making two diaries of two years");
  const ids = await onServer(world, makeDiaries);
  const diaries = readDiaries(world, ids);
  say("Measuring a page, a save and a backup of each");
  return { diaries, measured: await onServer(world, (server) => measure(server, ids)) };
}

async function onServer(world, act) {
  const outer = readFileSync(join(import.meta.dirname, "watching-worker.js"), "utf8");
  const server = await serveBuild(BUILD, world.state, world.bindings, { outer });
  try {
    return await act(server);
  } finally {
    await server.stop();
  }
}

async function makeDiaries(server) {
  const headers = { "Sec-Fetch-Site": "same-origin", connection: "close" };
  const seeded = await fetch(`${server.url}/dev/seed/`, { method: "POST", headers });
  if (!seeded.ok) throw new Error(`Seeding failed: ${seeded.status}`);
  const { user_id, cookie } = await grow(server, YEARS_MEASURED);
  const db = await server.database();
  const believable = await db.prepare("SELECT id FROM users WHERE username = 'consultant'").first("id");
  return { believable, busy: user_id, cookie };
}

async function measure(server, ids) {
  const backups = await backUpBoth(server, ids);
  const page = await timed(server, () => askOnce(`${server.url}/logbook/`, ids.cookie));
  const save = await timed(server, (at) => newSession(server, ids.cookie, at));
  return { ...backups, page, save };
}

/** A backup of each diary, alone; and what the cron of a minute asks when nothing is to be done. */
async function backUpBoth(server, ids) {
  const db = await server.database();
  const asked = async () => (await askOnce(`${server.url}/x-d1/`)).json();
  await askOnce(server.url);
  await server.cron("0 3 * * *");
  await db.prepare("UPDATE backups SET due_at = 9e15").run();
  await askOnce(server.url);
  await server.cron("* * * * *");
  const { DB } = await asked();
  const sweep = { trips: DB.trips, statements: DB.statements };
  const backups = [];
  for (const id of [ids.believable, ids.busy]) {
    const ref = await db.prepare("SELECT unique_ref FROM users WHERE id = ?").bind(id).first("unique_ref");
    await db.prepare("UPDATE backups SET due_at = 0 WHERE user_ref = ?").bind(ref).run();
    await askOnce(server.url);
    const [cpu, began] = [server.cpu(), performance.now()];
    await server.cron("* * * * *");
    let row = null;
    while (row?.state !== "made") {
      if (performance.now() - began > 60_000) throw new Error("A backup was not made within a minute");
      await new Promise((resume) => setTimeout(resume, 20));
      row = await db.prepare("SELECT * FROM backups WHERE user_ref = ?").bind(ref).first();
    }
    const ms = performance.now() - began;
    const trips = (await asked()).DB.trips - DB.trips;
    backups.push({ ms, trips, cpu: server.cpu() - cpu, rows: row.records, bytes: row.bytes });
  }
  return { sweep, backups };
}

/** The middle cost of asking so often: CPU of the runtime, and what was asked of D1. */
async function timed(server, ask) {
  const told = [];
  for (let at = 0; at < ASKED; at += 1) {
    const cpu = server.cpu();
    const answer = await ask(at);
    await answer.arrayBuffer();
    if (answer.status >= 400) throw new Error(`Status ${answer.status}`);
    const asked = JSON.parse(answer.headers.get("x-d1"));
    if (at >= ASKED / 4) told.push({ cpu: server.cpu() - cpu, ...withCopy(asked.DB, asked["DB copy"]) });
  }
  const middle = (name) => told.map((each) => each[name]).toSorted((a, b) => a - b)[Math.floor(told.length / 2)];
  const mean = told.reduce((sum, { cpu }) => sum + cpu, 0) / told.length;
  return {
    cpu: mean,
    ...Object.fromEntries(["trips", "rowsRead", "rowsWritten", "ms"].map((name) => [name, middle(name)])),
  };
}

/** What was asked of a database and of its copy, together. */
function withCopy(primary = {}, copy = {}) {
  const names = ["trips", "rowsRead", "rowsWritten", "ms"];
  return Object.fromEntries(names.map((name) => [name, (primary[name] ?? 0) + (copy[name] ?? 0)]));
}

function readDiaries(world, ids) {
  const db = new DatabaseSync(databaseFile(world.state), { readOnly: true });
  const each = (table) => bytesOfRows(db, table);
  const owned = db
    .prepare(
      `SELECT DISTINCT tables.name FROM sqlite_schema tables JOIN pragma_table_info(tables.name) columns
       WHERE tables.type = 'table' AND columns.name IN ('user_id', 'user_ref')`,
    )
    .all()
    .map(({ name }) => name);
  const diaries = Object.fromEntries(
    Object.entries({ believable: ids.believable, busy: ids.busy }).map(([name, id]) => {
      const counts = db
        .prepare(
          `SELECT count(*) sessions, sum((SELECT count(*) FROM cases c WHERE c.user_id = s.user_id AND c.session_ref = s.unique_ref)) cases
           FROM sessions s WHERE user_id = ? GROUP BY start_at / (7 * 86400000)`,
        )
        .all(id);
      const weeks = counts.map((week) => week.sessions * each("sessions") + week.cases * each("cases"));
      const rows = (table) => {
        const byId = db.prepare("SELECT 1 FROM pragma_table_info(?) WHERE name = 'user_id'").get(table);
        return db
          .prepare(
            `SELECT count(*) n FROM ${table} WHERE ${byId ? "user_id = ?" : "user_ref = (SELECT unique_ref FROM users WHERE id = ?)"}`,
          )
          .get(id).n;
      };
      const others = owned.filter((table) => !["sessions", "cases", ...Object.keys(BESIDES)].includes(table));
      const rest =
        others.reduce((sum, table) => sum + rows(table) * each(table), 0) / YEARS_MEASURED + AUDIT_PER_YEAR * USUAL_ROW;
      const sum = (of) => counts.reduce((total, week) => total + week[of], 0);
      return [name, { weeks, rest, sessions: sum("sessions") / YEARS_MEASURED, cases: sum("cases") / YEARS_MEASURED }];
    }),
  );
  const figures = { session: each("sessions"), case: each("cases") };
  db.close();
  return Object.assign(diaries, { figures });
}
