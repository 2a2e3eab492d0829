import { answerWorkedOut } from "~/diary/fees/worked-out.server";
import type { FormState } from "~/platform/http/action-result";
import { redirectSaying } from "~/platform/http/flash.server";
import { answerRefusal } from "~/platform/http/refusal.server";
import type { Outcome } from "./save.server";
import { feeReturn } from "./ways";

interface Asked {
  request: Request;
  url: URL;
}

/** The answer to a fee's form: on to where it was opened from, or the page again. */
export function answerOutcome({ request, url }: Asked, state: FormState, outcome: Outcome) {
  if ("refusal" in outcome) return answerRefusal(state, outcome.refusal);
  if ("workedOut" in outcome) return answerWorkedOut(state, outcome.workedOut);
  return redirectSaying(request, feeReturn(url.searchParams, outcome.work), outcome.message);
}
