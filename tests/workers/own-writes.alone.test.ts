import { env } from "cloudflare:workers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { NEW_ACCOUNT_LEVEL } from "~/account/levels";
import { findLogin } from "~/account/login/logins.server";
import { sourceOf } from "../../workers/copies";
import { openBrowser } from "../support/browser";
import { cookiesOf, load, makeUser, NOW, signInAs, submit } from "../support/harness";
import { openLagging } from "../support/lagging";
import { timesOf } from "../support/property";
import { routes as everyRoute, type RouteFunction } from "../support/route-modules";
import { type Diary, type Fields, makeWholeDiary, validForms } from "../support/valid-forms";

type DiaryRoute = (typeof routes)[number];

const routes = everyRoute
  .map(({ address, path, route }) => ({ address, file: path, ...route }))
  .filter(({ address }) => !address.startsWith("/dev/"));

const pathOf = (address: string) => address.replaceAll(/:\w+\??/g, "x");
const pages = routes.filter(({ address, loader }) => loader && sourceOf("GET", pathOf(address)) === "copy");
/** Whatever whoever has a diary can send to it. */
const forms = routes.filter(
  ({ address, file, action }) =>
    action && validForms[file] && !validForms[file].by && sourceOf("POST", pathOf(address)) === "act",
);

/** Ten minutes on: a login is noted as used every five. */
const LATER = NOW + 600_000;
const WRITTEN = /^(?:insert into|update) "(\w+)"/;

/** So far behind that the copy hears of nothing by itself. */
const LAG = 100_000;
/** Each form is followed by some pages, others by each seed: all of them after each take more than a minute. */
const PAGES_A_FORM = timesOf("pages read after a form", 6, 2);
const { DAYBOOK_SEED } = env as unknown as { DAYBOOK_SEED: string };

let world: Awaited<ReturnType<typeof openLagging>>;
beforeAll(async () => {
  world = await openLagging(LAG);
});
afterAll(() => world.close());

async function makeReady(file?: string): Promise<{ diary: Diary; cookie: string }> {
  const form = file === undefined ? undefined : validForms[file];
  const diary = await makeWholeDiary(await makeUser(form?.from ?? NEW_ACCOUNT_LEVEL));
  await form?.prepare?.(diary);
  const cookie = await signInAs(diary.user.unique_ref);
  await world.lagging.catchUp();
  world.trips();
  return { diary, cookie };
}

/** Sends the form of a route, as the Worker would. @returns the cookies of its browser then */
async function send({ file, address, action }: DiaryRoute, diary: Diary, cookie: string): Promise<string> {
  const form = validForms[file];
  const fields = (await form?.fields(diary)) ?? {};
  world.trips();
  const [path, headers] = [pathOf(address), { Cookie: cookie }];
  const request = new Request(`http://daybook.test${path}`, { method: "POST", headers });
  const { database, withBookmark } = world.open(request);
  const { user } = await findLogin(database, request, NOW);
  const ask = { user, database, path, headers, params: diary.params, hasLogin: true };
  const { status, headers: sent } = await submit(action as RouteFunction, fields, ask);
  expect([file, status]).toEqual([file, form?.answer ?? 302]);
  return `${cookie}; ${cookiesOf(withBookmark(new Response(null, { status, headers: sent })))}`;
}

async function read({ address, loader }: DiaryRoute, { params }: Diary, cookie: string) {
  const path = pathOf(address);
  const request = new Request(`http://daybook.test${path}`, { headers: { Cookie: cookie } });
  const { database } = world.open(request);
  const { user } = await findLogin(database, request, NOW);
  return load<unknown>(loader as RouteFunction, { user, params, path, database });
}

test("every page is read from the primary but those of the diary, which hand out no file and open nothing", () => {
  const primary = routes.filter(({ address }) => sourceOf("GET", pathOf(address)) === "primary");
  const guarding = primary.map(({ address }) => address).filter((address) => !address.startsWith("/api/"));
  expect(new Set(guarding)).toEqual(
    new Set([
      ...["/login/", "/logout/", "/twofactor/", "/twofactor/recovery/", "/signup/", "/signedup/"],
      ...["/email/", "/email/change/", "/manage-email/", "/verify-email/:verificationCode?/"],
      "/take_back/:addressToken/",
      ...["/password/forgot/", "/password/reset/", "/password/change/", "/delete_account/"],
      ...["/suspended/", "/account/confirm/"],
      ...["/account/two_factor/", "/account/two_factor/app/", "/account/two_factor/off/", "/account/two_factor/codes/"],
      ...["/account/two_factor/passkey/new/", "/account/two_factor/passkey/:passkeyRef/", "/stop_mail/:mailToken/"],
      ...["/logbook/no_signal/send/", "/logbook/no_signal/device/", "/logbook/no_signal/draft/"],
      ...["/logbook/no_signal/forget/", "/logbook/no_signal/device/:deviceRef/revoke/"],
      "/logbook/no_signal/kept/:entryRef/",
      // These read nothing but the login.
      ...["/terms/", "/privacy/", "/keys/", "/logbook/no_signal/"],
      ...["/import_csv_data/rejected/", "/extras/csv/", "/extras/timesheet/", "/progress/csv/"],
      ...["/reports/paper/", "/reports/csv/", "/reports/zip/", "/mydata/session_data/csv/", "/mydata/case_data/csv/"],
      ...["/mydata/export/", "/mydata/export/json/", "/mydata/export/zip/", "/mydata/export/calendar/"],
      ...[
        "/mydata/import/",
        "/mydata/move/",
        "/mydata/feed/",
        "/mydata/activity/",
        "/mydata/delete/",
        "/calendar/:feedToken/daybook.ics",
      ],
      ...["/admin/", "/admin/users/", "/admin/users/:userRef/", "/admin/jobs/"],
      "/*",
    ]),
  );
  const calls = routes.filter(({ address }) => address.startsWith("/api/"));
  expect(new Set(calls.map(({ address }) => sourceOf("POST", pathOf(address))))).toEqual(new Set(["primary"]));
});

test("a page of the diary makes no trip to the primary, and two at most to the nearest copy", async () => {
  const { diary, cookie } = await makeReady();
  const made = new Map<string, string>();
  for (const page of pages) {
    await read(page, diary, cookie);
    made.set(
      page.address,
      world
        .trips()
        .map(({ at, isWrite }) => (isWrite ? "write" : at))
        .join(" "),
    );
  }
  const others = [...made].filter(([, trips]) => trips !== "copy" && trips !== "copy copy");
  expect(Object.fromEntries(others)).toEqual({});
});

/** To the primary: two saves in one form; a file in parts; an address, and then what is read there. */
const MORE_TRIPS = {
  "/job_plans/start/": 5,
  "/import_csv_data/map/": 6,
  "/import_csv_data/rota/address/": 6,
};

test("a save makes two trips to the primary, its login and its write, and whoever saved never reads older rows", async () => {
  const trips: Record<string, number> = {};
  const older: string[] = [];
  let at = Number(DAYBOOK_SEED) % pages.length;
  for (const form of forms) {
    const { diary, cookie } = await makeReady(form.file);
    const after = await send(form, diary, cookie);
    trips[form.address] = world.trips().filter((trip) => trip.at === "primary").length;
    const now = world.lagging.newest();
    for (let count = 0; count < PAGES_A_FORM; count += 1, at = (at + 1) % pages.length) {
      const page = pages[at] as DiaryRoute;
      await read(page, diary, after);
      if (!validForms[form.file]?.asks && world.trips().some(({ seen }) => seen < now)) {
        older.push(`${page.address} after ${form.address}`);
      }
    }
  }
  expect(older).toEqual([]);
  expect(Object.fromEntries(Object.entries(trips).filter(([, count]) => count > 2))).toEqual(MORE_TRIPS);
});

test("behind the middleware a page waits for no write, and a save for its own; the mark for the backup and the quota go beside, and lead nothing that is read to the primary", async () => {
  const { diary, cookie } = await makeReady();
  const handed: Promise<unknown>[] = [];
  const around = { open: world.open, afterAnswer: (work: Promise<unknown>) => void handed.push(work) };
  const browser = openBrowser("http://daybook.test", around);
  browser.cookies.set("login", cookie.replace("login=", ""));
  const visit = async (file: string, path: string, form?: Fields) => {
    const route = routes.find((each) => each.file === file) as DiaryRoute;
    const asked = { path, now: LATER, params: diary.params, ...(form ? { form } : {}) };
    const { status } = await browser.visit(route, asked);
    const later = handed.splice(0);
    await Promise.all(later);
    const trips = world.trips();
    const writes = trips.filter(({ isWrite }) => isWrite);
    return {
      status,
      after: later.length,
      readFrom: trips.filter(({ isWrite }) => !isWrite).map(({ at }) => at),
      writes: writes.map(({ statements: [first = ""] }) => WRITTEN.exec(first)?.[1]),
    };
  };
  // The login was last seen long ago.
  expect(await visit("extras/extras.tsx", "/extras/")).toMatchObject({ status: 200, after: 1, writes: ["logins"] });
  await world.lagging.catchUp();
  const save = async () => {
    const fields = await validForms["extras/fee-new.tsx"]?.fields(diary);
    return visit("extras/fee-new.tsx", "/extras/new/", fields);
  };
  // The first one counts what its account takes.
  await save();
  await world.lagging.catchUp();
  // At the primary, both at once: the login and what its account takes.
  const readFrom = ["primary", "primary", "copy"];
  expect(await save()).toEqual({ status: 302, after: 1, readFrom, writes: ["users", "payers", "users"] });
});

test("without their bookmark they would", async () => {
  const { diary, cookie } = await makeReady("extras/fee-new.tsx");
  const form = forms.find(({ file }) => file === "extras/fee-new.tsx") as DiaryRoute;
  const list = pages.find(({ address }) => address === "/extras/") as DiaryRoute;
  const feesFor = async (cookies: string) =>
    ((await read(list, diary, cookies)).data as { lines: unknown[] }).lines.length;
  const before = await feesFor(cookie);
  const after = await send(form, diary, cookie);
  expect(await feesFor(cookie)).toBe(before);
  expect(await feesFor(after)).toBe(before + 1);
});
