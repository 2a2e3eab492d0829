import { Link } from "react-router";
import { css } from "styled-system/css";
import { tag, text } from "styled-system/recipes";
import type { FeeAmounts } from "~/diary/fees/rules";
import { FeeStatus } from "~/diary/fees/views/fee-status";
import { pathTo } from "~/platform/http/path-to";

/** A case as one line on the pages of its session. */
export interface CaseLine {
  unique_ref: string;
  /** `09:05 – 10:40`, `from 09:05`, `until 10:40`; empty when no time is recorded. */
  time: string;
  /** `Thu 19 Nov` when it is not the day on which the session starts. */
  day: string;
  summary: string;
  without_asa: boolean;
  /** Its times look wrong for its session: see `isOutside`. */
  outside: boolean;
  fee: FeeAmounts | null;
}

interface CaseListProps {
  sessionRef: string;
  /** Address of the session, with its query for the way back. */
  sessionPath: string;
  cases: CaseLine[];
}

/** The cases of a session, first to last, each a link to its form. */
export function CaseList({ sessionRef, sessionPath, cases }: CaseListProps) {
  const [, query] = sessionPath.split("?");
  if (cases.length === 0) return <p className={text({ kind: "quiet" })}>No cases are logged for this session yet.</p>;
  return (
    <ol className={list}>
      {cases.map((each) => (
        <li key={each.unique_ref} className={line}>
          <span className={when}>
            {each.time || <span className={text({ kind: "quiet" })}>No time</span>}
            {each.day && <span className={dayOfCase}>{each.day}</span>}
          </span>
          <Link
            to={`${pathTo("/logbook/session/:sessionRef/case/:caseRef/", { sessionRef, caseRef: each.unique_ref })}${query ? `?${query}` : ""}`}
            className={what}
          >
            {each.summary}
          </Link>
          {(each.without_asa || each.outside || each.fee) && (
            <span className={tags}>
              {each.outside && <span className={tag({ tone: "warn" })}>Outside the session</span>}
              {each.without_asa && <span className={tag({ tone: "warn" })}>No ASA</span>}
              {each.fee && <FeeStatus fee={each.fee} />}
            </span>
          )}
        </li>
      ))}
    </ol>
  );
}

const list = css({ borderTop: "line" });

/** The link is stretched over the whole line, so that all of it can be pressed. */
const line = css({
  position: "relative",
  borderBottom: "line",
  paddingBlock: "3",
  display: "flex",
  flexWrap: "wrap",
  columnGap: "4",
  rowGap: "1",
  alignItems: "baseline",
  "&:hover": { background: "accentSoft" },
});

const when = css({ minWidth: "[108px]", fontVariantNumeric: "tabular-nums", whiteSpace: "nowrap", fontSize: "md" });

const dayOfCase = css({
  display: { base: "inline", wide: "block" },
  color: "quiet",
  fontSize: "sm",
  _before: { content: '" "' },
});

const what = css({
  flexGrow: "1",
  flexBasis: "[240px]",
  minWidth: "0",
  fontWeight: "strong",
  color: "ink",
  textDecorationLine: "none",
  "&::after": { content: '""', position: "absolute", inset: "0" },
  "&:hover": { textDecorationLine: "underline" },
});

const tags = css({ display: "flex", gap: "1", flexWrap: "wrap" });
