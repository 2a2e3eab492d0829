import { isRouteErrorResponse } from "react-router";
import type { FormState } from "~/platform/http/action-result";

/**
 * With script: a failure that nobody foresaw comes back as the form with a message, and the page stays. What the server
 * turns away goes its way, and so does a form without a connection (see `stay-in-place`).
 */
export async function orSaying<Answer>(
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

/** Specification section 9: how long a dialog stays after the save of a series, so that one sees that it was done. */
export const SERIES_DIALOG_CLOSES_MS = 300;
/** The same after a deletion. */
export const DELETE_DIALOG_CLOSES_MS = 350;

/** Does what a form asks; when the answer leads away from its dialog, the way there begins so much later. */
export async function closingAfter<Answer>(delayMs: number, act: () => Promise<Answer>): Promise<Answer> {
  try {
    return await act();
  } catch (answer) {
    // To another step of the same dialog, such as a warning, nobody waits.
    const leadsTo = answer instanceof Response ? answer.headers.get("Location") : null;
    if (leadsTo && new URL(leadsTo, location.href).pathname !== location.pathname) await pause(delayMs);
    throw answer;
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
