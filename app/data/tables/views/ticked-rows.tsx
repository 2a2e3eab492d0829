import { type ReactNode, useState } from "react";
import { css } from "styled-system/css";
import { column, row, text } from "styled-system/recipes";
import { Fold } from "~/ui/fold";

interface TickedRowsProps {
  children: ReactNode;
  acts: ReactNode;
  /** Rows that were ticked when the page was made. */
  first: number;
  many: string;
  open: boolean;
}

/** The rows, and below them what can be done; it says how many are ticked, where script runs. */
export function TickedRows({ children, acts, first, many, open }: TickedRowsProps) {
  const [n, setN] = useState(first);
  return (
    // Follows what bubbles up from the ticks; it is no control itself.
    <div
      id="row"
      className={column({ gap: "3" })}
      onChange={({ currentTarget }) => setN(currentTarget.querySelectorAll("input[name=row]:checked").length)}
    >
      {children}
      <Fold
        className={bar}
        open={open}
        title={
          <>
            Change or delete the ticked {many}{" "}
            <span className={text({ kind: "quiet" })}>{n > 0 && `· ${n} ticked`}</span>
          </>
        }
      >
        <div className={`${row({ gap: "4", align: "end" })} ${css({ paddingBottom: "3" })}`}>{acts}</div>
      </Fold>
      <span className={css({ srOnly: true })} aria-live="polite">
        {n > 0 && `${n} ticked`}
      </span>
    </div>
  );
}

const bar = css({
  background: "paper",
  borderTop: "line",
  "@media screen and (min-height: 560px)": { position: "sticky", bottom: "0", zIndex: "under" },
  _print: { display: "none" },
});
