import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompressSync } from "node:zlib";
import { ensureBrowser } from "../../scripts/browser.mjs";
import { ROOT, say, TOOL_ENV } from "../../scripts/local-world.mjs";
import { pageScriptBytes, styleSheets } from "./bytes.mjs";
import { floodFor } from "./flood.mjs";
import { grow, rowsBehind, searchTime } from "./grown.mjs";
import { importTime } from "./imports.mjs";
import { paintTimes } from "./paint.mjs";
import { longestBlank } from "./scroll.mjs";
import { askOnce, serveBuild } from "./serve.mjs";
import { sideBySide } from "./side-by-side.mjs";
import { storageLines } from "./storage.mjs";
import { kilobytes, line, milliseconds, printTable, times } from "./table.mjs";
import { BUILD, FLOOR_BUILD, makeWorld } from "./world.mjs";

/** `npm run bench`: every budget that can be measured on one machine, beside a bare page where a ratio is named. */
const KB = 1000;
const MISSING = "/no-such-page/";
/** Fees of cases are found from all fees or from the year's cases, where there are less: either way so many at most. */
const FEE_ROWS = 3000;
/** A report with all its texts, and the list of cases. */
const REPORT = "/reports/paper/?preset=everything";

const world = makeWorld("bench");
const { state, bindings } = world;

say("Making work of 1 year and of 30 years");
const grower = await serveBuild(BUILD, state, bindings);
const one = await grow(grower, 1);
const thirty = await grow(grower, 30);
await grower.stop();

const floor = await serveBuild(FLOOR_BUILD, world.copy("floor-state"), bindings);
const daybook = await serveBuild(BUILD, state, bindings);

const logbook = await page(daybook, "/logbook/", thirty.cookie);
const lines = [];
try {
  say("Weighing");
  tell(await weigh());
  tell(await storageLines(BUILD, world.folder("seeded-state"), bindings));
  say("Counting what D1 reads");
  tell(await countReads());
  say("Timing, page and floor by turns");
  tell(await timeIt());
  say("One account writing as fast as it can, for a minute");
  for (const by of ["forms", "files"]) tell([floodLine(by, await floodFor(daybook, 60_000, by))]);
  say("Importing 50,000 cases");
  const importMs = await importTime(daybook);
  tell([line("import of a file with 50,000 cases", "<= 30 s", milliseconds(importMs), importMs <= 30_000)]);
  say("10,000 drawn requests to every form, page and call");
  tell([await drawnRequests()]);
  const browser = await ensureBrowser();
  say("Painting on a slow phone");
  const paint = await paintTimes(daybook, "/logbook/", thirty.cookie, browser);
  const ratio = paint.page / paint.file;
  const figure = `${times(ratio)} (${milliseconds(paint.page)} : ${milliseconds(paint.file)})`;
  tell([line("largest paint of the logbook, page : file", "<= 1.20 x", figure, ratio <= 1.2)]);
  say("Scrolling through ten years, five times: some ten minutes");
  const { blankMs, weeks } = await longestBlank(daybook, thirty.cookie, browser);
  const what = `longest blank while ${weeks} weeks scroll by at 3 screens/s`;
  tell([line(what, "<= 100 ms", milliseconds(blankMs), blankMs <= 100)]);
} finally {
  await Promise.all([daybook.stop(), floor.stop()]);
}
console.log();
process.exit(printTable(lines) ? 0 : 1);

/** Notes figures for the table at the end, and says them at once: the whole takes a quarter of an hour. */
function tell(more) {
  lines.push(...more);
  for (const { what, figure, verdict } of more) console.log(`  ${what}: ${figure} ${verdict}`.trimEnd());
}

/**
 * By the test that draws some of them in each run; ends the run, with what it printed, where one is above 499. Awaited, since
 * a blocked event loop does not see that the server closes idle connections, and the next request would take one of them.
 */
async function drawnRequests() {
  const began = Date.now();
  await promisify(execFile)("node", ["scripts/worker-tests.mjs", "http/fuzz"], {
    cwd: ROOT,
    env: { ...TOOL_ENV, DAYBOOK_FUZZ_REQUESTS: "10000" },
    maxBuffer: 64 * 1024 * 1024,
  });
  return line("drawn requests answered above 499", "0 of 10,000", `0, in ${milliseconds(Date.now() - began)}`, true);
}

function floodLine(by, { saved, refused, afterMs, message, storage }) {
  const refusal = message ? `, from ${milliseconds(afterMs)} on ${refused} refused: “${message}”` : "";
  const what = `one account writing for a minute, by ${by}`;
  return line(what, "<= 110% of its quota", `${saved} saves, ${storage}${refusal}`, stays(storage));
}

/** `About 48 MB of 50 MB`: what is on its way when an account is full may go over. */
function stays(storage) {
  const [, used = "", most = ""] = /([\d.,]+) MB of (\d+) MB/.exec(storage) ?? [];
  return Number(used.replaceAll(",", "")) <= 1.1 * Number(most);
}

/** The HTML of a page. Any status but the one it should have ends the run. */
async function page(server, path, cookie) {
  const answer = await askOnce(server.url + path, cookie);
  if (answer.status !== (path === MISSING ? 404 : 200)) throw new Error(`${path} answered ${answer.status}`);
  return answer.text();
}

/** Script and style of each kind of page, in the bytes that travel. */
async function weigh() {
  const client = join(BUILD, "client");
  const bare = pageScriptBytes(join(FLOOR_BUILD, "client"), await page(floor, "/logbook/", thirty.cookie));
  const script = async (path, cookie, allowed, words) => {
    const bytes = pageScriptBytes(client, await page(daybook, path, cookie));
    return line(`JavaScript of ${path.replace(/[\w-]{22}/g, ":ref")}`, words, kilobytes(bytes), bytes <= allowed);
  };
  const sheets = styleSheets(client);
  const css = sheets.reduce((sum, sheet) => sum + sheet.bytes, 0);
  const session = `/logbook/session/${thirty.session}/`;
  const plan = `/job_plans/${thirty.plan}/`;
  const diary = [
    "/logbook/",
    "/logbook/session/new/",
    session,
    `${session}delete/`,
    `${session}case/new/`,
    `${session}cases/`,
  ];
  const plans = ["/job_plans/", "/job_plans/new/", plan, `${plan}edit/`, `${plan}element/new/`];
  const work = ["/leave/", "/leave/new/", "/extras/", "/extras/new/", "/progress/", "/reports/", "/reports/cpd/new/"];
  const weight = async ({ cookie }) => brotliCompressSync(await page(daybook, "/logbook/", cookie)).length;
  const [young, old] = [await weight(one), await weight(thirty)];
  const grown = `${times(old / young)} (${kilobytes(old)} : ${kilobytes(young)})`;
  return [
    line("HTML of the logbook, 30 years : 1 year", "<= 1.10 x", grown, old / young <= 1.1),
    line("JavaScript of the floor", "", kilobytes(bare), null),
    ...(await Promise.all(["/", MISSING, "/terms/"].map((path) => script(path, "", 0, "0 kB")))),
    ...(await Promise.all(["/login/", "/signup/"].map((path) => script(path, "", bare + 20 * KB, "<= floor + 20 kB")))),
    ...(await Promise.all(
      [...diary, ...plans, ...work].map((path) => script(path, thirty.cookie, bare + 55 * KB, "<= floor + 55 kB")),
    )),
    line("style sheets", "1, <= 17 kB", `${sheets.length}, ${kilobytes(css)}`, sheets.length === 1 && css <= 17 * KB),
  ];
}

/** Trips and rows of a page after the login look-up. @param path with its query, if any */
async function costOf(path, user) {
  const { trips, statements } = JSON.parse(await page(floor, `/cost/?page=${path.replace("?", "&")}`, user.cookie));
  return { trips, statements, rowsRead: statements.reduce((sum, each) => sum + each.rowsRead, 0) };
}

/** Trips and rows of the pages that could grow with the years, at one year of work and at thirty. */
async function countReads() {
  return [
    ...(await countLogbook()),
    ...(await countYears("/progress/")),
    ...(await countYears(REPORT)),
    ...(await countFees()),
  ];
}

async function countFees() {
  const [small, big] = [await costOf("/extras/", one), await costOf("/extras/", thirty)];
  const rows = `${small.rowsRead} : ${big.rowsRead}`;
  return [
    line("D1 round trips of /extras/", "1", String(big.trips), big.trips === 1),
    line("rows read by /extras/, 1 year : 30 years", `<= ${FEE_ROWS}`, rows, big.rowsRead <= FEE_ROWS),
  ];
}

/** A page of one year's figures: beside them it lists all plans, and looks at the leave of four years. */
async function countYears(path) {
  const [small, big] = [await costOf(path, one), await costOf(path, thirty)];
  return [
    line(`D1 round trips of ${path}`, "1", String(big.trips), big.trips === 1),
    line(
      `rows read by ${path}, 1 year : 30 years`,
      "<= 1.50 x",
      `${small.rowsRead} : ${big.rowsRead}`,
      big.rowsRead <= 1.5 * small.rowsRead,
    ),
  ];
}

async function countLogbook() {
  const [small, big] = [await costOf("/logbook/", one), await costOf("/logbook/", thirty)];
  const { sessions, cases, year, leave } = await rowsBehind(daybook, thirty, logbook);
  const young = await rowsBehind(daybook, one, await page(daybook, "/logbook/", one.cookie));
  const most = 3 * (sessions + cases) + year;
  const words = `<= 3 x (${sessions} sessions + ${cases} cases) + ${year} of the year`;
  if (big.rowsRead > most) {
    for (const { query, rowsRead } of big.statements) console.log(`  ${String(rowsRead).padStart(7)} rows: ${query}`);
  }
  const grown = `${small.rowsRead} : ${big.rowsRead}`;
  // A plan of each year stands before the one that counts, and its dates are looked at. And the dice deal the two
  // users other weeks: what the older one's hold more is read, too, and the leave of some years, which the younger has
  // only one of.
  const more = 3 * (sessions + cases - young.sessions - young.cases) + year - young.year + leave - young.leave;
  const same = small.rowsRead + 2 * (thirty.plans - one.plans) + Math.max(0, more);
  return [
    line("D1 round trips of the logbook", "1", String(big.trips), big.trips === 1),
    line("rows read by the logbook", words, String(big.rowsRead), big.rowsRead <= most),
    line(
      "rows read, 1 year : 30 years",
      "the same, but 2 a past plan, leave, what is shown",
      grown,
      big.rowsRead <= same,
    ),
  ];
}

/** A page at thirty years of work and at one, to be asked by turns. */
function ofBoth(path) {
  return {
    [path]: { server: daybook, path, cookie: thirty.cookie },
    [`${path} young`]: { server: daybook, path, cookie: one.cookie },
  };
}

async function timeIt() {
  const path = "/logbook/";
  const seen = await sideBySide({
    page: { server: daybook, path, cookie: thirty.cookie },
    floor: { server: floor, path, cookie: thirty.cookie },
    database: { server: floor, path: "/batch-only/", cookie: thirty.cookie },
    young: { server: daybook, path, cookie: one.cookie },
    ...ofBoth("/progress/"),
    ...ofBoth("/extras/"),
    ...ofBoth(REPORT),
  });
  const pair = (what, budget, top, base, most) =>
    line(what, budget, `${times(top / base)} (${milliseconds(top)} : ${milliseconds(base)})`, top / base <= most);
  const search = await searchTime(daybook, thirty);
  const made = (name) => seen[name].cpu - seen.database.cpu;
  const own = made("page") / made("floor");
  return [
    pair("CPU of the logbook, page : floor", "<= 1.80 x", seen.page.cpu, seen.floor.cpu, 1.8),
    line("… less look-up, batch and bare answer", "", times(own), null),
    pair("time of the logbook, page : floor", "<= 2.00 x", seen.page.p50, seen.floor.p50, 2),
    pair("time of the logbook, 30 years : 1 year", "<= 1.50 x", seen.page.p50, seen.young.p50, 1.5),
    ...["/progress/", "/extras/", REPORT].map((each) =>
      pair(`time of ${each}, 30 years : 1 year`, "<= 1.50 x", seen[each].p50, seen[`${each} young`].p50, 1.5),
    ),
    line("search of 2,000 cases, of 30 years", "<= 1000 ms", milliseconds(search), search <= 1000),
  ];
}
