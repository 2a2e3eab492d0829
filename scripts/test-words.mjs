import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./local-world.mjs";

/** The title of a test, in its call; with `test.each(…)` the table precedes it. */
const TITLE = /\b(?:test|it|describe)(?:\.\w+)*(?:\((?:[^()]|\([^()]*\))*?\))?\(\s*(["'`])((?:(?!\1)[\s\S])*)\1/g;
const SET_ASIDE = /\b(?:test|it|describe)(?:\.\w+)*\.(?:skip|only|todo|fixme|skipIf|runIf|fails)\b/g;

/**
 * Finds the tests that the words of a command name, each separately: files by their path or, if no path contains the
 * word, tests by their title.
 * @returns `files`: for each path null for the whole file, or the words in its titles; `unknown`: words that name
 *   nothing
 */
export function named(words, files = testFiles()) {
  const found = new Map();
  const unknown = [];
  for (const word of words) {
    const byPath = files.filter((path) => holds(path, word));
    const byTitle =
      byPath.length > 0 ? [] : files.filter((path) => titlesOf(path).some(({ title }) => holds(title, word)));
    for (const path of byPath) found.set(path, null);
    for (const path of byTitle) if (found.get(path) !== null) found.set(path, [...(found.get(path) ?? []), word]);
    if (byPath.length + byTitle.length === 0) unknown.push(word);
  }
  return { files: found, unknown };
}

/** The lines of the titles that contain one of the words. */
export function linesOf(path, words) {
  const titles = titlesOf(path).filter(({ title }) => words.some((word) => holds(title, word)));
  return [...new Set(titles.map(({ line }) => line))];
}

/** Every place in which a test is skipped, or others are skipped in favour of it: `path:line call`. */
export function setAside(files = testFiles()) {
  return files.flatMap((path) => {
    const text = readFileSync(join(ROOT, path), "utf8");
    return [...text.matchAll(SET_ASIDE)].map(({ index, 0: call }) => `${path}:${lineAt(text, index)} ${call}`);
  });
}

export function isJourney(path) {
  return path.endsWith(".spec.ts");
}

/** Builds, drills and the model, which keep the machine busy, and files that each have a runtime to themselves. */
const LONG = /^tests\/(?:build|resilience|model)\/|\.alone\.test\.tsx?$/;

/** Whether the paths that `named` found are few and short, so that worker tests and journeys can run beside each other. */
export function isSlice(files) {
  const paths = [...files.keys()];
  return paths.length > 0 && paths.length <= 30 && !paths.some((path) => LONG.test(path));
}

function testFiles() {
  return readdirSync(join(ROOT, "tests"), { recursive: true })
    .map((path) => join("tests", path))
    .filter((path) => /\.(test|spec)\.tsx?$/.test(path))
    .sort();
}

function holds(text, word) {
  return text.toLowerCase().includes(word.toLowerCase());
}

function titlesOf(path) {
  const text = readFileSync(join(ROOT, path), "utf8");
  return [...text.matchAll(TITLE)].map(({ index, 2: title }) => ({ title, line: lineAt(text, index) }));
}

function lineAt(text, index) {
  return text.slice(0, index).split("\n").length;
}
