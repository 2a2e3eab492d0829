import { Link } from "react-router";
import { css } from "styled-system/css";
import { figures, note } from "styled-system/recipes";
import { moneyText, shortMoney } from "~/platform/money";
import { formatCounted } from "~/platform/time/counted";
import { addressOf } from "../filters";
import { AGE_CLASSES, formatDays, type Tiles } from "../ledger";

const strip = figures();

/** Totals of what is owed and what was paid; each figure links to its fees. */
export function ExtrasTiles({ tiles, hasAges }: { tiles: Tiles; hasAges: boolean }) {
  const { notClaimed, waiting, paid } = tiles;
  const mean = paid.meanDays === null ? "" : `, in ${formatMean(paid.meanDays)} on average`;
  return (
    <dl className={strip.root}>
      <Tile
        label="Not yet claimed"
        pence={notClaimed.pence}
        to={addressOf({ status: "not-claimed" })}
        more={notClaimed.fees === 0 ? "Nothing" : formatCounted(notClaimed.fees, "fee")}
      />
      <Tile
        label="Claimed and waiting"
        pence={waiting.pence}
        to={addressOf({ status: "not-paid" })}
        more={
          waiting.oldestDays === null
            ? "Nothing"
            : `${formatCounted(waiting.fees, "fee")}, ${waiting.oldestDays === 0 ? "claimed today" : `the oldest ${formatDays(waiting.oldestDays)}`}`
        }
      />
      <Tile
        label={`Paid in tax year ${paid.year}`}
        pence={paid.pence}
        to={addressOf({ status: "came" })}
        more={paid.fees === 0 ? "Nothing yet" : `${formatCounted(paid.fees, "fee")}${mean}`}
      />
      {hasAges && (
        <div className={strip.item}>
          <dt className={strip.label}>How long it has waited</dt>
          <dd className={ages}>
            {AGE_CLASSES.map(({ words }, index) => (
              <span key={words} className={age} data-none={waiting.ages[index]?.pence ? undefined : ""}>
                <span>{words}</span>
                <span>{waiting.ages[index]?.pence ? shortMoney(waiting.ages[index].pence) : "–"}</span>
              </span>
            ))}
          </dd>
        </div>
      )}
    </dl>
  );
}

interface TileProps {
  label: string;
  pence: number;
  to: string;
  more: string;
}

function Tile({ label, pence, to, more }: TileProps) {
  return (
    <div className={strip.item}>
      <dt className={strip.label}>{label}</dt>
      <dd className={strip.value}>
        <Link to={to} className={isLong(pence) ? longFigure : figure}>
          {shortMoney(pence)}
        </Link>
        <small className={css({ display: "block", lineHeight: "snug" })}>{more}</small>
      </dd>
    </div>
  );
}

/** A note on fees that were paid short: they no longer wait for payment, but money is missing. */
export function ShortNote({ short }: Pick<Tiles, "short">) {
  if (short.pence === 0) return null;
  return (
    <p className={note({ tone: "warn" })}>
      {formatCounted(short.fees, "fee")} paid short by {moneyText(short.pence)}
      {short.fees > 1 && " in all"}.{" "}
      <Link to={addressOf({ status: "short" })}>Show {short.fees === 1 ? "it" : "them"}</Link>
    </p>
  );
}

/** `32.5 days`: one decimal, unless it is a whole number. */
function formatMean(days: number): string {
  const shown = Math.round(days * 10) / 10;
  return formatCounted(shown, "day");
}

/** Whether an amount is too long for half of the narrowest screen at the usual size. */
const isLong = (pence: number) => shortMoney(pence).length > "£99,999.99".length;

const figure = css({ color: "ink", textDecorationColor: "lineStrong" });
const longFigure = css({
  color: "ink",
  textDecorationColor: "lineStrong",
  fontSize: { base: "md", wide: "figure" },
  whiteSpace: "nowrap",
});

const ages = css({ display: "grid", gap: "half", fontSize: "sm", paddingTop: "1", fontVariantNumeric: "tabular-nums" });

const age = css({
  display: "flex",
  flexWrap: "wrap",
  justifyContent: "space-between",
  gap: "2",
  lineHeight: "heading",
  "&[data-none]": { color: "quiet" },
  "& > :last-child": { whiteSpace: "nowrap" },
});
