import { findIdentifiers, type IdentifierHit, type IdentifierKind, identifierMessage } from "./rules";

export const CONFIRM_MESSAGE = "To save it anyway, tick that it identifies no patient";
export const REASON_MESSAGE = "To save it anyway, give a short reason why it identifies no patient";

/** What "Save anyway" was told. */
export interface SaveAnyway {
  identifiers_confirmed: boolean;
  /** The kinds of hit that the tick stood beside: it says nothing of others. */
  identifiers_asked: string;
  identifiers_reason: string;
}

/** Texts by field name. */
export type Texts = Record<string, string>;

/** The hits of every text that is not what is saved already: that was asked about when it was saved. */
export function hitsToAsk(texts: Texts, saved: Texts): { name: string; hits: IdentifierHit[] }[] {
  return Object.entries(texts)
    .filter(([name, text]) => !sameText(text, saved[name] ?? ""))
    .map(([name, text]) => ({ name, hits: findIdentifiers(text) }))
    .filter(({ hits }) => hits.length > 0);
}

/** Each kind once, in the order of the alphabet. */
export function kindsOf(asked: readonly { hits: readonly IdentifierHit[] }[]): IdentifierKind[] {
  return [...new Set(asked.flatMap(({ hits }) => hits.map(({ kind }) => kind)))].sort();
}

/** Why a save must wait, by field name; nothing when there are no new hits, or "Save anyway" covers them. */
export function identifierErrors(texts: Texts, saved: Texts, said: SaveAnyway): Record<string, string> {
  const asked = hitsToAsk(texts, saved);
  const strong = asked.some(({ hits }) => hits.some((hit) => hit.strong));
  const shown = said.identifiers_asked.split(" ");
  const ticked = said.identifiers_confirmed && kindsOf(asked).every((kind) => shown.includes(kind));
  // A reason says more than a tick.
  const covered = said.identifiers_reason !== "" || (!strong && ticked);
  if (asked.length === 0 || covered) return {};
  const errors = asked.map(({ name, hits }) => [name, identifierMessage(hits) ?? ""]);
  const way = strong ? ["identifiers_reason", REASON_MESSAGE] : ["identifiers_confirmed", CONFIRM_MESSAGE];
  return Object.fromEntries([...errors, way]);
}

/** Whether anything that is to be saved looks like an identifier, confirmed or not. */
export function isSuspected(texts: Texts): boolean {
  return Object.values(texts).some((text) => findIdentifiers(text).length > 0);
}

/** A form sends its lines with other ends, and trimmed. */
function sameText(one: string, other: string): boolean {
  return one.replace(/\r\n?/g, "\n").trim() === other.trim();
}
