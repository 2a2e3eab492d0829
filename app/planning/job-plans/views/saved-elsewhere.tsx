import type { FormDefaults, FormView } from "~/ui/forms/form-state";
import { SavedFacts } from "~/ui/forms/saved-elsewhere";

interface SavedElsewhereProps {
  form: FormView;
  /** The saved values, by field. */
  saved: FormDefaults;
  labels: Record<string, string>;
  /** Labels of coded answers, by field. */
  words?: Record<string, readonly { value: string; label: string }[]>;
  /** A text for values without a single field, such as days and times. */
  also?: string;
}

/** The saved version of a row that was changed elsewhere: only the fields that differ from the answers below. */
export function SavedElsewhere({ form, saved, labels, words = {}, also }: SavedElsewhereProps) {
  // What was refused with a way out, such as for locked days, was not changed elsewhere.
  if (!form.error("") || form.link) return null;
  const facts = Object.entries(labels)
    .filter(([name]) => form.value(name) !== savedText(saved, name))
    .map(([name, label]) => ({ name: label, value: formatValue(words[name], savedText(saved, name)) || "blank" }));
  return (
    <SavedFacts facts={facts}>
      {facts.length === 0 && <p>Your answers are the same as what was saved.</p>}
      {also && <p>{also}</p>}
    </SavedFacts>
  );
}

function formatValue(choices: readonly { value: string; label: string }[] = [], code: string): string {
  return choices.find(({ value }) => value === code)?.label ?? code;
}

function savedText(saved: FormDefaults, name: string): string {
  const value = saved[name];
  return typeof value === "string" ? value : (value?.[0] ?? "");
}
