import type { Choice } from "~/ui/choice-fields";
import { FactList } from "~/ui/saved-elsewhere";
import { LEAVE_LABELS, LEAVE_WORDS } from "./leave-fields";

/** The answers of a leave that cannot be changed, without those that say nothing. */
export function LeaveFacts({ answers }: { answers: Record<string, string> }) {
  const isOneDay = answers.date_end === "";
  const facts = Object.entries(LEAVE_LABELS).flatMap(([code, name]) => {
    const answer = answers[code] ?? "";
    if (answer === "" || code.startsWith("lieu_") || (code === "end_part" && isOneDay)) return [];
    const choices: readonly Choice[] = LEAVE_WORDS[code as keyof typeof LEAVE_WORDS] ?? [];
    return { name, value: choices.find(({ value }) => value === answer)?.label ?? answer };
  });
  return <FactList facts={facts} />;
}
