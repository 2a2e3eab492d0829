import { data, isRouteErrorResponse } from "react-router";
import { FORM_USED } from "~/platform/db/idempotency.server";
import type { ActionResult, FormState, NewerVersion, TextLink } from "./action-result";
import { refuse } from "./read-form.server";

/** Why nothing was written, by field. */
export interface Refusal {
  errors: Record<string, string>;
  status: 409 | 422 | 503;
  newer?: NewerVersion;
  link?: TextLink;
}

/** The key of the form was used before, for other answers or for a row that was deleted. */
export const FORM_WAS_USED: Refusal = { errors: { "": FORM_USED }, status: 409 };

/** The response of a refused save: the page again with every answer, the reason, and the saved row if it is newer. */
export function answerRefusal(state: FormState, { errors, status, newer, link }: Refusal) {
  const values = { ...state.values };
  if (newer) values.version = [String(newer.version)];
  if (newer?.following !== undefined) values.series_shown = [newer.following];
  return withPageData(refuse({ ...state, values, ...(link && { link }) }, errors, status), { newer });
}

type Answer<Result> = ReturnType<typeof data<Result>>;

/** The same answer, with more data for its page. */
export function withPageData<Result extends ActionResult, Shown extends object>(
  { data: result, init }: Answer<Result>,
  shown: Shown,
): Answer<Result & Shown> {
  return data({ ...result, ...shown }, init ?? undefined);
}

const DELETED =
  "This was deleted elsewhere after you opened it, or something that it belongs to was. Your answers are kept below and are not saved. Undo the deletion, then save again";

/** The response to a form whose row is not there: the page again with every answer. */
export function answerDeleted(state: FormState) {
  return refuse({ ...state, link: { path: "/logbook/undo/", words: "See what can be undone" } }, { "": DELETED }, 404);
}

/** The result of a look-up, or null in place of its 404. */
export async function nullIfNotFound<Found>(finding: Promise<Found>): Promise<Found | null> {
  try {
    return await finding;
  } catch (thrown) {
    if (isNotFound(thrown)) return null;
    throw thrown;
  }
}

/** Whether a page threw 404, because the row does not exist or is another user's. */
export function isNotFound(thrown: unknown): boolean {
  if (isRouteErrorResponse(thrown)) return thrown.status === 404;
  const { init } = (thrown ?? {}) as { init?: ResponseInit | null };
  return init?.status === 404;
}

/** The refusal of a form whose row was saved elsewhere meanwhile. @param what the kind of row: `plan` or `element`; @param path where it is, if not at the page's address */
export function changedElsewhere(what: string, version?: number, path = ""): Refusal {
  const message = `This ${what} was changed elsewhere after you opened it. Your answers are kept below. Save again to use them instead of what is saved`;
  return refuseStale(message, version, path);
}

/** The same for a form that deletes the row, or for another button. @param done what it does: `restored`; @param act `restore` */
export function changedBeforeDeletion(what: string, version?: number, done = "deleted", act = "delete"): Refusal {
  const message = `This ${what} was changed elsewhere after you opened this page, and is not ${done}. Check what is saved now, then ${act} it`;
  return refuseStale(message, version);
}

function refuseStale(message: string, version: number | undefined, path = ""): Refusal {
  const newer = version === undefined ? undefined : { version };
  return {
    errors: { "": message },
    status: 409,
    link: { path, words: "See what is saved now" },
    ...(newer && { newer }),
  };
}
