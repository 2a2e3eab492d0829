import { beforeAll, expect, test } from "vitest";
import { type RouteFunction, routes } from "../support/form-worlds";
import { load } from "../support/harness";
import { type Answers, answersAsText } from "./answers";
import { type Names, named } from "./as-text";
import { QUERIES, QUERIES_OF_FEW } from "./queries";
import { drawnBy, makeReaders, type Reader } from "./worlds";

/** Archives, whose files are read elsewhere. */
const ARCHIVES = /zip-file/;

const pages = routes.flatMap(({ path, route }) =>
  route.loader && !ARCHIVES.test(path) ? [{ path: path.replace(/\.tsx?$/, ""), loader: route.loader }] : [],
);

let readers: Reader[];
beforeAll(async () => {
  readers = await drawnBy("readers", makeReaders);
}, 60_000);

async function answersOf(path: string, loader: RouteFunction): Promise<string> {
  const names = readers.flatMap(({ name, params }) => namesOf(name, params));
  const answers: Answers = [];
  for (const [at, { name, user, params, pages = /./ }] of readers.entries()) {
    if (!pages.test(path)) continue;
    const queries = [QUERIES, QUERIES_OF_FEW][at]?.[path] ?? [];
    for (const asked of ["", ...queries]) {
      const query = asked.replace(/:(\w+)/g, (_, param: string) => params[param] ?? "");
      const answer = await load<unknown>(loader, { user, params, path: `/${query}` }).catch(ifNamed);
      if (!answer) continue;
      const { status, location, data } = answer;
      answers.push([`${name} ${asked}`.trim(), named({ status, ...(location ? { location } : {}), data }, names)]);
    }
  }
  return answersAsText(answers);
}

/** The references of a reader under the names of the routes. */
function namesOf(reader: string, params: Record<string, string>): Names {
  const refs = Object.entries(params).filter(([name, ref]) => /Ref$/.test(name) && ref.length >= 7);
  return refs.map(([name, ref]) => [ref, `${name} of ${reader}`] as const);
}

/** Nothing for a reader who has no row that the address could name: its page cannot be asked for. */
function ifNamed(error: unknown): null {
  if (error instanceof Error) return null;
  throw error;
}

test.for(pages)("$path is given what was approved", async ({ path, loader }, { task }) => {
  const answers = await drawnBy(task.name, () => answersOf(path, loader));
  await expect(answers).toMatchFileSnapshot(`pages/${path}.txt`);
});
