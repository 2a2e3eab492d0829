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

/** Goes to the page of a date. A plain GET, so that its address can be bookmarked. */
export function GoToDate({ form, action = "/logbook/" }: { form: FormView; action?: string }) {
  return (
    <Form method="get" action={action} noValidate className={goTo}>
      <DateField form={form} name="date" label="Go to date" hint="" />
      <button type="submit" className={button()}>
        Go
      </button>
    </Form>
  );
}

const goTo = css({
  display: "flex",
  gap: "2",
  alignItems: "flex-end",
  marginLeft: { base: "0", wide: "[auto]" },
  "& > div": { maxWidth: "ch24" },
  "& > button": { minHeight: "control" },
});

const styles = segments();

interface ViewSwitchProps {
  here: "list" | "week";
  list: string;
  week: string;
}

/** Switches between the logbook as a list and a week as a calendar. */
export function ViewSwitch({ here, list, week }: ViewSwitchProps) {
  return (
    <nav aria-label="View" className={styles.root}>
      <Link to={list} className={`${styles.item} ${plain}`} aria-current={here === "list" ? "page" : undefined}>
        List
      </Link>
      <Link to={week} className={`${styles.item} ${plain}`} aria-current={here === "week" ? "page" : undefined}>
        Week
      </Link>
    </nav>
  );
}

const plain = css({ textDecorationLine: "none", "&:not([aria-current])": { color: "ink" } });

/**
 * Links to pages that are seldom needed. @param roundUp address of the round-up of the week shown, if that is not this
 * week
 */
export function LogbookFoot({ roundUp = "/logbook/round-up/" }: { roundUp?: string }) {
  return (
    <p className={footOf}>
      <Link to={roundUp}>Round-up of the week</Link>
      <Link to="/logbook/undo/">Undo recent changes</Link>
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
