import { caseFeeAnswers } from "~/diary/fees/facts";
import { decryptFeeNotes, feeFigures } from "~/diary/fees/queries.server";
import { feePath } from "~/diary/fees/work/work.server";
import type { Cipher } from "~/platform/crypto/vault.server";
import { clockTime } from "~/platform/time/clock-time";
import { shortDate } from "~/platform/time/dates";
import { londonMoment } from "~/platform/time/london";
import { supervisionsOf } from "~/profile/supervision";
import { offered } from "./custom-options.server";
import { decryptCaseText } from "./encrypted-text.server";
import { favourites } from "./favourites.server";
import { caseLines } from "./lines.server";
import type { CaseInItsSession } from "./of-session.server";
import type { CaseInSession, SessionWithCases } from "./queries.server";
import { caseDays, isMultiDay } from "./rules";
import { flagsName, type OptionKind } from "./standard-options";

/** What the form of a case shows beside its own answers. */
export async function aroundCase(
  {
    session,
    cases,
    custom,
    recent,
    fees,
    fee,
    found,
    payers,
    profile,
  }: SessionWithCases & Partial<Pick<CaseInSession, "fee" | "found">>,
  cipher: Cipher,
  chosen: readonly string[] = [],
  startAt: number | null = null,
) {
  const start = londonMoment(session.start_at);
  const end = londonMoment(session.end_at);
  const endDay = end.date === start.date ? "" : `${shortDate(end.date, false)}, `;
  const own = { airway: offered(custom, "airway", chosen), procedure: offered(custom, "procedure", chosen) };
  return {
    session: {
      unique_ref: session.unique_ref,
      when: `${shortDate(start.date)}, ${clockTime(start.minute)} – ${endDay}${clockTime(end.minute)}`,
      date: start.date,
      starts: clockTime(start.minute),
      element: session.element ?? "No job plan element",
      multiDay: isMultiDay(session),
    },
    cases: await caseLines(cases, cipher, fees),
    days: caseDays(session, startAt).map((date) => ({ value: date, label: shortDate(date) })),
    fee: feeFigures(fee),
    feePath: found ? feePath(fee, "case", found.unique_ref) : null,
    payers,
    supervisions: supervisionsOf(profile.supervision_labels),
    agesInBands: profile.ages === "bands",
    custom: own,
    usual: {
      airway: favourites(recent, "airway", own.airway),
      procedure: favourites(recent, "procedure", own.procedure),
    },
  };
}

export type AroundCase = Awaited<ReturnType<typeof aroundCase>>;

/** A saved case as the form shows it, by the names of its fields. */
export async function answersOf(
  {
    session,
    found,
    fee,
    chosen,
  }: Pick<CaseInSession, "fee" | "chosen"> & {
    found: CaseInItsSession;
    session: Pick<CaseInSession["session"], "start_at">;
  },
  cipher: Cipher,
): Promise<Record<string, string | string[] | null>> {
  const text = await decryptCaseText(cipher, found);
  const ids = (kind: OptionKind) => chosen.filter((each) => each.kind === kind).map((each) => each.id);
  const start = found.start_at === null ? null : londonMoment(found.start_at);
  const end = found.end_at === null ? null : londonMoment(found.end_at);
  const day = start ?? end ?? londonMoment(session.start_at);
  const flags = chosen.filter((each) => each.flags !== "").map((each) => [flagsName(each.id), each.flags.split(",")]);
  return {
    ...text,
    start_time: start && clockTime(start.minute),
    end_time: end && clockTime(end.minute),
    case_day: day.date,
    age: codeText(found.age),
    age_unit: found.age_unit,
    gender: codeText(found.gender),
    asa: codeText(found.asa),
    urgency: codeText(found.urgency),
    supervision: codeText(found.supervision),
    selected_airway_options_set: ids("airway"),
    selected_extra_options_set: ids("procedure"),
    ...Object.fromEntries(flags),
    ...caseFeeAnswers(fee, await decryptFeeNotes(cipher, fee)),
    // Kept with the answers: a faulty form that comes back still says from which version it started.
    version: String(found.version),
  };
}

function codeText(code: number | null): string {
  return code === null ? "" : String(code);
}
