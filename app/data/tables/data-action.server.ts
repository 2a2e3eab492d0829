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
import { EDITED_CASES } from "./edit-cases.server";
import { EDITED_SESSIONS } from "./edit-sessions.server";
import type { Question } from "./fields";
import { caseDataForm, type SentRow, sessionDataForm } from "./form";
import { type FoundData, findCases, findSessions } from "./page.server";
import { type EditedLines, type EditedTable, type EditRefusal, type StoredRow, saveEdits } from "./save-edits.server";
import { changeSessions } from "./session-actions.server";

/**
 * Result of a form that is shown again: with the rows that contain its words, the question to answer first, or the rows
 * that it edits.
 */
export type DataAnswer = FormResult<{ found: FoundData; question: Question; edited: EditedLines }>;

/** Answers that the forms of both tables have. */
interface Asks {
  intent: string | null;
  words: string;
  rows: SentRow[];
  idempotency_key: string;
}

/** The parts of the action that differ between the tables. */
interface TableActs<Form extends Asks, Row extends StoredRow, World> {
  kind: TableKind;
  form: z.ZodType<Form>;
  find(by: Actor, search: URLSearchParams, words: string): Promise<FoundData>;
  act(by: Actor, form: FormKey, asked: Form): Promise<Answer>;
  edited: EditedTable<Row, World>;
}

/** The action of both tables: finds words, acts on ticked rows, or saves the rows that were edited in the table. */
async function answer<Form extends Asks, Row extends StoredRow, World>(
  context: RequestContext,
  { request, url }: Posted,
  table: TableActs<Form, Row, World>,
) {
  const { kind } = table;
  const form: ReadForm<Form> = await readForm(request, table.form);
  const choices = readChoices(kind, url.searchParams);
  if (!form.ok) return refuse(form.state);
  const { intent, words, rows, idempotency_key: key } = form.value;
  // A form sent from the rows that were found is answered with these rows.
  const found = async (): Promise<Pick<DataAnswer, "found">> =>
    words ? { found: await table.find(context, url.searchParams, words) } : {};
  if (intent === "find") {
    if (!words) return refuse(form.state, { words: "Enter words to find" });
    return data<DataAnswer>({ form: form.state, ...(await found()) });
  }
  const formKey = { key, fingerprint: form.fingerprint };
  const done = await refuseIfLocked<EditRefusal | Answer>(
    intent === "save" ? saveEdits(context, table.edited, formKey, rows) : table.act(context, formKey, form.value),
  );
  if ("errors" in done) {
    const values = { ...form.state.values, ...(isOfEdits(done) ? done.values : {}) };
    const refs = rows.map(({ ref }) => ref);
    const beside =
      intent === "save" ? { edited: await table.edited.inForm(context, refs, choices.columns) } : await found();
    return withPageData(answerRefusal({ ...form.state, values }, done), beside);
  }
  if ("asks" in done) return data<DataAnswer>({ form: form.state, question: done, ...(await found()) });
  return redirectWithMessage(request, addressOf(kind, { ...choices, edit: false }), done.message, { undo: done.undo });
}

function isOfEdits(refusal: Refusal): refusal is EditRefusal {
  return "values" in refusal;
}

interface Posted {
  request: Request;
  url: URL;
}

export function answerSessionData(context: RequestContext, posted: Posted) {
  const [find, act] = [findSessions, changeSessions];
  return answer(context, posted, { kind: SESSION_DATA, form: sessionDataForm, find, act, edited: EDITED_SESSIONS });
}

export function answerCaseData(context: RequestContext, posted: Posted) {
  const [find, act] = [findCases, changeCases];
  return answer(context, posted, { kind: CASE_DATA, form: caseDataForm, find, act, edited: EDITED_CASES });
}
