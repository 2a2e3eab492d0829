import { createContext, useContext, useSyncExternalStore } from "react";

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
  return `/import_csv_data/session/${sessionRef}/case/new/?row=${rowRef}`;
}

/** Elements by reference, as they come and go: what the drag is laid over. */
export class Places {
  private elements: ReadonlyMap<string, HTMLElement> = new Map();
  private readonly listeners = new Set<() => void>();

  /** For the `ref` of an element. */
  put(ref: string, element: HTMLElement): () => void {
    this.change((elements) => elements.set(ref, element));
    return () =>
      this.change((elements) => {
        if (elements.get(ref) === element) elements.delete(ref);
      });
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  read = (): ReadonlyMap<string, HTMLElement> => this.elements;

  private change(how: (elements: Map<string, HTMLElement>) => void): void {
    const elements = new Map(this.elements);
    how(elements);
    this.elements = elements;
    for (const listener of this.listeners) listener();
  }
}

/** Where cases are taken up, and where they are put down. */
export const grips = new Places();
export const targets = new Places();

const NONE: ReadonlyMap<string, HTMLElement> = new Map();

export function usePlaces(places: Places): ReadonlyMap<string, HTMLElement> {
  return useSyncExternalStore(places.subscribe, places.read, () => NONE);
}
