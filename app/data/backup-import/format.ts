/** How many records of each kind. */
type Counts = Readonly<Record<string, number>>;

/**
 * What an import did: `Imported 12 sessions, 40 cases and 7 other records.`; in place of a diary also what that had:
 * `Your diary was replaced. Deleted: … Imported: …`, so that a file with less in it is seen to have less.
 */
export function formatTaken({ came, went }: { came: Counts; went: Counts }): string {
  const [imported, deleted] = [formatRecord(came), formatRecord(went)];
  if (deleted !== null) return `Your diary was replaced. Deleted: ${deleted}. Imported: ${imported}.`;
  return imported === null ? "Everything in this file was in your diary already." : `Imported ${imported}.`;
}

function formatRecord(counts: Counts): string | null {
  const { sessions = 0, cases = 0, job_plans: plans = 0 } = counts;
  const all = Object.values(counts).reduce((sum, n) => sum + n, 0);
  const others = all - sessions - cases - plans;
  const parts = [
    counted(plans, "job plan"),
    counted(sessions, "session"),
    counted(cases, "case"),
    counted(others, others === all ? "record" : "other record"),
  ].filter((part) => part !== null);
  const last = parts.pop() ?? null;
  return parts.length > 0 ? `${parts.join(", ")} and ${last}` : last;
}

function counted(n: number, what: string): string | null {
  return n === 0 ? null : `${n.toLocaleString("en-GB")} ${what}${n === 1 ? "" : "s"}`;
}
