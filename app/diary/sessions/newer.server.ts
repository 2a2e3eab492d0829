import { formatFee } from "~/diary/fees/facts";
import { decryptFeeNotes, feeOf } from "~/diary/fees/queries.server";
import { showPa } from "~/planning/job-plans/pa-rules";
import { elementChoices } from "~/planning/job-plans/queries.server";
import type { Asker } from "~/platform/context";
import type { Refusal } from "~/platform/http/refusal.server";
import { shortDate } from "~/platform/time/dates";
import { londonMoment } from "~/platform/time/london";
import { decryptNotes, sessionRow } from "./queries.server";
import { timesText } from "./times";

export const STALE_MESSAGE =
  "This session was changed elsewhere after you opened it. Your answers are kept below: compare them with the newer ones, then save again to replace those";

/** Refuses what was answered to an older version, with what the session says now; null when it is gone. */
export async function refuseStale(
  { db, cipher, userId }: Asker,
  sessionRef: string,
): Promise<({ ok: false } & Refusal) | null> {
  const [[session], elements, [fee]] = await db.batch([
    sessionRow(db, userId, sessionRef),
    elementChoices(db, userId),
    feeOf(db, userId, { session_ref: sessionRef }),
  ]);
  if (!session) return null;
  const { times, ends } = timesText({ startAt: session.start_at, endAt: session.end_at });
  const element = elements.find((each) => each.unique_ref === session.element_ref);
  const facts = [
    { name: "Date", value: shortDate(londonMoment(session.start_at).date) },
    { name: "Times", value: ends ? `${times}, ${ends}` : times },
    { name: "Job plan element", value: element?.description ?? "None" },
    { name: "PAs", value: `${showPa(session.pa_units)} (${session.pa_basis === "fixed" ? "Fixed" : "Time"})` },
    { name: "Fee", value: formatFee(fee, await decryptFeeNotes(cipher, fee)) },
    { name: "Site", value: session.site },
    { name: "Notes", value: await decryptNotes(cipher, session) },
  ];
  const newer = { version: session.version, facts: facts.filter((fact) => fact.value !== "") };
  return { ok: false, errors: { "": STALE_MESSAGE }, status: 409, newer };
}
