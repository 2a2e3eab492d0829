import type { ReactNode } from "react";
import { css } from "styled-system/css";
import type { FormView } from "~/ui/forms/form-state";
import { Icon } from "~/ui/layout/icon";
import { BLOCK_FLAGS, type CaseOption, flagsName } from "../standard-options";

interface ChipProps {
  id?: string | undefined;
  name: string;
  option: CaseOption;
  checked: boolean;
}

/** A tick box with its label as one target, many in a row. Used inside `chips`. */
export function Chip({ id, name, option, checked }: ChipProps) {
  return (
    <label>
      <input type="checkbox" id={id} name={name} value={option.id} defaultChecked={checked} />
      {option.label}
    </label>
  );
}

/** A chip of a block with its flags, which show once the block is ticked. Used inside `chips`. */
export function BlockChip({ form, ...props }: ChipProps & { form: FormView }) {
  const { id, label } = props.option;
  const name = flagsName(id);
  const ticked = form.values(name);
  return (
    <div>
      <Chip {...props} />
      <fieldset>
        <legend>{label}</legend>
        {BLOCK_FLAGS.map((flag) => (
          <label key={flag.value}>
            <input type="checkbox" name={name} value={flag.value} defaultChecked={ticked.includes(flag.value)} />
            {flag.label}
          </label>
        ))}
      </fieldset>
    </div>
  );
}

/**
 * A page has some 450 chips, so their styles are set on the container, not on each chip. The style sheet also shows the
 * flags of a ticked block, so that no script is needed; they are placed below all chips of their group, so that no chip
 * moves when one is ticked.
 */
export const chips = css({
  display: "flex",
  flexWrap: "wrap",
  gap: "2",
  "& label": {
    display: "inline-flex",
    gap: { base: "1", wide: "2" },
    alignItems: "center",
    minHeight: { base: "control", wide: "target" },
    paddingBlock: "1",
    paddingInline: { base: "2", wide: "3" },
    border: "strong",
    borderRadius: "md",
    background: "card",
    fontSize: { base: "sm", wide: "md" },
    lineHeight: "snug",
    cursor: "pointer",
    minWidth: "0",
    overflowWrap: "anywhere",
  },
  "& label:hover": { background: "sunk" },
  "& label:has(:checked)": { background: "accentSoft", borderColor: "accent", color: "accentStrong" },
  "& label:has(:focus-visible)": { outline: "[3px solid {colors.accent}]", outlineOffset: "[2px]" },
  "& input": { width: "icon", height: "icon", margin: "0", flexShrink: "0", accentColor: "accent" },
  "& > div": { display: "contents" },
  "& fieldset": {
    display: "none",
    order: "1",
    width: "full",
    flexWrap: "wrap",
    gap: "2",
    borderRadius: "md",
    background: "sunk",
    padding: { base: "2", wide: "3" },
    border: "none",
    margin: "0",
  },
  "& > div:has(> label :checked) > fieldset": { display: "flex" },
  "& legend": { float: "start", width: "full", fontWeight: "strong", fontSize: "sm" },
  "@media (pointer: coarse)": { "& label": { minHeight: "control" } },
});

interface AllGroupsProps {
  folded: boolean;
  title: string;
  children: ReactNode;
}

/** A single tab stop until it is opened: users with favourites seldom need the other options. */
export function AllGroups({ folded, title, children }: AllGroupsProps) {
  return (
    <details open={!folded} className={everything}>
      <summary className={summary}>
        <Icon name="chevron" />
        {title}
      </summary>
      <div className={list}>{children}</div>
    </details>
  );
}

interface GroupProps {
  title: string;
  open: boolean;
  /** Number of its options that are chosen. */
  chosen: number;
  children: ReactNode;
}

/** Options of one group, folded under their heading. Used inside `AllGroups`. */
export function Group({ title, open, chosen, children }: GroupProps) {
  return (
    <details open={open} className={section}>
      <summary className={summary}>
        <Icon name="chevron" />
        {title} {chosen > 0 && <span className={count}> – {chosen} chosen</span>}
      </summary>
      <div className={inside}>{children}</div>
    </details>
  );
}

const count = css({ color: "accent", fontWeight: "strong", whiteSpace: "nowrap" });

/** Folded groups are side by side; an open one takes the whole width. */
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
