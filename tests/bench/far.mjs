import { readFileSync } from "node:fs";
import { join } from "node:path";
import { say } from "../../scripts/local-world.mjs";
import { newKey, newSession, post } from "./save.mjs";
import { askOnce, serveBuild } from "./serve.mjs";
import { milliseconds } from "./table.mjs";
import { BUILD, emptyWorld, ensureBuilds } from "./world.mjs";

/**
 * `npm run bench -- far`: trips and time of each page and save, with a database that is FAR_MS away. The binding is delayed by a module that stands before the built Worker here, and in no build.
 */
const FAR_MS = 150;
const ASKED = 5;
/** The distances of each column, in milliseconds: "<binding> copy" is the nearest copy, else as far as its database. */
const COLUMNS = {
  far: { DB: FAR_MS },
  near: { DB: 0 },
  "replica near": { DB: FAR_MS, "DB copy": 0 },
};
const PAGES = [
  ...["/logbook/", "/logbook/session/new/", "/leave/", "/leave/new/", "/extras/", "/extras/new/"],
  ...["/job_plans/", "/job_plans/new/", "/progress/", "/reports/", "/reports/paper/", "/reports/cpd/", "/profile/"],
  ...["/mydata/", "/mydata/session_data/", "/mydata/activity/", "/help/", "/account/two_factor/", "/terms/"],
];
const SAVES = {
  "a session": (server, cookie, at) => newSession(server, cookie, at),
  "a case": (server, cookie, at, session) =>
    post(server, `${session}case/new/`, cookie, {
      ...{ idempotency_key: newKey(), age: String(30 + at), case_description: "Arthroscopy of the knee" },
    }),
  leave: (server, cookie, at) =>
    post(server, "/leave/new/", cookie, {
      ...{ idempotency_key: newKey(), type: "annual", date_start: `1${at}/01/2027`, date_end: `1${at}/01/2027` },
      ...{ start_part: "full", end_part: "full", status: "approved", lieu_unit: "days" },
    }),
  "a CPD entry": (server, cookie, at) =>
    post(server, "/reports/cpd/new/", cookie, {
      ...{ idempotency_key: newKey(), day: `1${at}/11/2026`, hours: "1.5", title: "Airway workshop", type: "course" },
      ...{ domains: "1", reflection: "Plan B is now laid out first." },
    }),
};

const rows = new Map();
ensureBuilds();
for (const [column, distances] of Object.entries(COLUMNS)) {
  say(`Each page and save, ${column}`);
  await measure(column, distances);
}
printRows();

async function measure(column, distances) {
  const world = emptyWorld("far");
  const outer = readFileSync(join(import.meta.dirname, "watching-worker.js"), "utf8");
  const server = await serveBuild(BUILD, world.state, { ...world.bindings, FAR_MS: distances }, { outer });
  try {
    const cookie = await signIn(server);
    const first = await newSession(server, cookie, 100, { after_save: "case" });
    const session = /^\/logbook\/session\/[\w-]+\//.exec(first.headers.get("Location") ?? "")?.[0];
    if (!session) throw new Error(`The first session was not saved: ${first.status}`);
    for (const path of PAGES) await note(column, path, 200, () => askOnce(server.url + path, cookie));
    for (const [name, save] of Object.entries(SAVES)) {
      await note(column, `saving ${name}`, 302, (at) => save(server, cookie, at, session));
    }
  } finally {
    await server.stop();
  }
}

async function signIn({ url }) {
  const answer = await fetch(`${url}/dev/new-user/`, {
    method: "POST",
    headers: { origin: url, connection: "close" },
    body: new URLSearchParams({ level: "9", email: "far@daybook.example" }),
  });
  if (!answer.ok) throw new Error(`Signing in failed: ${answer.status}`);
  return answer.headers.getSetCookie()[0].split(";")[0];
}

/** Asks several times, and notes the middle time and the trips of the last. */
async function note(column, what, status, ask) {
  const times = [];
  let asked = {};
  for (let at = 0; at < ASKED; at += 1) {
    const sent = performance.now();
    const answer = await ask(at);
    await answer.arrayBuffer();
    if (answer.status !== status && answer.status !== status + 1) throw new Error(`${what}: ${answer.status}`);
    times.push(performance.now() - sent);
    asked = JSON.parse(answer.headers.get("x-d1"));
  }
  const middle = times.toSorted((a, b) => a - b)[Math.floor(ASKED / 2)];
  const trips = ["DB", "DB copy"].map((name) => asked[name]?.trips ?? 0).join(" + ");
  rows.set(what, { ...rows.get(what), trips, [column]: middle });
}

function printRows() {
  const columns = Object.keys(COLUMNS);
  console.log(`\n${"".padEnd(28)}${"primary + copy".padEnd(34)}${columns.map((name) => name.padEnd(18)).join("")}`);
  for (const [what, { trips, ...seen }] of rows) {
    const times = columns.map((name) => milliseconds(seen[name]).padEnd(18)).join("");
    console.log(`${what.padEnd(28)}${trips.padEnd(34)}${times}`.trimEnd());
  }
}
