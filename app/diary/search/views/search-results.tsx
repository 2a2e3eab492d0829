import { useEffect, useRef } from "react";
import { Link } from "react-router";
import { css } from "styled-system/css";
import { column, note, text } from "styled-system/recipes";
import { CategorySquare } from "~/planning/job-plans/views/category";
import { pathTo } from "~/platform/http/path-to";
import { formatCounted } from "~/platform/time/counted";
import type { FormView } from "~/ui/forms/form-state";
import { PostForm } from "~/ui/forms/post-form";
import { SubmitButton } from "~/ui/layout/button";
import type { Found, FoundLine } from "../search-diary.server";
import { SEARCH_FIELDS, SEARCH_PATH } from "./search-form";

interface SearchResultsProps {
  found: Found;
  /** The action's answer: a new object for each search, the same object when only the results are loaded again. */
  answer: unknown;
  /** The form as it was sent. */
  form: FormView;
}

/** The results, newest first, and a button to search further back. */
export function SearchResults({ found, answer, form }: SearchResultsProps) {
  const { sessions, counts, searched, unreadable, full } = found;
  const heading = useRef<HTMLHeadingElement>(null);
  // With script the answer appears in place, so the focus moves to its heading.
  useEffect(() => {
    if (answer) heading.current?.focus();
  }, [answer]);
  const empty = sessions.length === 0;
  const byText = form.value("words") !== "";
  return (
    <section aria-labelledby="results" className={column({ gap: "4" })}>
      <header className={column({ gap: "1" })}>
        <h2 id="results" ref={heading} tabIndex={-1} className={styles.heading}>
          {empty ? "Nothing found" : `Found: ${formatCount(counts, byText)}`}
        </h2>
        <p className={text({ kind: "quiet" })}>
          Searched {searched}, newest first.
          {full && " There is more than one page can show. Search earlier for the rest."}
          {empty && " Try fewer words, part of a word, or fewer filters."}
        </p>
        {unreadable > 0 && (
          <p className={note({ tone: "warn" })}>
            {formatCounted(unreadable, "text")} could not be opened, so they were not searched.
          </p>
        )}
      </header>
      {!empty && (
        <ol className={styles.list}>
          {sessions.map((session) => (
            <SessionResult key={session.unique_ref} session={session} />
          ))}
        </ol>
      )}
      <SearchEarlier before={found.before} form={form} />
    </section>
  );
}

/** `3 cases and the notes of 1 session`. */
function formatCount({ sessions, cases }: Found["counts"], byText: boolean): string {
  const ofCases = formatCounted(cases, "case");
  const ofSessions = formatCounted(sessions, "session");
  if (sessions === 0) return ofCases;
  const own = byText ? `the notes of ${ofSessions}` : ofSessions;
  return cases === 0 ? own : `${ofCases} and ${own}`;
}

/** The same search again, from where this answer stopped. */
function SearchEarlier({ before, form }: { before: number | null; form: FormView }) {
  if (before === null) return <p className={text({ kind: "quiet" })}>There is nothing earlier to search.</p>;
  const asked = Object.fromEntries(SEARCH_FIELDS.map((name) => [name, form.value(name)]));
  return (
    <PostForm action={SEARCH_PATH} hidden={{ ...asked, before }}>
      <SubmitButton visual="normal">Search earlier</SubmitButton>
    </PostForm>
  );
}

function SessionResult({ session }: { session: Found["sessions"][number] }) {
  const { unique_ref, day, times, ends, element, category, lines, cases } = session;
  return (
    <li className={styles.session}>
      <h3 className={styles.title}>
        <Link
          to={`${pathTo("/logbook/session/:sessionRef/", { sessionRef: unique_ref })}?view=search`}
          className={styles.link}
        >
          <span className={styles.when}>
            {day}, {times}
            {ends && ` ${ends}`}
          </span>
          <span>
            <CategorySquare category={category} />
            {element ?? "Session"}
          </span>
        </Link>
      </h3>
      <Lines lines={lines} />
      {cases.length > 0 && (
        <ul className={styles.cases}>
          {cases.map((each) => (
            <li key={each.unique_ref} className={styles.case}>
              <Link
                to={`${pathTo("/logbook/session/:sessionRef/case/:caseRef/", { sessionRef: unique_ref, caseRef: each.unique_ref })}?view=search&found=yes`}
                className={styles.link}
              >
                {each.summary}
              </Link>
              <Lines lines={each.lines} />
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

function Lines({ lines }: { lines: FoundLine[] }) {
  return lines.map(({ label, place, parts }) => (
    <p key={`${label} ${place}`} className={styles.line}>
      <span className={styles.label}>{label}</span>{" "}
      {parts.map(({ at, text, hit }) => (hit ? <mark key={at}>{text}</mark> : text))}
    </p>
  ));
}

const styles = {
  heading: css({ scrollMarginTop: "8", "&:focus": { outline: "none" } }),
  list: css({ borderTop: "heavy" }),
  session: css({
    borderBottom: "line",
    paddingBlock: "3",
    display: "grid",
    gap: "2",
    gridTemplateColumns: "minmax(0, 1fr)",
  }),
  title: css({ fontSize: "base" }),
  link: css({
    display: "inline-flex",
    flexWrap: "wrap",
    columnGap: "4",
    alignItems: "center",
    minHeight: { base: "control", wide: "target" },
    color: "ink",
    fontWeight: "strong",
    textDecorationLine: "none",
    "&:hover": { color: "accent", textDecorationLine: "underline" },
  }),
  when: css({ fontVariantNumeric: "tabular-nums", color: "quiet", fontWeight: "normal" }),
  cases: css({ display: "grid", gap: "2", paddingLeft: "4", borderLeft: "line" }),
  case: css({ display: "grid", gap: "1", gridTemplateColumns: "minmax(0, 1fr)", fontSize: "md" }),
  line: css({
    maxWidth: "read",
    overflowWrap: "anywhere",
    fontSize: "md",
    "& mark": { background: "warnSoft", color: "warn", fontWeight: "strong", borderRadius: "sm", paddingInline: "px" },
  }),
  label: css({ color: "quiet", fontSize: "sm", marginRight: "1" }),
};
