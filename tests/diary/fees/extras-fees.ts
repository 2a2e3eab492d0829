import { env } from "cloudflare:workers";
import { encryptCaseText } from "~/diary/cases/encrypted-text.server";
import { cases } from "~/diary/cases/table.server";
import { feePlace, fees } from "~/diary/fees/table.server";
import { sessions } from "~/diary/sessions/table.server";
import { NATIONAL_RULES } from "~/planning/job-plans/pa-rules";
import { newRef } from "~/platform/db/columns.server";
import { londonInstant } from "~/platform/time/london";
import { db, type makeUser, NOW, vault } from "../../support/harness";
import { payerRef } from "../../support/payers";

type User = Awaited<ReturnType<typeof makeUser>>;

export const row = (user: User) => ({ user_id: user.id, created_at: NOW, updated_at: NOW });

/** The worked example of the trade: seven fees as at 21 November 2026. */
export const SEVEN = [
  { day: "2026-03-28", kind: "wli", pounds: 1200, timesheet: "2026-04-02", paid: "2026-04-28" },
  { day: "2026-05-16", kind: "wli", pounds: 1200, timesheet: "2026-05-20", paid: "2026-06-28" },
  { day: "2026-07-11", kind: "trauma", pounds: 900, timesheet: "2026-07-15", paid: null },
  { day: "2026-09-19", kind: "wli", pounds: 1200, timesheet: "2026-09-25", paid: null },
  { day: "2026-10-31", kind: "wli", pounds: 1200, timesheet: null, paid: null },
  { day: "2026-11-07", kind: "private", pounds: 310, timesheet: "2026-11-09", paid: null, isCase: true },
  { day: "2026-11-07", kind: "private", pounds: 260, timesheet: null, paid: null, isCase: true },
] as const;

/** A session of 08:00 to 12:00. @returns its reference */
export async function addSession(user: User, day: string): Promise<string> {
  const unique_ref = newRef();
  const hours = { standard_minutes: 240, premium_minutes: 0, pa_units: 3600, pa_rules: NATIONAL_RULES.england };
  const times = { start_at: londonInstant(day, 480), end_at: londonInstant(day, 720) };
  await db
    .insert(sessions)
    .values({ ...row(user), ...times, ...hours, unique_ref, pa_basis: "time_calculated", site: "Theatre 2" });
  return unique_ref;
}

export async function addCase(user: User, session_ref: string, description: string): Promise<string> {
  const unique_ref = newRef();
  const text_encrypted = await encryptCaseText(vault.of(user.unique_ref), unique_ref, {
    ...{ case_description: description, complications: "", reflective_notes: "" },
  });
  await db.insert(cases).values({ ...row(user), unique_ref, session_ref, text_encrypted });
  return unique_ref;
}

/** @param fee its payer by name. @returns its reference */
export async function addFee(
  user: User,
  { payer = "", ...fee }: Partial<typeof fees.$inferInsert> & { payer?: string },
  notes = "",
): Promise<string> {
  const unique_ref = newRef();
  const payer_ref = await payerRef(user.id, payer);
  const text_encrypted = await vault.encrypt(user.unique_ref, feePlace(unique_ref), notes);
  await db.insert(fees).values({ ...row(user), unique_ref, amount_pence: 100, text_encrypted, payer_ref, ...fee });
  return unique_ref;
}

/** The seven, of sessions and cases. @returns their references in that order */
export async function addSevenFees(user: User): Promise<string[]> {
  const refs: string[] = [];
  const byDay = new Map<string, string>();
  for (const each of SEVEN) {
    const sessionRef = byDay.get(each.day) ?? (await addSession(user, each.day));
    byDay.set(each.day, sessionRef);
    const owner =
      "isCase" in each
        ? { case_ref: await addCase(user, sessionRef, `Hernia for ${each.pounds}`) }
        : { session_ref: sessionRef };
    refs.push(
      await addFee(user, {
        ...owner,
        amount_pence: each.pounds * 100,
        kind: each.kind,
        payer: each.kind === "private" ? "Insurer North" : "Trust East",
        timesheet_date: each.timesheet,
        paid_date: each.paid,
      }),
    );
  }
  return refs;
}

/** For each year back from today: 400 sessions with five cases each, 50 session fees, all claimed and paid, and 10 of cases. */
export async function addBusyYears(user: User, years: number): Promise<void> {
  const [of, day] = [user.unique_ref, 86_400_000];
  const template = await addSession(user, "2000-01-01");
  const columns = (
    await env.DB.prepare("SELECT name FROM pragma_table_info('sessions')").all<{ name: string }>()
  ).results
    .map(({ name }) => name)
    .filter((name) => !["unique_ref", "start_at", "end_at"].includes(name));
  const numbers = "WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ?1 - 1)";
  const fee = "INSERT INTO fees (unique_ref, user_id, created_at, updated_at, amount_pence, timesheet_date, paid_date";
  const paid = "date((?3 - i * 365 * 86400000 / 400) / 1000 + 864000, 'unixepoch')";
  await env.DB.batch([
    env.DB.prepare(
      `${numbers} INSERT INTO sessions (unique_ref, start_at, end_at, ${columns.join()})
       SELECT 's' || i || ?2, ?3 - i * 365 * ${day} / 400, ?3 - i * 365 * ${day} / 400 + 14400000,
       ${columns.join()} FROM n, sessions WHERE user_id = ?5 AND unique_ref = ?4`,
    ).bind(years * 400, of, NOW - 5 * day, template, user.id),
    env.DB.prepare(
      `${numbers} INSERT INTO cases (unique_ref, user_id, session_ref, created_at, updated_at)
       SELECT 'c' || i || ?2, ?3, 's' || (i / 5) || ?2, 1, 1 FROM n`,
    ).bind(years * 2000, of, user.id),
    env.DB.prepare(
      `${numbers} ${fee}, session_ref) SELECT 'f' || i || ?2, ?4, 1, 1, 100, ${paid}, ${paid}, 's' || i || ?2
       FROM n WHERE i % 8 = 0`,
    ).bind(years * 400, of, NOW - 5 * day, user.id),
    env.DB.prepare(
      `${numbers} ${fee}, case_ref) SELECT 'g' || i || ?2, ?4, 1, 1, 100, ${paid}, ${paid}, 'c' || (i * 5) || ?2
       FROM n WHERE i % 40 = 0`,
    ).bind(years * 400, of, NOW - 5 * day, user.id),
  ]);
}
