import { isRouteErrorResponse } from "react-router";
import type { FormState } from "~/platform/http/form-state";

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
