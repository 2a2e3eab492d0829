import type { Received } from "./received";

/** To a call whose login has run out: its page then leads to another. */
export const LOG_IN = "Log in to import a file";

/** `20,000`. */
export function figure(count: number): string {
  return count.toLocaleString("en-GB");
}

/** `1 case`, `20,000 cases`. */
export function formatCases(count: number): string {
  return `${figure(count)} ${count === 1 ? "case" : "cases"}`;
}

/** What an import brought, once all of it has arrived. */
export function formatImported({ received, known }: Pick<Received, "received" | "known">): string {
  const before = known > 0 ? ` ${figure(known)} ${known === 1 ? "was" : "were"} imported before.` : "";
  return `${formatCases(received - known)} imported.${before}`;
}
