import { data } from "react-router";
import type { FeeAnswers } from "~/diary/fees/form";
import type { FeeOwner } from "~/diary/fees/queries.server";
import { missingErrors, type ValidatedFee, validateFee } from "~/diary/fees/validate-fee";
import type { Worked } from "~/diary/fees/views/fee-fields";
import { insertFee, updateFee } from "~/diary/fees/write.server";
import { inOneLine } from "~/diary/sessions/sentences";
import type { Actor } from "~/platform/context";
import { newRef } from "~/platform/db/columns.server";
import type { FormResult, FormState } from "~/platform/http/action-result";
import { redirectWithMessage } from "~/platform/http/flash.server";
import type { ReadForm } from "~/platform/http/read-form.server";
import { answerRefusal, type Refusal } from "~/platform/http/refusal.server";
import { moneyText, poundsText } from "~/platform/money";
import { feePage, newFeePage } from "./page.server";
import { feeReturn, shownWork, type WorkRow, workWarnings } from "./work.server";

type Decided = Extract<ValidatedFee, { ok: true }>;

/** The result of a fee's form: the message for the next page, a calculation that was requested, or a refusal. */
export type Outcome =
  | { message: string; work: { path: string } | null }
  | { workedOut: Decided }
  | { refusal: Refusal };

type Form<More> = ReadForm<FeeAnswers & More>;

/**
 * Saves a fee.
 * @throws 404 when it does not exist, or is another user's
 */
export async function saveFee(context: Actor, feeRef: string, form: Form<{ version: number }>): Promise<Outcome> {
  const { fee, ...page } = await feePage(context, feeRef);
  return outcomeOf(context, form, page, "Fee saved", ({ columns }, { version, fingerprint, notes }) =>
    updateFee(context, { ref: feeRef, version, fingerprint }, fee, columns, notes),
  );
}

/**
 * Adds a fee of a session or case, or of stand-alone work.
 * @throws 404 when the session or case does not exist
 */
export async function addFee(
  context: Actor,
  owner: FeeOwner | null,
  form: Form<{ idempotency_key: string }>,
): Promise<Outcome> {
  const page = await newFeePage(context, owner);
  return outcomeOf(context, form, page, "Fee added", ({ columns }, { idempotency_key: key, fingerprint, notes }) =>
    insertFee(context, { key, fingerprint }, columns, notes, owner),
  );
}

type Page = Pick<Awaited<ReturnType<typeof newFeePage>>, "row" | "around">;

/**
 * Checks a fee's form, and calculates or saves the fee.
 * @param write saves the decided fee, or returns a refusal
 */
async function outcomeOf<More>(
  context: Actor,
  form: Form<More>,
  { row, around }: Page,
  what: string,
  write: (decided: Decided, answers: FeeAnswers & More & { fingerprint: string }) => Promise<Refusal | null>,
): Promise<Outcome> {
  if (!form.ok) return { refusal: { errors: missingErrors(form.state, around), status: 422 } };
  const decided = validateFee(form.value, around);
  if (!decided.ok) return { refusal: { errors: decided.errors, status: 422 } };
  if (form.value.intent === "work_out") return { workedOut: decided };
  const refusal = await write(decided, { ...form.value, fingerprint: form.fingerprint });
  return refusal ? { refusal } : saved(context, what, decided, row);
}

async function saved(
  { cipher }: Pick<Actor, "cipher">,
  what: string,
  decided: Decided,
  row: WorkRow | undefined,
): Promise<Outcome> {
  const work = row ? await shownWork(row, cipher) : null;
  const { planned = null, both = null } = row ? workWarnings(row, decided.columns.amount_pence) : {};
  return { message: inOneLine([...formatSaved(what, decided), planned, both]), work };
}

interface PostedRequest {
  request: Request;
  url: URL;
}

/** The response to a fee's form: a redirect to the page that it was opened from, or the same page again. */
export function answerOutcome({ request, url }: PostedRequest, state: FormState, outcome: Outcome) {
  if ("refusal" in outcome) return answerRefusal(state, outcome.refusal);
  if ("workedOut" in outcome) return answerWorkedOut(state, outcome.workedOut);
  return redirectWithMessage(request, feeReturn(url.searchParams, outcome.work), outcome.message);
}

/** The same page with the calculated amount as the fee, and with basis and payer of the rate. Nothing is saved. */
function answerWorkedOut(state: FormState, { columns, worked }: Decided) {
  const { amount_pence, basis, payer } = columns;
  const values = { ...state.values, amount: [poundsText(amount_pence)], basis: [basis], payer: [payer] };
  const { words, warning } = worked ?? { words: moneyText(amount_pence), warning: null };
  return data<FormResult<{ worked: Worked }>>({
    form: { values, errors: {} },
    worked: { ref: newRef(), words, warning },
  });
}

/** The messages of the next page about a saved fee. */
function formatSaved(what: string, { columns, worked, warnings }: Decided): string[] {
  const same = worked?.pence === columns.amount_pence;
  return [same ? `${what}: ${worked.words}` : `${what}: ${moneyText(columns.amount_pence)}`, ...warnings];
}
