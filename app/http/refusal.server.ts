import { data } from "react-router";
import { FORM_USED } from "~/db/idempotency.server";
import type { Fact } from "~/ui/fact-list";
import type { FormState } from "~/ui/form-state";
import { refuse } from "./read-form.server";

/** A row as it stands now, after it was changed elsewhere. */
export interface Newer {
  /** A second press starts from it: then it replaces, or deletes, what was shown and nothing newer. */
  version: number;
  /** In words; none where the page shows them anyway. */
  facts: readonly Fact[];
  /** What the page shows of the sessions that follow, where its form holds that. */
  following?: string;
}

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
  const refused = refuse({ ...state, values }, errors, status);
  return data({ ...refused.data, newer }, refused.init ?? undefined);
}
