import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { LeavePage } from "~/diary/leave/page";
import { leave } from "~/diary/leave/table.server";
import { formatWorth, type WorthBasis } from "~/diary/leave/worth-words";
import { newRef } from "~/platform/db/columns.server";
import type { FormState } from "~/platform/http/action-result";
import * as list from "~/routes/leave/leave";
import * as deleteRoute from "~/routes/leave/leave-delete";
import * as editRoute from "~/routes/leave/leave-form";
import * as newRoute from "~/routes/leave/leave-form";
import { makeDiary } from "../../support/diary";
import { countingDatabase, db, load, makeUser, submit } from "../../support/harness";

type Fields = Record<string, string>;
type Form = { answers: Fields; worth: WorthBasis; lieu: string[] };

const WHOLE: Fields = { type: "annual", status: "approved", start_part: "full", end_part: "full", date_end: "" };

/** Somebody with the plan of the diary: Tuesdays of 2.50 PA, England's bank holidays. */
async function consultant() {
  const user = await makeUser();
  await makeDiary(user);
  await db.delete(leave).where(eq(leave.user_id, user.id));
  const { worth } = (await load<Form>(newRoute.loader, { user })).data;
  const said = (typed: Fields, local = worth.local) =>
    formatWorth((name) => ({ ...WHOLE, ...typed })[name] ?? "", { ...worth, local });
  return { user, worth, said };
}

test("a form of leave says days, bank holidays and PAs before it is saved", async () => {
  const { said } = await consultant();
  // Of the bank holidays in it none is a Tuesday, until the second Tuesday is made one.
  const christmas = { date_start: "21/12/2026", date_end: "1/1/2027" };
  expect(said(christmas)).toBe("Takes 2 days, 5.00 PA");
  expect(said(christmas, [{ day: "2026-12-29", is_added: true }])).toBe(
    "Takes 1 day, 1 bank holiday not counted, 2.50 PA",
  );
  expect(said({ date_start: "24/11/2026" })).toBe("Takes 1 day, 2.50 PA");
  expect(said({ date_start: "24/11/2026", start_part: "am" })).toBe("Takes ½ day, 1.25 PA");
  expect(said({ date_start: "28/11/2026", date_end: "29/11/2026" })).toBe("Takes 0 days, 0.00 PA");
  expect(said({ date_start: "24/11/2026", pa: "13.55" })).toBe("Takes 1 day, 13.55 PA");
  // No plan holds these days: what they are worth nobody knows.
  expect(said({ date_start: "1/6/2029" })).toBe("Takes 1 day");
});

test("a form of annual leave says hours in a leave year that is in hours, and of other leave days", async () => {
  const { worth } = await consultant();
  const years = [
    { year_begins: "2026-04-01", annual_hour_hundredths: 18_750 },
    { year_begins: "2027-04-01", annual_hour_hundredths: null },
  ];
  const said = (typed: Fields) =>
    formatWorth((name) => ({ ...WHOLE, ...typed })[name] ?? "", { ...worth, years, year_start: "04-01" });
  expect(said({ date_start: "24/11/2026" })).toBe("Takes 10.0 hours, 2.50 PA");
  expect(said({ date_start: "24/11/2026", pa: "0.25" })).toBe("Takes 1.0 hour, 0.25 PA");
  expect(said({ date_start: "24/11/2026", type: "study" })).toBe("Takes 1 day, 2.50 PA");
  // Before the first year in hours, and after the last.
  expect(said({ date_start: "31/3/2026" })).toMatch(/^Takes 1 day/);
  expect(said({ date_start: "1/4/2027" })).toMatch(/^Takes 1 day/);
});

test("it says nothing of dates that are not there, or could not be saved", async () => {
  const { said } = await consultant();
  const faulty: Fields[] = [
    { date_start: "" },
    { date_start: "31/2/2026" },
    { date_start: "24/11/2026", date_end: "soon" },
    { date_start: "24/11/2026", date_end: "23/11/2026" },
    { date_start: "24/11/2026", date_end: "24/12/2027" },
    { date_start: "24/11/2026", date_end: "26/11/2026", start_part: "am" },
    { date_start: "24/11/2026", pa: "two" },
  ];
  for (const typed of faulty) {
    expect([typed, said(typed)]).toEqual([typed, null]);
  }
});

test("what it says is what saving comes to", async () => {
  const { user, said } = await consultant();
  const saved: Fields[] = [
    { date_start: "21/12/2026", date_end: "1/1/2027" },
    { date_start: "22/12/2026", date_end: "29/12/2026", start_part: "pm", end_part: "am" },
    { date_start: "24/11/2026", start_part: "pm" },
    { date_start: "25/3/2027", date_end: "6/4/2027" },
    { date_start: "2/3/2027", date_end: "10/3/2027", pa: "0.875" },
  ];
  for (const typed of saved) {
    const sent = { ...WHOLE, ...typed, idempotency_key: newRef() };
    expect((await submit(newRoute.action, sent, { user })).status).toBe(302);
    const path = "/leave/?year=2026";
    const [line] = (await load<LeavePage>(list.loader, { user, path })).data.lines;
    const [days, ...more] = said(typed)?.replace("Takes ", "").split(", ") ?? [];
    const number = (days ?? "").replace("½", ".5").replace(/ days?/, "");
    expect([Number(line?.amount.first), line?.amount.second]).toEqual([Number(number), more.at(-1)]);
    const [row] = await db.select().from(leave).where(eq(leave.user_id, user.id));
    await submit(
      deleteRoute.action,
      { version: String(row?.version) },
      { user, params: { leaveRef: row?.unique_ref ?? "" } },
    );
  }
});

test("the button of a page without script shows what it takes, and saves nothing", async () => {
  const { user } = await consultant();
  const sent = { ...WHOLE, date_start: "24/11/2026", idempotency_key: newRef(), intent: "worth" };
  const answer = await submit<{ form: FormState }>(newRoute.action, sent, { user });
  expect([answer.status, answer.data.form.errors, answer.data.form.values.date_start]).toEqual([
    200,
    {},
    ["24/11/2026"],
  ]);
  expect(await db.$count(leave, eq(leave.user_id, user.id))).toBe(0);
  await submit(newRoute.action, { ...sent, intent: "" }, { user });
  const [row] = await db.select().from(leave).where(eq(leave.user_id, user.id));
  const params = { leaveRef: row?.unique_ref ?? "" };
  const edited = { ...sent, version: String(row?.version), date_start: "1/12/2026" };
  expect((await submit(editRoute.action, edited, { user, params })).status).toBe(200);
  expect((await db.select().from(leave).where(eq(leave.user_id, user.id)))[0]?.date_start).toBe("2026-11-24");
});

test("an address names the first day, and each form is read in one trip", async () => {
  const { user } = await consultant();
  const { database, trips } = countingDatabase();
  const page = await load<Form>(newRoute.loader, { user, path: "/leave/new/?date=2026-11-17", database });
  expect([page.data.answers.date_start, trips()]).toEqual(["17/11/2026", 1]);
  expect((await load<Form>(newRoute.loader, { user, path: "/leave/new/?date=soon" })).data.answers.date_start).toBe("");
});
