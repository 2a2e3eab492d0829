import { Link } from "react-router";
import { column, figures, table, text } from "styled-system/recipes";
import { pathTo } from "~/platform/http/path-to";
import { Line, LineLink, LineList } from "~/ui/layout/line-list";
import { sideScroll } from "~/ui/layout/side-scroll";
import { CPD_HOURS_EXPECTED } from "../kinds";
import type { CpdPage } from "../page.server";

const strip = figures();

type CpdFiguresProps = Pick<CpdPage, "hours" | "rounded" | "left" | "over" | "booked" | "entries">;

/** The hours done in the year compared with the hours expected, and the hours booked. */
export function CpdFigures({ hours, rounded, left, over, booked, entries }: CpdFiguresProps) {
  const done = entries.filter(({ isBooked }) => !isBooked);
  const expected = `${rounded ? "rounded, " : ""}of ${CPD_HOURS_EXPECTED}`;
  const shown = [
    { label: "Hours", value: hours, of: booked === "0" ? expected : `${expected}, ${booked} booked` },
    over === "0"
      ? { label: "Hours to go", value: left, of: "" }
      : { label: `Hours over ${CPD_HOURS_EXPECTED}`, value: over, of: "" },
    { label: "Entries", value: String(done.length), of: "" },
    { label: "With a reflection", value: String(done.filter(({ reflected }) => reflected).length), of: "" },
  ];
  return (
    <dl className={strip.root}>
      {shown.map(({ label, value, of }) => (
        <div key={label} className={strip.item}>
          <dt className={strip.label}>{label}</dt>
          <dd className={strip.value}>
            {value} <small>{of}</small>
          </dd>
        </div>
      ))}
    </dl>
  );
}

export function CpdList({ entries }: Pick<CpdPage, "entries">) {
  if (entries.length === 0) {
    return (
      <p className={text({ kind: "read" })}>
        No CPD this year yet. Each course, meeting or teaching session that you add is listed here with its hours.
      </p>
    );
  }
  return (
    <LineList>
      {entries.map(({ ref, date, hours, type, domains, title, reflected, isBooked }) => (
        <Line
          key={ref}
          heading={<LineLink to={pathTo("/reports/cpd/:cpdRef/", { cpdRef: ref })}>{title}</LineLink>}
          facts={[date, isBooked && "Booked", type, domains, reflected && "Reflection"].filter(Boolean).join(" · ")}
        >
          <span className={text({ kind: "strong", figures: true })}>{hours} h</span>
        </Line>
      ))}
    </LineList>
  );
}

/** The hours of every year, each with a link to its entries. */
export function CpdYears({ years, year: shown }: Pick<CpdPage, "years" | "year">) {
  return (
    <section className={column({ gap: "2" })}>
      <h2 id="years">Each year</h2>
      <div className={sideScroll}>
        <table className={table()} aria-labelledby="years">
          <thead>
            <tr>
              <th scope="col">Appraisal year</th>
              <th scope="col" className="r">
                Hours
              </th>
              <th scope="col" className="r">
                Expected
              </th>
            </tr>
          </thead>
          <tbody>
            {years.map(({ year, label, hours }) => (
              <tr key={year}>
                <th scope="row">
                  {year === shown ? `${label}, shown here` : <Link to={`/reports/cpd/?year=${year}`}>{label}</Link>}
                </th>
                <td className="r">{hours}</td>
                <td className="r">{CPD_HOURS_EXPECTED}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
