import type { Choice } from "~/ui/forms/choice-fields";
import type { FormView } from "~/ui/forms/form-state";
import { PostForm } from "~/ui/forms/post-form";
import { FactList } from "~/ui/forms/saved-elsewhere";
import { LEAVE_CHOICES, LEAVE_LABELS, SpentLieu } from "./leave-fields";

const LIEU_FIELDS = ["lieu_amount", "lieu_unit"];
const OTHER_FIELDS = Object.keys(LEAVE_LABELS).filter((name) => !LIEU_FIELDS.includes(name));

interface LockedLieuProps {
  id: string;
  form: FormView;
  /** The saved answers. */
  answers: Record<string, string>;
  /** Balances of time in lieu, such as `2 days`; one per unit. */
  lieu: readonly string[];
}

/**
 * The form of locked leave that takes time in lieu: it changes nothing but that, and sends all other answers as they are
 * saved.
 */
export function LockedLieu({ id, form, answers, lieu }: LockedLieuProps) {
  const saved = Object.fromEntries(OTHER_FIELDS.map((name) => [name, answers[name]]));
  const hidden = { ...saved, version: form.value("version"), idempotency_key: form.value("idempotency_key") };
  return (
    <PostForm id={id} hidden={hidden}>
      <SpentLieu form={form} balances={lieu} alone />
    </PostForm>
  );
}

/** Whether a form has all answers of the leave as they are saved, except those on time in lieu. */
export function changesLieuOnly(form: Pick<FormView, "value">, answers: Record<string, string>): boolean {
  // A browser sends each line break as two characters.
  return OTHER_FIELDS.every((name) => form.value(name).replaceAll("\r\n", "\n") === answers[name]);
}

/** The answers of a leave that cannot be changed, without those that say nothing. */
export function LeaveFacts({ answers }: { answers: Record<string, string> }) {
  const isOneDay = answers.date_end === "";
  const facts = Object.entries(LEAVE_LABELS).flatMap(([code, name]) => {
    const answer = answers[code] ?? "";
    if (answer === "" || code.startsWith("lieu_") || (code === "end_part" && isOneDay)) return [];
    const choices: readonly Choice[] = LEAVE_CHOICES[code as keyof typeof LEAVE_CHOICES] ?? [];
    return { name, value: choices.find(({ value }) => value === answer)?.label ?? answer };
  });
  return <FactList facts={facts} />;
}
