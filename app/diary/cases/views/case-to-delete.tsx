import { css } from "styled-system/css";
import { column, text } from "styled-system/recipes";
import { moneyText } from "~/platform/money";
import type { AroundCase } from "../page-data.server";

/** Which case would go, and with what. */
export function CaseToDelete({ around }: { around: AroundCase }) {
  const [line] = around.cases;
  return (
    <div className={column({ gap: "4" })}>
      <p>
        This takes the case away with its airway management, procedures and notes
        {line?.fee && ` and its fee of ${moneyText(line.fee.amount_pence)}`}. You can undo it for an hour.
      </p>
      <p className={css({ borderBlock: "line", paddingBlock: "3" })}>
        <strong className={text({ kind: "strong" })}>
          {[line?.day, line?.time, line?.summary].filter(Boolean).join(", ")}
        </strong>
        <br />
        <span className={text({ kind: "quiet" })}>
          {around.session.element}, {around.session.when}
        </span>
      </p>
    </div>
  );
}
