import { Link } from "react-router";
import { css } from "styled-system/css";
import { column, row, text } from "styled-system/recipes";
import type { Claim } from "../rules";
import { ClaimStatus } from "./claim-status";

export interface ShownWork {
  path: string;
  /** The words of the link. */
  open: string;
  title: string;
  facts: string;
}

/** What a fee is for, where that is a session or a case, and where the fee stands. */
export function ClaimWork({ work, claim }: { work: ShownWork | null; claim: Claim | null }) {
  if (!work && !claim) return null;
  return (
    <div className={`${row({ spread: true, gap: "4" })} ${head}`}>
      {work && (
        <div className={column({ gap: "1" })}>
          <strong>{work.title}</strong>
          <span className={text({ kind: "hint" })}>{work.facts}</span>
          <span>
            <Link to={work.path}>{work.open}</Link>
          </span>
        </div>
      )}
      {claim && <ClaimStatus claim={claim} />}
    </div>
  );
}

const head = css({ borderBottom: "line", paddingBottom: "4", overflowWrap: "anywhere" });
