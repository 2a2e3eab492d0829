import { css } from "styled-system/css";
import { column, text } from "styled-system/recipes";
import { shortDate } from "~/platform/time/dates";
import { londonMoment } from "~/platform/time/london";
import { SegmentField } from "~/ui/choice-fields";
import type { FormView } from "~/ui/form-state";

interface SeriesScopeProps {
  form: FormView;
  series: { total: number; following: number; firstAt: number; lastAt: number };
  /** Those that follow: how many are as this one is, and which are not. */
  following: { alike: number; others: string | null };
}

/** For a session that repeats: whether those that follow it change with it. */
export function SeriesScope({ form, series, following: { alike, others } }: SeriesScopeProps) {
  const { total, following, firstAt, lastAt } = series;
  const dates = [firstAt, lastAt].map((instant) => shortDate(londonMoment(instant).date));
  return (
    <div className={`${column({ gap: "3" })} ${css({ borderBottom: "line", paddingBottom: "5" })}`}>
      <p>
        One of {total} repeating sessions, from {dates[0]} to {dates[1]}.
      </p>
      <SegmentField
        form={form}
        name="series_scope"
        label="Change"
        choices={[
          { value: "this", label: "This one only" },
          { value: "following", label: `This and all following (${following})` },
        ]}
      />
      {following > 1 && (
        <p className={text({ kind: "quiet" })}>
          What you change here, but for the fee, goes to{" "}
          {others ? `the ${alike} that follow and are as this one is` : `all ${alike} that follow`}.
          {others && ` ${others}.`}
        </p>
      )}
    </div>
  );
}
