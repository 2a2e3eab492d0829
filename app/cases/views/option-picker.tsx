import { type ChangeEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { css } from "styled-system/css";
import { FieldError } from "~/ui/field-frame";
import { fillIn } from "~/ui/fill-in";
import { FormSection } from "~/ui/form-section";
import type { FormView } from "~/ui/form-state";
import { Icon } from "~/ui/icon";
import { TextField } from "~/ui/text-fields";
import { BLOCK_IDS, type CaseOption, type OptionGroup, type OptionKind, STANDARD } from "../standard-options";
import { BlockChip, Chip, chips } from "./chips";
import { ChosenOptions } from "./chosen-options";
import { OptionFinder } from "./option-finder";

interface OptionPickerProps {
  form: FormView;
  kind: OptionKind;
  /** The user's own options that are on offer. */
  custom: readonly CaseOption[];
  /** What the user chose most of late, shown first. */
  usual: readonly CaseOption[];
}

const WORDS = {
  airway: {
    title: "Airway management",
    name: "selected_airway_options_set",
    added: "new_airway_option",
    addLabel: "Add an airway option of your own",
    find: "Find an airway option",
    allLabel: "All airway options",
  },
  procedure: {
    title: "Procedures",
    name: "selected_extra_options_set",
    added: "new_extra_option",
    addLabel: "Add a procedure of your own",
    find: "Find a procedure",
    allLabel: "All procedures",
  },
} as const;

const CUSTOM = "Your own";

/** What the user does most first, then tick boxes by group; each heading says how many of its options are chosen. */
export function OptionPicker({ form, kind, custom, usual }: OptionPickerProps) {
  const { title, name, added, addLabel, find, allLabel } = WORDS[kind];
  const root = useRef<HTMLDivElement>(null);
  const [scripted, setScripted] = useState(false);
  const [ticked, setTicked] = useState<readonly string[]>(form.values(name));
  useEffect(() => {
    setScripted(true);
    // What was ticked before the script came counts too.
    if (root.current) setTicked(tickedIn(root.current, name));
  }, [name]);

  const start = form.values(name);
  const all = [...STANDARD[kind].flatMap((group) => group.options), ...custom];
  const labelsOf = (ids: readonly string[]) => all.filter((option) => ids.includes(option.id));
  // Each option stands in one place: one that is shown first has no second box in its group.
  const isUsual = (option: CaseOption) => usual.some((each) => each.id === option.id);
  const groups = [...STANDARD[kind], { name: CUSTOM, options: custom } satisfies OptionGroup].map((group) => ({
    ...group,
    options: group.options.filter((option) => !isUsual(option)),
  }));
  const beyondUsual = form.value(added) !== "" || start.some((id) => !usual.some((each) => each.id === id));
  const boxOf = (option: CaseOption, id?: string) => {
    const box = { id, name, option, checked: start.includes(option.id) };
    const isBlock = BLOCK_IDS.includes(option.id);
    return isBlock ? <BlockChip key={option.id} form={form} {...box} /> : <Chip key={option.id} {...box} />;
  };

  function press({ id }: CaseOption): void {
    const box = root.current?.querySelector<HTMLInputElement>(`input[name="${name}"][value="${id}"]`);
    box?.click();
    // The flags of a block stand under it.
    if (box?.checked && BLOCK_IDS.includes(id)) unfold(box, root.current);
  }

  /** Its chip goes, and the focus with it: it goes on where one types. */
  function takeBack(option: CaseOption): void {
    press(option);
    root.current?.querySelector<HTMLInputElement>("[role=combobox]")?.focus();
  }

  function addOwn(label: string): void {
    const input = root.current?.querySelector<HTMLInputElement>(`input[name="${added}"]`);
    if (!input) return;
    fillIn(input, label);
    unfold(input, root.current);
  }

  return (
    <FormSection
      form={form}
      title={title}
      fields={[name, added]}
      nothing="None"
      open={kind === "airway" || usual.length > 0 || start.length > 0}
      says={({ value, values }) =>
        [...labelsOf(values(name)).map((option) => option.label), value(added)].filter(Boolean).join(", ")
      }
    >
      <div
        ref={root}
        className={css({ display: "grid", gap: "4", gridTemplateColumns: "minmax(0, 1fr)" })}
        onChange={({ currentTarget }: ChangeEvent<HTMLDivElement>) => setTicked(tickedIn(currentTarget, name))}
      >
        <FieldError form={form} name={name} />
        {scripted && (
          <>
            <ChosenOptions label={`${title}, chosen`} options={labelsOf(ticked)} remove={takeBack} />
            <OptionFinder label={find} options={all} usual={usual} ticked={ticked} choose={press} addOwn={addOwn} />
          </>
        )}
        {usual.length > 0 && (
          <fieldset className={usualOnes}>
            <legend>What you use most</legend>
            <div className={chips}>{usual.map((option, place) => boxOf(option, place === 0 ? name : undefined))}</div>
          </fieldset>
        )}
        <AllGroups folded={usual.length > 0 && !beyondUsual} summary={allLabel}>
          {groups.map((group, index) => {
            const isCustom = group.name === CUSTOM;
            const has = group.options.some((option) => start.includes(option.id));
            const common = usual.length === 0 && (group.common || isCustom) && group.options.length > 0;
            const first = index === 0 && usual.length === 0;
            return (
              <details
                key={group.name}
                open={common || has || (isCustom && form.value(added) !== "")}
                className={section}
              >
                <summary className={summary}>
                  <Icon name="chevron" />
                  {group.name} <Count of={group.options.filter((option) => ticked.includes(option.id)).length} />
                </summary>
                <div className={inside}>
                  <div className={chips}>
                    {group.options.map((option, place) => boxOf(option, first && place === 0 ? name : undefined))}
                  </div>
                  {isCustom && (
                    <>
                      <TextField
                        form={form}
                        name={added}
                        label={addLabel}
                        hint="Ticked for this case, and on your list from then on"
                        width="ch40"
                      />
                      {custom.length > 0 && (
                        <p className={css({ fontSize: "sm" })}>
                          <Link to="/logbook/options/" target="_blank">
                            Rename or archive your own options (opens in a new tab)
                          </Link>
                        </p>
                      )}
                    </>
                  )}
                </div>
              </details>
            );
          })}
        </AllGroups>
      </div>
    </FormSection>
  );
}

interface AllGroupsProps {
  folded: boolean;
  summary: string;
  children: ReactNode;
}

/** One stop for the keyboard until it is opened: whoever has favourites seldom needs the rest. */
function AllGroups({ folded, summary: words, children }: AllGroupsProps) {
  return (
    <details open={!folded} className={everything}>
      <summary className={summary}>
        <Icon name="chevron" />
        {words}
      </summary>
      <div className={list}>{children}</div>
    </details>
  );
}

/** Opens the groups, below a root, that an element stands in. */
function unfold(element: HTMLElement, root: HTMLElement | null): void {
  for (let at: HTMLElement | null = element; at && at !== root; at = at.parentElement) {
    if (at instanceof HTMLDetailsElement) at.open = true;
  }
}

function tickedIn(root: HTMLElement, name: string): string[] {
  return [...root.querySelectorAll<HTMLInputElement>(`input[name="${name}"]:checked`)].map((input) => input.value);
}

function Count({ of }: { of: number }) {
  return of > 0 ? <span className={count}> – {of} chosen</span> : null;
}

const count = css({ color: "accent", fontWeight: "strong", whiteSpace: "nowrap" });

const usualOnes = css({
  border: "none",
  padding: "0",
  margin: "0",
  minWidth: "0",
  "& > legend": { fontSize: "sm", color: "quiet", paddingBottom: "2" },
});

/** Folded groups stand side by side; an open one takes the whole width. */
const list = css({
  borderBlock: "line",
  display: "grid",
  gridTemplateColumns: { base: "minmax(0, 1fr) minmax(0, 1fr)", wide: "repeat(3, minmax(0, 1fr))" },
});

const everything = css({ "&[open] > summary > svg": { transform: "rotate(180deg)" } });

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
