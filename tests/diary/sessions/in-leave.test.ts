import { and, asc, eq, gt } from "drizzle-orm";
import { expect, test } from "vitest";
import { leave } from "~/diary/leave/table.server";
import { type Answers, previewOf, seriesPreview } from "~/diary/sessions/preview";
import { sessions } from "~/diary/sessions/table.server";
import { newRef } from "~/platform/db/columns.server";
import { londonMoment } from "~/platform/time/london";
import * as edit from "~/routes/logbook/session";
import * as add from "~/routes/logbook/session-new";
import { makeDiary } from "../../support/diary";
import { flashOf } from "../../support/flash";
import { countingDatabase, db, load, makeUser, NOW, submit } from "../../support/harness";

type Page = Awaited<ReturnType<typeof add.loader>>;
type EditPage = Awaited<ReturnType<typeof edit.loader>>;

const WARNING = "It falls in your leave: Annual leave, 14 to 18 December 2026";

/** The diary of `makeDiary`, whose leave is that of 14 to 18 December 2026. */
async function diary() {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const answers = (some: Record<string, string> = {}) => ({
    ...{ idempotency_key: newRef(), session_date: "15/12/2026", pa_calculation_basis: "time_calculated" },
    ...{ session_start_time: "08:00", session_end_time: "18:00" },
    ...{ job_plan_element_unique_ref: params.elementRef, ...some },
  });
  const datesMade = async () => {
    const rows = await db
      .select()
      .from(sessions)
      .where(and(eq(sessions.user_id, user.id), gt(sessions.start_at, NOW)))
      .orderBy(asc(sessions.start_at));
    return rows.map(({ start_at }) => londonMoment(start_at).date);
  };
  return { user, params, answers, datesMade };
}

function reading(answers: Record<string, string>): Answers {
  return (name) => answers[name] ?? "";
}

test("a session in leave is saved, and asked about while it is typed and when it is saved", async () => {
  const { user, answers } = await diary();
  const { database, trips } = countingDatabase();
  const { data } = await load<Page>(add.loader, { user, database, path: "/?date=2026-12-15" });
  expect(trips()).toBe(1);
  expect(previewOf(reading(answers()), data.plans, null, data.leave).notes).toEqual([WARNING]);
  const saved = await submit(add.action, answers(), { user });
  expect(flashOf(saved).text).toBe(`Session added: Tue 15 Dec 2026, 2.50 PA. ${WARNING}`);
  const night = answers({ session_date: "13/12/2026", session_start_time: "20:00", session_end_time: "08:00" });
  expect(flashOf(await submit(add.action, night, { user })).text).toBe("Session added: Sun 13 Dec 2026, 3.92 PA");
  const twoDays = { session_greater_24_hours: "true", session_end_date: "14/12/2026" };
  // Of two days by the clock the second is in leave.
  const days = answers({ ...twoDays, session_date: "13/12/2026", session_end_time: "13:00" });
  expect(flashOf(await submit(add.action, days, { user })).text).toContain(WARNING);
});

test("an edit into leave is asked about too, and leave that was only asked for is not", async () => {
  const { user, params, answers } = await diary();
  const { data } = await load<EditPage>(edit.loader, { user, params });
  expect(data.leave).toMatchObject([{ date_start: "2026-12-14" }]);
  const moved = await submit(edit.action, { ...answers(), version: "1" }, { user, params });
  expect(flashOf(moved).text).toContain(WARNING);
  await db.update(leave).set({ status: "requested" }).where(eq(leave.unique_ref, params.leaveRef));
  const again = await submit(edit.action, { ...answers(), version: "2", site: "Main" }, { user, params });
  expect(flashOf(again).text).not.toContain("leave");
  expect((await load<EditPage>(edit.loader, { user, params })).data.leave).toEqual([]);
});

test("a series leaves leave out by choice, on the page as on the server", async () => {
  const { user, answers, datesMade } = await diary();
  const series = answers({
    ...{ session_date: "08/12/2026", recurring: "yes", recurringChoice_type: "weekly", recurringChoice_selected: "11" },
    ...{ recurringChoice_until: "date", recurringChoice_until_date: "29/12/2026", skip_leave: "yes" },
  });
  const { data } = await load<Page>(add.loader, { user, path: "/?date=2026-12-08" });
  const shown = seriesPreview(reading(series), data.plans, data.leave);
  const saved = await submit(add.action, series, { user });
  expect(flashOf(saved).text).toContain("1 day of leave is left out: Tue 15 Dec 2026");
  const made = await datesMade();
  expect(made).toEqual(["2026-12-08", "2026-12-22", "2026-12-29"]);
  expect(shown).toMatchObject({ ok: true, dates: made, away: ["2026-12-15"] });
});

test("a series that keeps its leave says how many fall in it", async () => {
  const { user, answers } = await diary();
  const saved = await submit(
    add.action,
    answers({
      ...{ session_date: "08/12/2026", recurring: "yes", recurringChoice_type: "weekly" },
      ...{ recurringChoice_selected: "11", recurringChoice_until: "date", recurringChoice_until_date: "29/12/2026" },
    }),
    { user },
  );
  expect(flashOf(saved).text).toContain("1 of them falls in your leave");
});
