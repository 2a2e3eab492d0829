import { expect, test } from "vitest";
import { newRef } from "~/platform/db/columns.server";
import { allRows, isWritten, type Rows, restoreRows, rowsAfter, writtenIn } from "../../support/every-row";
import {
  actions,
  post,
  type RouteFunction,
  routes,
  URL_OF_FORM,
  type World,
  worldFor,
} from "../../support/form-worlds";
import { call } from "../../support/harness";
import { sampled } from "../../support/property";
import { type Fields, type ValidForm, validForms } from "../../support/valid-forms";
import { watchedDatabase } from "../../support/watched-database";

/** Pages of one diary: those with its references in their address. An administrator's are of everybody. */
const owned = routes.flatMap(({ path, address, route }) => {
  if (path.startsWith("admin/")) return [];
  const refs = [...address.matchAll(/:(\w+Ref)\b/g)].map(([, name]) => name as string);
  return refs.length > 0 ? [{ path, route, refs }] : [];
});

const NOTHING_TO_SEND: ValidForm = { fields: () => ({}) };

const HOSTILE_VALUES = [
  "💥",
  "-1",
  "99999999999999999999",
  "1e309",
  "NaN",
  "<script>alert(1)</script>",
  "' OR 1=1 --",
  "31/02/2026",
  "25:61",
  "__proto__",
  "x".repeat(200_000),
];

const HOSTILE_NAMES = [
  "__proto__",
  "__proto__.polluted",
  "constructor.prototype.polluted",
  "schedule[4000000000].weekday",
  "schedule[0][0]",
  "schedule.weekday",
  "version.version",
  "n".repeat(5000),
];

const HOSTILE_INTENTS = [
  "reset()",
  "insert",
  "insert({",
  'insert({"name":"__proto__"})',
  'remove({"name":"schedule"})',
];

interface Spoiled {
  message: string;
  fields: Fields;
  /** Must not be accepted. */
  foreign?: boolean;
}

/** The form with one field spoiled, in every way but by leaving it empty (`approved/forms.alone.test.ts`). */
function spoiled({ fields, theirs }: World, form: ValidForm): Spoiled[] {
  return Object.entries(fields).flatMap(([name, value]) => {
    const { [name]: _, ...others } = fields;
    const twice = Array.isArray(value) ? [...value, ...value] : [value, value];
    const foreign = form.references?.[name]?.(theirs);
    const of = `${Object.keys(fields)} ${name}`;
    const counts = [
      { message: `${name} missing`, fields: others },
      { message: `${name} twice`, fields: { ...fields, [name]: twice } },
    ];
    return [
      ...sampled("fields that are missing or there twice", counts, 1 / 2, of),
      ...sampled("hostile texts of a field", HOSTILE_VALUES, 1 / 11, of).map((each) => ({
        message: `${name}=${each.slice(0, 20)}`,
        fields: { ...fields, [name]: each },
      })),
      ...(foreign
        ? [{ message: `${name} of somebody else`, fields: { ...fields, [name]: foreign }, foreign: true }]
        : []),
    ];
  });
}

/** The form with one field more than any page draws. */
function crowded({ fields }: World): readonly Spoiled[] {
  const names = HOSTILE_NAMES.map((name) => ({ message: name.slice(0, 40), fields: { ...fields, [name]: "1" } }));
  const intents = HOSTILE_INTENTS.map((intent) => ({ message: intent, fields: { ...fields, __INTENT__: intent } }));
  return sampled("names that no page has", [...names, ...intents], 1 / 13, `${Object.keys(fields)}`);
}

/** Of the action whose tests run: each of them leaves it as it was, which is most of what they prove. */
let ready: { path: string; world: World } | null = null;

async function untouchedWorldFor(path: string, form: ValidForm): Promise<World> {
  if (ready?.path !== path) ready = { path, world: await worldFor(form) };
  return ready.world;
}

/** What is there now; a diary that was written is no world for the next test. */
async function rowsLeft({ before }: World): Promise<Rows> {
  const left = await allRows();
  if (JSON.stringify(left) !== JSON.stringify(before)) ready = null;
  return left;
}

/** Posts each, to an untouched diary. @returns what went wrong, in words. */
async function faultsOf(
  path: string,
  action: RouteFunction,
  form: ValidForm,
  ways: (world: World, form: ValidForm) => readonly Spoiled[],
): Promise<string[]> {
  const faults: string[] = [];
  const accepted = form.answer ?? 302;
  const world = await untouchedWorldFor(path, form);
  const { before, theirs } = world;
  for (const { message, fields, foreign } of ways(world, form)) {
    const { database, written } = watchedDatabase();
    // What an action throws is a page of status 500.
    const { status } = await post(action, form, world, fields, world.mine.params, database).catch(() => ({
      status: 500,
    }));
    if (status >= 500) faults.push(`${message}: ${status}`);
    if (status === accepted && foreign) faults.push(`${message}: accepted`);
    if (written.size === 0) continue;
    const after = await rowsAfter(before, written);
    if (status !== accepted && isWritten(before, after)) faults.push(`${message}: ${status}, and yet written`);
    if (isWritten(before, after, theirs.user.unique_ref)) faults.push(`${message}: another user's rows changed`);
    await restoreRows(before, after);
  }
  // Nothing is left of any of them, in tables either that no statement named.
  if (JSON.stringify(await rowsLeft(world)) !== JSON.stringify(before)) faults.push("Something was written beside it");
  return faults;
}

test("every action has an entry among the valid forms, and every entry an action", () => {
  expect(actions.map(({ path }) => path).sort()).toEqual(Object.keys(validForms).sort());
});

/** Answers to JSON, plain text, 1.1 MB and a torn body. */
const NO_FORM = [415, 415, 413, 400];
const NO_FORM_ELSEWHERE: Record<string, number[]> = {
  // Leaving reads nothing of what is sent.
  "logout.tsx": [302, 302, 302, 302],
  "not-found.tsx": [404, 404, 404, 404],
  // Without a pending login nothing is read either.
  "twofactor.tsx": [302, 302, 302, 302],
  "twofactor-recovery.tsx": [302, 302, 302, 302],
  "csv-import/rows.ts": [403, 403, 403, 403],
  // These take JSON.
  "logbook/no-signal/device.ts": [422, 415, 415, 415],
  "logbook/no-signal/draft.ts": [422, 415, 415, 415],
  "logbook/no-signal/forget.ts": [422, 415, 415, 415],
  "logbook/no-signal/send.ts": [422, 415, 415, 415],
  // Files come with them: a longer form is read, and told that it holds none.
  "csv-import/map.tsx": [415, 415, 422, 400],
  "csv-import/rejected.ts": [415, 415, 302, 400],
  // Only who has proved a code is asked for a form.
  "password/reset.tsx": [302, 302, 302, 302],
};

/** A JSON call that only answers; any other, which reads nothing without its token; one that there is not. */
const NO_FORM_OF_CALLS = [
  [405, 405, 405, 405],
  [403, 403, 403, 403],
  [404, 404, 404, 404],
];

for (const { path, action } of actions) {
  const form = validForms[path] ?? NOTHING_TO_SEND;

  if (validForms[path]) {
    test(`${path} answers a spoiled field with words, and writes nothing it refuses`, async () => {
      expect(await faultsOf(path, action, form, spoiled)).toEqual([]);
    }, 300_000);

    test(`${path} is not misled by names that no page has`, async () => {
      expect(await faultsOf(path, action, form, crowded)).toEqual([]);
      expect(Object.keys(Object.prototype)).toEqual([]);
    });
  }

  test(`${path} refuses what is no form: other types, too much, torn`, async () => {
    const world = await untouchedWorldFor(path, form);
    const user = form.by ? null : world.mine.user;
    const statuses: number[] = [];
    for (const [type, body] of [
      ["application/json", "{}"],
      ["text/plain", "a=b"],
      ["application/x-www-form-urlencoded", `a=${"y".repeat(1_100_000)}`],
      ["multipart/form-data; boundary=x", "--x\r\ntorn"],
    ] as const) {
      const request = new Request(URL_OF_FORM, { method: "POST", body, headers: { "Content-Type": type } });
      statuses.push((await call(action, request, { user, params: world.mine.params })).status);
    }
    if (path.startsWith("api/")) expect(NO_FORM_OF_CALLS).toContainEqual(statuses);
    else expect(statuses).toEqual(NO_FORM_ELSEWHERE[path] ?? NO_FORM);
    expect(writtenIn(await rowsLeft(world)) === writtenIn(world.before)).toBe(true);
  });

  if (validForms[path] && !form.by) {
    test(`${path} sends a visitor to log in and too low a level home`, async () => {
      const world = await untouchedWorldFor(path, form);
      const answers = [];
      for (const user of [null, { ...world.mine.user, level: (form.from ?? 3) - 1 }]) {
        const body = new URLSearchParams(Object.entries(world.fields).map(([name, value]) => [name, String(value)]));
        const request = new Request(URL_OF_FORM, { method: "POST", body });
        const { status, location } = await call(action, request, { user, params: world.mine.params });
        answers.push([status, location]);
      }
      expect(answers).toEqual([
        [302, "/login/"],
        [302, "/"],
      ]);
      expect(writtenIn(await rowsLeft(world)) === writtenIn(world.before)).toBe(true);
    });
  }
}

test.each(owned)("$path is not there with somebody else's references, or with none of any", async (page) => {
  const form = validForms[page.path] ?? NOTHING_TO_SEND;
  const world = await worldFor(form);
  const { mine, theirs, fields, before } = world;
  const { loader, action } = page.route;
  const nowhere = { ...mine.params, ...Object.fromEntries(page.refs.map((name) => [name, newRef()])) };
  const oneForeign = page.refs.map((name) => ({ ...mine.params, [name]: theirs.params[name as never] }));
  for (const params of [theirs.params, nowhere, ...oneForeign]) {
    if (loader) expect((await call(loader, new Request(URL_OF_FORM), { user: mine.user, params })).status).toBe(404);
    if (!action) continue;
    for (const sent of [fields, {}]) expect((await post(action, form, world, sent, params)).status).toBe(404);
  }
  expect(writtenIn(await allRows()) === writtenIn(before)).toBe(true);
});

test("pages of one diary are known by their addresses", () => {
  expect(owned.length).toBeGreaterThan(12);
});
