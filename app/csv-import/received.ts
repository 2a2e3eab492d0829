/** How far an import has come. */
export interface Received {
  /** Lines that are there so far, those included that were there before. */
  received: number;
  expected: number;
  /** That an earlier import brought. */
  known: number;
  complete: boolean;
}

/** `2 cases imported. 40 were imported before.` */
export function importedWords({ received, known }: Received): string {
  const fresh = received - known;
  const before = known > 0 ? ` ${known} ${known === 1 ? "was" : "were"} imported before.` : "";
  return `${fresh} ${fresh === 1 ? "case" : "cases"} imported.${before}`;
}
