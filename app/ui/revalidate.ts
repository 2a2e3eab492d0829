import type { ShouldRevalidateFunctionArgs } from "react-router";

/**
 * For pages whose action may answer 409: they then show what is saved now, and carry on from it. React Router
 * keeps a page's data after a refused action unless told so.
 */
export function afterConflict({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  return actionStatus === 409 || defaultShouldRevalidate;
}

/** For pages that a refused action changes too: a try is one less, or what counts once was used up. */
export function afterAnyAction({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  return actionStatus !== undefined || defaultShouldRevalidate;
}
