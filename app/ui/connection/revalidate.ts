import type { ShouldRevalidateFunctionArgs } from "react-router";

/**
 * For pages whose action may answer 409: reloads their data, so that they show what is saved now, and continue from it.
 * React Router keeps a page's data after a refused action by default.
 */
export function afterConflict({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  return actionStatus === 409 || defaultShouldRevalidate;
}

/**
 * For pages whose data a refused action changes too: an attempt is counted, or something that is valid once is used up.
 */
export function afterAnyAction({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  return actionStatus !== undefined || defaultShouldRevalidate;
}
