import { DatePicker, type DateValue, parseDate, useDatePicker } from "@ark-ui/react/date-picker";
import { type KeyboardEvent, useEffect, useRef } from "react";
import { css } from "styled-system/css";
import { FIRST_YEAR, LAST_YEAR, readDate, ukDate } from "~/platform/time/dates";
import { addDays, type LondonDate, mondayOf } from "~/platform/time/london";
import { ZONE } from "~/platform/time/zone";
import { Icon } from "../layout/icon";

export interface CalendarProps {
  /** The present text of the field. */
  typed: string;
  min?: LondonDate | undefined;
  max?: LondonDate | undefined;
  /** Receives the day as it is typed: 17/11/2026. */
  choose: (date: string) => void;
}

/** Columns of months and of years (specification section 9). */
const MONTHS_PER_ROW = 3;
const YEARS_PER_ROW = 4;
const YEARS_PER_ROW_ON_A_PHONE = 3;

const WORDS = {
  prevTrigger: (view: string) => `Previous ${view === "day" ? "month" : view === "month" ? "year" : "ten years"}`,
  nextTrigger: (view: string) => `Next ${view === "day" ? "month" : view === "month" ? "year" : "ten years"}`,
};

/** Days of a month, months of a year, years of a decade: by pointer, or by the keys of an ARIA grid. */
export function Calendar({ typed, min, max, choose }: CalendarProps) {
  const root = useRef<HTMLDivElement>(null);
  const read = readDate(typed);
  const picker = useDatePicker({
    inline: true,
    locale: "en-GB",
    timeZone: ZONE,
    startOfWeek: 1,
    outsideDaySelectable: true,
    min: parseDate(min ?? `${FIRST_YEAR}-01-01`),
    max: parseDate(max ?? `${LAST_YEAR}-12-31`),
    translations: WORDS,
    ...(read ? { defaultValue: [parseDate(read)] } : {}),
  });
  const { view, focusedValue } = picker;
  const yearsPerRow = matchMedia("(min-width: 600px)").matches ? YEARS_PER_ROW : YEARS_PER_ROW_ON_A_PHONE;

  const focused = focusedValue.toString();
  const place = `${view} ${focused}`;
  const shown = useRef("");
  useEffect(() => {
    // At opening and after each change the focus moves to the day, month or year, unless it is on a visible button.
    const active = document.activeElement;
    const stays = shown.current !== "" && active?.matches("button") && active.checkVisibility();
    if (!stays) root.current?.querySelector<HTMLElement>("[data-part=view]:not([hidden]) [data-focus]")?.focus();
    shown.current = place;
  }, [place]);

  function take(day: DateValue): void {
    if (picker.getDayTableCellState({ value: day }).selectable) choose(ukDate(day.toString()));
  }

  function dayKey(event: KeyboardEvent): void {
    const { key } = event;
    if (key === "Enter" || key === " ") take(focusedValue);
    else if (key === "Home" || key === "End") {
      const monday = mondayOf(focused);
      picker.setFocusedValue(parseDate(key === "Home" ? monday : addDays(monday, 6)));
    } else return;
    event.preventDefault();
  }

  return (
    <DatePicker.RootProvider value={picker} ref={root} className={calendar}>
      <DatePicker.View view="day">
        <Steps heading={picker.visibleRangeText.start} leadsTo="choose a month" />
        <DatePicker.Table className={grid} onKeyDownCapture={dayKey}>
          <DatePicker.TableHead aria-hidden={false}>
            <DatePicker.TableRow>
              {picker.weekDays.map(({ short, long }) => (
                <DatePicker.TableHeader key={long} scope="col" abbr={long}>
                  {short}
                </DatePicker.TableHeader>
              ))}
            </DatePicker.TableRow>
          </DatePicker.TableHead>
          <DatePicker.TableBody>
            {picker.weeks.map((week) => (
              <DatePicker.TableRow key={week[0]?.toString()}>
                {week.map((day) => (
                  <DatePicker.TableCell key={day.toString()} value={day}>
                    <DatePicker.TableCellTrigger className={cell} onClick={() => take(day)}>
                      {day.day}
                    </DatePicker.TableCellTrigger>
                  </DatePicker.TableCell>
                ))}
              </DatePicker.TableRow>
            ))}
          </DatePicker.TableBody>
        </DatePicker.Table>
      </DatePicker.View>
      {view === "month" && (
        <DatePicker.View view="month">
          <Steps heading={picker.visibleRange.start.year} leadsTo="choose a year" />
          <Choices columns={MONTHS_PER_ROW} rows={picker.getMonthsGrid({ columns: MONTHS_PER_ROW, format: "long" })} />
        </DatePicker.View>
      )}
      {view === "year" && (
        <DatePicker.View view="year">
          <Steps heading={`${picker.getDecade().start} to ${picker.getDecade().end}`} leadsTo="choose a year" />
          <Choices columns={yearsPerRow} rows={picker.getYearsGrid({ columns: yearsPerRow })} />
        </DatePicker.View>
      )}
    </DatePicker.RootProvider>
  );
}

/** Previous, heading, next; the heading leads to months and years. */
function Steps({ heading, leadsTo }: { heading: string | number; leadsTo: string }) {
  return (
    <DatePicker.ViewControl className={steps}>
      <DatePicker.PrevTrigger className={step}>
        <Icon name="earlier" size={20} />
      </DatePicker.PrevTrigger>
      <DatePicker.ViewTrigger className={middle} aria-label={`${heading}, ${leadsTo}`}>
        {heading}
      </DatePicker.ViewTrigger>
      <DatePicker.NextTrigger className={step}>
        <Icon name="later" size={20} />
      </DatePicker.NextTrigger>
    </DatePicker.ViewControl>
  );
}

interface ChoicesProps {
  columns: number;
  rows: { label: string; value: number }[][];
}

function Choices({ columns, rows }: ChoicesProps) {
  return (
    <DatePicker.Table columns={columns} className={grid}>
      <DatePicker.TableBody>
        {rows.map((row) => (
          <DatePicker.TableRow key={row[0]?.value}>
            {row.map(({ label, value }) => (
              <DatePicker.TableCell key={value} value={value}>
                <DatePicker.TableCellTrigger className={cell}>{label}</DatePicker.TableCellTrigger>
              </DatePicker.TableCell>
            ))}
          </DatePicker.TableRow>
        ))}
      </DatePicker.TableBody>
    </DatePicker.Table>
  );
}

const calendar = css({ "& [data-part=view][hidden]": { display: "none" } });

const steps = css({ display: "grid", gridTemplateColumns: "44px 1fr 44px", alignItems: "center", marginBottom: "2" });

const step = css({
  display: "grid",
  placeContent: "center",
  minHeight: "control",
  border: "none",
  borderRadius: "md",
  background: "transparent",
  color: "accent",
  "&:hover": { background: "accentSoft" },
  "&:disabled": { opacity: "0.6" },
});

const middle = css({
  minHeight: "control",
  border: "none",
  borderRadius: "md",
  background: "transparent",
  fontWeight: "strong",
  fontVariantNumeric: "tabular-nums",
  "&:hover": { background: "accentSoft" },
});

const grid = css({
  width: "full",
  tableLayout: "fixed",
  "& th": { fontSize: "xs", fontWeight: "strong", color: "quiet", paddingBlock: "1" },
  "& td": { padding: "0" },
});

const cell = css({
  display: "grid",
  placeContent: "center",
  minHeight: "[42px]",
  borderRadius: "md",
  cursor: "pointer",
  fontSize: "md",
  fontVariantNumeric: "tabular-nums",
  "&:hover": { background: "accentSoft" },
  "&[data-today]": { fontWeight: "brand", color: "accent", textDecorationLine: "underline" },
  "&[data-outside-range]": { color: "quiet", fontSize: "sm" },
  "&[data-selected]": { background: "accent", color: "accentInk", fontWeight: "strong" },
  "&[data-disabled]": {
    color: "quiet",
    textDecorationLine: "line-through",
    cursor: "not-allowed",
    background: "transparent",
  },
  "&:focus-visible": { outlineOffset: "[-3px]" },
});
