import { formatFee } from "~/diary/fees/facts";
import { decryptFeeNotes } from "~/diary/fees/queries.server";
import type { Cipher } from "~/platform/crypto/vault.server";
import { supervisionsOf } from "~/profile/supervision";
import { type Choice, GENDERS, URGENCIES, wordOf } from "./codes";
import type { CustomOption } from "./custom-options.server";
import { decryptCaseText } from "./encrypted-text.server";
import { formatTime } from "./lines.server";
import type { CaseInSession, ChosenOption } from "./queries.server";
import { formatAge } from "./rules";
import { BLOCK_FLAGS, type OptionKind, STANDARD } from "./standard-options";

/** One thing that is saved, in words. */
export interface CaseFact {
  name: string;
  value: string;
}

/** All that is saved of a case, in words, in the order of its form. */
export async function caseFacts({ found, fee, chosen, custom, profile }: CaseInSession, cipher: Cipher) {
  const text = await decryptCaseText(cipher, found);
  const { day, time } = formatTime(found);
  const optionsOf = (kind: OptionKind) =>
    chosen
      .filter((each) => each.kind === kind)
      .map((each) => formatOption(each, custom))
      .join("\n");
  const facts: CaseFact[] = [
    { name: "Times", value: [day, time].filter(Boolean).join(", ") },
    { name: "Case description", value: text.case_description },
    { name: "Age", value: formatAge(found.age, found.age_unit) },
    { name: "Gender", value: wordOf(GENDERS, found.gender) },
    { name: "ASA", value: found.asa === null ? "" : String(found.asa) },
    { name: "Urgency", value: wordOf(URGENCIES, found.urgency) },
    {
      name: "Supervision",
      value: wordOf(supervisionsOf(profile.supervision_labels), found.supervision) || "No Supervision",
    },
    { name: "Airway management", value: optionsOf("airway") },
    { name: "Procedures", value: optionsOf("procedure") },
    { name: "Fee", value: formatFee(fee, await decryptFeeNotes(cipher, fee)) },
    { name: "Complications", value: text.complications },
    { name: "Reflective notes", value: text.reflective_notes },
  ];
  return facts.map(({ name, value }) => ({ name, value: value || (name === "Fee" ? "No fee" : "Not recorded") }));
}

/** `Femoral (Ultrasound, Catheter)`. */
function formatOption({ kind, id, flags }: ChosenOption, custom: readonly CustomOption[]): string {
  const standard = STANDARD[kind].flatMap((group) => group.options).find((each) => each.id === id);
  const label = standard?.label ?? custom.find((each) => each.unique_ref === id)?.label ?? "";
  const said = flags
    .split(",")
    .map((flag) => labelOf(BLOCK_FLAGS, flag))
    .filter(Boolean);
  return said.length > 0 ? `${label} (${said.join(", ")})` : label;
}

function labelOf(choices: readonly Choice[], value: string): string {
  return choices.find((each) => each.value === value)?.label ?? "";
}
