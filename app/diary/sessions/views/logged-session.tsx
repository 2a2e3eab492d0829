import { Link } from "react-router";
import { css } from "styled-system/css";
import { column, note, row, text } from "styled-system/recipes";
import { type CaseLine, CaseList } from "~/diary/cases/views/case-list";
import type { FeeAmounts } from "~/diary/fees/rules";
import { FeeStatus } from "~/diary/fees/views/fee-status";
import { LinkButton } from "~/ui/layout/button";
import type { SessionFacts, SessionLinks } from "../page.server";

/** The summary of a logged session while its fields are folded. */
export function LoggedFacts({ facts, fee }: { facts: SessionFacts; fee: FeeAmounts | null }) {
  return (
    <div>
      <p>
        <strong>{facts.element}</strong>
      </p>
      <p className={text({ kind: "quiet" })}>{facts.when}</p>
      {facts.notes && <p className={text({ kind: "hint" })}>{facts.notes}</p>}
      {fee && <FeeStatus fee={fee} />}
    </div>
  );
}

/** The most frequent actions on a logged session. */
export function LoggedActions({ links }: { links: SessionLinks }) {
  return (
    <>
      <LinkButton to={links.addCase} visual="primary" mark="case">
        Add case
      </LinkButton>
      {links.sameCase && (
        <LinkButton to={links.sameCase} mark="same">
          Same as last case
        </LinkButton>
      )}
    </>
  );
}

interface SessionCasesProps {
  sessionRef: string;
  links: SessionLinks;
  cases: CaseLine[];
  /** Note for a session whose own fee and whose cases' fees both count. */
  bothFees: string | null;
  /** No case can be added. */
  locked: boolean;
}

export function SessionCases({ sessionRef, links, cases, bothFees, locked }: SessionCasesProps) {
  return (
    <section className={column({ gap: "3" })}>
      <div className={headed}>
        <h2>Cases</h2>
        {!locked && (
          <Link to={links.listCases} className={besideHead}>
            Enter cases as a list
          </Link>
        )}
      </div>
      <CaseList sessionRef={sessionRef} sessionPath={links.here} cases={cases} />
      {bothFees && <p className={note()}>{bothFees}</p>}
    </section>
  );
}

const headed = css({
  display: "flex",
  flexWrap: "wrap",
  columnGap: "4",
  alignItems: "center",
  justifyContent: "space-between",
});

const besideHead = css({
  display: "inline-flex",
  alignItems: "center",
  minHeight: { base: "control", wide: "target" },
  _print: { display: "none" },
});

const onScreen = css({ _print: { display: "none" } });

/** Leads back to the same view as the page. */
/** @param outcome the words of the link to why it did not happen; null where cases or a lock say that it happened */
export function SessionLinkButtons({ links, outcome }: { links: SessionLinks; outcome: string | null }) {
  return (
    <p className={`${onScreen} ${row()}`}>
      <LinkButton to={links.duplicate}>Duplicate</LinkButton>
      {outcome && <LinkButton to={links.outcome}>{outcome}</LinkButton>}
    </p>
  );
}
