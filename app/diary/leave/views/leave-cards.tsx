import { css } from "styled-system/css";
import { column, figures, table } from "styled-system/recipes";
import { Icon } from "~/ui/layout/icon";
import { sideScroll } from "~/ui/layout/side-scroll";
import type { AmountShown, CardFigure } from "../figures";
import type { LeavePage } from "../page";

const strip = figures();

/** One kind of leave as a sum: entitlement plus carried over, less taken and booked. */
export function LeaveCard({ title, figures: shown }: { title: string; figures: readonly CardFigure[] }) {
  return (
    <section className={column({ gap: "2" })}>
      <h2>{title}</h2>
      <dl className={`${strip.root} ${five}`}>
        {shown.map(({ label, amount, more, isOver }) => (
          <div key={label} className={strip.item}>
            <dt className={strip.label}>{label}</dt>
            <dd className={strip.value}>
              <span className={isOver ? over : undefined}>
                {isOver && <Icon name="warning" />}
                {amount.first}
              </span>{" "}
              <small>{amount.unit}</small>
              {[amount.second, more].filter(Boolean).map((words) => (
                <span key={words} className={ownLine}>
                  {words}
                </span>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Leave of types without an entitlement: only taken and booked. */
export function OtherLeave({ lines }: { lines: LeavePage["others"] }) {
  if (lines.length === 0) return null;
  return (
    <section className={column({ gap: "2" })}>
      <h2 id="other-leave">Other leave</h2>
      <div className={sideScroll}>
        <table className={table()} aria-labelledby="other-leave">
          <thead>
            <tr>
              <th scope="col">Type</th>
              <th scope="col" className="r">
                Taken
              </th>
              <th scope="col" className="r">
                Booked
              </th>
            </tr>
          </thead>
          <tbody>
            {lines.map(({ name, taken, booked }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td className="r">
                  <Both amount={taken} />
                </td>
                <td className="r">
                  <Both amount={booked} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

/** An amount in both units, one under the other. */
export function Both({ amount: { first, unit, second } }: { amount: AmountShown }) {
  return (
    <>
      {first} {unit}
      {second && <span className={ownLine}>{second}</span>}
    </>
  );
}

const five = css({
  gridTemplateColumns: { desk: "[repeat(5, 1fr)]" },
  "& > :last-child:nth-child(odd)": { gridColumn: { base: "1 / -1", desk: "auto", _print: "auto" } },
  // There is room for all five on paper.
  _print: {
    gridTemplateColumns: "[repeat(5, 1fr)]",
    "& > div:not(:first-child)": { borderTop: "none", borderLeft: "line", paddingLeft: "3" },
  },
});

const over = css({ display: "inline-flex", gap: "1", alignItems: "center", color: "warn" });

const ownLine = css({
  display: "block",
  fontSize: "sm",
  fontWeight: "normal",
  lineHeight: "snug",
  letterSpacing: "[normal]",
  color: "quiet",
  fontVariantNumeric: "tabular-nums",
});
