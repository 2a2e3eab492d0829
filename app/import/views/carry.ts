import { createContext, useContext } from "react";
import { pathTo } from "~/platform/http/path-to";

/** A case that was taken up and waits for its session. */
export interface Carried {
  rowRef: string;
  /** `Tue 17 Nov 2026, 09:05 – 10:40, DHS left hip`. */
  words: string;
}

export const CarryContext = createContext<{ carried: Carried | null; take: (carried: Carried | null) => void }>({
  carried: null,
  take: () => undefined,
});

export function useCarry() {
  return useContext(CarryContext);
}

/** The address of the dialog in which a case of the file becomes one of a session. */
export function casePath(sessionRef: string, rowRef: string): string {
  return `${pathTo("/import_csv_data/session/:sessionRef/case/new/", { sessionRef })}?row=${rowRef}`;
}
