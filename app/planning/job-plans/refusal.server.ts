import { type ReadForm, refuse } from "~/platform/http/read-form.server";
import type { Refusal } from "~/platform/http/refusal.server";

/** @param what changed: `plan` or `element`. */
export function changedElsewhere(what: string, version?: number): Refusal {
  const message = `This ${what} was changed elsewhere after you opened it. Your answers are kept below, beside what was saved. Save again to replace it with yours`;
  return { errors: { "": message }, status: 409, ...(version === undefined ? {} : { newer: { version, facts: [] } }) };
}

/** The answer to a button whose page no longer shows the row as it is. */
export function lookAgain(state: ReadForm<unknown>["state"], what: string) {
  const message = `This ${what} was changed elsewhere after you opened this page. Check it, then try again`;
  return refuse(state, { "": message }, 409);
}
