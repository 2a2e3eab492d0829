import { data } from "react-router";
import type { FeeAnswers } from "~/diary/fees/form";
import { missingErrors, type ValidatedFee, validateFee } from "~/diary/fees/validate-fee";
import type { Worked } from "~/diary/fees/views/fee-fields";
import { insertFee, updateFee } from "~/diary/fees/write.server";
import { inOneLine } from "~/diary/sessions/sentences";
import type { Actor } from "~/platform/context";
import { newRef } from "~/platform/db/columns.server";
import type { FormResult, FormState } from "~/platform/http/action-result";
import type { Saved } from "~/platform/http/answer-save.server";
import { redirectWithMessage } from "~/platform/http/flash.server";
import type { ReadForm } from "~/platform/http/read-form.server";
import { answerRefusal } from "~/platform/http/refusal.server";
import { moneyText, poundsText } from "~/platform/money";
import { feePage, newFeePage } from "./page.server";
import { feeOwner, feeReturn, shownWork, workWarnings } from "./work.server";

type Decided = Extract<ValidatedFee, { ok: true }>;

type Form<More> = ReadForm<FeeAnswers & More>;

/**
 * Saves a fee, and answers its form.
 * @throws 404 when it does not exist, or is another user's
 */
export async function saveFee(by: Actor, posted: PostedRequest, feeRef: string, form: Form<{ version: number }>) {
  const { fee, ...page } = await feePage(by, feeRef);
  return answerFee(by, posted, form, page, "Fee saved", ({ columns }, { version, fingerprint, notes }) =>
    updateFee(by, { ref: feeRef, version, fingerprint }, fee, columns, notes),
  );
}

/**
 * Adds a fee of a session or case, or of stand-alone work, and answers its form.
 * @throws 404 when the session or case does not exist
 */
export async function addFee(by: Actor, posted: PostedRequest, form: Form<{ idempotency_key: string }>) {
  const owner = feeOwner(posted.url.searchParams);
  const page = await newFeePage(by, owner);
  return answerFee(by, posted, form, page, "Fee added", ({ columns }, { idempotency_key: key, fingerprint, notes }) =>
    insertFee(by, { key, fingerprint }, columns, notes, owner),
  );
}

interface PostedRequest {
  request: Request;
  url: URL;
}

/**
 * The response to a fee's form: a redirect to the page that it was opened from, or the same page with what was
 * calculated or refused.
 * @param write saves the decided fee
 */
async function answerFee<More>(
  { cipher }: Actor,
  { request, url }: PostedRequest,
  form: Form<More>,
  { row, around }: Pick<Awaited<ReturnType<typeof newFeePage>>, "row" | "around">,
  what: string,
  write: (decided: Decided, answers: FeeAnswers & More & { fingerprint: string }) => Promise<Saved>,
) {
  if (!form.ok) return answerRefusal(form.state, { errors: missingErrors(form.state, around), status: 422 });
  const decided = validateFee(form.value, around);
  if (!decided.ok) return answerRefusal(form.state, { errors: decided.errors, status: 422 });
  if (form.value.intent === "work_out") return answerWorkedOut(form.state, decided);
  const { refusal } = await write(decided, { ...form.value, fingerprint: form.fingerprint });
  if (refusal) return answerRefusal(form.state, refusal);
  const work = row ? await shownWork(row, cipher) : null;
  const { planned = null, both = null } = row ? workWarnings(row, decided.columns.amount_pence) : {};
  const message = inOneLine([...formatSaved(what, decided), planned, both]);
  return redirectWithMessage(request, feeReturn(url.searchParams, work), message);
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
