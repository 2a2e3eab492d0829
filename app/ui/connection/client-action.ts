import { isRouteErrorResponse } from "react-router";
import type { FormState } from "~/platform/http/action-result";

/**
 * For client actions: an unexpected failure returns the form with a message, and the page stays.
 * @throws the server's refusals, and the error of a missing connection (see `stay-in-place`)
 */
export async function catchWithMessage<Answer>(
  message: string,
  serverAction: () => Promise<Answer>,
): Promise<Answer | { form: FormState }> {
  try {
    return await serverAction();
  } catch (error) {
    const turnedAway = isRouteErrorResponse(error) && error.status < 500;
    if (error instanceof Response || error instanceof TypeError || turnedAway) throw error;
    return { form: { values: {}, errors: { "": [message] } } };
  }
}

/**
 * How long a dialog stays open after a series was saved, so that the user sees that it was done (specification section
 * 9).
 */
export const SERIES_DIALOG_CLOSES_MS = 300;
/** The same after a deletion. */
export const DELETE_DIALOG_CLOSES_MS = 350;

/** Sends a form; when the answer leads away from its dialog, the navigation starts `delayMs` later. */
export async function closingAfter<Answer>(delayMs: number, act: () => Promise<Answer>): Promise<Answer> {
  try {
    return await act();
  } catch (answer) {
    // No delay before another step of the same dialog, such as a warning.
    const leadsTo = answer instanceof Response ? answer.headers.get("Location") : null;
    if (leadsTo && new URL(leadsTo, location.href).pathname !== location.pathname) await pause(delayMs);
    throw answer;
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
