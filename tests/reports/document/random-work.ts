import type { SignedInUser } from "~/account/login/logins.server";
import { pick, type Roll, rollFrom } from "~/dev/dice";
import { encryptCaseText } from "~/diary/cases/encrypted-text.server";
import { STANDARD } from "~/diary/cases/standard-options";
import { cases, options } from "~/diary/cases/table.server";
import { sessions } from "~/diary/sessions/table.server";
import { NATIONAL_RULES } from "~/planning/job-plans/pa-rules";
import { jobPlanElements, jobPlans } from "~/planning/job-plans/table.server";
import { newRef } from "~/platform/db/columns.server";
import { insertRows } from "~/platform/db/json-rows.server";
import { addDays, type LondonDate, londonInstant } from "~/platform/time/london";
import { db, NOW, vault } from "../../support/harness";

/** Sessions begin on these days too: around midnight there the clocks have just changed, or are about to. */
const EDGES = ["2025-03-30", "2025-10-25", "2025-10-26", "2026-03-28", "2026-03-29", "2026-10-24", "2026-10-25"];

/** Cases of every kind, with and without each answer, in sessions from spring 2025 to spring 2027. */
export async function makeRandomWork(user: SignedInUser, seed: number, days = 90): Promise<{ elements: string[] }> {
  const roll = rollFrom(seed);
  const row = () => ({ unique_ref: newRef(), user_id: user.id, created_at: NOW, updated_at: NOW });
  const plans = ["2025-04-01", "2026-04-01"].map((date_start, at) => ({
    ...row(),
    ...{ title: `Plan ${at}`, employer: at === 0 ? "Old trust" : "New trust", date_start },
    date_end: addDays(date_start, 364),
    ...{ method: "weekly_leave_adjusted" as const, weeks_per_year_tenths: 420, contracted_pa_units: 36_000 },
    pa_rules: NATIONAL_RULES.england,
  }));
  const elements = plans.flatMap((plan) =>
    ["Orthopaedics", "Obstetrics", "On call"].map((description) => ({
      ...row(),
      ...{ plan_ref: plan.unique_ref, description, category: "DCC" as const, counts_to_balance: true },
      ...{ pattern: "fixed_times" as const, weekly_pa_units: 9000, default_basis: "time_calculated" as const },
      specialty: description === "On call" ? "" : `Specialty of ${description}`,
    })),
  );
  const own = [{ ...row(), kind: "procedure" as const, label: "Something of my own" }];
  const work = Array.from({ length: days }, () => {
    const date: LondonDate = roll(5) === 0 ? pick(EDGES, roll) : addDays("2025-03-20", roll(750));
    const start_at = londonInstant(date, pick([0, 15, 30, 90, 480, 780, 1080, 1380, 1425], roll));
    return {
      ...row(),
      ...{ start_at, end_at: start_at + 3_600_000 * (1 + roll(12)) },
      element_ref: roll(4) === 0 ? null : pick(elements, roll).unique_ref,
      site: pick(["", "Main theatres", "Day unit"], roll),
      ...{ pa_basis: "fixed" as const, fixed_pa_units: 3600, standard_minutes: 0, premium_minutes: 0, pa_units: 3600 },
      pa_rules: NATIONAL_RULES.england,
    };
  });
  const done = await Promise.all(
    work.flatMap((session) =>
      Array.from({ length: roll(5) }, () => randomCase(user, session, roll, own[0]?.unique_ref ?? "")),
    ),
  );
  await db.batch([
    db.insert(jobPlans).values(plans),
    ...insertRows(db, jobPlanElements, elements),
    db.insert(options).values(own),
    ...insertRows(db, sessions, work),
    ...insertRows(db, cases, done),
  ]);
  return { elements: elements.map(({ unique_ref }) => unique_ref) };
}

async function randomCase(
  user: SignedInUser,
  session: { unique_ref: string; start_at: number },
  roll: Roll,
  own: string,
) {
  const unique_ref = newRef();
  const one = <T>(values: readonly T[]) => pick(values, roll);
  const start_at = one([null, session.start_at + 60_000 * roll(600)]);
  const row = {
    ...{ unique_ref, user_id: user.id, session_ref: session.unique_ref, created_at: NOW, updated_at: NOW },
    ...{ start_at, end_at: start_at && one([null, start_at + 3_600_000]) },
    ...one([
      {},
      { age: roll(100) },
      { age: roll(40), age_unit: "months" as const },
      { age: roll(60), age_unit: "days" as const },
    ]),
    ...{ gender: one([null, 1, 2]), asa: one([null, 1, 2, 3, 4, 5]), urgency: one([null, 1, 2, 3, 4]) },
    supervision: one([null, null, 2, 5, 20]),
    reflection_type: one([null, "event" as const, "cpd" as const]),
    reflection_domains: one(["", "1", "1,3"]),
  };
  const text = {
    case_description: one(["", "Hip replacement"]),
    complications: one(["", "", "Hypotension"]),
    reflective_notes: one(["", "", "Would do this again"]),
  };
  const airway = STANDARD.airway.flatMap((group) => group.options.map(({ id }) => id));
  const ids = new Set([
    ...Array.from({ length: roll(3) }, () => one(airway)),
    ...Array.from({ length: roll(3) }, () => one(["201", "211", "241", own])),
  ]);
  const chosen = [...ids].map((id) => ({
    id,
    flags: id === "241" ? one(["", "ultrasound", "ultrasound,taught"]) : "",
  }));
  return {
    ...row,
    options: chosen,
    text_encrypted: await encryptCaseText(vault.of(user.unique_ref), unique_ref, text),
  };
}
