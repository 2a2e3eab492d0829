import { type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import { css } from "styled-system/css";
import { column, note, row as rowRecipe, text } from "styled-system/recipes";
import { formatNumber } from "~/platform/time/counted";
import { LinkButton } from "~/ui/layout/button";
import { Page } from "~/ui/layout/page";
import { useHydrated } from "~/ui/layout/page-script";
import { importPath, viewOfImport } from "../list-pages";
import type { WorkingSet } from "../working-set.server";
import { type Carried, CarryBar, casePath } from "./carry";
import { draggingOf } from "./dragging";
import { HiddenRows, PlaceAll, SuccessMessage } from "./main-notes";
import { PagedList } from "./paged-list";
import { RowItem } from "./row-item";
import { SessionItem } from "./session-item";

interface MainData
  extends Pick<
    WorkingSet,
    "rows" | "sessions" | "available" | "placeable" | "homeless" | "placed" | "matching" | "unfinished"
  > {
  /** The case for which a session is chosen, according to the page's URL. */
  carried: Carried | null;
}

/** The main view of the import (specification 2.15): sessions on the left, the file's cases on the right. */
export function MainView({ data }: { data: MainData }) {
  const { rows, sessions, unfinished } = data;
  const [carried, setCarried] = useState(data.carried);
  const [said, setSaid] = useState("");
  const view = useRef<HTMLDivElement>(null);
  const navigate = useNavigate();
  const lists = { from: rows.from, sessions: sessions.from };

  // A case that was placed is no longer carried.
  const [shown, setShown] = useState(data);
  if (shown !== data) {
    setShown(data);
    setCarried(data.carried);
  }

  function take(next: Carried | null) {
    setCarried(next);
    setSaid(next ? "" : "Cancelled.");
    if (next || !carried) return;
    document.getElementById(`take-${carried.rowRef}`)?.focus();
    if (data.carried) navigate(importPath(lists), { preventScrollReset: true });
  }

  function drop(row: string, sessionRef: string) {
    // When the dialog closes, the focus returns to the case that was dragged, or to the next one.
    document.getElementById(`take-${row}`)?.focus({ preventScroll: true });
    navigate(casePath(sessionRef, { ...lists, row }));
  }

  // A list that was turned over goes on from its heading.
  const { hash } = useLocation();
  useEffect(() => {
    if (hash) document.getElementById(hash.slice(1))?.focus({ preventScroll: true });
  }, [hash]);
  useCarriedCase(carried, view, () => take(null));

  return (
    // Dragging is for the mouse: the select and the grip's link do the same by key and without script.
    <div ref={view} {...draggingOf({ say: setSaid, onDrop: drop })}>
      <SuccessMessage />
      <Page
        title="Drag and Drop Cases"
        actions={
          <>
            <LinkButton to="/import_csv_data/?remap" visual="plain">
              Re-map CSV
            </LinkButton>
            <LinkButton to="/import_csv_data/clear/" visual="plain">
              Clear Data
            </LinkButton>
            <LinkButton to={`/logbook/session/new/?${viewOfImport(lists)}`}>Add Session</LinkButton>
          </>
        }
        lead={<HowToPlace />}
      >
        {unfinished.map((each) => (
          <p key={each.unique_ref} className={note({ tone: "warn" })}>
            The import of {each.day} is not finished: {formatNumber(each.received)} of {formatNumber(each.expected)}{" "}
            rows have arrived. <Link to="/import_csv_data/?remap">Choose the same file again</Link> to import the rest.
          </p>
        ))}
        {!carried && <PlaceAll {...data} />}
        <div>
          <nav aria-label="Lists" className={jump}>
            <a href="#sessions">Sessions</a>
            <a href="#logbook-data">Logbook Data</a>
          </nav>
          <CarryBar carried={carried} said={said} cancelPath={importPath(lists)} onCancel={() => take(null)} />
          <Lists data={data} carried={carried} onTake={take} />
        </div>
        <p className={rowRecipe({ gap: "4" })}>
          <Link to="/import_csv_data/?add">Import another file</Link>
          <Link to="/import_csv_data/imports/">Past imports</Link>
        </p>
      </Page>
    </div>
  );
}

/**
 * Focuses the link of a session on the carried case's day, which is most likely visible; otherwise the first one.
 * Escape puts the case back.
 */
function useCarriedCase(carried: Carried | null, view: RefObject<HTMLDivElement | null>, onPutBack: () => void) {
  const putBack = useEffectEvent(onPutBack);
  const { rowRef, words = "" } = carried ?? {};
  useEffect(() => {
    if (rowRef === undefined) return;
    const date = words.split(",")[0] ?? "";
    const links = [...(view.current?.querySelectorAll<HTMLElement>("[data-put]") ?? [])];
    (links.find((link) => link.textContent?.includes(date)) ?? links[0])?.focus();
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === "Escape") putBack();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [rowRef, words, view]);
}

function HowToPlace() {
  const scripted = useHydrated();
  return (
    <p className={text({ kind: "read" })}>
      {scripted ? (
        <>
          Drag cases from the imported logbook <span className={beside}>on the right </span>onto sessions{" "}
          <span className={beside}>on the left </span>to add them to your logbook, or choose a session in each case.
        </>
      ) : (
        "To add a case from the imported logbook to your logbook, choose its session and select Add. You can also add all cases at once."
      )}
    </p>
  );
}

interface ListsProps {
  data: MainData;
  carried: Carried | null;
  onTake: (carried: Carried | null) => void;
}

/** The two lists: beside each other where there is room, else the cases below the sessions. */
function Lists({ data, carried, onTake }: ListsProps) {
  const { rows, sessions, available } = data;
  const place = { from: rows.from, sessions: sessions.from, row: carried?.rowRef };
  return (
    <div className={lists}>
      <section className={column({ gap: "2" })}>
        <h2 id="sessions" tabIndex={-1}>
          Sessions
        </h2>
        <PagedList
          labelledBy="sessions"
          page={sessions}
          linkTo={(from) => `${importPath({ ...place, sessions: from })}#sessions`}
          noun="sessions"
          draw={(session) => <SessionItem session={session} place={place} />}
          empty={
            <p>
              No sessions on the days of these cases. <Link to="/logbook/session/new/?view=import">Add a session</Link>{" "}
              for them first.
            </p>
          }
        />
      </section>
      <section className={column({ gap: "2" })}>
        <h2 id="logbook-data" tabIndex={-1}>
          Logbook Data <span className={count}>({formatNumber(available)} available)</span>
        </h2>
        <PagedList
          labelledBy="logbook-data"
          page={rows}
          linkTo={(from) => `${importPath({ ...place, from })}#logbook-data`}
          noun="cases"
          draw={(row, next) => <RowItem row={row} next={next} place={place} onTake={onTake} />}
          empty={<p>Every case of the file is in your logbook.</p>}
        />
        <HiddenRows {...data} />
      </section>
    </div>
  );
}

const lists = css({
  display: "grid",
  gridTemplateColumns: { base: "minmax(0, 1fr)", desk: "minmax(0, 4fr) minmax(0, 6fr)" },
  gap: "5",
  "& h2:focus": { outline: "none" },
});

const count = css({ color: "quiet", fontWeight: "normal", fontVariantNumeric: "tabular-nums" });

/** Where the lists are beside each other. */
const beside = css({ display: { base: "none", desk: "inline" } });

/** Links between the lists where one is below the other. */
const jump = css({
  display: { base: "flex", desk: "none" },
  gap: "4",
  "& a": { minHeight: "control", display: "inline-flex", alignItems: "center" },
});
