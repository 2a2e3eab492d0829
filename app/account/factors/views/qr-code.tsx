import { css } from "styled-system/css";

interface QrCodeProps {
  label: string;
  /** Modules a side. */
  size: number;
  path: string;
}

/** Black on white in both schemes: many readers take no other. */
export function QrCode({ label, size, path }: QrCodeProps) {
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges" className={square}>
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

const square = css({ width: "menu", maxWidth: "full", display: "block", border: "line", borderRadius: "md" });
