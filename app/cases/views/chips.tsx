import { css } from "styled-system/css";
import type { FormView } from "~/ui/form-state";
import { BLOCK_FLAGS, type CaseOption, flagsName } from "../standard-options";

interface ChipProps {
  id?: string | undefined;
  name: string;
  option: CaseOption;
  checked: boolean;
}

/** A tick box with its words as one target, many to a line. */
export function Chip({ id, name, option, checked }: ChipProps) {
  return (
    <label className={chip}>
      <input type="checkbox" id={id} name={name} value={option.id} defaultChecked={checked} />
      {option.label}
    </label>
  );
}

/**
 * A chip of a block, and its flags, which show once the block is ticked. The style sheet does that, so it
 * is the same without script. The flags stand under all chips of the group: none moves when one is ticked.
 */
export function BlockChip({ form, ...props }: ChipProps & { form: FormView }) {
  const { id, label } = props.option;
  const name = flagsName(id);
  const ticked = form.values(name);
  return (
    <div className={block}>
      <Chip {...props} />
      <fieldset className={details}>
        <legend
          className={css({ float: "start", width: "full", fontWeight: "strong", fontSize: "sm", paddingBottom: "1" })}
        >
          {label}
        </legend>
        {BLOCK_FLAGS.map((flag) => (
          <label key={flag.value} className={chip}>
            <input type="checkbox" name={name} value={flag.value} defaultChecked={ticked.includes(flag.value)} />
            {flag.label}
          </label>
        ))}
      </fieldset>
    </div>
  );
}

export const chips = css({ display: "flex", flexWrap: "wrap", gap: "2" });

const chip = css({
  display: "inline-flex",
  gap: "2",
  alignItems: "center",
  minHeight: { base: "control", wide: "target" },
  paddingBlock: "1",
  paddingInline: "3",
  border: "strong",
  borderRadius: "md",
  background: "card",
  fontSize: "md",
  lineHeight: "snug",
  cursor: "pointer",
  "& input": { width: "icon", height: "icon", margin: "0", flexShrink: "0", accentColor: "accent" },
  "&:hover": { background: "sunk" },
  "&:has(input:checked)": { background: "accentSoft", borderColor: "accent", color: "accentStrong" },
  "&:has(input:focus-visible)": { outline: "[3px solid {colors.accent}]", outlineOffset: "[2px]" },
  "@media (pointer: coarse)": { minHeight: "control" },
});

const block = css({ display: "contents", "&:has(> label > input:checked) > fieldset": { display: "flex" } });

const details = css({
  display: "none",
  order: "1",
  width: "full",
  flexWrap: "wrap",
  gap: "2",
  borderRadius: "md",
  background: "sunk",
  padding: "3",
  border: "none",
  margin: "0",
});
