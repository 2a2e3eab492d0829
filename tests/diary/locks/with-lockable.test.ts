import type { ServerBuild } from "react-router";
import { expect, test } from "vitest";
import { z } from "zod";
import { writeChange } from "~/changes/write-change.server";
import { withLockable } from "~/diary/locks/locked.server";
import { newRef } from "~/platform/db/columns.server";
import { readForm } from "~/platform/http/read-form.server";
import { londonInstant } from "~/platform/time/london";
import { lockDays, makeDiary } from "../../support/diary";
import { db, makeUser, NOW } from "../../support/harness";

type Routes = ServerBuild["routes"];
type Action = (args: { request: Request }) => Promise<unknown>;

const loader = () => "loaded";
const notes = z.object({ notes: z.string() });

/** The route of a build with this action, wrapped. */
function wrapped(action?: Action) {
  const route = { id: "page", path: "page", module: { default: undefined, loader, ...(action && { action }) } };
  const routes = { page: route } as unknown as Routes;
  const page = withLockable(routes).page as unknown as { module: { loader: unknown; action: Action } };
  return { page, before: routes.page };
}

function post(fields: Record<string, string>) {
  return { request: new Request("http://daybook.test/", { method: "POST", body: new URLSearchParams(fields) }) };
}

test("an action that changes locked days answers its page with what was sent, and says which days they are", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  await lockDays(user, "2026-11-01", "2026-11-20");
  const { page, before } = wrapped(async ({ request }) => {
    await readForm(request, notes);
    const start_at = londonInstant("2026-11-19", 480);
    const cancellations = [{ unique_ref: newRef(), element_ref: params.elementRef, start_at }];
    await writeChange({ db, userId: user.id, now: NOW }, { message: "Did not happen", inserts: { cancellations } });
  });
  expect(await page.module.action(post({ notes: "Typed on the ward" }))).toMatchObject({
    init: { status: 409 },
    data: {
      form: {
        values: { notes: ["Typed on the ward"] },
        errors: { "": [expect.stringMatching(/^You locked 1 to 20 November 2026, so /)] },
        link: { path: "/reports/locks/" },
      },
    },
  });
  expect(page.module.loader).toBe(loader);
  // The routes of the build itself stay as they are.
  expect((before?.module as { action?: unknown }).action).not.toBe(page.module.action);
});

test("what an action answers or throws otherwise passes through", async () => {
  const answer = { saved: true };
  expect(await wrapped(async () => answer).page.module.action(post({}))).toBe(answer);
  const response = new Response(null, { status: 404 });
  await expect(wrapped(() => Promise.reject(response)).page.module.action(post({}))).rejects.toBe(response);
  const error = new Error("UNIQUE constraint failed: sessions.user_id");
  await expect(wrapped(() => Promise.reject(error)).page.module.action(post({}))).rejects.toBe(error);
});

test("a route without an action is the same route", () => {
  const { page, before } = wrapped();
  expect(page).toBe(before);
});
