import { expect, test } from "vitest";
import { newRef } from "~/platform/db/columns.server";
import * as page from "~/routes/extras/fee";
import { makeDiary } from "../../support/diary";
import { load, makeUser, submit } from "../../support/harness";
import { rendered } from "../../support/rendered";

/** An unknown basis comes back as it was sent, beside a rate: the page looks it up again. */
test.each([
  "weekly",
  "__proto__",
  "constructor",
  "toString",
])("the page of a fee comes back with the basis %s refused", async (basis) => {
  const user = await makeUser();
  const { params: saved } = await makeDiary(user);
  const pages: { params: Record<string, string>; fields: Record<string, string> }[] = [
    { params: {}, fields: { idempotency_key: newRef() } },
    { params: saved, fields: { version: "1" } },
  ];
  for (const { params, fields } of pages) {
    const form = { ...fields, work_date: "31/10/2026", rate_amount: "150", basis };
    const { status, data } = await submit<{ form: { errors: object } }>(page.action, form, { user, params });
    expect([status, data.form.errors]).toEqual([422, { basis: ["Choose a basis from the list"] }]);
    const { data: shown } = await load<unknown>(page.loader, { user, params });
    expect(rendered(page, params, shown, data)).toContain("Choose a basis from the list");
  }
});
