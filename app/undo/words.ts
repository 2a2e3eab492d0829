import { countedIfAny } from "~/time/counted";

/** Rows of each kind. */
export interface Counts {
  sessions: number;
  cases: number;
  fees: number;
  leave: number;
  /** Lines of the lieu ledger. */
  lieu: number;
}

/** What came of taking an act back. */
export interface TakenBackCounts {
  back: Counts;
  /** Whether the act made sessions; or else fees. */
  made: "sessions" | "fees" | null;
  /** Of what it made: how many went again, and how many are still there. */
  gone: Pick<Counts, "sessions" | "fees">;
  left: number;
}

/** `Put back: 1 session, 3 cases`; `Taken away again: 4 sessions. 1 stays, since it was worked on meanwhile`. */
export function takenBackWords({ back, made, gone, left }: TakenBackCounts): string {
  const came = named(back);
  const said = came ? [`Put back: ${came}`] : [];
  if (made) {
    // The fees of sessions go with them, and are not said again.
    const went =
      made === "sessions" ? countedIfAny(gone.sessions, "session", "sessions") : countedIfAny(gone.fees, "fee", "fees");
    const nothing = made === "sessions" ? "No session was taken away" : "Nothing was taken away";
    said.push(went ? `Taken away again: ${went}` : nothing);
    const more = made === "sessions" ? ["or holds cases or a fee", "or hold cases or a fee"] : [];
    if (left === 1) said.push(["1 stays, since it was changed meanwhile", more[0]].filter(Boolean).join(" "));
    if (left > 1) said.push([`${left} stay, since they were changed meanwhile`, more[1]].filter(Boolean).join(" "));
  }
  return said.join(". ") || "There was nothing to put back";
}

/**
 * `Put back as before: 4 sessions. 1 stays as it is, since it was changed meanwhile or a case in it was`.
 * @param back how many are as before the act; `there` of the `all` that it changed are there
 */
export function changedBackWords(
  what: "sessions" | "cases" | "fees",
  { back, there, all }: { back: number; there: number; all: number },
): string {
  const [one, many] = { sessions: ["session", "sessions"], cases: ["case", "cases"], fees: ["fee", "fees"] }[what] as [
    string,
    string,
  ];
  const said = [back > 0 ? `Put back as before: ${countedIfAny(back, one, many)}` : "Nothing was put back"];
  const left = there - back;
  const [itsCase, theirCases] = what === "sessions" ? [" or a case in it was", " or cases in them were"] : ["", ""];
  if (left === 1) said.push(`1 stays as it is, since it was changed meanwhile${itsCase}`);
  if (left > 1) said.push(`${left} stay as they are, since they were changed meanwhile${theirCases}`);
  const place = what === "sessions" ? "in the diary" : "there";
  if (all > there) said.push(`${all - there} ${all - there === 1 ? "is" : "are"} not ${place} any more`);
  return said.join(". ");
}

function named({ sessions, cases, fees, leave, lieu }: Counts): string {
  return [
    countedIfAny(sessions, "session", "sessions"),
    countedIfAny(cases, "case", "cases"),
    countedIfAny(fees, "fee", "fees"),
    countedIfAny(leave, "entry of leave", "entries of leave"),
    countedIfAny(lieu, "line of time in lieu", "lines of time in lieu"),
  ]
    .filter((words) => words !== "")
    .join(", ");
}
