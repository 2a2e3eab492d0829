import { Link } from "react-router";
import { css } from "styled-system/css";
import { text } from "styled-system/recipes";
import { pathTo } from "~/platform/http/path-to";
import { ChoiceList } from "~/ui/forms/choice-list";
import type { FormView } from "~/ui/forms/form-state";

/** A session that falls in a leave, as its page lists it. */
interface LeaveSessionLine {
  ref: string;
  mark: string;
  /** `All-day orthopaedics, Tue 15 Dec 2026, 08:00 – 18:00`. */
  words: string;
  pa: string;
  /** Why it stays in the diary; null for one that can be removed. */
  stays: string | null;
}

/** The sessions that can be removed, each with a tick box. */
export function RemovableSessions({ form, lines }: { form: FormView; lines: readonly LeaveSessionLine[] }) {
  const choices = lines.map(({ mark, words, pa }) => ({
    value: mark,
    label: (
      <span className={line}>
        {words} <span className={text({ kind: "quiet", figures: true })}>{pa} PA</span>
      </span>
    ),
  }));
  return (
    <ChoiceList
      form={form}
      name="sessions"
      label="Which sessions do you want to remove?"
      type="checkbox"
      choices={choices}
    />
  );
}

/** The sessions that stay in any case, with the reasons. */
export function StayingSessions({ lines }: { lines: readonly LeaveSessionLine[] }) {
  return (
    <ul className={css({ borderTop: "line" })}>
      {lines.map(({ ref, words, pa, stays }) => (
        <li key={ref} className={css({ borderBottom: "line", paddingBlock: "2" })}>
          <p className={line}>
            <Link to={pathTo("/logbook/session/:sessionRef/", { sessionRef: ref })}>{words}</Link>{" "}
            <span className={text({ kind: "quiet", figures: true })}>{pa} PA</span>
          </p>
          <p className={text({ kind: "hint" })}>{stays}</p>
        </li>
      ))}
    </ul>
  );
}

const line = css({ display: "flex", flex: "1", flexWrap: "wrap", columnGap: "4", justifyContent: "space-between" });
