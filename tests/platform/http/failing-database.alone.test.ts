import { env } from "cloudflare:workers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { NEW_ACCOUNT_LEVEL } from "~/account/levels";
import { allRows, deleteRows, type Rows, restoreRows, writtenIn } from "../../support/every-row";
import { call, makeUser, openLoginOf } from "../../support/harness";
import { sampled } from "../../support/property";
import { type RouteFunction, routes } from "../../support/route-modules";
import { makeWholeDiary, type ValidForm, validForms } from "../../support/valid-forms";

const forms = routes.flatMap(({ path, route: { action } }) => {
  const form = validForms[path];
  return action && form && !form.asks ? [{ path, action, form }] : [];
});

const names = (await allRows()).map(({ name }) => name);
const EVENTS = ["INSERT", "UPDATE", "DELETE"];

/** Writes to the table that is named here fail, as they do where a disk is full. */
beforeAll(async () => {
  await env.DB.batch([
    env.DB.prepare("CREATE TABLE failing (name TEXT NOT NULL)"),
    ...names.flatMap((name) =>
      EVENTS.map((event) =>
        env.DB.prepare(`CREATE TRIGGER failing_${name}_${event} BEFORE ${event} ON ${name}
          WHEN EXISTS (SELECT 1 FROM failing WHERE name = '${name}') BEGIN SELECT RAISE(ABORT, 'disk full'); END`),
      ),
    ),
  ]);
});

afterAll(async () => {
  await env.DB.batch([
    ...names.flatMap((name) => EVENTS.map((event) => env.DB.prepare(`DROP TRIGGER failing_${name}_${event}`))),
    env.DB.prepare("DROP TABLE failing"),
  ]);
});

/** What may stand though the rest failed. */
const WRITTEN_BEFORE: Record<string, string[]> = {
  // A challenge, a code of the app and a recovery code serve once, whatever comes of it.
  "account/passkey-new.tsx": ["codes"],
  "twofactor.tsx": ["totp"],
  "twofactor-recovery.tsx": ["audit", "recovery_codes"],
  // That an administrator acts is noted before the act.
  "admin/jobs.tsx": ["audit"],
  // A plan stands by itself, and is not made twice: sent again, the form goes on with its diary.
  "job-plans/plan-start.tsx": [
    ...["idempotency_keys", "job_plans", "job_plan_elements", "element_schedule", "diaries", "changes", "changed_rows"],
  ],
  // A file comes in pieces; one that does not come to its end is swept.
  "csv-import/map.tsx": ["imports"],
};

async function worldFor(form: ValidForm) {
  await deleteRows();
  const mine = await makeWholeDiary(await makeUser(Math.max(NEW_ACCOUNT_LEVEL, form.from ?? 0)));
  await form.prepare?.(mine);
  const headers = { Cookie: (await form.cookie?.(mine)) ?? "" };
  await openLoginOf(mine.user);
  const before = await allRows();
  const fields = await form.fields(mine);
  const post = async (action: RouteFunction) => {
    const body = form.file === undefined ? new URLSearchParams() : new FormData();
    for (const [name, value] of Object.entries(fields)) {
      for (const each of [value].flat()) {
        if (body instanceof FormData && name === form.file) body.append(name, new File([each], "file"));
        else body.append(name, each);
      }
    }
    const request = new Request("http://daybook.test/form/", { method: "POST", body, headers });
    const { status } = await call(action, request, {
      user: form.by === "visitor" ? null : mine.user,
      params: mine.params,
    });
    return status;
  };
  return { before, post };
}

function changedIn(before: Rows, after: Rows): string[] {
  return names.filter((_, at) => textOf(before[at]) !== textOf(after[at]));
}

function textOf(table: Rows[number] | undefined): string {
  return JSON.stringify(table?.rows);
}

test.each(
  sampled("forms where a table cannot be written", forms, 1 / 5),
)("$path saves all or nothing, and says that it failed, where a table cannot be written", async ({
  path,
  action,
  form,
}) => {
  const { before, post } = await worldFor(form);
  await post(action);
  const written = await allRows();
  await restoreRows(before, written);
  const answers: string[] = [];
  for (const name of changedIn(before, written)) {
    await env.DB.prepare("INSERT INTO failing VALUES (?)").bind(name).run();
    const status = await post(action).catch(() => 500);
    await env.DB.prepare("DELETE FROM failing").run();
    const after = await allRows();
    const half = changedIn(before, after).filter(
      (each) => !["rate_counters", ...(WRITTEN_BEFORE[path] ?? [])].includes(each),
    );
    const isHalf = half.length > 0 && writtenIn(after) !== writtenIn(before);
    if (status < 500 || isHalf) answers.push(`${name} fails: ${status}, and yet written: ${half}`);
    await restoreRows(before, after);
  }
  expect(answers).toEqual([]);
});
