import { and, eq } from "drizzle-orm";
import { data } from "react-router";
import type { z } from "zod";
import type { RequestContext } from "~/account/guard.server";
import { caseSavedMessage } from "~/diary/cases/checks.server";
import { editCaseForm, newCaseForm } from "~/diary/cases/form";
import { NO_RECENT_USE } from "~/diary/cases/options.server";
import { answersOf } from "~/diary/cases/page.server";
import { caseInSession, SESSION_HAS_CASES, sessionWithCases } from "~/diary/cases/queries.server";
import { requiresDay } from "~/diary/cases/rules";
import { cases } from "~/diary/cases/table.server";
import { addCase, deleteCase, saveCase } from "~/diary/cases/write.server";
import {
  type Deleted,
  deleteSessions,
  findEarlierDeletion,
  type Preview,
  previewDeletion,
} from "~/diary/sessions/delete-sessions.server";
import { formatDeleted, SERIES_CHOICES } from "~/diary/sessions/deletion";
import { sessionRow } from "~/diary/sessions/queries.server";
import { changeThatDeleted } from "~/diary/undo/queries.server";
import { newRef } from "~/platform/db/columns.server";
import { type JsonObject, readJsonAnswers, refuseAnswers, refuseCallWith } from "~/platform/http/read-json.server";
import { streamedJson } from "~/platform/http/streamed.server";
import { formatNumber } from "~/platform/time/counted";
import { answerAddEditSession } from "./add-edit-session.server";
import { CASE_TICKS, caseFields, caseInJson, savedAnswers } from "./cases.server";
import type { CallOf, diaryCall } from "./diary-call-form";
import { casesInJson, countRecords, diaryInJson } from "./read-cases.server";
import { oneSession, rangeOfDays, surroundingSessions } from "./read-sessions.server";

/**
 * Answers one of the six session_diary actions (specification section 7).
 * @throws 404 for a record that is not the caller's
 */
export function answerDiaryCall(context: RequestContext, call: z.output<typeof diaryCall>): Promise<Response> {
  switch (call.action) {
    case "between_dates":
      return answerBetweenDates(context, call);
    case "DeleteCase":
      return answerDeleteCase(context, call);
    case "add_edit_case":
      return answerAddEditCase(context, call);
    case "GetRecurringSessions":
      return answerRecurring(context, call);
    case "delete_session_v2":
      return answerDeleteSession(context, call);
    case "AddEditSessionV2":
      return answerAddEditSession(context, call, SESSION_HAS_CASES);
  }
}

/** Most sessions and cases of one answer: five usual years, or two busy ones. */
const MAX_RECORDS = 5_000;

async function answerBetweenDates(context: RequestContext, asked: CallOf<"between_dates">) {
  const range = rangeOfDays(asked.start, asked.end);
  const found = await countRecords(context.db, context.userId, range);
  if (found > MAX_RECORDS) return refuseAnswers({ end: tooMany(found) });
  return streamedJson(await diaryInJson(context, range));
}

function tooMany(found: number): string {
  const [there, most] = [found, MAX_RECORDS].map(formatNumber);
  return `There are ${there} sessions and cases on these days, and one answer holds ${most}: ask for fewer days at a time`;
}

const CASE_CHANGED = "This case was changed after you read it, so nothing was saved. Read it again, then save";

/** Adds the case in `form_data`, or changes the one that its `unique_ref` names. */
async function answerAddEditCase(context: RequestContext, call: CallOf<"add_edit_case">): Promise<Response> {
  const { unique_ref, ...said } = call.form_data;
  const fields = caseFields(said);
  const key = call.idempotency_key ?? newRef();
  return unique_ref
    ? change(context, call.session_ur, unique_ref, fields, key)
    : add(context, call.session_ur, fields, key);
}

async function add(context: RequestContext, sessionRef: string, fields: JsonObject, idempotency_key: string) {
  const { db, user } = context;
  const place = await sessionWithCases(db, user.id, sessionRef, NO_RECENT_USE, "");
  const form = await readJsonAnswers(fields, newCaseForm, { ticks: CASE_TICKS, given: { idempotency_key } });
  if (!form.ok) return refuseAnswers(form.state.errors);
  const refusal = await addCase(context, place, form.value, form.fingerprint);
  if (refusal) return refuseCallWith(refusal, CASE_CHANGED);
  return saved(context, sessionRef, caseSavedMessage(place.session, form.value, null, context.now));
}

async function change(
  context: RequestContext,
  sessionRef: string,
  caseRef: string,
  fields: JsonObject,
  idempotency_key: string,
) {
  const { db, user, cipher } = context;
  const place = await caseInSession(db, user.id, sessionRef, caseRef, NO_RECENT_USE, caseRef);
  const answers = await answersOf(place, cipher);
  const { version: started, ...others } = fields;
  const names = (started ?? "") !== "";
  const keepsDay = requiresDay(place.session, place.found.start_at);
  const form = await readJsonAnswers(names ? fields : others, editCaseForm, {
    ticks: CASE_TICKS,
    // Where the form asks for no day, the times determine it, including times that the call changes.
    saved: savedAnswers(keepsDay ? answers : { ...answers, case_day: null }, fields),
    given: { idempotency_key },
  });
  if (!form.ok) return refuseAnswers(form.state.errors);
  const refusal = await saveCase(context, place, form.value, form.fingerprint);
  if (refusal) return refuseCallWith(refusal, CASE_CHANGED);
  // A call without a version may overwrite a newer one, so its answer contains the replaced case.
  const more = names ? {} : { replaced: caseInJson(place, answers) };
  return saved(
    context,
    sessionRef,
    caseSavedMessage(place.session, form.value, place.found.start_at, context.now),
    more,
  );
}

async function saved(context: RequestContext, sessionRef: string, message: string, more: object = {}) {
  const now = await sessionThere(context, sessionRef);
  return streamedJson({ responseStatus: 200, ...now, message, ...more });
}

/** @throws 404 when the session is not there any more */
async function sessionThere(context: RequestContext, sessionRef: string) {
  const [session, cases] = await Promise.all([oneSession(context, sessionRef), casesInJson(context, sessionRef)]);
  if (!session) throw data(null, { status: 404 });
  return { session, cases };
}

/** @throws 404 when there is no such case */
async function answerDeleteCase(context: RequestContext, call: CallOf<"DeleteCase">): Promise<Response> {
  const { db, user } = context;
  const [there] = await db
    .select({ session_ref: cases.session_ref, version: cases.version })
    .from(cases)
    .where(and(eq(cases.user_id, user.id), eq(cases.unique_ref, call.unique_ref)));
  const found = there ?? (await deletedCase(context, call.unique_ref));
  const deleted = await deleteCase(context, found.session_ref, call.unique_ref, call.version ?? found.version);
  if (deleted.refusal) {
    return refuseCallWith(
      deleted.refusal,
      "This case was changed after you read it, so it was not deleted. Read it again first",
    );
  }
  const { session, cases: left } = await sessionThere(context, found.session_ref);
  return streamedJson({ UpdatedCases: left, session_ur: session.unique_ref, undo: deleted.undo });
}

/**
 * Finds a deleted case for a call that is sent again because its answer was lost.
 * @throws 404 when the user deleted no such case
 */
async function deletedCase(context: RequestContext, caseRef: string) {
  const change = await changeThatDeleted(context, "cases", caseRef);
  if (!change) throw data(null, { status: 404 });
  return { session_ref: String(change.row.session_ref), version: Number(change.row.version) };
}

/**
 * Answers with the number of sessions that each choice deletes.
 * @throws 404 when the session or its series is not found
 */
async function answerRecurring({ db, user }: RequestContext, call: CallOf<"GetRecurringSessions">) {
  const [row] = await sessionRow(db, user.id, call.session);
  const other = (call.recurring_uuid ?? "") !== "" && call.recurring_uuid !== row?.recurring_uuid;
  if (!row || other) throw data(null, { status: 404 });
  const preview = await previewDeletion(db, user.id, call.session);
  if (!preview) throw data(null, { status: 404 });
  const { session, series, counts } = preview;
  const goes = counts.map(({ sessions, cases: cased, fees }) => ({ sessions, cases: cased, fees }));
  return Response.json({
    responseStatus: 200,
    future: series?.following ?? 1,
    total: series?.total ?? 1,
    version: session.version,
    goes: Object.fromEntries(SERIES_CHOICES.map((choice, at) => [choice, goes[at]])),
  });
}

const CHANGED_SINCE_READ =
  "Nothing was deleted: the sessions, their cases or their fees have changed since you read them. Read them again first";

/** @throws 404 when the session is not found */
async function answerDeleteSession(context: RequestContext, call: CallOf<"delete_session_v2">): Promise<Response> {
  const { unique_ref, recurring, version, goes } = call;
  const preview = await previewDeletion(context.db, context.userId, unique_ref);
  const deleted = preview
    ? await deleteSessions(context, preview, asPreviewed(preview, call))
    : await findEarlierDeletion(context, unique_ref, { choice: recurring, version, counts: goes });
  // Either this call deleted the session before, but its answer was lost, or the user never had it.
  if (!deleted) throw data(null, { status: 404 });
  return deleted === "changed"
    ? refuseAnswers({ "": CHANGED_SINCE_READ })
    : sessionsWithout(context, unique_ref, deleted);
}

/** The deletion to confirm: a version or counts that the call leaves out are taken from the present preview. */
function asPreviewed({ session, series, counts }: Preview, call: CallOf<"delete_session_v2">) {
  const choice = series ? call.recurring : "1";
  const found = counts[SERIES_CHOICES.indexOf(choice)] ?? { sessions: 0, cases: 0, fees: 0 };
  return { choice, version: call.version ?? session.version, counts: call.goes ?? found };
}

async function sessionsWithout(
  context: RequestContext,
  unique_ref: string,
  { counts, startAt, undo }: Deleted,
): Promise<Response> {
  const { sessions, cases: cased, fees } = counts;
  return streamedJson({
    unique_ref,
    sessions: await surroundingSessions(context, startAt),
    deleted: { sessions, cases: cased, fees },
    message: formatDeleted(counts),
    undo,
  });
}
