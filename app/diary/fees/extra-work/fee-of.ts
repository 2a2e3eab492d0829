import { timesAlone } from "~/diary/fees/times-alone";
import { londonMoment } from "~/platform/time/london";
import type { Fee } from "./fee";
import type { FeeRow } from "./fees.server";

/**
 * A fee as it is counted: its minutes are those that passed, also over a change of the clocks.
 * @param payers names by reference
 */
export function feeOf(row: FeeRow, payers: ReadonlyMap<string, string>): Fee {
  const { work_date, start_minute, end_minute, start_which, end_which, ...workOrMore } = row;
  const { session_start, session_end, case_start, case_end, ...more } = workOrMore;
  const { text_encrypted: _sealed, case_text_encrypted: _caseSealed, payer_ref, ...rest } = more;
  const kind = row.case_ref !== null ? "case" : row.session_ref !== null ? "session" : "alone";
  const [start, end] = kind === "case" && case_start !== null ? [case_start, case_end] : [session_start, session_end];
  const payer = payers.get(payer_ref ?? "") ?? "";
  const shared = { ...rest, kind, payer, site: rest.site ?? "" } as const;
  if (session_start === null || start === null) {
    const times = timesAlone({
      ...{ date: work_date, start: start_minute, end: end_minute },
      ...{ startWhich: start_which, endWhich: end_which },
    });
    return {
      ...shared,
      work: work_date ?? "",
      from_minute: times && start_minute,
      until_minute: times && end_minute,
      minutes: times && (times.endAt - times.startAt) / 60_000,
    };
  }
  return {
    ...shared,
    work: londonMoment(session_start).date,
    from_minute: londonMoment(start).minute,
    until_minute: end === null ? null : londonMoment(end).minute,
    minutes: end === null ? null : (end - start) / 60_000,
  };
}
