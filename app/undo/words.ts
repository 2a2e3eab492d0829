/** What came of taking an act back. */
export interface TakenBackCounts {
  back: { sessions: number; cases: number; fees: number };
  /** Whether the act made sessions. */
  made: boolean;
  /** Of those sessions: how many went again, and how many are still there. */
  gone: number;
  left: number;
}

/** `Put back: 1 session, 3 cases`; `Taken away again: 4 sessions. 1 stays, since it was worked on meanwhile`. */
export function takenBackWords({ back, made, gone, left }: TakenBackCounts): string {
  const came = [
    counted(back.sessions, "session", "sessions"),
    counted(back.cases, "case", "cases"),
    counted(back.fees, "fee", "fees"),
  ].filter((words) => words !== "");
  const said = came.length > 0 ? [`Put back: ${came.join(", ")}`] : [];
  if (made) {
    said.push(gone > 0 ? `Taken away again: ${counted(gone, "session", "sessions")}` : "No session was taken away");
    if (left === 1) said.push("1 stays, since it was changed meanwhile or holds cases or a fee");
    if (left > 1) said.push(`${left} stay, since they were changed meanwhile or hold cases or a fee`);
  }
  return said.join(". ") || "There was nothing to put back";
}

/**
 * `Put back as before: 4 sessions. 1 stays as it is, since it was changed meanwhile or a case in it was`.
 * @param back how many are as before the act; `there` of the `all` that it changed are in the diary
 */
export function changedBackWords(back: number, there: number, all: number): string {
  const said = [back > 0 ? `Put back as before: ${counted(back, "session", "sessions")}` : "Nothing was put back"];
  const left = there - back;
  if (left === 1) said.push("1 stays as it is, since it was changed meanwhile or a case in it was");
  if (left > 1) said.push(`${left} stay as they are, since they were changed meanwhile or cases in them were`);
  if (all > there) said.push(`${all - there} ${all - there === 1 ? "is" : "are"} not in the diary any more`);
  return said.join(". ");
}

function counted(n: number, one: string, many: string): string {
  return n === 0 ? "" : `${n} ${n === 1 ? one : many}`;
}
