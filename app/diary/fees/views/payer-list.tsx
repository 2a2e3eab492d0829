import { row, tag, text } from "styled-system/recipes";
import { pathTo } from "~/platform/http/path-to";
import { Line, LineLink, LineList } from "~/ui/line-list";
import { PAYER_KINDS, type PayerKind } from "../kinds";

interface ListedPayer {
  unique_ref: string;
  name: string;
  kind: PayerKind;
  active: boolean;
  fees: number;
}

/** Who pays for extra work, those in use first. */
export function PayerList({ payers }: { payers: readonly ListedPayer[] }) {
  if (payers.length === 0) {
    return (
      <p className={text({ kind: "quiet" })}>None yet. Those that you add are offered in the form of every fee.</p>
    );
  }
  return (
    <LineList>
      {payers.map(({ unique_ref, name, kind, active, fees }) => (
        <Line
          key={unique_ref}
          heading={<LineLink to={pathTo("/extras/payers/:payerRef/", { payerRef: unique_ref })}>{name}</LineLink>}
          facts={fees === 0 ? "No fee yet" : `${fees} fee${fees === 1 ? "" : "s"}`}
        >
          <span className={row()}>
            <span className={tag()}>{PAYER_KINDS[kind]}</span>
            {!active && <span className={tag()}>Archived</span>}
          </span>
        </Line>
      ))}
    </LineList>
  );
}
