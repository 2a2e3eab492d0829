import type { ReactNode } from "react";
import { css } from "styled-system/css";
import { button, column, note, row, text } from "styled-system/recipes";
import type { DaysToLock } from "~/diary/locks/rules";
import { LockDays } from "~/diary/locks/views/lock-days";
import type { FoundPlace } from "~/reports/document/types";

interface PrintBarProps {
  /** The form that saves it under a name. */
  children: ReactNode;
  /** The choices as a query. */
  query: string;
  zip: string;
  hasGmcNumber: boolean;
  days: DaysToLock | null;
}

/** Actions on a report; none of them is printed. They are plain links: the page of the print view loads no script. */
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
        To print this report or save it as a PDF, use Print in your browser’s menu, or press Ctrl and P (⌘ and P on a
        Mac).
        {!hasGmcNumber && (
          <>
            {" "}
            To show your GMC number on it, add the number to <a href="/profile/">your profile</a>.
          </>
        )}
      </p>
      {days && <LockDays days={days} />}
    </div>
  );
}

interface ConfirmIdentifiersProps {
  found: number;
  /** The first places of these texts. */
  places: readonly FoundPlace[];
  query: string;
}

/**
 * Shown instead of a report whose texts look as if they identified a person, until the user confirms that they do not.
 */
export function ConfirmIdentifiers({ found, places, query }: ConfirmIdentifiersProps) {
  const one = found === 1;
  return (
    <div className={`${note({ tone: "warn" })} ${column({ gap: "3" })}`}>
      <p>
        <strong>
          {one
            ? "1 text in this report looks as if it identifies a patient."
            : `${found} texts in this report look as if they identify a patient.`}
        </strong>{" "}
        Remove what identifies the patient from your logbook first. If no patient can be identified, show the report.
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
          No patient can be identified: show the report
        </a>
        <a href={`/reports/?${query}`} className={button({ visual: "plain" })}>
          Change choices
        </a>
      </p>
    </div>
  );
}

const offPaper = css({ _print: { display: "none" } });
