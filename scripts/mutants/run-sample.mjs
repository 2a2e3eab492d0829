import { say } from "../local-world.mjs";
import { applied } from "./change.mjs";
import { copyProject, plant, refusedByTypes, textIn } from "./copy.mjs";
import { openJudge } from "./judge.mjs";
import { isPlanted, KINDS, placesIn, reasonOf } from "./places.mjs";
import { openReach } from "./reach.mjs";
import { openSample, seededRandom } from "./sample.mjs";
import { parse } from "./syntax.mjs";
import { openTestRuns } from "./test-runs.mjs";

/** A bug that every test must notice: if it is not caught, no other would be. */
const ALWAYS_FOUND = { start: 0, end: 0, text: 'throw new Error("planted");\n' };

/**
 * Plants a sample of bugs and prints the results.
 * @returns whether every bug was caught, or is known to have no effect
 */
export async function runSample({ wanted, seed, only, file: part, list }) {
  if (only && !KINDS[only]) throw new Error(`No such kind: ${only}. There are: ${Object.keys(KINDS).join(", ")}`);
  const copy = copyProject();
  const sources = copy.files.filter((file) => isPlanted(file) && file.includes(part));
  const bugs = sources
    .flatMap((file) => placesIn(file, textIn(copy, file)))
    .filter(({ kind }) => !only || kind === only);
  if (bugs.length === 0) throw new Error("Nothing can be planted there");
  say(`${bugs.length} places in ${sources.length} files`);
  const sample = openSample(bugs, seededRandom(seed));
  if (list) {
    for (const bug of sample.draw(wanted)) console.log(diffOf(bug));
    return true;
  }

  const bench = await openBench(copy);
  const results = [];
  const invalid = [];
  for (let drawn = sample.draw(wanted); drawn.length > 0; drawn = sample.draw(wanted - results.length)) {
    const refused = refusedIn(copy, drawn);
    for (const bug of drawn) {
      const started = Date.now();
      const result = refused.includes(bug) ? { outcome: "invalid" } : await judgeBug(bug, copy, bench);
      if (result.outcome === "invalid") {
        invalid.push(bug);
        sample.giveBack(bug);
        continue;
      }
      results.push({ bug, ...result });
      const seconds = Math.round((Date.now() - started) / 1000);
      console.log(`${results.length}/${wanted} ${result.outcome}: ${diffOf(bug)}\n  ${result.by} (${seconds} s)`);
    }
  }
  bench.runs.close();
  return printResults(results, invalid, bench.faulty);
}

/** Opens what runs tests, judges bugs, and finds the tests that reach a place. */
async function openBench(copy) {
  const runs = await openTestRuns(copy);
  const modules = copy.files.filter((file) => /^(app|workers|tests)\/.*\.(tsx?|mjs)$/.test(file));
  const reach = openReach(new Map(modules.map((file) => [file, textIn(copy, file)])));
  const tests = runs.files.filter((file) => !isDrill(textIn(copy, file)));
  return { runs, ...openJudge(runs), testsOf: ({ file, change }) => reach.testsOf(file, change.start, tests) };
}

/** Whether a test builds, serves or kills a server: such tests last minutes, and import no module of the app. */
function isDrill(text) {
  return /from "(\.\.\/)+(scripts|kill)\//.test(text);
}

function refusedIn(copy, drawn) {
  const unread = drawn.filter(({ file, change }) => !parse(file, applied(textIn(copy, file), change)));
  const others = drawn.filter((bug) => !unread.includes(bug) && !reasonOf(bug));
  return [...unread, ...refusedByTypes(copy, others)];
}

async function judgeBug(bug, copy, bench) {
  const reason = reasonOf(bug);
  if (reason) return { outcome: "reasoned", by: reason };
  const tests = bench.testsOf(bug);
  let unplant = () => {};
  const putIn = (change) => {
    unplant();
    unplant = plant(copy, bug.file, change);
  };
  try {
    if (!bench.proved && tests.length > 0) {
      putIn(ALWAYS_FOUND);
      await bench.prove({ file: bug.file, tests });
      bench.proved = true;
    }
    putIn(bug.change);
    const judged = { file: bug.file, tests, unplant: () => unplant(), replant: () => putIn(bug.change) };
    const result = await bench.judge(judged);
    if (result.outcome === "broken") return { outcome: "invalid" };
    return result.outcome === "survived" ? { outcome: "survived", by: formatReach(result) } : result;
  } finally {
    unplant();
  }
}

const COLUMNS = ["planted", "caught", "survived", "reasoned"];

function tableOf(kinds, results) {
  const rows = kinds.map((kind) => {
    const ofKind = results.filter((each) => each.bug.kind === kind);
    return [kind, ...figuresOf(ofKind)];
  });
  const lines = [["kind", ...COLUMNS], ...rows.filter(([, planted]) => planted > 0), ["all", ...figuresOf(results)]];
  return lines
    .map(([name, ...rest]) => name.padEnd(20) + rest.map((each) => String(each).padStart(10)).join(""))
    .join("\n");
}

function figuresOf(results) {
  const of = (outcome) => results.filter((each) => each.outcome === outcome).length;
  return [results.length, of("caught"), of("survived"), of("reasoned")];
}

function diffOf({ file, line, kind, from, to }) {
  return `${file}:${line} (${kind})\n  - ${from}\n  + ${to}`;
}

/** Describes the tests of a survivor: whether any could have caught it. */
function formatReach({ reached, notRun }) {
  if (reached === 0) return "No worker test reaches it: only a journey could catch it.";
  const late = notRun.length > 0 ? `; ${notRun.length} were not run in time: ${notRun.join(", ")}` : "";
  return `${reached} test files reach it${late}.`;
}

/** Prints the results. @returns whether no bug survived */
function printResults(results, invalid, faulty) {
  const of = (outcome) => results.filter((each) => each.outcome === outcome);
  for (const outcome of ["survived", "reasoned"]) {
    if (of(outcome).length === 0) continue;
    console.log(`\n${outcome}:`);
    for (const { bug, by } of of(outcome)) console.log(`${diffOf(bug)}\n  ${by}`);
  }
  if (faulty.size > 0) console.log(`\nRed without any bug, and not asked: ${[...faulty].join(", ")}`);
  console.log(
    `\n${tableOf(Object.keys(KINDS), results)}\n\n${invalid.length} more were refused by types, or when loaded`,
  );
  return of("survived").length === 0;
}
