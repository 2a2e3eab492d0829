import { data } from "react-router";
import type { z } from "zod";
import type { RequestContext } from "~/account/guard.server";
import { refuseIfLocked } from "~/diary/locks/locked.server";
import type { Actor } from "~/platform/context";
import type { FormKey } from "~/platform/db/idempotency.server";
import type { FormResult } from "~/platform/http/action-result";
import { redirectWithMessage } from "~/platform/http/flash.server";
import { type ReadForm, readForm, refuse } from "~/platform/http/read-form.server";
import { answerRefusal, type Refusal, withPageData } from "~/platform/http/refusal.server";
import type { Answer } from "./bulk-action.server";
import { changeCases } from "./case-actions.server";
import { addressOf, readChoices } from "./choices";
import { CASE_DATA, SESSION_DATA, type TableKind } from "./columns";
import type { Question } from "./fields";
import { type FoundData, findCases, findSessions } from "./find.server";
import { caseDataForm, sessionDataForm } from "./form";
import { changeSessions } from "./session-actions.server";

/** Result of a form that is shown again: with the rows that contain its words, or the question to answer first. */
export type DataAnswer = FormResult<{ found: FoundData; question: Question }>;

/** Answers that the forms of both tables have. */
interface Asks {
  intent: string | null;
  words: string;
  idempotency_key: string;
}

/** The parts of the action that differ between the tables. */
interface TableActs<Form extends Asks> {
  kind: TableKind;
  form: z.ZodType<Form>;
  find(by: Actor, search: URLSearchParams, words: string): Promise<FoundData>;
  act(by: Actor, form: FormKey, asked: Form): Promise<Answer>;
}

/** The action of both tables: finds words, or acts on ticked rows. */
async function answer<Form extends Asks>(context: RequestContext, { request, url }: Posted, table: TableActs<Form>) {
  const { kind } = table;
  const form: ReadForm<Form> = await readForm(request, table.form);
  const choices = readChoices(kind, url.searchParams);
  if (!form.ok) return refuse(form.state);
  const { intent, words, idempotency_key: key } = form.value;
  // A form sent from the rows that were found is answered with these rows.
  const found = async (): Promise<Pick<DataAnswer, "found">> =>
    words ? { found: await table.find(context, url.searchParams, words) } : {};
  if (intent === "find") {
    if (!words) return refuse(form.state, { words: "Enter words to find" });
    return data<DataAnswer>({ form: form.state, ...(await found()) });
  }
  const formKey = { key, fingerprint: form.fingerprint };
  const done = await refuseIfLocked<Refusal | Answer>(table.act(context, formKey, form.value));
  if ("errors" in done) return withPageData(answerRefusal(form.state, done), await found());
  if ("asks" in done) return data<DataAnswer>({ form: form.state, question: done, ...(await found()) });
  return redirectWithMessage(request, addressOf(kind, choices), done.message, { undo: done.undo });
}

interface Posted {
  request: Request;
  url: URL;
}

export function answerSessionData(context: RequestContext, posted: Posted) {
  const [find, act] = [findSessions, changeSessions];
  return answer(context, posted, { kind: SESSION_DATA, form: sessionDataForm, find, act });
}

export function answerCaseData(context: RequestContext, posted: Posted) {
  const [find, act] = [findCases, changeCases];
  return answer(context, posted, { kind: CASE_DATA, form: caseDataForm, find, act });
}
