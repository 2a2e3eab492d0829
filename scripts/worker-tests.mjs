import { relative } from "node:path";
import { parseArgs } from "node:util";
import { createVitest } from "vitest/node";
import { Drawn } from "./drawn.mjs";
import { keepFilesInMemory } from "./files-in-memory.mjs";
import { ROOT, TOOL_ENV } from "./local-world.mjs";
import { partsOf, runParts } from "./test-parts.mjs";
import { isSlice, named } from "./test-words.mjs";

/**
 * Runs the tests that need no browser, once: `node scripts/worker-tests.mjs [--report file] [words]`. Runs them again
 * after each change of a file that they import: `npm run watch -- <words>`.
 */
const { values, positionals: words } = parseArgs({
  allowPositionals: true,
  options: { watch: { type: "boolean" }, report: { type: "string" }, part: { type: "string" } },
});
const { watch = false, report, part } = values;
if (words.length === 0 && !watch && !part) process.exit(await runParts(report).ended);

const { files, unknown } = named(words);
// What is named runs whole.
Object.assign(process.env, TOOL_ENV, words.length > 0 ? { DAYBOOK_FULL: "1" } : {});
keepFilesInMemory();
if (unknown.length > 0) stop(`No file and no title has ${unknown.map((word) => `"${word}"`).join(", ")}`);

const vitest = await createVitest("test", {
  root: ROOT,
  watch,
  // A whole run writes no approved answer that is missing: nobody would have read it.
  update: words.length > 0 ? "new" : "none",
  // Of a project's own settings it has no effect.
  ...(process.env.DAYBOOK_FULL ? {} : { tagsFilter: ["!full"] }),
  // A runtime loads the product first: each part has one, and for a slice three are no sooner done.
  ...(part || isSlice(files) ? { maxWorkers: 1 } : {}),
  reporters: ["default", new Drawn(), ...(report ? [["json", { outputFile: report }]] : [])],
});
await vitest.standalone();
const all = await vitest.globTestSpecifications();
const chosen = part ? (await partsOf(vitest, all))[part] : words.length === 0 ? all : all.flatMap(chosenOf);
if (chosen.length === 0) stop("Only journeys have these words: npm test runs them");
// A change runs only the named tests.
const paths = new Set(chosen.map(({ moduleId }) => moduleId));
vitest.onFilterWatchedSpecification(({ moduleId }) => paths.has(moduleId));
await vitest.runTestSpecifications(chosen, true);
if (!watch) await vitest.close();

/** A whole file, or its tests whose title contains one of the words. */
function chosenOf(specification) {
  const inTitles = files.get(relative(ROOT, specification.moduleId));
  if (inTitles === undefined) return [];
  if (inTitles === null) return [specification];
  const pattern = new RegExp(inTitles.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|"), "i");
  return [specification.project.createSpecification(specification.moduleId, { testNamePattern: pattern })];
}

function stop(reason) {
  console.error(reason);
  process.exit(1);
}
