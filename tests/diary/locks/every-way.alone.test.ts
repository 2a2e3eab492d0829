import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { SignedInUser } from "~/account/login/logins.server";
import { diaries } from "~/changes/table.server";
import { formatLocked, formatNameLocked, formatPlanLocked, formatProfileLocked } from "~/diary/locks/rules";
import * as undo from "~/routes/logbook/undo";
import { lockDays } from "../../support/diary";
import { forms, post, type World, worldFor } from "../../support/form-worlds";
import { db, submit } from "../../support/harness";
import { reportOfDays } from "../../support/report-of-days";
import { type Diary, type Fields, waysOf } from "../../support/valid-forms";

const changing = forms.filter(({ path, form }) => !form.by && !path.startsWith("admin/"));

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

test.each(
  changing,
)("nothing of a locked diary is changed by $path, whichever of its buttons is pressed", async (form) => {
  let ways = 1;
  for (let way = 0; way < ways; way += 1) {
    const open = await worldFor(form.form);
    const before = await held(open.mine.user);
    ways = waysOf(form.form, open.mine).length;
    await press(form, open, way);
    const after = await held(open.mine.user);
    if (after === before) continue;
    const over = waysOf(form.form, open.mine)[way];
    wrote.add(way === 0 ? form.path : `${form.path} by ${Object.values(over ?? {})[0]}`);
    await expectLocked(form, way, open.mine, after);
  }
});

function press({ action, form }: (typeof changing)[number], world: World, way: number) {
  return post<Came>(action, form, world, { ...world.fields, ...waysOf(form, world.mine)[way] });
}

async function expectLocked(pressed: (typeof changing)[number], way: number, done: Diary, after: string) {
  const { path, form } = pressed;
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
  const { user } = locked.mine;
  const before = await held(user);
  await lockAll(locked.mine);
  const answer = await press(pressed, locked, way);
  if (path === "account/delete-account.tsx") {
    expect([answer.status, await held(user)]).toEqual([200, "[[[],[],[],[],[]],[]]"]);
    return;
  }
  expect(await held(user), name).toBe(before);
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
