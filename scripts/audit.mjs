import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ROOT } from "./local-world.mjs";
import { affectedParts, readAdvisories } from "./parts/advisories.ts";
import { isListOf } from "./parts/parts-list.ts";

/**
 * `npm run audit -- <file of advisories>`: names each package of the last build that an advisory is about, and from where
 * it is reached. Asks nobody: the file is what `npm audit --json`, npm's bulk request or OSV gave. Exits with 1 if the
 * Worker or the script of a page reaches one, with 2 if it cannot tell.
 */

const DAY_MS = 24 * 60 * 60 * 1000;
const OLD_DAYS = 30;
const PLACES = { worker: "the Worker", page: "the script of pages" };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { parts: { type: "string", default: join(ROOT, "build", "parts.cdx.json") } },
});

if (positionals.length === 0) stop("Name a file of advisories: npm audit --json > advisories.json");
if (!existsSync(values.parts)) stop(`There is no ${values.parts}: run "npm run build" first`);
const list = JSON.parse(readFileSync(values.parts, "utf8"));
if (!isListOf(list, readFileSync(join(ROOT, "package-lock.json"), "utf8"))) {
  stop('package-lock.json has changed since the build: run "npm run build" first');
}

const affected = affectedParts(positionals.flatMap(advisoriesOf), list.components);
for (const { severity, name, version, range, reach, id, title } of affected) {
  const from = reach.length > 0 ? `reached from ${reach.map((each) => PLACES[each]).join(" and ")}` : "only by tools";
  console.log(`${severity}: ${name} ${version} (${range}), ${from}. ${id}: ${title}`);
}
const reached = affected.filter(({ reach }) => reach.length > 0).length;
console.log(`Of ${list.components.length} packages ${affected.length} affected, ${reached} in what is served`);
process.exitCode = reached > 0 ? 1 : 0;

function advisoriesOf(file) {
  if (!existsSync(file)) stop(`There is no ${file}`);
  const days = Math.floor((Date.now() - statSync(file).mtimeMs) / DAY_MS);
  if (days > OLD_DAYS) console.log(`${file} is ${days} days old: newer advisories are not in it`);
  try {
    return readAdvisories(readFileSync(file, "utf8"));
  } catch (error) {
    return stop(`${file} could not be read. ${error.message}`);
  }
}

function stop(message) {
  console.error(message);
  process.exit(2);
}
