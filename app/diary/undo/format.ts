import { countedIfAny } from "~/platform/time/counted";

/** What came of the rows of one part that a change made, changed or deleted. */
export interface Outcome {
  part: "leave" | "sessions" | "lieu_ledger" | "cases" | "fees";
  did: "made" | "changed" | "deleted";
  rows: number;
  undone: number;
  /** How many of them there are now. */
  there: number;
}

/** In the order in which they are told: what others hang on first. */
const WORDS: Readonly<Record<Outcome["part"], readonly [one: string, many: string]>> = {
  sessions: ["session", "sessions"],
  cases: ["case", "cases"],
  fees: ["fee", "fees"],
  leave: ["entry of leave", "entries of leave"],
  lieu_ledger: ["line of time in lieu", "lines of time in lieu"],
};
const PARTS = Object.keys(WORDS) as Outcome["part"][];

/**
 * What undoing a change came to: `Put back: 1 session, 3 cases`; `Put back as before: 4 sessions`; `Taken away again: 4
 * sessions. 1 stays, since it was changed meanwhile`. What belongs to a row that is told is not told again.
 */
export function formatUndone(outcome: readonly Outcome[]): string {
  const firstOf = (did: Outcome["did"]) =>
    PARTS.map((part) => outcome.find((each) => each.part === part && each.did === did)).find((each) => each);
  const changed = firstOf("changed");
  const made = firstOf("made");
  const deleted = PARTS.flatMap((part) => outcome.filter((each) => each.part === part && each.did === "deleted"));
  if (changed) return formatChanged(changed);
  const back = deleted.map(({ part, undone }) => countedIfAny(undone, ...WORDS[part])).filter((words) => words !== "");
  const said = back.length > 0 ? [`Put back: ${back.join(", ")}`] : [];
  if (made) said.push(...formatMade(made));
  return said.join(". ") || "There was nothing to put back";
}

function formatChanged({ part, rows, undone, there }: Outcome): string {
  const said = [undone > 0 ? `Put back as before: ${countedIfAny(undone, ...WORDS[part])}` : "Nothing was put back"];
  const left = there - undone;
  const [its, their] = part === "sessions" ? [" or a case in it was", " or cases in them were"] : ["", ""];
  if (left === 1) said.push(`1 stays as it is, since it was changed meanwhile${its}`);
  if (left > 1) said.push(`${left} stay as they are, since they were changed meanwhile${their}`);
  const place = part === "sessions" ? "in the diary" : "there";
  if (rows > there) said.push(`${rows - there} ${rows - there === 1 ? "is" : "are"} not ${place} any more`);
  return said.join(". ");
}

function formatMade({ part, undone, there }: Outcome): string[] {
  const isSessions = part === "sessions";
  const nothing = isSessions ? "No session was taken away" : "Nothing was taken away";
  const said = [undone > 0 ? `Taken away again: ${countedIfAny(undone, ...WORDS[part])}` : nothing];
  const [its, their] = isSessions ? [" or holds cases or a fee", " or hold cases or a fee"] : ["", ""];
  if (there === 1) said.push(`1 stays, since it was changed meanwhile${its}`);
  if (there > 1) said.push(`${there} stay, since they were changed meanwhile${their}`);
  return said;
}
