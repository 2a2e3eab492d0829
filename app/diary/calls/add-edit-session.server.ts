import type { SQL } from "drizzle-orm";
import { data } from "react-router";
import { z } from "zod";
import type { RequestContext } from "~/account/guard.server";
import { sessionFeeAnswers } from "~/diary/fees/facts";
import { feeOf } from "~/diary/fees/queries.server";
import { followingFacts, followingShown } from "~/diary/series/series.server";
import { newSessionForm, sessionForm } from "~/diary/sessions/form";
import { sessionDefaults } from "~/diary/sessions/form-defaults";
import { decryptTexts, sessionRow } from "~/diary/sessions/queries.server";
import type { Saved } from "~/diary/sessions/save-result.server";
import { addSession, changeSession } from "~/diary/sessions/write.server";
import { elementChoices } from "~/planning/job-plans/queries.server";
import type { Actor } from "~/platform/context";
import { newRef } from "~/platform/db/columns.server";
import {
  type JsonObject,
  readJsonAnswers,
  recordFields,
  refuseAnswers,
  refuseCallWith,
} from "~/platform/http/read-json.server";
import { streamedJson } from "~/platform/http/streamed.server";
import { oneSession, surroundingSessions } from "./read-sessions.server";
import { SESSION_TICKS, savedAnswers, sessionFields, sessionInJson } from "./sessions.server";

const CHANGED = "This session was changed after you read it, so nothing was saved. Read it again, then save";

/** `AddEditSessionV2` of the specification (section 7). */
export const addEditSession = z.object({
  form_data: recordFields,
  singleSession: z.boolean("Send true or false").nullish(),
  idempotency_key: z.string("Must be text").nullish(),
});

type Call = z.output<typeof addEditSession>;

/**
 * Adds the session of `form_data`, or changes the one whose reference it contains.
 * @param hasCases condition as for `followingRows`
 * @throws 404 when there is no such session of the user
 */
export async function answerAddEditSession(
  context: RequestContext,
  { form_data, ...call }: Call,
  hasCases: SQL,
): Promise<Response> {
  const { unique_ref, ...said } = form_data;
  const fields = sessionFields(said);
  const key = call.idempotency_key ?? newRef();
  return unique_ref
    ? change(context, unique_ref, fields, { single: call.singleSession ?? true, hasCases }, key)
    : add(context, fields, key);
}

async function add(by: Actor, fields: JsonObject, idempotency_key: string): Promise<Response> {
  const form = await readJsonAnswers(fields, newSessionForm, {
    ticks: SESSION_TICKS,
    saved: { pa_calculation_basis: "time_calculated" },
    given: { idempotency_key },
  });
  if (!form.ok) return refuseAnswers(form.state.errors);
  const { idempotency_key: key, ...answers } = form.value;
  return answer(by, await addSession(by, { key, fingerprint: form.fingerprint }, answers));
}

interface Scope {
  /** True: this session alone; false: this and all following. */
  single: boolean;
  /** Condition on a row of `sessions`: it has cases. */
  hasCases: SQL;
}

async function change(
  by: Actor,
  sessionRef: string,
  fields: JsonObject,
  { single, hasCases }: Scope,
  idempotency_key: string,
): Promise<Response> {
  const { db, cipher, userId } = by;
  const [[row], [fee], elements, following] = await db.batch([
    sessionRow(db, userId, sessionRef),
    feeOf(db, userId, { session_ref: sessionRef }),
    elementChoices(db, userId),
    followingFacts(db, userId, sessionRef, hasCases),
  ]);
  if (!row) throw data(null, { status: 404 });
  const texts = await decryptTexts(cipher, row, fee);
  const saved = { ...sessionDefaults(row, texts.notes), ...sessionFeeAnswers(fee, texts.feeNotes) };
  const { version, ...others } = fields;
  const names = (version ?? "") !== "";
  const form = await readJsonAnswers(names ? { ...others, version } : others, sessionForm, {
    ticks: SESSION_TICKS,
    saved: savedAnswers(saved, fields),
    given: {
      ...{ series_scope: single ? "this" : "following", series_shown: followingShown(row, following).shown },
      idempotency_key,
    },
  });
  const result = await changeSession(by, sessionRef, form, hasCases);
  if (!form.ok) return refuseAnswers({ ...(result.ok ? {} : result.errors), ...form.state.errors });
  // Nothing is overwritten unseen: the response to a call without a version contains the replaced session.
  return answer(by, result, names ? {} : { replaced: sessionInJson(row, elements, fee, texts) });
}

async function answer(by: Actor, saved: Saved, more: object = {}): Promise<Response> {
  if (!saved.ok) return refuseCallWith(saved, CHANGED);
  const [session, sessions] = await Promise.all([
    oneSession(by, saved.sessionRef),
    surroundingSessions(by, saved.startAt),
  ]);
  return streamedJson({
    responseStatus: 200,
    session,
    sessions,
    message: saved.message,
    undo: saved.undo ?? null,
    ...more,
  });
}
