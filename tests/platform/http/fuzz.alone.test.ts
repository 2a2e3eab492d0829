import { env } from "cloudflare:workers";
import { beforeEach, expect, test, vi } from "vitest";
import { NEW_ACCOUNT_LEVEL } from "~/account/levels";
import type { SignedInUser } from "~/account/login/logins.server";
import { newRef } from "~/platform/db/columns.server";
import { missingCsrf } from "~/platform/http/csrf.server";
import { passedCheck } from "../../support/bot-check";
import { type Answer, call, makeUser, openLoginOf, vault } from "../../support/harness";
import { anyChanges, anyHostileText, anyJsonChanges, corrupt, corruptJson, type Sent } from "../../support/hostile";
import fc, { timesOf } from "../../support/property";
import { type PageModule, rendered } from "../../support/rendered";
import { type RouteFunction, type RouteModule, routes } from "../../support/route-modules";
import { type Diary, makeWholeDiary, type ValidForm, validForms } from "../../support/valid-forms";

const forms = routes.flatMap(({ path, route: page }) => {
  const form = validForms[path];
  return form && page.action ? [{ path, page, action: page.action, form }] : [];
});
const loaders = routes.flatMap(({ path, route: page }) => (page.loader ? [{ path, page, loader: page.loader }] : []));

/** Names that pages look for in their address. */
const NAMES = [
  ...["after", "bars", "before", "case", "columns", "confirmed", "date", "day", "edit", "element", "employer", "fault"],
  ...["file_hash", "format", "from", "kind", "layout", "level", "like", "measure", "method", "next", "of", "owner"],
  ...["page", "payer", "period", "plan", "preset", "remap", "row", "section", "session", "show", "site", "small"],
  ...["sort", "specialty", "status", "table", "template", "to", "top", "until", "view", "was", "weeks", "what", "year"],
];

const { DAYBOOK_FUZZ_REQUESTS } = env as unknown as { DAYBOOK_FUZZ_REQUESTS: string };
/** Others are drawn in each run: some of them are enough for a change, and the bench asks for 10,000. */
const REQUESTS = Number(DAYBOOK_FUZZ_REQUESTS || timesOf("spoiled requests", 2_500, 500));
const [FORM_REQUESTS, LOADER_REQUESTS, CALL_REQUESTS] = [REQUESTS / 4, REQUESTS / 2, REQUESTS / 4];
const URL_OF_PAGE = "http://daybook.test/page/";

/** What was asked in all, and what went wrong with it. */
const asked = { requests: 0 };

beforeEach(() => {
  // The widget of the bot check says no to all that is made up.
  vi.spyOn(globalThis, "fetch").mockImplementation(async () => Response.json({ success: false }));
  // Refusals are logged as they should be: thousands of them are noise.
  for (const level of ["log", "warn", "error"] as const) vi.spyOn(console, level).mockImplementation(() => {});
});

/** Each target has a diary of its own, so that several are at work at once and the same is drawn for each. */
async function sideBySide<Target>(targets: readonly Target[], work: (target: Target) => Promise<void>): Promise<void> {
  const left = [...targets];
  const turns = async () => {
    for (let target = left.shift(); target !== undefined; target = left.shift()) await work(target);
  };
  await Promise.all(Array.from({ length: 6 }, turns));
}

interface Sending {
  user: SignedInUser | null;
  params: Record<string, string>;
}

/** Sends a request and draws the page that answers it. `found` is what went wrong, in words. */
async function faultOf(
  { route, page }: { route: RouteFunction; page: PageModule },
  request: Request,
  ask: Sending,
  draw: (answer: Answer) => string | undefined = () => undefined,
): Promise<{ status: number; found: string[] }> {
  asked.requests += 1;
  try {
    const answer = await call<unknown>(route, request, ask);
    const { status } = answer;
    if (status >= 500) return { status, found: [`status ${status}`] };
    const isPage = page.default && answer.location === null && typeof answer.data === "object" && answer.data !== null;
    if (isPage && answer.status !== 404) draw(answer);
    return { status, found: [] };
  } catch (error) {
    const words = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { status: 500, found: [words.slice(0, 600)] };
  }
}

function samples<Value>(arbitrary: fc.Arbitrary<Value>, all: number, targets: number): Value[] {
  return fc.sample(arbitrary, Math.ceil(all / targets));
}

function asSent(fields: Record<string, string | string[]>): Sent {
  return Object.entries(fields).flatMap(([name, value]) => [value].flat().map((each): Sent[number] => [name, each]));
}

function isThere(user: SignedInUser): Promise<boolean> {
  return openLoginOf(user).then(
    () => true,
    () => false,
  );
}

/** Somebody with a diary as a form wants it, what that would take, and what its page shows. */
async function worldFor(page: RouteModule, form: ValidForm) {
  const diary = await diaryFor(form);
  const headers = { Cookie: (await form.cookie?.(diary)) ?? "" };
  const right = asSent(await form.fields(diary));
  const ask = { user: form.by === "visitor" ? null : diary.user, params: diary.params as Record<string, string> };
  return { right, headers, ask, before: await dataOf(page, ask) };
}

async function diaryFor(form: ValidForm | null): Promise<Diary> {
  const diary = await makeWholeDiary(await makeUser(Math.max(NEW_ACCOUNT_LEVEL, form?.from ?? 0)));
  await form?.prepare?.(diary);
  await openLoginOf(diary.user);
  return diary;
}

async function dataOf(page: RouteModule, ask: Sending): Promise<unknown> {
  if (!page.loader) return undefined;
  const { status, data } = await call<unknown>(page.loader, new Request(URL_OF_PAGE), ask);
  return status === 200 ? data : undefined;
}

test("no form is answered by a fault, however it is spoiled, and its page is drawn", async () => {
  const faults: string[] = [];
  await sideBySide(forms, async ({ path, page, action, form }) => {
    let { right, headers, ask, before } = await worldFor(page, form);
    let isDone = false;
    const draw = ({ data }: Answer) => (before === undefined ? undefined : rendered(page, ask.params, before, data));
    for (const changes of samples(anyChanges, FORM_REQUESTS, forms.length)) {
      // Whoever was deleted asks for nothing more.
      if (isDone && ask.user && !(await isThere(ask.user)))
        ({ right, headers, ask, before } = await worldFor(page, form));
      const sent = corrupt(right, changes);
      const body = form.file === undefined ? new URLSearchParams(sent) : new FormData();
      if (body instanceof FormData) {
        for (const [name, value] of sent) body.append(name, name === form.file ? new File([value], "file") : value);
      }
      const request = new Request(URL_OF_PAGE, { method: "POST", body, headers });
      const { status, found } = await faultOf({ route: action, page }, request, ask, draw);
      isDone = status < 400;
      faults.push(...found.map((fault) => `${path}: ${JSON.stringify(changes).slice(0, 300)}: ${fault}`));
    }
  });
  expect(faults).toEqual([]);
}, 300_000);

const anyQuery = fc.array(
  fc.tuple(
    fc.constantFrom(...NAMES),
    fc.oneof(
      anyHostileText,
      fc.constantFrom(
        ...["plan", "custom", "last_tax", "everything", "extra-work", "scope", "2026-11-17", "2026-10-25"],
      ),
      fc.constantFrom(...["week", "month", "hours", "-date", "all", "2026", "1999", "99999", "work", "last", "import"]),
    ),
  ),
  { maxLength: 6 },
);

/** Of eight pages one is asked for with something else in its address, and one by nobody. */
const anyAsking = fc.record({ query: anyQuery, odd: fc.nat(7), at: fc.nat(30), value: anyHostileText });

test("no page is answered by a fault, whatever its address says, and it is drawn", async () => {
  const faults: string[] = [];
  const [owner, administrator] = [await diaryFor(null), await makeUser(10)];
  await openLoginOf(administrator);
  await sideBySide(loaders, async ({ path, page, loader }) => {
    const user = path.startsWith("admin/") ? administrator : owner.user;
    for (const { query, odd, at, value } of samples(anyAsking, LOADER_REQUESTS, loaders.length)) {
      const names = Object.keys(owner.params);
      const other = odd === 0 ? { [names[at % names.length] as string]: value } : {};
      const ask = { user: odd === 1 ? null : user, params: { ...owner.params, ...other } };
      const request = new Request(`${URL_OF_PAGE}?${new URLSearchParams(query)}`);
      const draw = ({ data }: Answer) => rendered(page, ask.params, data);
      const { found } = await faultOf({ route: loader, page }, request, ask, draw);
      faults.push(...found.map((fault) => `${path}: ${JSON.stringify([query, other]).slice(0, 300)}: ${fault}`));
    }
  });
  expect(faults).toEqual([]);
}, 300_000);

const PASSWORD = "velvet harbour compass";
const part = "AAAA";

/** What each JSON call that reads a body would take, by its file. */
const bodies: Record<string, (diary: Diary) => unknown[] | Promise<unknown[]>> = {
  "api/login.ts": ({ user }) => [{ username: user.username, password: PASSWORD, remember: true }],
  "api/auth/login-with-passkey.ts": () => [
    {
      ...{ id: part, rawId: part, type: "public-key", clientExtensionResults: {} },
      response: { authenticatorData: part, clientDataJSON: part, signature: part, userHandle: part },
    },
  ],
  "api/twofactorlogin.ts": () => [{ twoFactorCode: "123456" }],
  "api/sign-up.ts": () => [
    {
      ...{ first_name: "Ivo", last_name: "Marsh", email: "ivo@example.com", username: "ivo.marsh", location: "" },
      ...{ password1: PASSWORD, password2: PASSWORD, read_t_c: true, turnstile_token: "x", idempotency_key: newRef() },
    },
  ],
  "api/delete-all-data.ts": () => [{ password: "wrong", twoFactorCode: "123456" }],
  "api/password/forgotten.ts": async () => [
    { email: "ivo@example.com", turnstileToken: "x" },
    { email: "ivo@example.com", ...passedCheck("forgot-password") },
  ],
  "api/password/verify.ts": () => [{ email: "ivo@example.com", code: "ABC123" }],
  "api/email/change.ts": () => [
    { new_email: "a@example.com", new_email_confirm: "a@example.com", password: PASSWORD, twoFactorCode: "" },
  ],
  "api/email/resend-verification.ts": () => [{}],
  "api/email/verify.ts": () => [{}],
  "api/session-diary.ts": ({ params: { sessionRef, caseRef, elementRef } }) => [
    { action: "between_dates", start: "2026-11-01", end: "2026-11-30" },
    { action: "DeleteCase", unique_ref: caseRef, version: 1 },
    {
      action: "add_edit_case",
      session_ur: sessionRef,
      form_data: {
        ...{ unique_ref: caseRef, start_time: "09:05", end_time: "10:40", case_day: "17/11/2026", age: 45 },
        ...{ age_unit: "years", gender: 1, asa: 2, urgency: 4, supervision: 20, case_description: "Hip replacement" },
        ...{ selected_airway_options_set: ["111"], selected_extra_options_set: [{ id: "281", label: "x" }] },
        ...{ case_claim_amount: "310.50", case_claim_procedure_code: "W8500", new_airway_option: ["Own"] },
      },
    },
    { action: "GetRecurringSessions", session: { unique_ref: sessionRef }, recurring_uuid: null },
    { action: "delete_session_v2", unique_ref: sessionRef, recurring: 1, version: 1 },
    {
      action: "AddEditSessionV2",
      singleSession: true,
      form_data: {
        ...{
          unique_ref: sessionRef,
          session_date: "25/10/2026",
          session_start_time: "01:30",
          session_end_time: "01:15",
        },
        ...{ session_end_time_which: "second", session_greater_24_hours: false, pa_calculation_basis: "fixed" },
        ...{ fixed_PA_allocation: 2.5, job_plan_element_unique_ref: elementRef, description: "Two lists", version: 1 },
        ...{ extra_claim_amount: 50, recurringChoice: { type: "weekly", selected: "11", until: "2026-12-01" } },
      },
    },
  ],
  "csv-import/rows.ts": ({ params: { importRef } }) => [
    {
      ...{ intent: "begin", file_hash: "a".repeat(43), layout: "b".repeat(43), mapping: { case_date: 0, age: 1 } },
      ...{ choices: { usDates: false }, rows_read: 1, rows_skipped: 0, rows_merged: 0, rows_rejected: 0 },
      rows_expected: 1,
    },
    {
      ...{ intent: "rows", import_ref: importRef, from: 0 },
      rows: [
        {
          ...{ line: 2, ordinal: 0, case_date: "2026-11-17", start_minute: 480, end_minute: 540, age: 45 },
          ...{
            age_unit: "years",
            gender: 1,
            asa: 2,
            case_description: "Hip",
            remarks: [{ field: "age", code: "age_zero" }],
          },
        },
      ],
    },
  ],
};

const calls = routes.flatMap(({ path, route: page }) => {
  const made = bodies[path];
  return made && page.action ? [{ path, page, action: page.action, made }] : [];
});

test("no JSON call is answered by a fault, whatever its body holds", async () => {
  const faults: string[] = [];
  const token = /csrftoken=([^;]+)/.exec((await missingCsrf(new Request(URL_OF_PAGE), vault)) ?? "")?.[1] ?? "";
  const headers = { Cookie: `csrftoken=${token}`, "X-CSRFToken": token, "Content-Type": "application/json" };
  await sideBySide(calls, async ({ path, page, action, made }) => {
    const diary = await diaryFor(null);
    const right = await made(diary);
    const isVisitors = /login|sign-up|password|verify/.test(path);
    const ask = { user: isVisitors ? null : diary.user, params: diary.params };
    for (const [at, changes] of samples(anyJsonChanges, CALL_REQUESTS, calls.length).entries()) {
      const body = JSON.stringify(corruptJson(right[at % right.length], changes));
      const request = new Request(URL_OF_PAGE, { method: "POST", body, headers });
      const { found } = await faultOf({ route: action, page }, request, ask);
      faults.push(...found.map((fault) => `${path}: ${body?.slice(0, 400)}: ${fault}`));
    }
  });
  expect(faults).toEqual([]);
}, 300_000);

test("they were as many requests as were asked for, to every form, page and call that reads a body", () => {
  expect(asked.requests).toBeGreaterThanOrEqual(REQUESTS);
  // The other calls take GET alone.
  const reading = ["api/usercheck", "api/logout", "api/twofactorcheck", "api/profiledata", "api/email/verifications"];
  const others = ["api/auth/get-authentication-options", "api/not-found", ...reading].map((path) => `${path}.ts`);
  const all = routes.filter(({ path, route }) => path.startsWith("api/") && route.action).map(({ path }) => path);
  expect(all.filter((path) => !(path in bodies)).sort()).toEqual(others.sort());
});
