import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { NEW_ACCOUNT_LEVEL } from "~/account/levels";
import { copyDiary } from "../../support/copy-diary";
import { allRows, restoreRows } from "../../support/every-row";
import { load, makeUser, openLoginOf } from "../../support/harness";
import { routes } from "../../support/route-modules";
import { type Diary, makeWholeDiary } from "../../support/valid-forms";

// An administrator's pages are of everybody.
const loaders = routes.flatMap(({ path, route: { loader } }) =>
  loader && !path.startsWith("admin/") ? [{ path, loader }] : [],
);
const PERIOD =
  "?period=custom&from=2026-01-01&until=2026-12-31&q=a&date=17/11/2026&edit=yes&section=everything&element=:elementRef";

async function pagesOf({ user, params }: Diary): Promise<Map<string, string>> {
  const pages = new Map<string, string>();
  for (const { path, loader } of loaders) {
    for (const query of ["", PERIOD]) {
      const answer = await load<unknown>(loader, {
        user,
        params,
        path: `/${query.replace(":elementRef", params.elementRef)}`,
      }).catch((error) => ({
        status: 500,
        data: String(error),
      }));
      pages.set(path + query, `${answer.status} ${JSON.stringify(answer.data)}`);
    }
  }
  return pages;
}

/** Keys that are new in each page. */
function unlessNew(text: string, other: string): string {
  return text.replaceAll(/[\w-]{22,}/g, (token) => (other.includes(token) ? token : "new"));
}

/** A code to type or a secret, drawn for each page. */
const DRAWN = ["account/authenticator-set-up.tsx", "logbook/session-delete.tsx"];

/**
 * Gives each text in the rows of others another end, where their table takes it: a page that read them would show it.
 * @returns the number of columns
 */
async function renameRows(others: readonly number[]): Promise<number> {
  const texts = (await allRows()).flatMap(({ name, rows }) => {
    const theirs = rows.find((row) => others.includes(row.user_id as number));
    return Object.entries(theirs ?? {}).flatMap(([column, value]) =>
      typeof value === "string" ? [{ name, column }] : [],
    );
  });
  const renamed = texts.map(async ({ name, column }) => {
    const rename = `UPDATE ${name} SET ${column} = ${column} || ' of another' WHERE user_id IN (${others})`;
    // Codes, dates and lists are checked by the table.
    const answer = await env.DB.prepare(rename)
      .run()
      .catch(() => null);
    return answer && answer.meta.changes > 0 ? [column] : [];
  });
  return (await Promise.all(renamed)).flat().length;
}

let renamed: number;
let alone: Map<string, string>;
let again: Map<string, string>;
let amongEqual: Map<string, string>;
let among: Map<string, string>;

/** What a file is taken for is written down: each pass begins with the same rows. */
async function passOver(diary: Diary): Promise<Map<string, string>> {
  const before = await allRows();
  const pages = await pagesOf(diary);
  await restoreRows(before, await allRows());
  return pages;
}

beforeAll(async () => {
  const mine = await makeWholeDiary(await makeUser(NEW_ACCOUNT_LEVEL));
  await openLoginOf(mine.user);
  alone = await passOver(mine);
  again = await passOver(mine);
  const others = [await makeWholeDiary(await makeUser()), await makeWholeDiary(await makeUser())].map(
    ({ user }) => user,
  );
  for (const other of others) await openLoginOf(other);
  // As if one file had gone into two accounts: the same references.
  for (const other of others.slice(1)) await copyDiary(mine.user.id, other.id);
  amongEqual = await passOver(mine);
  renamed = await renameRows(others.map(({ id }) => id));
  among = await passOver(mine);
}, 120_000);

function isSame(path: string, one: Map<string, string>, other: Map<string, string>): boolean {
  return ["", PERIOD].every((query) => {
    const [first, second] = [one.get(path + query) ?? "", other.get(path + query) ?? ""];
    return unlessNew(second, first) === unlessNew(first, second);
  });
}

test("a page says the same when it is asked again, but for what is drawn for it", () => {
  expect(loaders.map(({ path }) => path).filter((path) => !isSame(path, alone, again))).toEqual(DRAWN);
});

test("no page says other things for what others have, be it the same, even by its references, or with other names", () => {
  expect(renamed).toBeGreaterThan(10);
  const changed = loaders
    .map(({ path }) => path)
    .filter((path) => !isSame(path, alone, amongEqual) || !isSame(path, alone, among));
  expect(changed.filter((path) => !DRAWN.includes(path))).toEqual([]);
});
