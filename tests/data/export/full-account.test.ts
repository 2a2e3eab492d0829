import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { users } from "~/account/table.server";
import { cases } from "~/diary/cases/table.server";
import { rowsToSend } from "~/import/read-file";
import { newRef } from "~/platform/db/columns.server";
import * as diaryCall from "~/routes/api/session-diary";
import * as importRows from "~/routes/csv-import/rows";
import { row as csvRow } from "../../import/files";
import { openBrowser } from "../../support/browser";
import { db, load, NOW, signInAs } from "../../support/harness";
import { makeConfirmedUser } from "../../support/members";
import { rendered } from "../../support/rendered";
import { type RouteFunction, type RouteModule, routes } from "../../support/route-modules";
import { type Diary, type Fields, makeWholeDiary, type ValidForm, validForms } from "../../support/valid-forms";

interface Page {
  path: string;
  address: string;
  route: RouteModule;
  form: ValidForm;
}

/** Where an account keeps its diary. What it says of itself, and how it gets in, it changes however full it is. */
const DIARY = /^(?:logbook|import_csv_data|leave|extras|reports|job_plans|mydata)\//;
const NO_DIARY = ["mydata/feed/"];

const pages = routes.flatMap(({ path, address: at, route }): Page[] => {
  const [address, form] = [at.slice(1), validForms[path]];
  return form && DIARY.test(address) && !NO_DIARY.includes(address) ? [{ path, address, route, form }] : [];
});

const deletions = pages.flatMap(({ form, ...page }) => {
  const ways = form.deletes === true ? [{}] : (form.deletes ?? []);
  return ways.map((way) => ({ ...page, form, way, button: way.intent ?? "itself" }));
});
const growing = pages.filter(({ form }) => form.deletes !== true && !form.asks && form.answer === undefined);

const WORDS = "Nothing was saved: your account is full, with 1,000,000 rows or 500 MB";

/** With nothing in the way of what its owner deletes. */
async function fullDiary(form: ValidForm): Promise<Diary> {
  const user = await makeConfirmedUser();
  const diary = await makeWholeDiary(user);
  await form.prepare?.(diary);
  await db.update(cases).set({ options: [] }).where(eq(cases.user_id, user.id));
  return diary;
}

/** For forms that are refused, and so leave it as it is. */
let untouched: Promise<Diary> | undefined;

/** Counted a moment ago, so that it is not counted anew. */
async function fill({ user }: Diary): Promise<void> {
  const full = { counted_rows: 1_000_000, counted_bytes: 1_000, counted_at: NOW, changes_since: 0 };
  await db.update(users).set(full).where(eq(users.id, user.id));
}

async function post({ route, address, form }: Page, diary: Diary, way: Fields) {
  const fields = { ...(await form.fields(diary)), ...way };
  await fill(diary);
  const browser = openBrowser();
  browser.cookies.set("login", (await signInAs(diary.user.unique_ref)).replace("login=", ""));
  const path = `/${address.replace(/:(\w+)\??/g, (_, name) => (diary.params as Record<string, string>)[name] ?? "")}`;
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    for (const each of [value].flat()) body.append(name, name === form.file ? new File([each], "file.json") : each);
  }
  const params: Record<string, string> = diary.params;
  const answer = await browser.visit(route, { path, params, form: form.file ? body : fields });
  const text = await answer.response.text();
  return { ...answer, text, path, params };
}

const changesOf = async ({ user }: Diary) =>
  (await db.select().from(users).where(eq(users.id, user.id)))[0]?.changes_since;

describe("a full account", () => {
  test.each(deletions)("can delete: $path by $button", async ({ way, ...page }) => {
    const diary = await fullDiary(page.form);
    const { status, text } = await post(page, diary, way);
    expect([status, text.includes("Nothing was saved")]).toEqual([302, false]);
  });

  test.each(growing)("is told so, without script too, and nothing is written: $path", async (page) => {
    untouched ??= makeConfirmedUser().then(makeWholeDiary);
    const diary = await untouched;
    // A button of other pages opens nothing here.
    const fields = await page.form.fields(diary);
    const strange: Record<string, string> = "intent" in fields ? {} : { intent: "delete" };
    const { status, text, path, params } = await post(page, diary, strange);
    const answered = JSON.parse(text);
    const said = answered.form?.errors[""]?.[0] ?? answered.message;
    expect([status, said]).toEqual([422, expect.stringContaining(WORDS)]);
    expect(await changesOf(diary)).toBe(0);
    const { data } = await load<unknown>(page.route.loader as RouteFunction, { user: diary.user, params, path });
    expect(rendered(page.route, params, data, answered)).toContain(WORDS);
  });

  test("is told so by every call that writes, and by none that deletes or asks", async () => {
    const diary = await makeWholeDiary(await makeConfirmedUser());
    const { sessionRef, caseRef } = diary.params;
    const browser = openBrowser();
    browser.cookies.set("login", (await signInAs(diary.user.unique_ref)).replace("login=", ""));
    await browser.visit(importRows as never, { path: "/import_csv_data/rows/" });
    const call = async (route: { action: unknown }, path: string, body: object) => {
      await fill(diary);
      const action = ({ request, ...args }: { request: Request }) => {
        const headers = {
          ...{ Cookie: request.headers.get("Cookie") ?? "", "Content-Type": "application/json" },
          "X-CSRFToken": browser.cookies.get("csrftoken") ?? "",
        };
        const json = new Request(request.url, { method: "POST", body: JSON.stringify(body), headers });
        return (route.action as (args: unknown) => unknown)({ ...args, request: json });
      };
      const { status, response } = await browser.visit({ action: action as never }, { path, form: {} });
      return [status, (await response.text()).includes("Nothing was saved")];
    };
    const diaryOf = (body: object) => call(diaryCall, "/api/session_diary/", body);
    const told = [422, true];
    const times = { session_date: "18/11/2026", session_start_time: "08:00", session_end_time: "12:00" };
    expect(await diaryOf({ action: "AddEditSessionV2", form_data: times, singleSession: true })).toEqual(told);
    const edit = { unique_ref: sessionRef, description: "Longer" };
    expect(await diaryOf({ action: "AddEditSessionV2", form_data: edit, singleSession: true })).toEqual(told);
    expect(await diaryOf({ action: "add_edit_case", form_data: { age: 40 }, session_ur: sessionRef })).toEqual(told);
    const sure = { unique_ref: caseRef, age: 41 };
    expect(await diaryOf({ action: "add_edit_case", form_data: sure, session_ur: sessionRef })).toEqual(told);
    expect(
      await call(importRows, "/import_csv_data/rows/", {
        intent: "rows",
        import_ref: newRef(),
        from: 0,
        rows: rowsToSend([csvRow(2)]),
      }),
    ).toEqual(told);
    expect(await diaryOf({ action: "between_dates", start: "2026-11-01", end: "2026-11-30" })).toEqual([200, false]);
    expect(await diaryOf({ action: "DeleteCase", unique_ref: caseRef })).toEqual([200, false]);
    expect(await diaryOf({ action: "delete_session_v2", unique_ref: sessionRef, recurring: null })).toEqual([
      200,
      false,
    ]);
  });
});

test("whatever a form calls deleting or putting away is among the deletions that a full account tries", () => {
  const sources = import.meta.glob<string>("../../../app/{planning,diary,import,reports,data}/**/*.ts", {
    eager: true,
    query: "?raw",
    import: "default",
  });
  const intents = Object.values(sources).flatMap((source) => [
    ...source.matchAll(/(?:z\.(?:literal|enum)|fields\.choice)\([^)]*\)|rowForm\([^;]*;/g),
  ]);
  const said = intents.flatMap(([values]) => [...values.matchAll(/"(?:delete|archive)"/g)]);
  const tried = deletions.filter(({ button }) => button === "delete" || button === "archive");
  expect(tried.length).toBe(said.length);
  const byAddress = pages.filter(({ address }) => /\/(?:delete|remove|clear|end|undo\/:undoRef)\/$/.test(address));
  expect(byAddress.filter(({ form }) => !form.deletes).map(({ path }) => path)).toEqual([]);
});
