import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { SignedInUser } from "~/account/login/logins.server";
import { diaries } from "~/changes/table.server";
import { formatLocked, formatNameLocked, formatPlanLocked, formatProfileLocked } from "~/diary/locks/rules";
import * as undo from "~/routes/logbook/undo";
import { lockDays } from "../../support/diary";
import { deleteRows } from "../../support/every-row";
import { call, db, makeUser, openLoginOf, submit } from "../../support/harness";
import { reportOfDays } from "../../support/report-of-days";
import { type RouteFunction, routes } from "../../support/route-modules";
import { type Diary, type Fields, makeWholeDiary, type ValidForm, validForms, waysOf } from "../../support/valid-forms";

const forms = routes.flatMap(({ path, route: { action } }) => {
  const form = validForms[path];
  if (!action || !form || form.by || path.startsWith("admin/")) return [];
  return { path, action, form };
});

interface Came {
  form?: { values: Fields; errors: Record<string, string[]> };
}

const HELD = ["sessions", "cancellations", "cases", "leave", "local_public_holidays"] as const;

/** All that a locked period holds, but for what each save moves on, and what its report says. */
async function held(user: SignedInUser) {
  const found = await env.DB.batch<Record<string, unknown>>(
    HELD.map((name) => env.DB.prepare(`SELECT * FROM ${name} WHERE user_id = ? ORDER BY 1, 2, 3`).bind(user.id)),
  );
  const rows = found.map(({ results }) => results.map(({ version, updated_at, ...row }) => row));
  // An account that is deleted has no report.
  const report = rows.flat().length === 0 ? [] : await reportOfDays(user, "2026-01-01", "2026-12-31");
  return JSON.stringify([rows, report]);
}

async function post(diary: Diary, action: RouteFunction, form: ValidForm, way: number) {
  const fields = { ...(await form.fields(diary)), ...waysOf(form, diary)[way] };
  const body = form.file === undefined ? new URLSearchParams() : new FormData();
  for (const [name, value] of Object.entries(fields)) {
    for (const each of [value].flat()) {
      if (body instanceof FormData && name === form.file) body.append(name, new File([each], "file"));
      else body.append(name, each);
    }
  }
  const headers = { Cookie: (await form.cookie?.(diary)) ?? "" };
  const request = new Request("http://daybook.test/form/", { method: "POST", body, headers });
  return call<Came>(action, request, {
    user: diary.user,
    params: diary.params,
  });
}

async function worldFor(form: ValidForm) {
  await deleteRows();
  const diary = await makeWholeDiary(await makeUser(Math.max(9, form.from ?? 0)));
  await form.prepare?.(diary);
  await openLoginOf(diary.user);
  return { diary, before: await held(diary.user) };
}

function lockAll({ user }: Diary) {
  return lockDays(user, ALL_DAYS.date_start, ALL_DAYS.date_end);
}

function takeBackBy({ user }: Diary, undoRef: string) {
  return submit<Came>(undo.action, {}, { user, params: { undoRef } });
}

const ALL_DAYS = { date_start: "2000-01-01", date_end: "2099-12-31" };

/** Why a form is refused, where it is not for the entries of locked days. */
const OTHER_WORDS: Record<string, string> = {
  "account/profile.tsx": formatProfileLocked(ALL_DAYS),
  "logbook/option.tsx": formatNameLocked(ALL_DAYS),
  ...Object.fromEntries(
    ["element-new", "element-remove", "element-restore", "element", "plan-delete", "plan-form"].map((name) => [
      `job-plans/${name}.tsx`,
      formatPlanLocked(ALL_DAYS),
    ]),
  ),
};

function wordsOf(path: string): string {
  return OTHER_WORDS[path] ?? formatLocked(ALL_DAYS);
}

/** These do for other days what was asked, and leave out what lies in the locked ones. */
const LEAVE_OUT = [
  ...["csv-import/new-sessions.tsx", "csv-import/place.tsx", "csv-import/rota.tsx"],
  ...["job-plans/plan-start.tsx", "job-plans/recalculate.tsx"],
];

const wrote = new Set<string>();

test.each(forms)("nothing of a locked diary is changed by $path, whichever of its buttons is pressed", async (form) => {
  let ways = 1;
  for (let way = 0; way < ways; way += 1) {
    const open = await worldFor(form.form);
    ways = waysOf(form.form, open.diary).length;
    await post(open.diary, form.action, form.form, way);
    const after = await held(open.diary.user);
    if (after === open.before) continue;
    const over = waysOf(form.form, open.diary)[way];
    wrote.add(way === 0 ? form.path : `${form.path} by ${Object.values(over ?? {})[0]}`);
    await expectLocked(form, way, open.diary, after);
  }
});

async function expectLocked({ path, action, form }: (typeof forms)[number], way: number, done: Diary, after: string) {
  const name = `way ${way}`;
  // What was done before the days were locked stays done.
  const [change] = await db.select().from(diaries).where(eq(diaries.user_id, done.user.id));
  if (change) {
    await lockAll(done);
    const undone = await takeBackBy(done, String(change.last_change));
    expect(await held(done.user), name).toBe(after);
    if (undone.status !== 404) expect([undone.status, undone.data.form?.errors[""]]).toEqual([409, [wordsOf(path)]]);
  }

  const locked = await worldFor(form);
  await lockAll(locked.diary);
  const answer = await post(locked.diary, action, form, way);
  if (path === "account/delete-account.tsx") {
    expect([answer.status, await held(locked.diary.user)]).toEqual([200, "[[[],[],[],[],[]],[]]"]);
    return;
  }
  expect(await held(locked.diary.user), name).toBe(locked.before);
  if (LEAVE_OUT.includes(path)) return;
  expect([answer.status, answer.data.form?.errors[""]], name).toEqual([409, [wordsOf(path)]]);
}

test("the forms that change what days hold, or what their report says, are those that are known to", () => {
  expect([...wrote].sort()).toEqual([
    ...["account/delete-account.tsx", "account/profile.tsx"],
    ...["csv-import/case-new.tsx", "csv-import/new-sessions.tsx", "csv-import/place.tsx", "csv-import/rota.tsx"],
    ...["job-plans/element-new.tsx", "job-plans/element-remove.tsx", "job-plans/element-restore.tsx"],
    ...["job-plans/element.tsx", "job-plans/plan-delete.tsx"],
    ...["job-plans/plan-diary.tsx", "job-plans/plan-form.tsx", "job-plans/plan-start.tsx", "job-plans/recalculate.tsx"],
    ...["leave/leave-delete.tsx", "leave/leave-form.tsx", "leave/leave-new.tsx", "leave/leave-sessions.tsx"],
    "leave/leave-sick.tsx",
    ...["leave/public-holidays.tsx", "leave/public-holidays.tsx by remove", "leave/public-holidays.tsx by restore"],
    ...["logbook/case-delete.tsx", "logbook/case-new.tsx", "logbook/case.tsx", "logbook/option.tsx"],
    ...["logbook/planned-log.tsx", "logbook/planned-log.tsx by cancel", "logbook/planned-log.tsx by cancelled_by_me"],
    ...["logbook/session-cases.tsx", "logbook/session-delete.tsx", "logbook/session-new.tsx"],
    ...["logbook/session-outcome.tsx", "logbook/session-outcome.tsx by cancelled_by_trust"],
    ...["logbook/session.tsx", "logbook/session.tsx by this", "logbook/undo.tsx"],
    ...["mydata/case-data.tsx", "mydata/case-data.tsx by delete_now", "mydata/case-data.tsx by option"],
    ...["mydata/delete-some.tsx by cases", "mydata/session-data.tsx", "mydata/session-data.tsx by delete_now"],
    ...["mydata/session-data.tsx by element"],
    ...["reports/reflections.tsx"],
  ]);
});
