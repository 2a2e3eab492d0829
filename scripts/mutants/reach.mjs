import { dirname } from "node:path";
import { ALL, ON_LOAD, unitsOf } from "./units.mjs";

/** A module that is imported by a pattern only counts as this many imports away. */
const FAR = 4;

/**
 * Finds which tests reach a place in the sources, and over how many imports. It follows declarations, not modules:
 * nearly every test imports a module that imports the database's, and few run any one of its functions.
 * @param texts texts of all modules by path: app, workers, and tests with what supports them
 */
export function openReach(texts) {
  const there = new Set(texts.keys());
  const modules = new Map([...texts].map(([path, text]) => [path, unitsOf(path, text, there)]));
  const usedBy = new Map();
  for (const [path, { units }] of modules) {
    for (const unit of units) {
      for (const use of unit.uses) {
        for (const target of settle(modules, use)) link(usedBy, target, { file: path, name: unit.name, far: use.far });
      }
    }
  }
  return {
    /** The test files that reach a place, nearest first. */
    testsOf(path, at, tests) {
      const own = modules.get(path).units.filter(({ start, end }) => start <= at && at < end);
      const hops = hopsTo(
        usedBy,
        own.map(({ name }) => keyOf({ file: path, name })),
      );
      return tests.filter((test) => hops.has(test)).sort(nearerTo(path, hops, texts));
    },
  };
}

function keyOf({ file, name }) {
  return `${file}#${name}`;
}

function link(usedBy, target, user) {
  const users = usedBy.get(target) ?? [];
  users.push(user);
  usedBy.set(target, users);
}

/** The declarations that a name exported by a module refers to, through all re-exports. */
function settle(modules, { file, name }, seen = new Set()) {
  const module = modules.get(file);
  if (!module || seen.has(keyOf({ file, name }))) return [];
  seen.add(keyOf({ file, name }));
  const onLoad = keyOf({ file, name: ON_LOAD });
  if (name === ALL) {
    const handedOut = [...module.exports.values()].flatMap((each) => settle(modules, each, seen));
    return [onLoad, ...module.units.map((unit) => keyOf({ file, name: unit.name })), ...handedOut];
  }
  const next = module.exports.get(name);
  if (next && next.file !== file) return [onLoad, ...settle(modules, next, seen)];
  if (!next && module.exports.has(ALL)) return [onLoad, ...settle(modules, { ...module.exports.get(ALL), name }, seen)];
  return [onLoad, keyOf({ file, name: next?.name ?? name })];
}

/** For each file, the fewest imports from it to one of the declarations. */
function hopsTo(usedBy, own) {
  const hops = new Map(own.map((key) => [key, 0]));
  const files = new Map();
  const waiting = [...hops];
  while (waiting.length > 0) {
    waiting.sort(([, a], [, b]) => b - a);
    const [key, far] = waiting.pop();
    if (hops.get(key) < far) continue;
    const file = key.slice(0, key.indexOf("#"));
    files.set(file, Math.min(far, files.get(file) ?? far));
    for (const user of usedBy.get(key) ?? []) {
      const next = far + (user.far ? FAR : user.file === file ? 0 : 1);
      const userKey = keyOf(user);
      if ((hops.get(userKey) ?? Number.POSITIVE_INFINITY) <= next) continue;
      hops.set(userKey, next);
      waiting.push([userKey, next]);
    }
  }
  return files;
}

/**
 * Compares test files: first those that import it themselves, then those of the same slice, those that look at every
 * page and form, and the others by number of imports; of two equal ones the shorter is first.
 */
function nearerTo(path, hops, texts) {
  const folder = dirname(path)
    .replace(/^app\//, "tests/")
    .replace("tests/routes/", "tests/");
  const slice = folder.split("/").slice(0, 2).join("/");
  const rank = (test) =>
    hops.get(test) === 1 ? 0 : [`${slice}/`, "tests/approved/", ""].findIndex((each) => test.startsWith(each)) + 1;
  const order = (test) => [rank(test), hops.get(test), test.startsWith(`${folder}/`) ? 0 : 1, texts.get(test).length];
  return (a, b) => {
    const [left, right] = [order(a), order(b)];
    const place = left.findIndex((each, index) => each !== right[index]);
    return place === -1 ? 0 : left[place] - right[place];
  };
}
