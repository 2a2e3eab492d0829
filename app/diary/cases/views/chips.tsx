import { css } from "styled-system/css";
import type { FormView } from "~/ui/form-state";
import { BLOCK_FLAGS, type CaseOption, flagsName } from "../standard-options";

interface ChipProps {
  id?: string | undefined;
  name: string;
  option: CaseOption;
  checked: boolean;
}

/** A tick box with its words as one target, many to a line. Stands inside `chips`. */
export function Chip({ id, name, option, checked }: ChipProps) {
  return (
    <label>
      <input type="checkbox" id={id} name={name} value={option.id} defaultChecked={checked} />
      {option.label}
    </label>
  );
}

/** A chip of a block, and its flags, which show once the block is ticked. Stands inside `chips`. */
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
 * Some 450 chips stand on a page, so their look hangs on what holds them, not on each. The style sheet also
 * shows the flags of a ticked block, the same without script; they stand under all chips of their group, so
 * that none moves when one is ticked.
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
