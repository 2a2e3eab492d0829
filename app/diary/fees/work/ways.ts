/** Where the page of a fee leads back to: to what it is for, if it was opened from there, else to the list as it was. */
export function feeReturn(search: URLSearchParams, work: { path: string } | null): string {
  if (search.get("from") === "work" && work) return work.path;
  const kept = new URLSearchParams(search);
  for (const name of ["from", "session", "case"]) kept.delete(name);
  const query = kept.toString();
  return query ? `/extras/?${query}` : "/extras/";
}

/** The session or case that a new fee is for; null for work that stands alone. */
export function feeOwner(search: URLSearchParams): { session_ref: string } | { case_ref: string } | null {
  const [session, oneCase] = [search.get("session"), search.get("case")];
  if (oneCase) return { case_ref: oneCase };
  return session ? { session_ref: session } : null;
}
