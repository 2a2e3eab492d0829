import { useSyncExternalStore } from "react";

type Elements = ReadonlyMap<string, HTMLElement>;

const NONE: Elements = new Map();

/** Elements by reference, as they come and go: what the drag is laid over. */
class Places {
  private readonly live = new Map<string, HTMLElement>();
  private readonly listeners = new Set<() => void>();
  private said: Elements = NONE;
  private waiting = false;

  /** For the `ref` of an element. */
  put = (ref: string, element: HTMLElement | null): (() => void) | undefined => {
    if (!element) return undefined;
    this.live.set(ref, element);
    this.sayLater();
    return () => {
      if (this.live.get(ref) === element) this.live.delete(ref);
      this.sayLater();
    };
  };

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  read = (): Elements => this.said;

  /** Scrolling brings and takes many at once: they are told of together. */
  private sayLater(): void {
    if (this.waiting) return;
    this.waiting = true;
    queueMicrotask(() => {
      this.waiting = false;
      this.said = new Map(this.live);
      for (const listener of this.listeners) listener();
    });
  }
}

/** Where cases are taken up, and where they are put down. */
export const grips = new Places();
export const targets = new Places();

export function usePlaces(places: Places): Elements {
  return useSyncExternalStore(places.subscribe, places.read, () => NONE);
}
