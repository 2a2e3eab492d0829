import type { ReactNode } from "react";
import { css } from "styled-system/css";
import { button, column, note, row, text } from "styled-system/recipes";
import type { DaysToLock } from "~/diary/locks/rules";
import { LockDays } from "~/diary/locks/views/lock-days";
import type { FoundPlace } from "../types";

interface PrintBarProps {
  /** The form that saves it under a name. */
  children: ReactNode;
  /** The choices, as an address says them. */
  query: string;
  zip: string;
  hasGmcNumber: boolean;
  days: DaysToLock | null;
}

/** What can be done with a report; none of it is printed. Plain links: a paper has no script. */
export function PrintBar({ children, query, zip, hasGmcNumber, days }: PrintBarProps) {
  return (
    <div className={`${column({ gap: "2" })} ${offPaper}`}>
      <div className={row({ gap: "2", align: "start" })}>
        <a href={`/reports/?${query}`} className={button()}>
          Change choices
        </a>
        <a href={zip} className={button()}>
          Download tables (ZIP of CSV)
        </a>
        <details>
          <summary className={button()}>Save under a name</summary>
          {children}
        </details>
      </div>
      <p className={text({ kind: "hint" })}>
        To print it or to save it as a PDF, use Print in the menu of your browser, or Ctrl and P (⌘ and P on a Mac).
        {!hasGmcNumber && (
          <>
            {" "}
            Your GMC number stands in its head once it is in <a href="/profile/">your profile</a>.
          </>
        )}
      </p>
      {days && <LockDays days={days} />}
    </div>
  );
}

interface ConfirmIdentifiersProps {
  found: number;
  /** The first of those. */
  places: readonly FoundPlace[];
  query: string;
}

/** In the place of a report whose texts look as if they identified somebody, until its owner says that they do not. */
export function ConfirmIdentifiers({ found, places, query }: ConfirmIdentifiersProps) {
  const one = found === 1;
  return (
    <div className={`${note({ tone: "warn" })} ${column({ gap: "3" })}`}>
      <p>
        <strong>
          {one
            ? "1 text of this report looks as if it identified a patient."
            : `${found} texts of this report look as if they identified a patient.`}
        </strong>{" "}
        Remove that from your diary first, where {one ? "it stands" : "they stand"}. Or say that{" "}
        {one ? "it identifies" : "they identify"} nobody.
      </p>
      <ul className={column({ gap: "1" })}>
        {places.map(({ section, day, path }) => (
          <li key={`${section} ${day} ${path}`}>
            <a href={path}>{[section, day].filter(Boolean).join(", ")}</a>
          </li>
        ))}
      </ul>
      <p className={row({ gap: "2" })}>
        <a href={`/reports/paper/?${query}&confirmed=1`} className={button()}>
          {one ? "It identifies" : "They identify"} no patient: show the report
        </a>
        <a href={`/reports/?${query}`} className={button({ visual: "plain" })}>
          Change choices
        </a>
      </p>
    </div>
  );
}

const offPaper = css({ _print: { display: "none" } });
