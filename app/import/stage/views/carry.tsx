import { createContext, useContext, useSyncExternalStore } from "react";
import { Link, useNavigate } from "react-router";
import { css } from "styled-system/css";
import { pathTo } from "~/platform/http/path-to";

/** A case that was picked up, for which a session is to be chosen. */
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

/** Path of the dialog in which a case of the file becomes a case of a session. */
export function casePath(sessionRef: string, rowRef: string): string {
  return `${pathTo("/import_csv_data/session/:sessionRef/case/new/", { sessionRef })}?row=${rowRef}`;
}

/**
 * Live region: the case for which a session is being chosen, which stays in view meanwhile; otherwise the last
 * announcement about a case.
 */
export function CarryBar({ said }: { said: string }) {
  const { carried, take } = useCarry();
  const navigate = useNavigate();
  return (
    <div role="status" className={carryBar} data-carrying={carried ? "" : undefined}>
      {carried ? (
        <>
          <span>
            <b>Choose a session for</b> {carried.words}
          </span>
          <Link
            to="/import_csv_data/"
            onClick={(event) => {
              event.preventDefault();
              take(null);
              document.getElementById(`take-${carried.rowRef}`)?.focus();
              if (location.search) navigate("/import_csv_data/");
            }}
          >
            Cancel
          </Link>
        </>
      ) : (
        <span className={css({ srOnly: true })}>{said}</span>
      )}
    </div>
  );
}

const carryBar = css({
  "&[data-carrying]": {
    position: "sticky",
    top: "[64px]",
    zIndex: "under",
    marginBottom: "4",
    display: "flex",
    flexWrap: "wrap",
    gap: "3",
    justifyContent: "space-between",
    background: "accentSoft",
    border: "[2px solid {colors.accent}]",
    borderRadius: "md",
    paddingBlock: "3",
    paddingInline: "4",
  },
});

type Elements = ReadonlyMap<string, HTMLElement>;

const NONE: Elements = new Map();

/** Elements by reference, as they are mounted and unmounted, for the drag layer. */
class Places {
  private readonly live = new Map<string, HTMLElement>();
  private readonly listeners = new Set<() => void>();
  private said: Elements = NONE;
  private waiting = false;

  /** Callback for the `ref` of an element. */
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

  /** Scrolling mounts and unmounts many elements at once: listeners are called once for all of them. */
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

/** The grips by which cases are picked up, and the sessions where they are dropped. */
export const grips = new Places();
export const targets = new Places();

export function usePlaces(places: Places): Elements {
  return useSyncExternalStore(places.subscribe, places.read, () => NONE);
}
