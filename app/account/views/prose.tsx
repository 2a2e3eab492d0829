import type { ReactNode } from "react";
import { css } from "styled-system/css";

/** Text to read from top to bottom. */
export function Prose({ children }: { children: ReactNode }) {
  return <div className={prose}>{children}</div>;
}

const prose = css({
  maxWidth: "read",
  display: "grid",
  gap: "3",
  "& h2": { marginTop: "4" },
  "& ol": { listStyleType: "decimal", paddingLeft: "5", margin: "0", display: "grid", gap: "1" },
  "& ul": { listStyleType: "disc", paddingLeft: "5", margin: "0", display: "grid", gap: "1" },
});
