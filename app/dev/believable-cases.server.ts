import { encryptCaseText } from "~/diary/cases/encrypted-text.server";
import type { cases } from "~/diary/cases/table.server";
import type { Cipher } from "~/platform/crypto/vault.server";
import { newRef } from "~/platform/db/columns.server";
import { MINUTE_MS } from "~/platform/time/durations";
import type { BelievableSession } from "./believable-work.server";
import { pick, type Roll } from "./dice";
import { BRIEFING_MINUTES, type PlannedCase, type PlannedList, TURNOVER_MINUTES } from "./lists";
import { COMPLICATIONS, REFLECTIONS, tell } from "./narrative";
import type { ListKind, Procedure } from "./procedures";

export interface BelievableCase {
  row: typeof cases.$inferInsert;
}

/** Cases to a complication, and to a reflective note, of those that such words can be about. */
const CASES_TO_A_COMPLICATION = 45;
const CASES_TO_A_REFLECTION = 27;

const ALL_DAY_MINUTES = 600;
/** Nobody sends for a planned case when the hours of the list are nearly over. */
const LAST_SENT_FOR_MINUTES = ALL_DAY_MINUTES - 15;

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
  const atNight = session.list === "home_night" || session.list === "on_call";
  // Who comes as an emergency is not always ready when the theatre is.
  const longestGap = atNight || session.list === "trauma" ? 90 : 40;
  // Only work makes a list overrun: its waits between cases take all the time that is left.
  const overruns = session.list === "theatre" && minutes > ALL_DAY_MINUTES;
  const [earliest, latest] = BRIEFING_MINUTES;
  const shortest = planned.reduce((sum, { procedure }) => sum + procedure.minutes[0] + TURNOVER_MINUTES, 0);
  const late = Math.min(latest - earliest, Math.max(0, minutes - earliest - shortest));
  const begin = earliest + downToFive((late * roll(101)) / 100);
  // More cases than the hours hold are as short as they must be.
  const scale = Math.min(1, (minutes - begin) / shortest);
  let spare = Math.max(0, minutes - begin - shortest);
  let at = session.list === "home_night" ? begin + fiveMinutes((spare * roll(100)) / 100) : begin;
  if (session.list === "home_night") spare -= at - begin;
  const helper = helperOf(session.list, roll);
  const patients = inOrder(planned.map((each) => ({ ...each, ...patientFor(each, roll) })));
  const last = (patients.at(-1)?.procedure.minutes[0] ?? 0) + TURNOVER_MINUTES;
  if (overruns) spare = Math.max(0, LAST_SENT_FOR_MINUTES - begin - (shortest - last));
  return Promise.all(
    patients.map((each, nth) => {
      const [fastest, slowest] = each.procedure.minutes;
      const share = spare / (planned.length - nth);
      const longer = fiveMinutes(Math.min(slowest - fastest, (share * roll(101)) / 100));
      const wait = Math.min(longestGap, Math.max(0, share - longer) * (roll(101) / 100));
      const gap = overruns ? downToFive(Math.max(0, share - longer)) : fiveMinutes(wait);
      spare -= longer + gap;
      const from = at;
      const until = Math.max(from + 5, from + downToFive(fastest * scale) + longer);
      at = until + downToFive(TURNOVER_MINUTES * scale) + gap;
      // Whoever helps is also taught elsewhere, but at night.
      const supervision = helper !== null && (atNight || roll(5) > 0) ? helper : null;
      return believableCase(cipher, session, { ...each, supervision }, from, Math.min(until, minutes), told, roll);
    }),
  );
}

interface Patient {
  age: number;
  age_unit: "years" | "months";
  gender: number;
}

function patientFor({ procedure, asa }: PlannedCase, roll: Roll): Patient {
  return { ...ageFor(procedure, asa, roll), gender: procedure.gender ?? 1 + roll(2) };
}

/** What is long or frail comes first, what is dirty last; of children, and before adults, the youngest. */
function inOrder<Planned extends PlannedCase & Patient>(planned: readonly Planned[]): Planned[] {
  const PLACES = { first: -1, last: 1 };
  const place = ({ procedure }: Planned) => (procedure.place ? PLACES[procedure.place] : 0);
  const youth = ({ age, age_unit }: Planned) => Math.min(16 * 12, age_unit === "months" ? age : age * 12);
  return planned.toSorted((one, other) => place(one) - place(other) || youth(one) - youth(other));
}

/**
 * Who is supervised or helps on a list, one for all of it: at night whoever called, on extra work nobody, on others
 * a trainee now and then.
 */
function helperOf(list: ListKind | null, roll: Roll): number | null {
  if (list === "on_call" || list === "home_night") return pick([3, 3, 3, 4, 2], roll);
  if (list === "wli" || list === "private") return null;
  return roll(2) === 0 ? pick([3, 3, 4, 4, 5, 5, 5, 6, 7], roll) : null;
}

async function believableCase(
  cipher: Cipher,
  { row: { start_at: begin, unique_ref: session_ref, user_id } }: BelievableSession,
  {
    procedure,
    asa,
    urgency,
    age,
    age_unit,
    gender,
    supervision,
  }: PlannedCase & Patient & { supervision: number | null },
  from: number,
  until: number,
  told: Map<unknown, number>,
  roll: Roll,
): Promise<BelievableCase> {
  const unique_ref = newRef();
  const end_at = begin + until * MINUTE_MS;
  const { airway, extras, blocks = [] } = procedure;
  const years = age_unit === "years" ? age : 0;
  const facts = { options: [...airway, ...extras, ...blocks], asa, supervision, minutes: until - from, age: years };
  const complications = roll(CASES_TO_A_COMPLICATION) === 0 ? tell(COMPLICATIONS, facts, told, roll) : null;
  const reflects = complications === null && roll(CASES_TO_A_REFLECTION) === 0;
  const reflection = reflects ? tell(REFLECTIONS, facts, told, roll) : null;
  const row = {
    unique_ref,
    user_id,
    session_ref,
    start_at: begin + from * MINUTE_MS,
    end_at,
    ...{ age, age_unit, gender },
    asa,
    urgency,
    reflection_type: reflection?.type ?? null,
    reflection_domains: reflection?.domains ?? "",
    supervision,
    created_at: end_at,
    updated_at: end_at,
  };
  const blockFlags = complications?.failed
    ? "ultrasound,failed"
    : procedure.catheter && roll(2) === 0
      ? "ultrasound,catheter"
      : "ultrasound";
  const { instead, also = [] } = complications ?? {};
  const options = [
    ...[...(instead ?? airway), ...also, ...extras].map((id) => ({ id, flags: "" })),
    ...blocks.map((id) => ({ id, flags: blockFlags })),
  ];
  // The random numbers are drawn before the first `await`, so that the order of encryption does not affect them.
  const text_encrypted = await encryptCaseText(cipher, unique_ref, {
    case_description: procedure.text,
    complications: complications?.words ?? "",
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
