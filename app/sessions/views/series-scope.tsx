import { css } from "styled-system/css";
import { column } from "styled-system/recipes";
import { shortDate } from "~/time/dates";
import { londonMoment } from "~/time/london";
import { SegmentField } from "~/ui/choice-fields";
import type { FormView } from "~/ui/form-state";

interface SeriesScopeProps {
  form: FormView;
  series: { total: number; following: number; firstAt: number; lastAt: number };
}

/** For a session that repeats: whether those that follow it change with it. */
export function SeriesScope({ form, series }: SeriesScopeProps) {
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
    </div>
  );
}
