import { Link } from "react-router";
import { css } from "styled-system/css";
import { column, figures, table, text } from "styled-system/recipes";
import { LIEU_UNITS, type LieuBalance, lieuFigure } from "~/diary/lieu/format";
import type { LieuLineShown } from "~/diary/lieu/queries.server";
import { pathTo } from "~/platform/http/path-to";
import { PostForm } from "~/ui/forms/post-form";
import { SubmitButton } from "~/ui/layout/button";
import { Line, LineList } from "~/ui/layout/line-list";

const strip = figures();

/** The balances, one for each unit in use. */
export function LieuBalances({ balances }: { balances: readonly LieuBalance[] }) {
  if (balances.length === 0) return null;
  return (
    <dl className={`${strip.root} ${oneRow}`} aria-label="Time in lieu left">
      {balances.map(({ unit, left, earned, spent, adjusted }) => (
        <div key={unit} className={strip.item}>
          <dt className={strip.label}>{LIEU_UNITS[unit]} left</dt>
          <dd className={strip.value}>
            {lieuFigure(left)}
            <span className={ownLine}>
              {lieuFigure(earned)} earned, {lieuFigure(Math.abs(spent))} spent
              {adjusted !== 0 && `, ${lieuFigure(adjusted)} adjusted`}
            </span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** A bank holiday that was worked, and for which no time in lieu is recorded yet. */
interface LieuOffer {
  sessionRef: string;
  /** `Mon 31 Aug 2026`. */
  date: string;
  /** The date as its form field takes it. */
  day: string;
  /** The name of the bank holiday, and the work on it. */
  called: string;
  worked: string;
}

interface LieuOffersProps {
  offers: readonly LieuOffer[];
  /** Idempotency keys, one for each offer. */
  keys: readonly string[];
}

export function LieuOffers({ offers, keys }: LieuOffersProps) {
  if (offers.length === 0) return null;
  return (
    <section className={column({ gap: "2" })} aria-labelledby="offers">
      <h2 id="offers">You worked on {offers.length === 1 ? "a bank holiday" : `${offers.length} bank holidays`}</h2>
      <p className={text({ kind: "hint" })}>
        Whether that earns a day in lieu differs by nation and trust. You can change a line afterwards.
      </p>
      <LineList>
        {offers.map(({ sessionRef, date, day, called, worked }, at) => (
          <Line
            key={sessionRef}
            heading={
              <span>
                <b>{date}</b> {called}
              </span>
            }
            facts={<Link to={pathTo("/logbook/session/:sessionRef/", { sessionRef })}>{worked}</Link>}
          >
            <PostForm
              hidden={{
                ...{ idempotency_key: keys[at], session_ref: sessionRef, day },
                ...{ kind: "earned", unit: "days", amount: "1" },
              }}
            >
              <SubmitButton visual="normal">
                Add 1 day in lieu<span className={css({ srOnly: true })}> for {date}</span>
              </SubmitButton>
            </PostForm>
          </Line>
        ))}
      </LineList>
    </section>
  );
}

export function LieuTable({ lines }: { lines: readonly LieuLineShown[] }) {
  return (
    <table className={table()}>
      <thead>
        <tr>
          <th scope="col">Date</th>
          <th scope="col">What</th>
          <th scope="col" className="r">
            Time
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ ref, date, kind, amount, notes, cause }) => (
          <tr key={ref}>
            <th scope="row" className={css({ whiteSpace: "nowrap" })}>
              <Link to={pathTo("/leave/lieu/:lineRef/", { lineRef: ref })}>{date}</Link>
            </th>
            <td className={css({ overflowWrap: "anywhere" })}>
              {kind}
              {cause && (
                <>
                  {", "}
                  {cause.to ? <Link to={cause.to}>{cause.words}</Link> : cause.words}
                </>
              )}
              {notes && <span className={`${text({ kind: "hint" })} ${css({ display: "block" })}`}>{notes}</span>}
            </td>
            <td className="r">{amount}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const oneRow = css({
  gridTemplateColumns: { desk: "none" },
  gridAutoFlow: { desk: "column" },
  "& > :last-child:nth-child(odd)": { gridColumn: { base: "1 / -1", desk: "auto" } },
});

const ownLine = css({
  display: "block",
  fontSize: "sm",
  fontWeight: "normal",
  letterSpacing: "[normal]",
  color: "quiet",
});
