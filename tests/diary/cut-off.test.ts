import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { caseOptions, cases } from "~/cases/table.server";
import { claims } from "~/claims/table.server";
import { newRef } from "~/db/columns.server";
import type { Newer } from "~/http/refusal.server";
import * as editCase from "~/routes/logbook/case";
import * as removeCase from "~/routes/logbook/case-delete";
import * as addCase from "~/routes/logbook/case-new";
import * as editSession from "~/routes/logbook/session";
import * as addSession from "~/routes/logbook/session-new";
import * as undo from "~/routes/logbook/undo";
import * as undoList from "~/routes/logbook/undo-list";
import * as copyWeek from "~/routes/logbook/week-copy";
import { sessions } from "~/sessions/table.server";
import { makeDiary } from "../support/diary";
import { cutOffDatabase, db, load, makeUser, submit } from "../support/harness";

type User = Awaited<ReturnType<typeof makeUser>>;
type Fields = Record<string, string>;
interface Refused {
  newer?: Newer;
}
interface Steps {
  steps: { unique_ref: string; says: string }[];
}

const SESSION = {
  session_date: "18/11/2026",
  session_start_time: "13:00",
  session_end_time: "17:00",
  pa_calculation_basis: "time_calculated",
  description: "Typed on the ward",
  extra_claim_amount: "300",
};
const SERIES = {
  recurring: "yes",
  recurringChoice_type: "weekly",
  recurringChoice_selected: "11",
  recurringChoice_until: "date",
  recurringChoice_until_date: "9/12/2026",
};
const CASE = {
  age: "44",
  complications: "None",
  selected_airway_options_set: "111",
  new_airway_option: "Tongue tie",
  case_claim_amount: "120",
};

/** How many rows a user has: sessions, cases, options of cases, fees. */
async function counted({ unique_ref }: User) {
  const of = (table: typeof sessions | typeof cases | typeof caseOptions | typeof claims) =>
    db.$count(table, eq(table.user_ref, unique_ref));
  return [await of(sessions), await of(cases), await of(caseOptions), await of(claims)];
}

function said(headers: Headers): string {
  return decodeURIComponent(/flash=([^;:]*)/.exec(headers.get("Set-Cookie") ?? "")?.[1] ?? "");
}

async function diary() {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  return { user, params };
}

const LOST = "Network connection lost";

test.each([
  ["a session", addSession.action, SESSION, [2, 1, 0, 2], /^Session added: Wed 18 Nov 2026/],
  ["a series", addSession.action, { ...SESSION, ...SERIES }, [5, 1, 0, 2], /^Added 4 sessions/],
  ["a case", addCase.action, CASE, [1, 2, 2, 2], /^Case saved/],
])("%s whose connection dies after it was saved is said to be saved when it is sent again, and is there once", async (_, action, fields, rows, words) => {
  const { user, params } = await diary();
  const form: Fields = { idempotency_key: newRef(), ...fields };
  // One batch looks, the other writes.
  await expect(submit(action, form, { user, params, database: cutOffDatabase(2) })).rejects.toThrow(LOST);
  expect(await counted(user)).toEqual(rows);
  for (let time = 0; time < 2; time += 1) {
    const again = await submit(action, form, { user, params });
    expect([again.status, said(again.headers)]).toEqual([302, expect.stringMatching(words)]);
  }
  expect(await counted(user)).toEqual(rows);
});

test.each([
  ["session", editSession.action, SESSION, { name: "Notes", value: "Typed on the ward" }],
  ["case", editCase.action, CASE, { name: "Complications", value: "None" }],
])("a change of a %s whose connection dies after it was saved is shown as saved beside the same form sent again", async (_, action, fields, fact) => {
  const { user, params } = await diary();
  const form: Fields = { version: "1", ...fields };
  await expect(submit(action, form, { user, params, database: cutOffDatabase(2) })).rejects.toThrow(LOST);
  const before = await counted(user);
  const again = await submit<Refused>(action, form, { user, params });
  expect([again.status, again.data.newer?.version]).toEqual([409, 2]);
  expect(again.data.newer?.facts).toContainEqual(fact);
  expect((await submit(action, { ...form, version: "2" }, { user, params })).status).toBe(302);
  expect(await counted(user)).toEqual(before);
});

test("a copied week whose connection dies after it was saved is there once, and can be undone from the list", async () => {
  const { user, params } = await diary();
  await expect(submit(copyWeek.action, {}, { user, params, database: cutOffDatabase(2) })).rejects.toThrow(LOST);
  const again = await submit(copyWeek.action, {}, { user, params });
  expect(said(again.headers)).toBe("Nothing was copied: the sessions of the week before are here already");
  expect((await counted(user))[0]).toBe(2);
  const { data } = await load<Steps>(undoList.loader, { user });
  const undoRef = data.steps.find(({ says }) => says.includes("copied from the week before"))?.unique_ref as string;
  expect((await submit(undo.action, {}, { user, params: { undoRef } })).status).toBe(302);
  expect((await counted(user))[0]).toBe(1);
});

test("a deletion and an undo whose connection dies after they were saved happen once", async () => {
  const { user, params } = await diary();
  const before = await counted(user);
  const remove = { version: "1" };
  await expect(submit(removeCase.action, remove, { user, params, database: cutOffDatabase(2) })).rejects.toThrow(LOST);
  expect((await submit(removeCase.action, remove, { user, params })).status).toBe(404);
  const { data } = await load<Steps>(undoList.loader, { user });
  const undoRef = data.steps.find(({ says }) => says === "Case deleted")?.unique_ref as string;
  const asked = { user, params: { undoRef } };
  await expect(submit(undo.action, {}, { ...asked, database: cutOffDatabase(1) })).rejects.toThrow(LOST);
  expect(await counted(user)).toEqual(before);
  const again = await submit(undo.action, {}, asked);
  expect(said(again.headers)).toBe("This was undone before. Nothing has changed");
  expect(await counted(user)).toEqual(before);
});
