import { Link } from "react-router";
import { css } from "styled-system/css";
import { column, note, row, text } from "styled-system/recipes";
import { Icon } from "~/ui/icon";
import type { Claim } from "../rules";
import { ClaimStatus } from "./claim-status";

export interface ShownWork {
  path: string;
  /** The words of the link. */
  open: string;
  title: string;
  facts: string;
}

interface ClaimWorkProps {
  work: ShownWork | null;
  claim: Claim | null;
  /** Of work that is part of the job plan, and of a session that is paid for itself and for its cases. */
  said?: { planned: string | null; both: string | null } | null;
}

/** What a fee is for, where that is a session or a case, and where the fee stands. */
export function ClaimWork({ work, claim, said = null }: ClaimWorkProps) {
  if (!work && !claim) return null;
  return (
    <>
      <WorkAndStatus work={work} claim={claim} />
      {said?.planned && (
        <p className={note({ tone: "warn", icon: true })}>
          <Icon name="warning" />
          {said.planned}
        </p>
      )}
      {said?.both && <p className={note()}>{said.both}</p>}
    </>
  );
}

function WorkAndStatus({ work, claim }: Pick<ClaimWorkProps, "work" | "claim">) {
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
