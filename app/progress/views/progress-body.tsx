import { useState } from "react";
import { Link } from "react-router";
import { css } from "styled-system/css";
import { button, column, note, row, text } from "styled-system/recipes";
import { formatCounted } from "~/platform/time/counted";
import { Fold } from "~/ui/layout/fold";
import { Icon } from "~/ui/layout/icon";
import { useHydrated } from "~/ui/layout/page-script";
import type { RenderedProgress } from "../render-progress.server";
import { BalanceTable } from "./balance-table";
import { ProgressViewForm, ToggleLinks } from "./controls";
import { FigureTable, ForecastTable } from "./figure-tables";
import { ProgressBars } from "./progress-bars";
import { RunningTotals } from "./progress-chart";

/** Downloads of the view: a picture, and its figures. The PNG is drawn by the browser, so it needs JavaScript. */
function ChartFiles({ svg, png, csv }: RenderedProgress["files"]) {
  const scripted = useHydrated();
  const [failed, setFailed] = useState(false);

  async function savePng() {
    setFailed(false);
    try {
      const { savePicture } = await import("./chart-png");
      await savePicture(svg, png);
    } catch {
      setFailed(true);
    }
  }

  return (
    <div className={offPaper}>
      <span className={text({ kind: "hint" })}>Download</span>
      <a href={svg} download className={button({ visual: "plain" })}>
        SVG
      </a>
      {scripted && (
        <button type="button" onClick={savePng} className={button({ visual: "plain" })}>
          PNG
        </button>
      )}
      {csv.map(({ to, words }) => (
        <a key={to} href={to} download className={button({ visual: "plain" })}>
          {words}
        </a>
      ))}
      <span role="status" className={text({ kind: "error" })}>
        {failed && "The image could not be made. Download the SVG instead, or try again."}
      </span>
    </div>
  );
}

const folds = css({ "& > details": { borderBottom: "line", "&[open]": { paddingBottom: "5" } } });

const offPaper = `${row({ gap: "1" })} ${css({ _print: { display: "none" } })}`;

/** The chart, and its figures. */
export function ProgressBody({ page }: { page: RenderedProgress }) {
  const { form } = page;
  const isByWeek = page.barRows.first !== "Month";
  if (page.addElement !== null) return <NothingToCompare page={page} />;
  return (
    <div className={column({ gap: "6" })}>
      <section className={column({ gap: "3" })} aria-label="Done and expected">
        <RunningTotals chart={page.chart} finding={page.headline} description={page.description} legend={page.legend} />
        <p className={`${text({ kind: "hint" })} ${css({ maxWidth: "read" })}`}>{page.method}</p>
      </section>
      <Archived archived={page.archived} />
      <NeedsValue sessions={page.needsValue} />
      <section className={column({ gap: "2" })}>
        <h2>By category</h2>
        <BalanceTable rows={page.balance} by="category" />
        {page.beside && <p className={text({ kind: "hint" })}>{page.beside}</p>}
      </section>
      {page.hours?.isOver && (
        <p className={note({ tone: "warn", icon: true })}>
          <Icon name="warning" />
          {page.hours.words}
        </p>
      )}
      <div className={folds}>
        <Fold title="By element" open={form.part !== ""}>
          <BalanceTable rows={page.balance} by="element" />
        </Fold>
        <Fold title="Other views and files" open={page.isChosen}>
          <div className={column({ gap: "4" })}>
            <div className={row()}>
              {page.toggles.map((toggle) => (
                <ToggleLinks key={toggle.label} toggle={toggle} />
              ))}
            </div>
            <ProgressViewForm key={`${form.plan} ${form.year} ${form.part}`} shown={form} />
            <ChartFiles {...page.files} />
          </div>
        </Fold>
        <Fold title={isByWeek ? "Week by week" : "Month by month"} open={isByWeek}>
          <div className={column({ gap: "3" })}>
            <ToggleLinks toggle={page.barsToggle} />
            <ProgressBars chart={page.bars} finding={page.barsFinding} description={page.barsDescription} />
            <FigureTable rows={page.barRows} caption="Done, leave and expected of each" />
          </div>
        </Fold>
        <Fold title="Forecast, running totals, hours">
          <div className={column({ gap: "4" })}>
            {page.forecast && <ForecastTable lines={page.forecast} unit={page.balance.unit} />}
            <FigureTable rows={page.pointRows} caption="Expected and done so far, at the end of each month" />
            {page.hours && !page.hours.isOver && <p className={text({ kind: "read" })}>{page.hours.words}</p>}
          </div>
        </Fold>
      </div>
    </div>
  );
}

/** A plan without an element that counts: the others can still be looked at. */
function NothingToCompare({ page: { archived, beside, form } }: { page: RenderedProgress }) {
  return (
    <div className={column({ gap: "6" })}>
      <Archived archived={archived} />
      {beside && <p className={text({ kind: "hint" })}>{beside}</p>}
      {form.plans.length > 1 && <ProgressViewForm key={form.plan} shown={form} />}
    </div>
  );
}

function Archived({ archived }: Pick<RenderedProgress, "archived">) {
  if (archived === null) return null;
  return (
    <p className={note({ tone: "warn", icon: true })}>
      <Icon name="warning" />
      <span>
        {archived.words} To drop it from a date on, restore it and{" "}
        <Link to={archived.change}>change the plan from that date</Link>.
      </span>
    </p>
  );
}

/** Lists sessions that count but have no PAs: their worth is missing from all figures. */
function NeedsValue({ sessions }: { sessions: RenderedProgress["needsValue"] }) {
  if (sessions.length === 0) return null;
  const count = formatCounted(sessions.length, "session counts but has", "sessions count but have");
  return (
    <section className={note({ tone: "warn", icon: true })} aria-label="Sessions without PAs">
      <Icon name="warning" />
      <div className={column({ gap: "1" })}>
        <p>{count} no PAs. Give them PAs to complete the figures.</p>
        <ul className={list}>
          {sessions.map(({ to, words }) => (
            <li key={to}>
              <Link to={to}>{words}</Link>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

const list = css({ "& a": { display: "inline-block", paddingBlock: { base: "2", wide: "0" } } });
