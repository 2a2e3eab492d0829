import { createContext, data, isRouteErrorResponse, type RouterContextProvider } from "react-router";
import { newRef } from "~/platform/db/columns.server";
import { FORM_USED } from "~/platform/db/idempotency.server";
import type { ActionResult, FormResult, FormState, Gone, Newer, Way } from "./action-result";
import { refuse } from "./read-form.server";

/** Why a slice wrote nothing, by field. */
export interface Refusal {
  errors: Record<string, string>;
  status: 409 | 422;
  newer?: Newer;
  way?: Way;
}

/** The same form was sent before, with other answers or for something that is gone. */
export const FORM_WAS_USED: Refusal = { errors: { "": FORM_USED }, status: 409 };

/** The page again with every answer, the reason, and what is saved if that is newer. */
export function answerRefusal(state: FormState, { errors, status, newer, way }: Refusal) {
  const values = { ...state.values };
  if (newer) values.version = [String(newer.version)];
  if (newer?.following !== undefined) values.series_shown = [newer.following];
  return alongWith(refuse({ ...state, values, ...(way && { way }) }, errors, status), { newer });
}

type Answer<Result> = ReturnType<typeof data<Result>>;

/** The same answer, with more that its page shows. */
export function alongWith<Result extends ActionResult, Shown extends object>(
  { data: result, init }: Answer<Result>,
  shown: Shown,
): Answer<Result & Shown> {
  return data({ ...result, ...shown }, init ?? undefined);
}

/** True where the action of this request found that what it was to save is gone: its page is shown all the same. */
export const goneContext = createContext(false);

/** The page again with every answer, of something that is gone: typed text is never lost with it. */
export function answerGone(
  context: Readonly<RouterContextProvider>,
  state: FormState,
  gone: Gone,
  error: string | null = null,
) {
  context.set(goneContext, true);
  const values = { ...state.values, idempotency_key: state.values.idempotency_key ?? [newRef()] };
  const refused = refuse({ ...state, values }, error === null ? {} : { "": error });
  return data<FormResult>({ ...refused.data, gone }, { status: 404 });
}

/** What a look-up found, or null in place of its 404. */
export async function orGone<Found>(finding: Promise<Found>): Promise<Found | null> {
  try {
    return await finding;
  } catch (thrown) {
    if (isNotThere(thrown)) return null;
    throw thrown;
  }
}

/** What a page throws for what is not there, or not the caller's. */
export function isNotThere(thrown: unknown): boolean {
  if (isRouteErrorResponse(thrown)) return thrown.status === 404;
  const { init } = (thrown ?? {}) as { init?: ResponseInit | null };
  return init?.status === 404;
}
