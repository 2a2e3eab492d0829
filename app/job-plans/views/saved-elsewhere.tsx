import { css } from "styled-system/css";
import { note } from "styled-system/recipes";
import type { FormDefaults, FormView } from "~/ui/form-state";

interface SavedElsewhereProps {
  form: FormView;
  /** What is saved now, by field. */
  saved: FormDefaults;
  labels: Record<string, string>;
  /** Answers that are codes, in words, by field. */
  words?: Record<string, readonly { value: string; label: string }[]>;
  /** What has no single field, such as days and times. */
  also?: string;
}

/** The other version of a row that was changed elsewhere: only where it differs from the answers below. */
export function SavedElsewhere({ form, saved, labels, words = {}, also }: SavedElsewhereProps) {
  if (!form.error("")) return null;
  const differing = Object.keys(labels).filter((name) => form.value(name) !== savedText(saved, name));
  return (
    <div className={note({ tone: "warn" })}>
      <h2 className={css({ fontSize: "h3" })}>Saved elsewhere</h2>
      {differing.length === 0 ? (
        <p>These answers are the same as what was saved.</p>
      ) : (
        <dl>
          {differing.map((name) => (
            <div key={name} className={css({ display: "flex", gap: "2", flexWrap: "wrap" })}>
              <dt className={css({ fontWeight: "strong" })}>{labels[name]}</dt>
              <dd>{inWords(words[name], savedText(saved, name)) || "blank"}</dd>
            </div>
          ))}
        </dl>
      )}
      {also && <p>{also}</p>}
    </div>
  );
}

function inWords(choices: readonly { value: string; label: string }[] = [], code: string): string {
  return choices.find(({ value }) => value === code)?.label ?? code;
}

function savedText(saved: FormDefaults, name: string): string {
  const value = saved[name];
  return typeof value === "string" ? value : (value?.[0] ?? "");
}
