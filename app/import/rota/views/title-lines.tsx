import { control } from "styled-system/recipes";
import { LEAVE_TYPES } from "~/diary/leave/kinds";
import { MeaningLine } from "~/import/map/views/meaning-line";
import { formatCounted } from "~/platform/time/counted";
import { shortDate } from "~/platform/time/dates";
import { LineList } from "~/ui/layout/line-list";
import type { RotaPreview } from "../preview.server";
import type { Why } from "../propose";

/** A line for each title of the calendar, with the element that it stands for. */
export function TitleLines({ titles, offered }: Pick<RotaPreview, "titles" | "offered">) {
  return (
    <LineList>
      {titles.map((title, place) => (
        <TitleLine key={title.title} title={title} place={place} offered={offered} />
      ))}
    </LineList>
  );
}

const WHY: Record<Why, string> = {
  chosen: "",
  "last time": "as you chose last time",
  free: "marked as free time",
  leave: "",
  words: "",
  times: "by its times",
  nothing: "no element matches its words or times",
};

interface TitleLineProps {
  title: RotaPreview["titles"][number];
  place: number;
  offered: RotaPreview["offered"];
}

function TitleLine({ title, place, offered }: TitleLineProps) {
  const id = `element-${place}`;
  const { first, last } = title;
  const when = first === last ? shortDate(first) : `${shortDate(first)} to ${shortDate(last)}`;
  const facts = [formatCounted(title.events, "event"), when, WHY[title.why]].filter(Boolean).join(", ");
  return (
    <MeaningLine id={id} word={title.title} facts={facts}>
      <select
        id={id}
        name="element"
        defaultValue={title.element}
        aria-describedby={`${id}-hint`}
        className={control({ width: "full" })}
      >
        {offered.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
        <optgroup label="Leave">
          {Object.entries(LEAVE_TYPES).map(([type, label]) => (
            <option key={type} value={type}>
              {label}
            </option>
          ))}
        </optgroup>
      </select>
    </MeaningLine>
  );
}
