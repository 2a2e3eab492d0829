import { ADMIN_LEVEL, NEW_ACCOUNT_LEVEL } from "~/account/levels";
import type { BurstLimiter } from "~/platform/http/bursts";
import { addAccountRows } from "./account-rows";
import { copyDiary } from "./copy-diary";
import { allRows, deleteRows, type Rows, replaceRows, restoreRows } from "./every-row";
import { call, db, makeUser, openLoginOf } from "./harness";
import { type RouteFunction, routes } from "./route-modules";
import { type Diary, type Fields, makeWholeDiary, type ValidForm, validForms } from "./valid-forms";

export type { RouteFunction };
export { routes };
export const actions = routes.flatMap(({ path, route }) => (route.action ? [{ path, action: route.action }] : []));
export const forms = actions.flatMap(({ path, action }) => {
  const form = validForms[path];
  return form ? [{ path, action, form }] : [];
});

export const URL_OF_FORM = "http://daybook.test/form/";

export interface World {
  mine: Diary;
  theirs: Diary;
  fields: Fields;
  headers: Record<string, string>;
  before: Rows;
}

/** A database with the diaries of two users and nothing else, one of them as the form wants it. */
export async function worldFor(form: ValidForm): Promise<World> {
  const diaries = await twoDiaries(Math.max(NEW_ACCOUNT_LEVEL, form.from ?? 0));
  return readyFor(form, diaries);
}

/**
 * As `worldFor`, with a second user who has the same rows under the same references, as if one file had gone into two
 * accounts, and one of each kind of account row: a statement that reaches too far hits them.
 */
export async function worldWithTwinFor(form: ValidForm): Promise<World> {
  const diaries = await twoDiaries(Math.max(NEW_ACCOUNT_LEVEL, form.from ?? 0));
  await form.prepare?.(diaries.theirs);
  await addAccountRows(diaries.theirs.user);
  const world = await readyFor(form, diaries);
  await copyDiary(diaries.mine.user.id, diaries.theirs.user.id);
  return { ...world, before: await allRows() };
}

async function readyFor(form: ValidForm, { mine, theirs }: TwoDiaries): Promise<World> {
  await form.prepare?.(mine);
  const cookie = (await form.cookie?.(mine)) ?? "";
  for (const { user } of [mine, theirs]) await openLoginOf(user);
  const before = await allRows();
  return { mine, theirs, fields: await form.fields(mine), headers: { Cookie: cookie }, before };
}

interface TwoDiaries {
  mine: Diary;
  theirs: Diary;
}

const made = new Map<number, { diaries: TwoDiaries; rows: Rows }>();

let lastLevel = 0;

/** Makes the diaries of all forms anew, for a test that looks at the order of what is drawn for them. */
export async function makeDiariesAnew(): Promise<void> {
  made.clear();
  for (const level of [NEW_ACCOUNT_LEVEL, ADMIN_LEVEL]) await twoDiaries(level);
}

/** Made once for each level, and then put there row by row, which is much quicker. */
async function twoDiaries(level: number): Promise<TwoDiaries> {
  const known = made.get(level);
  if (known) {
    // What the form before this had, and its test, differ from it by little.
    if (level === lastLevel) await restoreRows(known.rows, await allRows());
    else await replaceRows(known.rows);
    lastLevel = level;
    return structuredClone(known.diaries);
  }
  lastLevel = level;
  await deleteRows();
  const diaries = { mine: await makeWholeDiary(await makeUser(level)), theirs: await makeWholeDiary(await makeUser()) };
  made.set(level, { diaries: structuredClone(diaries), rows: await allRows() });
  return diaries;
}

export function post<Data>(
  action: RouteFunction,
  form: ValidForm,
  { mine, headers }: World,
  fields: Fields,
  params: Record<string, string> = mine.params,
  database = db,
  bursts?: BurstLimiter,
) {
  const body = form.file === undefined ? new URLSearchParams() : new FormData();
  for (const [name, value] of Object.entries(fields)) {
    for (const each of [value].flat()) {
      if (body instanceof FormData && name === form.file) body.append(name, new File([each], "file"));
      else body.append(name, each);
    }
  }
  const user = form.by === "visitor" ? null : mine.user;
  return call<Data>(action, new Request(URL_OF_FORM, { method: "POST", body, headers }), {
    user,
    params,
    database,
    ...(bursts ? { bursts } : {}),
    hasLogin: true,
  });
}
