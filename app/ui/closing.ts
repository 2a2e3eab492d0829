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
