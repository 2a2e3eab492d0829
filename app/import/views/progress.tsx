import { css } from "styled-system/css";

interface ProgressProps {
  label: string;
  /** Not given while it cannot be told. */
  value?: number;
  max?: number;
}

/** How far a long act is; the words beside it say the figures. */
export function Progress({ label, value, max }: ProgressProps) {
  return <progress aria-label={label} value={value} max={max} className={bar} />;
}

const bar = css({
  appearance: "none",
  display: "block",
  width: "full",
  maxWidth: "read",
  height: "[8px]",
  border: "none",
  borderRadius: "round",
  background: "line",
  overflow: "hidden",
  "&::-webkit-progress-bar": { background: "line" },
  "&::-webkit-progress-value": { background: "accent", borderRadius: "round" },
  "&::-moz-progress-bar": { background: "accent", borderRadius: "round" },
  "&:indeterminate": { background: "[linear-gradient(90deg, {colors.accent}, {colors.line})]" },
  "&:indeterminate::-webkit-progress-bar": { background: "[transparent]" },
});
