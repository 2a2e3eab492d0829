import { useSyncExternalStore } from "react";

const never = () => () => {};

/** True once script runs the page: what it shows until then is for those without. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
