import { GENDERS, URGENCIES, wordOf } from "~/diary/cases/codes";
import { type CaseText, readableCaseText } from "~/diary/cases/encrypted-text.server";
import { formatAge } from "~/diary/cases/rules";
import { UNREADABLE_TEXT } from "~/platform/crypto/vault.server";
import { pathTo } from "~/platform/http/path-to";
import { shortDate } from "~/platform/time/dates";
import { type LondonDate, londonMoment } from "~/platform/time/london";
import type { Profile } from "~/profile/queries.server";
import { bandOf } from "./ages";
import type { CaseCounts, WrittenCase } from "./case-rows.server";
import { listsCases } from "./choices";
import type { ReportContext } from "./section.server";

export interface DecryptedCase extends Omit<WrittenCase, "text_encrypted" | "far_bytes"> {
  text: CaseText;
  /** False for a text that could not be decrypted: its content is unknown. */
  isReadable: boolean;
}

const UNREADABLE: CaseText = { case_description: UNREADABLE_TEXT, complications: "", reflective_notes: "" };

/** Texts that are decrypted at once: if it were thousands, all would be in memory, half decrypted. */
const DECRYPTED_AT_ONCE = 200;

/** The cases of a report with their texts, in the order of `rows`; decrypted once for all sections. */
export function decryptedCases(rows: readonly WrittenCase[], context: ReportContext): Promise<DecryptedCase[]> {
  return context.once("opened cases", () => decryptRows(rows, context));
}

async function decryptRows(rows: readonly WrittenCase[], { cipher }: ReportContext): Promise<DecryptedCase[]> {
  const opened: DecryptedCase[] = [];
  for (let from = 0; from < rows.length; from += DECRYPTED_AT_ONCE) {
    const some = rows.slice(from, from + DECRYPTED_AT_ONCE).map(async ({ text_encrypted, far_bytes: _far, ...row }) => {
      const text = await readableCaseText(cipher, { unique_ref: row.unique_ref, text_encrypted });
      return { ...row, text: text ?? UNREADABLE, isReadable: text !== null };
    });
    opened.push(...(await Promise.all(some)));
  }
  return opened;
}

/**
 * Number of cases of a period that were not read, because there are too many.
 * @param counts of the whole period
 */
export function leftOut(rows: readonly unknown[], { choices }: ReportContext, counts: CaseCounts | undefined): number {
  const whole = listsCases(choices) ? counts?.all : counts?.written;
  return Math.max(0, (whole ?? 0) - rows.length);
}

export function casePath({ session_ref, unique_ref }: DecryptedCase): string {
  return pathTo("/logbook/session/:sessionRef/case/:caseRef/", { sessionRef: session_ref, caseRef: unique_ref });
}

/** The date of a case in London: of its own start, or of its session's if it has none. */
export function caseDate({
  session_start_at,
  start_at,
}: Pick<DecryptedCase, "session_start_at" | "start_at">): LondonDate {
  return londonMoment(start_at ?? session_start_at).date;
}

/** `Tue 17 Nov 2026, All-day orthopaedics`. */
export function caseTitle(row: DecryptedCase): string {
  return [shortDate(caseDate(row)), row.element].filter(Boolean).join(", ");
}

/** An age as the profile says that ages are shown: exact, or as a band. */
export function ageShown(
  row: Pick<DecryptedCase, "age" | "age_unit">,
  profile: Pick<Profile, "ages" | "age_cuts">,
): string {
  return profile.ages === "bands" ? bandOf(row, profile.age_cuts) : formatAge(row.age, row.age_unit);
}

export const CASE_FACTS = ["Case", "Age", "Gender", "ASA", "Urgency"];

/** The facts of a case that are recorded, labelled as in `CASE_FACTS`. */
export function caseFacts(row: DecryptedCase, { profile }: ReportContext): { label: string; value: string }[] {
  return [
    { label: "Case", value: row.isReadable ? row.text.case_description.replace(/\s+/g, " ") : "" },
    { label: "Age", value: ageShown(row, profile) },
    { label: "Gender", value: wordOf(GENDERS, row.gender) },
    { label: "ASA", value: row.asa === null ? "" : String(row.asa) },
    { label: "Urgency", value: wordOf(URGENCIES, row.urgency) },
  ].filter(({ value }) => value !== "");
}
