import { encryptCaseText } from "~/diary/cases/encrypted-text.server";
import type { cases } from "~/diary/cases/table.server";
import type { Cipher } from "~/platform/crypto/vault.server";
import { newRef } from "~/platform/db/columns.server";
import { MINUTE_MS } from "~/platform/time/durations";
import type { BelievableSession } from "./believable-work.server";
import { pick, type Roll } from "./dice";
import { COMPLICATIONS, type ListKind, PROCEDURES, type Procedure, REFLECTIONS } from "./vocabulary";

/** The grades of a case that an appraisal counts. Null: not recorded. */
export interface Grade {
  asa: number | null;
  urgency: number | null;
}

export interface BelievableCase {
  row: typeof cases.$inferInsert;
}

/** Makes one case for each grade, spread evenly over the session. */
export function casesOfSession(
  cipher: Cipher,
  session: BelievableSession,
  list: ListKind,
  grades: Grade[],
  roll: Roll,
): Promise<BelievableCase[]> {
  const { start_at, end_at } = session.row;
  const slot = (end_at - start_at) / grades.length / MINUTE_MS;
  return Promise.all(
    grades.map((grade, at) => {
      const from = start_at + fiveMinutes(at * slot + slot * 0.1) * MINUTE_MS;
      const until = Math.min(from + Math.max(5, fiveMinutes(slot * (0.6 + roll(25) / 100))) * MINUTE_MS, end_at);
      return believableCase(cipher, session, list, grade, from, until, roll);
    }),
  );
}

async function believableCase(
  cipher: Cipher,
  session: BelievableSession,
  list: ListKind,
  grade: Grade,
  start_at: number,
  end_at: number,
  roll: Roll,
): Promise<BelievableCase> {
  const procedure = procedureFor(list, grade, roll);
  const unique_ref = newRef();
  const { user_id } = session.row;
  const text = {
    case_description: procedure.text,
    complications: roll(45) === 0 ? pick(COMPLICATIONS, roll) : "",
  };
  const reflection = roll(28) === 0 ? pick(REFLECTIONS, roll) : null;
  const row = {
    unique_ref,
    user_id,
    session_ref: session.row.unique_ref,
    start_at,
    end_at,
    ...ageFor(procedure, grade.asa, roll),
    gender: procedure.gender ?? 1 + roll(2),
    ...grade,
    reflection_type: reflection?.type ?? null,
    reflection_domains: reflection?.domains ?? "",
    supervision: roll(3) === 0 ? pick([3, 3, 4, 5, 5, 6, 7, 2, 20], roll) : null,
    created_at: end_at,
    updated_at: end_at,
  };
  const options = [
    ...[...procedure.airway, ...procedure.extras].map((id) => ({ id, flags: "" })),
    ...(procedure.blocks ?? []).map((id) => ({ id, flags: roll(9) === 0 ? "ultrasound,catheter" : "ultrasound" })),
  ];
  // The random numbers are drawn before the first `await`, so that the order of encryption does not affect them.
  const text_encrypted = await encryptCaseText(cipher, unique_ref, {
    ...text,
    reflective_notes: reflection?.words ?? "",
  });
  return { row: { ...row, options, text_encrypted } };
}

/**
 * Chooses a procedure that fits the grades: one of older patients for a higher ASA grade, and an emergency for an
 * immediate case or ASA 5.
 */
function procedureFor(list: ListKind, { asa, urgency }: Grade, roll: Roll): Procedure {
  const wanted = urgency === 1 || asa === 5 ? PROCEDURES.on_call : PROCEDURES[list];
  const oldest = asa === null || asa < 3 ? 0 : asa === 3 ? 65 : 80;
  const fitting = wanted.filter((each) => each.ages[1] >= oldest && (asa !== 5 || each.ages[0] >= 35));
  return pick(fitting, roll);
}

/** Chooses an age: older with each ASA grade, within the ages of the procedure. Some of the youngest are in months. */
function ageFor({ ages: [youngest, oldest] }: Procedure, asa: number | null, roll: Roll) {
  const [low, high] = [
    [0.2, 0.8],
    [0, 0.6],
    [0.25, 0.85],
    [0.5, 1],
    [0.65, 1],
    [0.5, 1],
  ][asa ?? 0] as [number, number];
  const span = oldest - youngest;
  const years = Math.round(youngest + span * (low + ((high - low) * roll(101)) / 100));
  return years < 2 ? { age: 7 + roll(16), age_unit: "months" as const } : { age: years, age_unit: "years" as const };
}

function fiveMinutes(minutes: number): number {
  return Math.round(minutes / 5) * 5;
}
