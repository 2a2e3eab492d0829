/** How many records of each kind came in. */
export type Taken = Readonly<Record<string, number>>;

/** What an import did: `Imported 12 sessions, 40 cases and 7 other records.` */
export function takenWords(taken: Taken): string {
  const { sessions = 0, cases = 0, job_plans: plans = 0 } = taken;
  const all = Object.values(taken).reduce((sum, n) => sum + n, 0);
  if (all === 0) return "Everything in this file was in your diary already.";
  const others = all - sessions - cases - plans;
  const parts = [
    counted(plans, "job plan"),
    counted(sessions, "session"),
    counted(cases, "case"),
    counted(others, others === all ? "record" : "other record"),
  ].filter((part) => part !== null);
  const last = parts.pop();
  return `Imported ${parts.length > 0 ? `${parts.join(", ")} and ${last}` : last}.`;
}

function counted(n: number, what: string): string | null {
  return n === 0 ? null : `${n.toLocaleString("en-GB")} ${what}${n === 1 ? "" : "s"}`;
}
