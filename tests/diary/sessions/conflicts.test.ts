import { eq } from "drizzle-orm";
import { createElement, type FunctionComponent } from "react";
import { renderToString } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, test } from "vitest";
import { sessions } from "~/diary/sessions/table.server";
import type { FormState, NewerVersion } from "~/platform/http/action-result";
import * as page from "~/routes/logbook/session";
import { makeDiary } from "../../support/diary";
import { type Answer, db, load, makeUser, submit } from "../../support/harness";

type Refused = { form: FormState; newer?: NewerVersion };

function drawn(loaderData: unknown, params: Record<string, string>, answer?: Answer<Refused>): string {
  const Page = page.default as FunctionComponent<Record<string, unknown>>;
  const Component = () => createElement(Page, { loaderData, actionData: answer?.data, params });
  const Stub = createRoutesStub([{ path: "*", Component }]);
  return renderToString(createElement(Stub, { initialEntries: ["/"] }));
}

test("two tabs on one session: the second save shows both versions, overwrites nothing, and may then replace", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const edit = (fields: Record<string, string>) =>
    submit<Refused>(
      page.action,
      {
        ...{ session_date: "17/11/2026", session_start_time: "08:00", pa_calculation_basis: "time_calculated" },
        ...fields,
      },
      { user, params },
    );
  const opened = drawn((await load<unknown>(page.loader, { user, params })).data, params);
  expect(opened).toContain('name="version" value="1"');

  const theirs = { session_end_time: "17:00", description: "Theirs", extra_claim_amount: "300", version: "1" };
  expect((await edit(theirs)).status).toBe(302);
  const stored = () => db.select().from(sessions).where(eq(sessions.unique_ref, params.sessionRef));
  const before = await stored();

  const refused = await edit({ session_end_time: "19:30", description: "Mine", version: "1" });
  expect(refused.status).toBe(409);
  expect(await stored()).toEqual(before);
  const html = drawn((await load<unknown>(page.loader, { user, params })).data, params, refused);
  for (const words of ["Saved elsewhere", "Theirs", "08:00 – 17:00", "£300", "Mine", "19:30"])
    expect(html).toContain(words);

  const version = html.match(/name="version" value="(\d+)"/)?.[1] ?? "";
  expect((await edit({ session_end_time: "19:30", description: "Mine", version })).status).toBe(302);
  expect((await stored())[0]).toMatchObject({ version: 3, standard_minutes: 660, premium_minutes: 30 });
});
