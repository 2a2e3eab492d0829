import { and, eq } from "drizzle-orm";
import type { BatchResponse } from "drizzle-orm/batch";
import { data } from "react-router";
import { type FeeRow, lastPayers, payersOf } from "~/diary/fees/queries.server";
import { type SessionHeading, sessionHeading } from "~/diary/sessions/heading.server";
import type { Database } from "~/platform/db/database.server";
import { FIRST_PROFILE, type Profile, profileRow } from "~/profile/queries.server";
import { type CustomOption, customOptions } from "./custom-options.server";
import { NO_RECENT_USE, type RecentUse, recentUse } from "./favourites.server";
import { type CaseOfSession, casesOfSession, feesOfCases } from "./of-session.server";
import { kindOfOption, type StoredOption } from "./options-column.server";
import type { OptionKind } from "./standard-options";
import { cases } from "./table.server";

/** One case of a session of the user. As a condition on `cases`. */
export function ofSession(userId: number, sessionRef: string, caseRef: string) {
  return and(eq(cases.user_id, userId), eq(cases.session_ref, sessionRef), eq(cases.unique_ref, caseRef));
}

export interface SessionWithCases {
  session: SessionHeading;
  cases: CaseOfSession[];
  custom: CustomOption[];
  /** Most used first; none where none were asked for. */
  recent: RecentUse[];
  /** Of its cases. */
  fees: FeeRow[];
  /** Of the user's last fees. */
  payers: string[];
  /** How its owner keeps ages, and names whom they supervise. */
  profile: CaseProfile;
}

export type CaseProfile = Pick<Profile, "ages" | "age_cuts" | "supervision_labels">;

/** An option of a case, with the kind that it is of. */
export interface ChosenOption extends StoredOption {
  kind: OptionKind;
}

/** @param custom all of the user's own */
export function chosenOptions(options: readonly StoredOption[], custom: readonly CustomOption[]): ChosenOption[] {
  return options.map((option) => ({ ...option, kind: kindOfOption(option.id, custom) }));
}

export interface CaseInSession extends SessionWithCases {
  found: CaseOfSession;
  fee: FeeRow | undefined;
  chosen: ChosenOption[];
}

/** What `placeOf` makes a `SessionWithCases` of: seven statements, for a batch that may read more beside them. */
export function placeQueries(db: Database, userId: number, sessionRef: string, before: number) {
  return [
    sessionHeading(db, userId, sessionRef),
    casesOfSession(db, userId, sessionRef),
    customOptions(db, userId),
    recentUse(db, userId, before),
    feesOfCases(db, userId, sessionRef),
    lastPayers(db, userId),
    profileRow(db, userId),
  ] as const;
}

type PlaceRows = Readonly<BatchResponse<ReturnType<typeof placeQueries>>>;

/** @throws 404 when the session is not there or not the user's. */
export function placeOf([[session], cases, custom, recent, fees, payers, [profile]]: PlaceRows): SessionWithCases {
  if (!session) throw data(null, { status: 404 });
  return { session, cases, custom, recent, fees, payers: payersOf(payers), profile: profile ?? FIRST_PROFILE };
}

/**
 * @param before the instant up to which recent use counts, for a form that shows favourites.
 * @throws 404 when the session is not there or not the user's.
 */
export async function sessionWithCases(
  db: Database,
  userId: number,
  sessionRef: string,
  before = NO_RECENT_USE,
): Promise<SessionWithCases> {
  return placeOf(await db.batch(placeQueries(db, userId, sessionRef, before)));
}

/** As `sessionWithCases` for one that is gone: what a form needs beside its answers. */
export async function goneSession(db: Database, userId: number, session: SessionHeading): Promise<SessionWithCases> {
  const [custom, payers, [profile]] = await db.batch([
    customOptions(db, userId),
    lastPayers(db, userId),
    profileRow(db, userId),
  ]);
  const mine = { custom, payers: payersOf(payers), profile: profile ?? FIRST_PROFILE };
  return { session, cases: [], recent: [], fees: [], ...mine };
}

/** @param before as in `sessionWithCases`. @throws 404 when the case is not there, not of this session, or not the user's. */
export async function caseInSession(
  db: Database,
  userId: number,
  sessionRef: string,
  caseRef: string,
  before = NO_RECENT_USE,
): Promise<CaseInSession> {
  const place = await sessionWithCases(db, userId, sessionRef, before);
  const found = place.cases.find((each) => each.unique_ref === caseRef);
  if (!found) throw data(null, { status: 404 });
  const fee = place.fees.find((each) => each.case_ref === caseRef);
  return { ...place, found, fee, chosen: chosenOptions(found.options, place.custom) };
}
