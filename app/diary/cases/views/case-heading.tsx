import { css } from "styled-system/css";
import { text } from "styled-system/recipes";
import { Icon } from "~/ui/icon";
import type { AroundCase } from "../page-data.server";
import { CaseList } from "./case-list";

interface CaseHeadingProps {
  around: AroundCase;
  except?: string;
  /** The address of the session, with its own way back. */
  way: string;
}

/** Which session the case belongs to, and what is logged there already: folded, to keep the form in reach. */
export function CaseHeading({ around, except, way }: CaseHeadingProps) {
  const { session } = around;
  const others = around.cases.filter((each) => each.unique_ref !== except);
  const some = except ? "other case" : "case";
  return (
    <div>
      <p>
        <strong className={text({ kind: "strong" })}>{session.element}</strong>
        <br />
        <span className={css({ color: "quiet", fontVariantNumeric: "tabular-nums" })}>{session.when}</span>
      </p>
      {others.length === 0 ? (
        <p className={text({ kind: "hint" })}>No {some}s are logged for this session yet.</p>
      ) : (
        <details className={css({ "&[open] > summary > svg": { transform: "rotate(180deg)" } })}>
          <summary className={summary}>
            <Icon name="chevron" />
            {others.length} {others.length === 1 ? some : `${some}s`} logged already
          </summary>
          <CaseList sessionRef={session.unique_ref} way={way} cases={others} />
        </details>
      )}
    </div>
  );
}

const summary = css({
  display: "inline-flex",
  gap: "1",
  alignItems: "center",
  minHeight: { base: "control", wide: "target" },
  fontSize: "md",
  fontWeight: "strong",
  color: "accent",
  listStyle: "none",
  "&::-webkit-details-marker": { display: "none" },
});
