import { routes } from "virtual:react-router/server-build";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { missingCsrf } from "~/platform/http/csrf.server";
import { pathOf } from "../../workers/copies";
import { isAddress } from "../../workers/public-pages";
import { spellingOf } from "../../workers/spelling";
import { vault } from "../support/harness";
import { sampled } from "../support/property";
import { type Diary, validForms } from "../support/valid-forms";
import { ASKERS } from "./askers";
import { type Ask, answerTo, closeWorld, ORIGIN } from "./closed-worker";
import { SPELLINGS } from "./spellings";

/** Asked by everybody. */
const METHODS = ["GET", "POST"];
/** Asked by one of them, by another at each route: a route has one action, whatever asks for it. */
const OTHER_METHODS = ["PUT", "DELETE"];

/** Every route with an address, as the build has them, and the name of its form. */
const walked = Object.values(routes).flatMap((route) => {
  if (!route || (!route.path && !route.index) || route.id.startsWith("routes/dev/")) return [];
  const form = Object.keys(validForms).find((file) => `routes/${file.replace(/\.\w+$/, "")}` === route.id);
  return [{ pattern: `/${route.path ?? ""}`, form: form ?? "" }];
});
type Walked = (typeof walked)[number];

interface Asking {
  name: string;
  diary: Diary;
  cookie: string;
  forms: Map<string, FormData>;
  /** What they are due, which no spelling changes, nor what was asked before. */
  due: Map<string, string>;
}

let askers: Asking[];

beforeAll(async () => {
  const made = Object.entries(ASKERS).map(async ([name, { make }]): Promise<Asking> => {
    const { diary, cookie } = await make();
    const csrf = await missingCsrf(new Request(ORIGIN, { headers: { Cookie: cookie } }), vault);
    return { name, diary, cookie: `${cookie}; ${csrf?.split(";")[0]}`, forms: new Map(), due: new Map() };
  });
  askers = await Promise.all(made);
});

beforeEach(closeWorld);

const TIMES = { session_date: "18/11/2026", session_start_time: "08:00", session_end_time: "12:00" };
/** What adds a session by `/api/session_diary/`. */
const CALL = JSON.stringify({ action: "AddEditSessionV2", form_data: TIMES, singleSession: true });

/** What is sent to the route; an empty form to one whose form wants more than a diary. */
async function bodyFor({ pattern, form }: Walked, { diary, forms }: Asking): Promise<FormData | string> {
  const valid = validForms[form];
  if (!valid) return pattern.startsWith("/api/") ? CALL : new FormData();
  const known = forms.get(form);
  if (known) return known;
  const body = new FormData();
  for (const [name, value] of Object.entries(valid.prepare ? {} : await valid.fields(diary))) {
    for (const each of [value].flat()) body.append(name, name === valid.file ? new File([each], "file") : each);
  }
  forms.set(form, body);
  return body;
}

function addressOf({ pattern }: Walked, { params }: Diary): string {
  const named = params as Record<string, string>;
  return pattern.replace(/:(\w+)\??/g, (_, name) => named[name] ?? "aB1-x").replace("*", "no-such/");
}

/** Whether an answer leads to the right spelling. */
function isLedOn(answer: string): boolean {
  const [, to] = /^301 (\/(?!\/)\S*)$/.exec(answer) ?? [];
  return to !== undefined && spellingOf(to) === to;
}

/** Nothing of a diary is in these, and nothing was written. The terms are asked about before it is known what is there. */
const REFUSALS = ["404", "302 /terms/"];
const REFUSALS_OF_A_ROUTE = [...REFUSALS, "403", "405", "422", "302 /login/", "302 /account/two_factor/"];

/** What an answer to a spelling may be, beside what its address is due; null where it has to be just that. */
function refusalsFor(spelt: string, address: string): string[] | null {
  const path = pathOf(new URL(ORIGIN + spelt));
  // The data of a page are judged as the page.
  if (path === address) return null;
  // Spelt as a route: a reference to nothing.
  return isAddress(path) ? REFUSALS_OF_A_ROUTE : REFUSALS;
}

async function dueTo({ due, ...asker }: Asking, ask: Pick<Ask, "method" | "address" | "body">): Promise<string> {
  const key = `${ask.method} ${ask.address}`;
  const answer = due.get(key) ?? (await answerTo({ ...asker, ...ask }));
  due.set(key, answer);
  return answer;
}

/** What somebody gets by a spelling where that is more than they are due. */
async function wrongFor(asker: Asking, route: Walked, spell: (address: string) => string): Promise<string[]> {
  const address = addressOf(route, asker.diary);
  const spelt = spell(address);
  if (spelt === address || !spelt.startsWith("/")) return [];
  const refusals = refusalsFor(spelt, address);
  const body = await bodyFor(route, asker);
  const wrong = [];
  const isTheOne = askers.indexOf(asker) === walked.indexOf(route) % askers.length;
  for (const method of isTheOne ? [...METHODS, ...OTHER_METHODS] : METHODS) {
    const got = await answerTo({ ...asker, method, body, address: spelt });
    if (refusals?.includes(got) || (method === "GET" && isLedOn(got))) continue;
    const due = refusals === REFUSALS ? "404" : await dueTo(asker, { method, body, address });
    if (got !== due) wrong.push(`${method} ${spelt} of ${route.pattern}: ${asker.name} gets ${got}, not ${due}`);
  }
  return wrong;
}

test.each(Object.entries(ASKERS))("%s gets what they are due where the address is spelt right", async (name, {
  gets,
}) => {
  const asker = askers.find((each) => each.name === name) as Asking;
  const added = walked.find(({ pattern }) => pattern === "/logbook/session/new/") as Walked;
  const body = await bodyFor(added, asker);
  expect([
    await answerTo({ ...asker, method: "GET", address: "/logbook/", body }),
    await answerTo({ ...asker, method: "POST", address: added.pattern, body }),
  ]).toEqual(gets);
});

test.each(Object.entries(SPELLINGS))(
  "nobody gets more by an address %s, whoever they are",
  async (way, spell) => {
    const wrong: string[] = [];
    for (const route of sampled("routes for each spelling of an address", walked, 1 / 70, way)) {
      for (const asker of askers) wrong.push(...(await wrongFor(asker, route, spell)));
    }
    expect(wrong).toEqual([]);
  },
  300_000,
);
