import { say } from "../../scripts/local-world.mjs";
import { AT_ONCE, heapOfBackups, YEARS_BACKED_UP } from "./backups.mjs";
import { cloneDiary } from "./clones.mjs";
import { crowd, lostSaves, middleAndLast, signInCrowd } from "./crowd.mjs";
import { grow } from "./grown.mjs";
import { openHeap } from "./heap.mjs";
import { askOnce, serveBuild } from "./serve.mjs";
import { sideBySide } from "./side-by-side.mjs";
import { databaseFile } from "./storage.mjs";
import { line, milliseconds, printTable, times } from "./table.mjs";
import { BUILD, emptyWorld, ensureBuilds, FLOOR_BUILD } from "./world.mjs";

/**
 * `npm run bench -- load`: 100 users at once on one region, beside the bare page; what stays in the isolate's memory; and
 * a page among 1, 100 and 1,000 users; and ten backups at once. `crowd`, `page`, `heap`, `neighbours` or `backups` behind it
 * run that part alone, and a number behind `heap` asks so often in each of its two rounds.
 */
const USERS = 100;
const YEARS = 2;
const CROWD_MS = 120_000;
const PAGE = "/logbook/";
const PAGE_MS = 10_000;
const HEAP_REQUESTS = Number(process.argv[4] ?? 5_000);
const MAX_HEAP = 64 * 1024 * 1024;
const MAX_HEAP_OF_BACKUPS = 100 * 1024 * 1024;
const NEIGHBOURS = [1, 100, 1_000];

const PARTS = { crowd: oneCrowd, page: onePage, heap: oneHeap, neighbours: amongNeighbours, backups: backupsAtOnce };
const asked = process.argv[3];
const lines = [];
ensureBuilds();
for (const [name, part] of Object.entries(PARTS)) if (!asked || asked === name) await part();
console.log();
process.exit(printTable(lines) ? 0 : 1);

/** @returns a world with 100 users of two years each, and their logins */
async function crowdedWorld() {
  say(`Making ${USERS} users with ${YEARS} years each`);
  const world = emptyWorld("load");
  const server = await serveBuild(BUILD, world.state, world.bindings);
  const template = await grow(server, YEARS);
  const users = await signInCrowd(server, USERS);
  await server.stop();
  const ids = users.map(({ id }) => id);
  cloneDiary(databaseFile(world.state), template.user_id, ids);
  return { world, users };
}

async function oneCrowd() {
  const { world, users } = await crowdedWorld();
  say(`${USERS} users at once, for two minutes`);
  const daybook = await serveBuild(BUILD, world.state, world.bindings);
  await crowd(daybook, users, { requests: USERS, read: PAGE });
  const seen = await crowd(daybook, users, { forMs: CROWD_MS });
  const memory = daybook.memory();
  const lost = await lostSaves(daybook, users);
  await daybook.stop();
  const bare = await crowdOnBarePage(world, users);
  for (const message of new Set(seen.errors)) console.log(`  ${message}`);
  const [answered, failed] = [seen.reads.length + seen.saves.length, seen.errors.length];
  lines.push(
    line("errors of 100 users at once", `0 of ${answered + failed}`, String(failed), failed === 0),
    line("acknowledged saves that are not found again", `0 of ${seen.saves.length}`, String(lost), lost === 0),
    line("requests a second, 85% reading", "", persecond(answered, seen.ms), null),
    line("… of the bare page", "", persecond(bare.reads.length, bare.ms), null),
    line("… both kinds, p50 and p99", "", both([...seen.reads, ...seen.saves]), null),
    line("… of the bare page, p50 and p99", "", both(bare.reads), null),
    line("… reading, p50 and p99", "", both(seen.reads), null),
    line("… saving, p50 and p99", "", both(seen.saves), null),
    line("memory of the runtime, D1 included, after them", "", megabytes(memory), null),
  );
}

/** The same users on the bare page of their diaries, for as long as figures need to settle. */
async function crowdOnBarePage(world, users) {
  const server = await serveBuild(FLOOR_BUILD, world.state, world.bindings);
  await crowd(server, users, { requests: USERS, read: PAGE });
  const seen = await crowd(server, users, { forMs: PAGE_MS, read: PAGE });
  await server.stop();
  if (seen.errors.length > 0) throw new Error(seen.errors[0]);
  return seen;
}

/** 100 users who only read the logbook, and the same of the bare page. */
async function onePage() {
  const { world, users } = await crowdedWorld();
  const seen = {};
  for (const [name, build] of Object.entries({ logbook: BUILD, "bare page": FLOOR_BUILD })) {
    say(`${USERS} users at once on the ${name}`);
    const server = await serveBuild(build, world.state, world.bindings);
    await crowd(server, users, { requests: 2 * USERS, read: PAGE });
    seen[name] = await crowd(server, users, { forMs: PAGE_MS, read: PAGE });
    await server.stop();
    const { errors, reads, ms } = seen[name];
    if (errors.length > 0) throw new Error(errors[0]);
    lines.push(
      line(`the ${name}, requests a second, p50 and p99`, "", `${persecond(reads.length, ms)}, ${both(reads)}`, null),
    );
  }
  const rate = ({ reads, ms }) => reads.length / ms;
  lines.push(line("throughput, bare page : logbook", "", times(rate(seen["bare page"]) / rate(seen.logbook)), null));
}

/** What is live in the isolate after 5,000 and 10,000 requests: the second as much as the first. */
async function oneHeap() {
  const { world, users } = await crowdedWorld();
  const daybook = await serveBuild(BUILD, world.state, world.bindings, { inspectorPort: 0 });
  const heap = await openHeap(await daybook.inspector(), () => askOnce(`${daybook.url}/login/`));
  await crowd(daybook, users, { requests: USERS });
  const live = [await heap.live()];
  const memory = [daybook.memory()];
  for (const round of [1, 2]) {
    say(`${HEAP_REQUESTS} requests, for the ${round === 1 ? "first" : "second"} time`);
    const { errors } = await crowd(daybook, users, { requests: HEAP_REQUESTS });
    if (errors.length > 0) throw new Error(errors[0]);
    live.push(await heap.live());
    memory.push(daybook.memory());
  }
  heap.close();
  await daybook.stop();
  const [begun, first, second] = live;
  lines.push(
    line("live heap after 100 requests", "", megabytes(begun), null),
    line(`live heap after ${2 * HEAP_REQUESTS} requests`, "<= 64 MB", megabytes(second), second <= MAX_HEAP),
    line(`… against after ${HEAP_REQUESTS}`, "<= 1.05 x", times(second / first), second <= 1.05 * first),
    line("memory of the runtime, D1 included, beside each", "", memory.map(megabytes).join(" : "), null),
  );
}

/** As many backups in one isolate as the queue gives out: an isolate has 128 MB. */
async function backupsAtOnce() {
  say(`${AT_ONCE} backups at once, each of ${YEARS_BACKED_UP} busy years`);
  const { before, most, after, ms, records } = await heapOfBackups();
  const what = `${AT_ONCE} backups of ${records} rows each, all at once`;
  lines.push(
    line(`heap during ${what}, garbage included`, "<= 100 MB", megabytes(most), most <= MAX_HEAP_OF_BACKUPS),
    line("… live before and after them", "", [before, after].map(megabytes).join(" : "), null),
    line("… time of all of them", "", milliseconds(ms), null),
  );
}

/** One user's page, with more and more others in the same database. */
async function amongNeighbours() {
  const world = emptyWorld("load");
  const maker = await serveBuild(BUILD, world.state, world.bindings);
  const user = await grow(maker, YEARS);
  await maker.stop();
  const seen = [];
  let queries = 0;
  for (const amount of NEIGHBOURS) {
    say(`A page of one of ${amount} users`);
    cloneDiary(databaseFile(world.state), user.user_id, amount - (NEIGHBOURS[NEIGHBOURS.indexOf(amount) - 1] ?? 1));
    const floor = await serveBuild(FLOOR_BUILD, world.state, world.bindings);
    const { statements } = await (await askOnce(`${floor.url}/cost/?page=/logbook/`, user.cookie)).json();
    const rows = statements.reduce((sum, { rowsRead }) => sum + rowsRead, 0);
    // Where others' rows follow in an index, the first of them ends a range; without any its end does.
    queries = statements.length;
    const bare = await sideBySide({ floor: { server: floor, path: "/logbook/", cookie: user.cookie } });
    await floor.stop();
    const daybook = await serveBuild(BUILD, world.state, world.bindings);
    const page = await sideBySide({ page: { server: daybook, path: "/logbook/", cookie: user.cookie } });
    await daybook.stop();
    seen.push({ rows, page: page.page.p50, floor: bare.floor.p50 });
  }
  const of = (read) => seen.map(read).join(" : ");
  const [one, hundred, thousand] = seen;
  const ratio = thousand.page / thousand.floor / (one.page / one.floor);
  lines.push(
    line(
      `rows read by the logbook, of ${NEIGHBOURS.join(" : ")} users`,
      "the same, but one a query",
      of(({ rows }) => rows),
      hundred.rows === thousand.rows && thousand.rows - one.rows <= queries,
    ),
    line(
      "time of the logbook, and of the bare page",
      "",
      `${of(({ page }) => milliseconds(page))}; ${of(({ floor }) => milliseconds(floor))}`,
      null,
    ),
    line("time against the bare page, 1,000 users : 1", "<= 1.20 x", times(ratio), ratio <= 1.2),
  );
}

function persecond(amount, ms) {
  return `${((amount * 1000) / ms).toFixed(1)}/s`;
}

function both(all) {
  const { p50, p99 } = middleAndLast(all);
  return `${milliseconds(p50)}, ${milliseconds(p99)}`;
}

function megabytes(bytes) {
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}
