import { createContext } from "react-router";
import type { SizeMarks } from "~/platform/db/region-sizes.server";
import { upperFirst } from "~/platform/letter-case";

/** A region as people read about it. */
export interface Place extends SizeMarks {
  /** Of its tokens, and of `db.region`. */
  code: string;
  /** As in a sentence: "the European Union". */
  name: string;
  /** Whether its data stay there for certain. */
  isGuaranteed: boolean;
  /** Whether the settings let new users choose it. */
  isOpen: boolean;
  /** Whether pages are read from copies: of a place that is not guaranteed these are made all over the world. */
  hasCopies: boolean;
  /** For so many days no backup can be deleted there; 0 where that is not so. */
  lockedDays: number;
}

/** Tells the codes of all regions, that nearest to the visitor first; none where nobody has looked. */
export const nearestRegionsContext = createContext<() => readonly string[]>(() => []);

/** `Oceania: placed there, but not guaranteed`. */
export function formatPlace({ name, isGuaranteed }: Pick<Place, "name" | "isGuaranteed">): string {
  return `${upperFirst(name)}: ${isGuaranteed ? "guaranteed to stay there" : "placed there, but not guaranteed"}`;
}

/** @throws Error for a region that is not in the settings: no request has its database */
export function placeOf(places: readonly Place[], code: string): Place {
  const place = places.find((each) => each.code === code);
  if (!place) throw new Error("A database has a region that is not in the settings");
  return place;
}
