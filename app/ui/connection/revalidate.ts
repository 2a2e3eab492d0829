import type { ShouldRevalidateFunctionArgs } from "react-router";
import type { Results } from "./connection";

/**
 * Client middleware around every form: after a conflict the page's data are loaded again, so that the page shows what is
 * saved now, and continues from it. React Router keeps them after an answer of 400 and more, and loads them after one of
 * 200.
 */
export async function reloadAfterConflict(_: unknown, next: () => Promise<Results>): Promise<void> {
  for (const { result } of Object.values(await next())) {
    const answer = result as { init?: ResponseInit | null } | null;
    if (answer?.init?.status === 409) answer.init = { ...answer.init, status: 200 };
  }
}

/**
 * For pages whose data a refused action changes too: an attempt is counted, or something that is valid once is used up.
 */
export function afterAnyAction({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  return actionStatus !== undefined || defaultShouldRevalidate;
}
