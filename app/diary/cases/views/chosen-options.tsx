import { css } from "styled-system/css";
import { Icon } from "~/ui/icon";
import type { CaseOption } from "../standard-options";

interface ChosenOptionsProps {
  /** What they are, for readers. */
  label: string;
  options: readonly CaseOption[];
  remove: (option: CaseOption) => void;
}

/** What is chosen, each with its way out. Script's business: without it the tick boxes say the same. */
export function ChosenOptions({ label, options, remove }: ChosenOptionsProps) {
  if (options.length === 0) return null;
  return (
    <ul aria-label={label} className={list}>
      {options.map((option) => (
        <li key={option.id}>
          <button type="button" onClick={() => remove(option)}>
            <span className={css({ srOnly: true })}>Remove </span>
            {option.label}
            <Icon name="remove" size={14} />
          </button>
        </li>
      ))}
    </ul>
  );
}

const list = css({
  display: "flex",
  flexWrap: "wrap",
  gap: "2",
  listStyleType: "none",
  padding: "0",
  margin: "0",
  "& button": {
    display: "inline-flex",
    gap: "1",
    alignItems: "center",
    minHeight: { base: "control", wide: "[32px]" },
    paddingInline: "3",
    border: "none",
    borderRadius: "round",
    background: "accentSoft",
    color: "accentStrong",
    fontSize: "md",
    fontWeight: "strong",
    textAlign: "left",
  },
  "& button:hover": { background: "sunk" },
  "@media (pointer: coarse)": { "& button": { minHeight: "control" } },
});
