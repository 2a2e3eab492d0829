import { Link } from "react-router";
import { css } from "styled-system/css";
import { column, note, row, text } from "styled-system/recipes";
import { Icon } from "~/ui/layout/icon";
import type { FeeAmounts } from "../rules";
import { FeeStatus } from "./fee-status";

interface ShownWork {
  path: string;
  /** Text of the link. */
  open: string;
  title: string;
  facts: string;
}

interface FeeWorkProps {
  work: ShownWork | null;
  fee: FeeAmounts | null;
  /**
   * Warnings about work that is part of the job plan, and about a session with fees both for itself and for its cases.
   */
  said?: { planned: string | null; both: string | null } | null;
}

/** The session or case of a fee, if it has one, and the state of the fee. */
export function FeeWork({ work, fee, said = null }: FeeWorkProps) {
  if (!work && !fee) return null;
  return (
    <>
      <WorkAndStatus work={work} fee={fee} />
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

function WorkAndStatus({ work, fee }: Pick<FeeWorkProps, "work" | "fee">) {
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
      {fee && <FeeStatus fee={fee} />}
    </div>
  );
}

const head = css({ borderBottom: "line", paddingBottom: "4", overflowWrap: "anywhere" });
