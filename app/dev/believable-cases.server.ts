import { encryptCaseText } from "~/diary/cases/encrypted-text.server";
import type { cases } from "~/diary/cases/table.server";
import type { Cipher } from "~/platform/crypto/vault.server";
import { newRef } from "~/platform/db/columns.server";
import { MINUTE_MS } from "~/platform/time/durations";
import type { BelievableSession } from "./believable-work.server";
import { pick, type Roll } from "./dice";
import { type PlannedCase, type PlannedList, TURNOVER_MINUTES } from "./lists";
import { COMPLICATIONS, REFLECTIONS, tell } from "./narrative";
import type { Procedure } from "./procedures";

export interface BelievableCase {
  row: typeof cases.$inferInsert;
}

/** Of nerve blocks, those after which a catheter stays. */
const CATHETERS = new Set(["231", "252", "257"]);
/** Cases to a complication, and to a reflective note, of those that such words can be about. */
const CASES_TO_A_COMPLICATION = 45;
const CASES_TO_A_REFLECTION = 27;

/**
 * Makes the cases of a list: one after the other, with the time that is left spread between them.
 * @param told how often its year has told each complication and reflection
 */
export function casesOfList(
  cipher: Cipher,
  { session, cases: planned, minutes }: PlannedList<BelievableSession>,
  told: Map<unknown, number>,
  roll: Roll,
): Promise<BelievableCase[]> {
  const shortest = planned.reduce((sum, { procedure }) => sum + procedure.minutes[0] + TURNOVER_MINUTES, 0);
  // More cases than the hours hold are as short as they must be.
  const scale = Math.min(1, (minutes - TURNOVER_MINUTES) / shortest);
  let spare = Math.max(0, minutes - TURNOVER_MINUTES - shortest);
  let at = session.list === "home_night" ? fiveMinutes((spare * roll(100)) / 100) : TURNOVER_MINUTES;
  if (session.list === "home_night") spare -= at;
  return Promise.all(
    planned.map((each, nth) => {
      const [fastest, slowest] = each.procedure.minutes;
      const share = spare / (planned.length - nth);
      const longer = fiveMinutes(Math.min(slowest - fastest, (share * roll(101)) / 100));
      const gap = fiveMinutes(Math.min(40, Math.max(0, share - longer) * (roll(101) / 100)));
      spare -= longer + gap;
      const from = at;
      const until = Math.max(from + 5, from + downToFive(fastest * scale) + longer);
      at = until + downToFive(TURNOVER_MINUTES * scale) + gap;
      return believableCase(cipher, session, each, from, Math.min(until, minutes), told, roll);
    }),
  );
}

async function believableCase(
  cipher: Cipher,
  { row: { start_at: begin, unique_ref: session_ref, user_id } }: BelievableSession,
  { procedure, asa, urgency }: PlannedCase,
  from: number,
  until: number,
  told: Map<unknown, number>,
  roll: Roll,
): Promise<BelievableCase> {
  const unique_ref = newRef();
  const end_at = begin + until * MINUTE_MS;
  const supervision = roll(3) === 0 ? pick([3, 3, 4, 5, 5, 6, 7, 2, 20], roll) : null;
  const { airway, extras, blocks = [] } = procedure;
  const patient = { ...ageFor(procedure, asa, roll), gender: procedure.gender ?? 1 + roll(2) };
  const age = patient.age_unit === "years" ? patient.age : 0;
  const facts = { options: [...airway, ...extras, ...blocks], asa, supervision, minutes: until - from, age };
  const complications = roll(CASES_TO_A_COMPLICATION) === 0 ? tell(COMPLICATIONS, facts, told, roll) : null;
  const reflects = complications === null && roll(CASES_TO_A_REFLECTION) === 0;
  const reflection = reflects ? tell(REFLECTIONS, facts, told, roll) : null;
  const row = {
    unique_ref,
    user_id,
    session_ref,
    start_at: begin + from * MINUTE_MS,
    end_at,
    ...patient,
    asa,
    urgency,
    reflection_type: reflection?.type ?? null,
    reflection_domains: reflection?.domains ?? "",
    supervision,
    created_at: end_at,
    updated_at: end_at,
  };
  const options = [
    ...[...airway, ...extras].map((id) => ({ id, flags: "" })),
    ...blocks.map((id) => ({ id, flags: CATHETERS.has(id) && roll(6) === 0 ? "ultrasound,catheter" : "ultrasound" })),
  ];
  // The random numbers are drawn before the first `await`, so that the order of encryption does not affect them.
  const text_encrypted = await encryptCaseText(cipher, unique_ref, {
    case_description: procedure.text,
    complications: complications ?? "",
    reflective_notes: reflection?.note ?? "",
  });
  return { row: { ...row, options, text_encrypted } };
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
  return years < 2 ? { age: 12 + roll(12), age_unit: "months" as const } : { age: years, age_unit: "years" as const };
}

function fiveMinutes(minutes: number): number {
  return Math.round(minutes / 5) * 5;
}

function downToFive(minutes: number): number {
  return Math.floor(minutes / 5) * 5;
}
