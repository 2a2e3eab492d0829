import { FORM_USED } from "~/platform/db/idempotency.server";
import type { FormState } from "~/platform/http/form-state";
import { alongWith, type Newer } from "./action-result.server";
import { refuse } from "./read-form.server";

/** Why a slice wrote nothing, by field. */
export interface Refusal {
  errors: Record<string, string>;
  status: 409 | 422;
  newer?: Newer;
}

/** The same form was sent before, with other answers or for something that is gone. */
export const FORM_WAS_USED: Refusal = { errors: { "": FORM_USED }, status: 409 };

/** The page again with every answer, the reason, and what is saved if that is newer. */
export function answerRefusal(state: FormState, { errors, status, newer }: Refusal) {
  const values = { ...state.values };
  if (newer) values.version = [String(newer.version)];
  if (newer?.following !== undefined) values.series_shown = [newer.following];
  return alongWith(refuse({ ...state, values }, errors, status), { newer });
}
