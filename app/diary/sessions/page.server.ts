import { data } from "react-router";
import { caseLines } from "~/diary/cases/facts.server";
import { anyCase, casesOfSession, feesOfCases, SESSION_HAS_CASES } from "~/diary/cases/queries.server";
import { sessionFeeAnswers } from "~/diary/fees/facts";
import { formatWorkKind } from "~/diary/fees/kinds";
import { decryptFeeNotes, feeFigures, feeOf, lastPayers, payersOf } from "~/diary/fees/queries.server";
import { bothFees } from "~/diary/fees/rules";
import { feePath } from "~/diary/fees/work/work.server";
import { grantedLeaveOf } from "~/diary/leave/rules";
import { locksOf } from "~/diary/locks/locked-days.server";
import { formatLockedPeriod, lockedDays } from "~/diary/locks/rules";
import { showPa } from "~/planning/job-plans/pa-rules";
import { elementChoices } from "~/planning/job-plans/queries.server";
import type { Actor } from "~/platform/context";
import { newRef } from "~/platform/db/columns.server";
import { pathTo } from "~/platform/http/path-to";
import { londonMoment } from "~/platform/time/london";
import { DEFAULT_PROFILE, profileRow } from "~/profile/queries.server";
import { followingFacts, followingShown, seriesFacts, seriesRow } from "../series/series.server";
import { leaveAroundSession, sessionsAroundSession, surroundingSessions } from "./around.server";
import { returnToDiary, withView } from "./diary-pages";
import { findElement } from "./element-choices";
import { sessionDefaults, storedRulesOf } from "./form-defaults";
import { reasonName } from "./outcome";
import {
  decryptNotes,
  planChoices,
  planRows,
  type SessionRow,
  sessionRow,
  sessionsOverlapping,
} from "./queries.server";
import { mayHaveCases } from "./rules";
import { overlapWarning, sessionSentence } from "./sentences";

/**
 * Reads what the page of a session shows, in one batch.
 * @throws 404 when the session does not exist or is not the user's
 */
export async function sessionDetails({ db, userId, cipher, now }: Actor, sessionRef: string, search: URLSearchParams) {
  const [
    [session],
    [fee],
    payers,
    plans,
    elements,
    overlapping,
    cases,
    fees,
    inSeries,
    near,
    following,
    leave,
    [profile],
    locks,
    lastCase,
  ] = await db.batch([
    sessionRow(db, userId, sessionRef),
    feeOf(db, userId, { session_ref: sessionRef }),
    lastPayers(db, userId),
    planRows(db, userId),
    elementChoices(db, userId),
    sessionsOverlapping(db, userId, sessionRef),
    casesOfSession(db, userId, sessionRef),
    feesOfCases(db, userId, sessionRef),
    seriesRow(db, userId, sessionRef),
    sessionsAroundSession(db, userId, sessionRef),
    followingFacts(db, userId, sessionRef, SESSION_HAS_CASES),
    leaveAroundSession(db, userId, sessionRef),
    profileRow(db, userId),
    locksOf(db, userId),
    anyCase(db, userId),
  ]);
  if (!session) throw data(null, { status: 404 });
  const { shown, ...others } = followingShown(session, following);
  const { date } = londonMoment(session.start_at);
  const choices = planChoices(plans, elements);
  const element = findElement(choices, session.element_ref ?? "")?.element ?? null;
  const category = element?.category ?? null;
  const notes = await decryptNotes(cipher, session);
  return {
    plans: choices,
    facts: sessionFacts(session, element?.description ?? formatWorkKind(session.work_kind), notes),
    // A page without cases is opened for its fields.
    opensFields: search.has("edit") || !mayHaveCases({ cases: cases.length, category }),
    stored: storedRulesOf(session),
    series: seriesFacts(inSeries),
    following: others,
    defaults: {
      ...sessionDefaults(session, notes),
      ...sessionFeeAnswers(fee, await decryptFeeNotes(cipher, fee)),
      series_shown: shown,
      idempotency_key: newRef(),
    },
    sites: (profile ?? DEFAULT_PROFILE).sites,
    fee: {
      saved: feeFigures(fee),
      payers: payersOf(payers),
      path: feePath(fee, "session", sessionRef),
    },
    bothFees: bothFees(
      fee?.amount_pence ?? 0,
      fees.reduce((sum, fee) => sum + fee.amount_pence, 0),
    ),
    overlaps: overlapWarning(overlapping),
    cases: await caseLines(cases, cipher, fees),
    around: surroundingSessions(date, near),
    leave: grantedLeaveOf(leave),
    /** Why it did not happen. */
    reason: reasonName(session.outcome),
    /** The locked period of the session, in words. */
    locked: formatLockedPeriod(locks, date),
    locks: lockedDays(locks),
    back: returnToDiary(search, date, now),
    links: sessionLinks(sessionRef, search, lastCase.length > 0),
  };
}

export type SessionFacts = ReturnType<typeof sessionFacts>;

/** The summary of the session while its fields are folded. */
function sessionFacts(session: SessionRow, element: string, notes: string) {
  const when = [sessionSentence({ ...session, element: null }), `${showPa(session.pa_units)} PA`, session.site];
  return { element: element || "No job plan element", when: when.filter(Boolean).join(", "), notes };
}

export type SessionLinks = ReturnType<typeof sessionLinks>;

/**
 * Addresses of the pages that a session's page opens. They lead back to the view from which it was opened.
 * @param hasCase whether there is any case in the diary, for a new one to be the same as the last
 */
export function sessionLinks(sessionRef: string, search: URLSearchParams, hasCase = false) {
  const addCase = pathTo("/logbook/session/:sessionRef/case/new/", { sessionRef });
  return {
    here: withView(pathTo("/logbook/session/:sessionRef/", { sessionRef }), search),
    outcome: withView(pathTo("/logbook/session/:sessionRef/outcome/", { sessionRef }), search),
    remove: withView(pathTo("/logbook/session/:sessionRef/delete/", { sessionRef }), search),
    addCase: withView(addCase, search),
    listCases: withView(pathTo("/logbook/session/:sessionRef/cases/", { sessionRef }), search),
    sameCase: hasCase ? withView(`${addCase}?like=last`, search) : null,
    duplicate: withView(`/logbook/session/new/?like=${sessionRef}`, search),
  };
}
