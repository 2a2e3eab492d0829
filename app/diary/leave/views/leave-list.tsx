import { Link } from "react-router";
import { css } from "styled-system/css";
import { column, tag, text } from "styled-system/recipes";
import { LockedMark } from "~/diary/locks/views/locked-notice";
import { pathTo } from "~/platform/http/path-to";
import { Icon } from "~/ui/layout/icon";
import { LEAVE_STATUSES, type LeaveStatus } from "../kinds";
import type { LeavePage } from "../page";
import { Both } from "./leave-cards";

/** All leave of a year, first to last; leave across two years is shown in both. */
export function LeaveList({ lines, label }: Pick<LeavePage, "lines" | "label">) {
  return (
    <section className={column({ gap: "2" })}>
      <h2>All leave of {label}</h2>
      {lines.length === 0 ? (
        <p>No leave in this year yet. Leave that you add is listed here, with the days and PAs it takes.</p>
      ) : (
        <ul className={list}>
          {lines.map((line) => (
            <li key={line.unique_ref} className={item} data-cancelled={line.status === "cancelled" ? "" : undefined}>
              <div className={about}>
                <Link
                  to={pathTo("/leave/:leaveRef/", { leaveRef: line.unique_ref })}
                  className={text({ kind: "strong" })}
                >
                  {line.dates}
                </Link>
                <span>
                  {line.name}
                  {line.type && <span className={text({ kind: "quiet" })}> · {line.type}</span>}
                  {line.cost && <span className={text({ kind: "quiet" })}> · {line.cost} study cost</span>}
                </span>
              </div>
              <span className={tags}>
                <StatusTag status={line.status} />
                {line.locked && <LockedMark />}
              </span>
              <div className={amount}>
                <Both amount={line.amount} />
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function StatusTag({ status }: { status: LeaveStatus }) {
  const words = LEAVE_STATUSES[status];
  if (status === "approved" || status === "taken") {
    return (
      <span className={tag({ tone: "good" })}>
        <Icon name="tick" size={14} /> {words}
      </span>
    );
  }
  if (status === "cancelled") {
    return (
      <span className={tag()}>
        <Icon name="remove" size={14} /> {words}
      </span>
    );
  }
  return (
    <span className={tag({ tone: "warn" })}>
      <Icon name="waiting" size={14} /> {words}
    </span>
  );
}

// One grid for all rows, so that their columns are aligned.
const list = css({
  listStyleType: "none",
  padding: "0",
  margin: "0",
  borderTop: "ink",
  display: "grid",
  columnGap: "4",
  gridTemplateColumns: {
    base: "[minmax(0, 1fr) auto]",
    wide: "[minmax(0, 1fr) auto auto]",
    desk: "[minmax(0, 2fr) minmax(0, 3fr) auto auto]",
    _print: "[minmax(0, 2fr) minmax(0, 3fr) auto auto]",
  },
});

const item = css({
  display: "grid",
  gridColumn: "1 / -1",
  gridTemplateColumns: "subgrid",
  alignItems: "baseline",
  rowGap: "1",
  borderBottom: "line",
  paddingBlock: "3",
  // On a phone the tag is below the words.
  "& > :nth-child(2)": {
    gridRow: { base: "2", wide: "auto", _print: "auto" },
    justifySelf: "start",
  },
  "&[data-cancelled] > :last-child": { textDecorationLine: "line-through", color: "quiet" },
});

const about = css({
  display: { base: "grid", desk: "contents", _print: "contents" },
  columnGap: "4",
  rowGap: "1",
});

const tags = css({ display: "flex", flexWrap: "wrap", gap: "1" });

const amount = css({ textAlign: "right", fontWeight: "strong", fontVariantNumeric: "tabular-nums" });
