import { type ChangeEvent, useState } from "react";
import { css } from "styled-system/css";
import { field } from "styled-system/recipes";
import { FieldError } from "~/ui/field-frame";
import type { FormView } from "~/ui/form-state";
import { Icon } from "~/ui/icon";
import { TextField } from "~/ui/text-fields";
import { type CaseOption, type OptionGroup, type OptionKind, STANDARD } from "../standard-options";
import { BlockChip, Chip, chips } from "./chips";

interface OptionPickerProps {
  form: FormView;
  kind: OptionKind;
  /** The user's own options that are on offer. */
  custom: readonly CaseOption[];
}

const WORDS = {
  airway: {
    title: "Airway management",
    name: "selected_airway_options_set",
    added: "new_airway_option",
    addLabel: "Add an airway option of your own",
  },
  procedure: {
    title: "Procedures",
    name: "selected_extra_options_set",
    added: "new_extra_option",
    addLabel: "Add a procedure of your own",
  },
} as const;

const CUSTOM = "Custom";

/** Tick boxes by group, the usual groups open; each heading says how many of its options are chosen. */
export function OptionPicker({ form, kind, custom }: OptionPickerProps) {
  const { title, name, added, addLabel } = WORDS[kind];
  const chosen = form.values(name);
  const groups: OptionGroup[] = [...STANDARD[kind], { name: CUSTOM, options: custom }];
  const countChosen = (ids: readonly string[]) =>
    groups.map((group) => group.options.filter((option) => ids.includes(option.id)).length);
  const [counts, setCounts] = useState(() => countChosen(chosen));
  const styles = field();

  function recount({ currentTarget }: ChangeEvent<HTMLFieldSetElement>) {
    const ticked = currentTarget.querySelectorAll<HTMLInputElement>(`input[name=${name}]:checked`);
    setCounts(countChosen([...ticked].map((input) => input.value)));
  }

  return (
    <fieldset className={styles.root} data-invalid={form.error(name) ? "" : undefined} onChange={recount}>
      <legend className={heading}>
        {title} <Count of={counts.reduce((sum, count) => sum + count, 0)} />
      </legend>
      <FieldError form={form} name={name} />
      <div className={list}>
        {groups.map((group, index) => {
          const isCustom = group.name === CUSTOM;
          const opened = group.common || isCustom ? group.options.length > 0 : hasChosen(group, chosen);
          return (
            <details key={group.name} open={opened || (isCustom && form.value(added) !== "")} className={section}>
              <summary className={summary}>
                <Icon name="chevron" />
                {isCustom ? "Your own" : group.name} <Count of={counts[index] ?? 0} />
              </summary>
              <div className={inside}>
                <div className={chips}>
                  {group.options.map((option, place) => {
                    const id = index === 0 && place === 0 ? name : undefined;
                    const box = { id, name, option, checked: chosen.includes(option.id) };
                    return group.blocks ? (
                      <BlockChip key={option.id} form={form} {...box} />
                    ) : (
                      <Chip key={option.id} {...box} />
                    );
                  })}
                </div>
                {isCustom && (
                  <TextField
                    form={form}
                    name={added}
                    label={addLabel}
                    hint="Ticked for this case, and on your list from then on"
                    width="ch40"
                  />
                )}
              </div>
            </details>
          );
        })}
      </div>
    </fieldset>
  );
}

function hasChosen({ options }: OptionGroup, chosen: readonly string[]): boolean {
  return options.some((option) => chosen.includes(option.id));
}

function Count({ of }: { of: number }) {
  return of > 0 ? <span className={count}> – {of} chosen</span> : null;
}

const heading = css({ fontSize: "h2", fontWeight: "heading", lineHeight: "heading", marginBottom: "2" });

const count = css({ color: "accent", fontWeight: "strong", whiteSpace: "nowrap" });

/** Folded groups stand side by side; an open one takes the whole width. */
const list = css({
  borderTop: "ink",
  borderBottom: "line",
  display: "grid",
  gridTemplateColumns: { base: "minmax(0, 1fr) minmax(0, 1fr)", wide: "repeat(3, minmax(0, 1fr))" },
});

const section = css({
  "&[open]": { gridColumn: "1 / -1" },
  "&[open]:not(:last-child)": { borderBottom: "line" },
  "details:not([open]) + &": { "&[open]": { borderTop: "line" } },
  "&[open] > summary > svg": { transform: "rotate(180deg)" },
});

const summary = css({
  display: "flex",
  gap: "1",
  alignItems: "center",
  minHeight: { base: "control", wide: "button" },
  fontWeight: "strong",
  fontSize: "md",
  listStyle: "none",
  "&::-webkit-details-marker": { display: "none" },
  "&:hover": { color: "accentStrong" },
});

const inside = css({ display: "grid", gap: "4", paddingBottom: "4", gridTemplateColumns: "minmax(0, 1fr)" });
