import { and, asc, eq } from "drizzle-orm";
import { expect } from "vitest";
import type { SignedInUser } from "~/account/login/logins.server";
import { cases } from "~/diary/cases/table.server";
import { rotaEvents, rotaTitles } from "~/diary/rota/table.server";
import { sessions } from "~/diary/sessions/table.server";
import type { RotaPreview } from "~/import/rota/preview.server";
import { jobPlanElements } from "~/planning/job-plans/table.server";
import { newRef } from "~/platform/db/columns.server";
import type { FormState } from "~/platform/http/action-result";
import { londonInstant, londonMoment } from "~/platform/time/london";
import * as page from "~/routes/csv-import/rota";
import * as undoPage from "~/routes/logbook/undo";
import { makeDiary } from "../../support/diary";
import { flashOf } from "../../support/flash";
import { call, db, NOW, submit } from "../../support/harness";
import { makeConfirmedUser } from "../../support/members";
import { eventOf } from "./files";

export interface Answered {
  form: FormState;
  page: RotaPreview;
  key: string;
}

export async function upload(
  user: SignedInUser,
  content: string | Uint8Array<ArrayBuffer>,
  database = db,
  name = "rota.ics",
) {
  const body = new FormData();
  body.append("file", new File([content], name, { type: "text/calendar" }));
  const request = new Request("http://daybook.test/import_csv_data/rota/", { method: "POST", body });
  return call<Answered>(page.action, request, { user, database });
}

export interface Press {
  take?: string[];
  leave?: string[];
  element?: string[];
  intent?: string;
  database?: typeof db;
}

/** Presses a button of the page that an answer shows. */
export function press(user: SignedInUser, { data }: { data: Answered }, { database, ...more }: Press = {}) {
  const { calendar, shown, titles } = data.page;
  const leave = data.page.leave.map(({ key }) => key);
  const element = titles.map((title) => title.element);
  const fields = { idempotency_key: data.key, calendar, shown, element, intent: "import", take: [], leave, ...more };
  return submit<Answered>(page.action, fields, { user, ...(database && { database }) });
}

export async function imported(user: SignedInUser, text: string, more: Press = {}) {
  const answer = await press(user, await upload(user, text), more);
  expect(answer.status).toBe(302);
  return answer;
}

export function flash(answer: { headers: Headers }): string {
  return flashOf(answer).text;
}

export async function undoLast(user: SignedInUser, answer: { headers: Headers }) {
  const undoRef = flashOf(answer).undo ?? "";
  expect(undoRef).not.toBe("");
  await submit(undoPage.action, {}, { user, params: { undoRef } });
}

/** The plan of `makeDiary`, and a labour ward element without times; nothing in the diary from the rota yet. */
export async function consultant() {
  const user = await makeConfirmedUser();
  const { params } = await makeDiary(user);
  await db.delete(rotaEvents).where(eq(rotaEvents.user_id, user.id));
  await db.delete(rotaTitles).where(eq(rotaTitles.user_id, user.id));
  const ward = newRef();
  await db.insert(jobPlanElements).values({
    ...{ user_id: user.id, unique_ref: ward, plan_ref: params.planRef, created_at: NOW, updated_at: NOW },
    ...{ description: "Labour ward", category: "DCC", counts_to_balance: true, pattern: "flexible_week" },
    ...{ weekly_pa_units: 9000, default_basis: "time_calculated" },
  });
  return { user, params, ward };
}

/** The sessions of a user as one reads them, but for that of `makeDiary`. */
export async function diaryOf(user: SignedInUser) {
  const rows = await db.select().from(sessions).where(eq(sessions.user_id, user.id)).orderBy(asc(sessions.start_at));
  const elements = await db.select().from(jobPlanElements).where(eq(jobPlanElements.user_id, user.id));
  const time = (at: number) => londonMoment(at).minute / 60;
  return rows
    .filter(({ start_at }) => londonMoment(start_at).date !== "2026-11-17")
    .map(({ start_at, end_at, element_ref }) => {
      const element = elements.find(({ unique_ref }) => unique_ref === element_ref)?.description;
      return `${londonMoment(start_at).date} ${time(start_at)}-${time(end_at)} ${element}`;
    });
}

export const ortho = (uid: string, day: string, from = "08", to = "18") =>
  eventOf(uid, `${day}T${from}0000`, `${day}T${to}0000`, "Ortho Th 4 (Mr Jones)");
export const ward = (uid: string, day: string) => eventOf(uid, `${day}T080000`, `${day}T180000`, "Labour ward");

/** A case in the session that starts on a date at 08:00. @returns the reference of the session */
export async function putCaseInto(user: SignedInUser, date: string): Promise<string> {
  const [held] = await db
    .select()
    .from(sessions)
    .where(and(eq(sessions.user_id, user.id), eq(sessions.start_at, londonInstant(date, 480))));
  const session_ref = held?.unique_ref ?? "";
  await db
    .insert(cases)
    .values({ user_id: user.id, unique_ref: newRef(), session_ref, created_at: NOW, updated_at: NOW });
  return session_ref;
}
