import { upperFirst } from "~/platform/letter-case";

/** A region as people read about it: a deployment of Daybook, in a place of the world. */
export interface Place {
  /** As in a sentence: "the European Union". */
  name: string;
  /** Whether its data stay there for certain. */
  isGuaranteed: boolean;
  /** Whether it takes new users. */
  isOpen: boolean;
}

/** Another region, which has accounts of its own. */
export interface OtherRegion extends Place {
  /** `https://oc.daybook.example` */
  origin: string;
}

/** `Oceania: placed there, but not guaranteed`. */
export function formatPlace({ name, isGuaranteed }: Pick<Place, "name" | "isGuaranteed">): string {
  return `${upperFirst(name)}: ${formatGuarantee(isGuaranteed)}`;
}

export function formatGuarantee(isGuaranteed: boolean): string {
  return isGuaranteed ? "guaranteed to stay there" : "placed there, but not guaranteed";
}
