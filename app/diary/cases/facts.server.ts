import { type FeeRow, feeFigures } from "~/diary/fees/queries.server";
import type { Cipher } from "~/platform/crypto/vault.server";
import { clockTime } from "~/platform/time/clock-time";
import { shortDate } from "~/platform/time/dates";
import { londonMoment } from "~/platform/time/london";
import { URGENCIES, wordOf } from "./codes";
import { type CaseText, decryptCaseText } from "./encrypted-text.server";
import { STANDARD_LABELS } from "./options.server";
import type { CaseOfSession } from "./queries.server";
import { formatAge, isOutside } from "./rules";
import type { CaseLine } from "./views/case-list";

/** Makes one line for each case: time, patient, what was done, and what is missing. */
export function caseLines(
  rows: readonly CaseOfSession[],
  cipher: Cipher,
  fees: readonly FeeRow[],
): Promise<CaseLine[]> {
  return Promise.all(
    rows.map(async (row) => ({
      unique_ref: row.unique_ref,
      ...formatTime(row),
      summary: formatSummary(row, describeProcedure(row, await decryptCaseText(cipher, row))) || "No details recorded",
      without_asa: row.asa === null,
      fee: feeFigures(fees.find((each) => each.case_ref === row.unique_ref)),
    })),
  );
}

/** `09:05 – 10:40`, `from 09:05`, `until 10:40`, with the day if it is not the day on which the session starts. */
function formatTime({ start_at, end_at, session_start_at, session_end_at }: CaseOfSession) {
  const start = start_at === null ? "" : clockTime(londonMoment(start_at).minute);
  const end = end_at === null ? "" : clockTime(londonMoment(end_at).minute);
  const first = start_at ?? end_at;
  const date = first === null ? null : londonMoment(first).date;
  return {
    time: start && end ? `${start} – ${end}` : start ? `from ${start}` : end && `until ${end}`,
    day: date !== null && date !== londonMoment(session_start_at).date ? shortDate(date, false) : "",
    outside: isOutside({ start_at: session_start_at, end_at: session_end_at }, { start_at, end_at }),
  };
}

type Summarised = Pick<CaseOfSession, "age" | "age_unit" | "gender" | "asa" | "urgency">;

/** `45 y F, ASA 2, Elective – TKR`; empty when nothing is recorded. */
export function formatSummary(row: Summarised, description: string): string {
  const gender = row.gender === null ? "" : row.gender === 1 ? "F" : "M";
  const patient = [formatAge(row.age, row.age_unit), gender].filter(Boolean).join(" ");
  const asa = row.asa === null ? "" : `ASA ${row.asa}`;
  const facts = [patient, asa, wordOf(URGENCIES, row.urgency)].filter(Boolean).join(", ");
  return [facts, description.replace(/\s+/g, " ")].filter(Boolean).join(" – ");
}

/** The description; without one, the labels of the chosen options, else which texts the case has. */
function describeProcedure(
  row: CaseOfSession,
  { case_description, complications, reflective_notes }: CaseText,
): string {
  // Random ids decide how the user's own options are stored: the Standard lists come first.
  const chosen = row.labels
    .toSorted((one, other) => Number(typeof one === "string") - Number(typeof other === "string"))
    .map((option) => (typeof option === "number" ? STANDARD_LABELS.get(String(option)) : option))
    .join(", ");
  const texts = [complications && "complications", reflective_notes && "reflective notes"]
    .filter(Boolean)
    .join(" and ");
  return case_description || chosen || (texts && `${texts.charAt(0).toUpperCase()}${texts.slice(1)} only`);
}
