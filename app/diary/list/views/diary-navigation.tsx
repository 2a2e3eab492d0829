import type { ReactNode } from "react";
import { Form, Link } from "react-router";
import { css } from "styled-system/css";
import { button, row, segments } from "styled-system/recipes";
import type { DiaryLink } from "~/diary/sessions/diary-pages";
import { DateField } from "~/ui/forms/date-and-time-fields";
import type { FormView } from "~/ui/forms/form-state";
import { Icon } from "~/ui/layout/icon";

interface DiaryNavigationProps {
  links: (DiaryLink | null)[];
  /** Label of the links; by default earlier or later weeks. */
  label?: string;
}

export function DiaryNavigation({ links, label: name }: DiaryNavigationProps) {
  const shown = links.filter((link) => link !== null);
  if (shown.length === 0) return null;
  return (
    <nav
      aria-label={name ?? (shown.some((link) => link.direction === "earlier") ? "Earlier weeks" : "Later weeks")}
      className={row()}
    >
      {shown.map(({ to, label, direction }) => (
        <Link key={to} to={to} className={button()}>
          {direction === "earlier" && <Icon name="earlier" />}
          {label}
          {direction === "later" && <Icon name="later" />}
        </Link>
      ))}
    </nav>
  );
}

interface DiaryControlsProps {
  here: "list" | "week";
  /** Address of the list, and of a week as a calendar. */
  list: string;
  week: string;
  form: FormView;
  children: ReactNode;
}

/** List or week, search, and going to a date: one row of icons with names. @param children links to other weeks */
export function DiaryControls({ here, list, week, form, children }: DiaryControlsProps) {
  return (
    <div className={controls}>
      <nav aria-label="View" className={styles.root}>
        <Link to={list} className={`${styles.item} ${named}`} aria-current={here === "list" ? "page" : undefined}>
          <Icon name="list" />
          List
        </Link>
        <Link to={week} className={`${styles.item} ${named}`} aria-current={here === "week" ? "page" : undefined}>
          <Icon name="week" />
          Week
        </Link>
      </nav>
      <Link to="/logbook/search/" className={`${button()} ${named}`}>
        <Icon name="search" />
        Search
      </Link>
      <details open={form.errors.length > 0} className={toDate}>
        <summary className={`${button()} ${named}`}>
          <Icon name="calendar" />
          Date
        </summary>
        {/* A plain GET, so that its address can be bookmarked. */}
        <Form method="get" action={here === "list" ? "/logbook/" : "/logbook/week/"} noValidate>
          <DateField form={form} name="date" label="Go to date" hint="" />
          <button type="submit" className={button()}>
            Go
          </button>
        </Form>
      </details>
      {children}
    </div>
  );
}

const styles = segments();

const controls = css({
  display: { base: "flex", _print: "none" },
  flexWrap: "wrap",
  gap: "2",
  alignItems: "center",
  position: "relative",
});

const named = css({
  display: "inline-flex",
  gap: { base: "1", wide: "2" },
  alignItems: "center",
  paddingInline: { base: "[10px]", wide: "4" },
  textDecorationLine: "none",
  fontSize: { base: "sm", wide: "md" },
  listStyle: "none",
  cursor: "pointer",
  "&:not([aria-current])": { color: "ink" },
  "&::-webkit-details-marker": { display: "none" },
});

/** Its form lies over what follows, so that nothing moves. */
const toDate = css({
  "& > form": {
    position: "absolute",
    zIndex: "menu",
    insetInlineStart: "0",
    top: "[calc(100% + 4px)]",
    display: "flex",
    gap: "2",
    alignItems: "flex-end",
    padding: "4",
    background: "card",
    border: "line",
    borderRadius: "md",
    boxShadow: "float",
    "& > div": { maxWidth: "ch24" },
    "& > button": { minHeight: "control" },
  },
});

/**
 * Links to pages that are seldom needed. @param roundUp address of the round-up of the week shown, if that is not this
 * week
 */
export function LogbookFoot({ roundUp = "/logbook/round-up/" }: { roundUp?: string }) {
  return (
    <p className={footOf}>
      <Link to={roundUp}>Round-up of the week</Link>
      <Link to="/keys/">Keys</Link>
    </p>
  );
}

const footOf = css({
  display: { base: "flex", _print: "none" },
  gap: "4",
  fontSize: "sm",
  flexWrap: "wrap",
  "& a": { minHeight: "target", whiteSpace: "nowrap" },
});
