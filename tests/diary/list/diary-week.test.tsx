import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import { diaryWeeks } from "~/diary/list/diary";
import { DiaryWeekSection } from "~/diary/list/views/diary-week";
import { diarySpan } from "~/diary/sessions/diary-pages";
import { NATIONAL_RULES } from "~/planning/job-plans/pa-rules";

type Input = Parameters<typeof diaryWeeks>[0];

/** The newest weeks of a list without sessions, as markup. Its today is a Wednesday. */
function markupOfWeeks(more: Partial<Input> = {}): string[] {
  const input = { sessions: [], counts: [], plans: [], notes: new Map<string, string>() };
  const weeks = diaryWeeks({ ...input, span: diarySpan("2026-11-18"), today: "2026-11-18", ...more });
  return weeks.slice(0, 2).map((week) => {
    const routes = [{ path: "/", element: <DiaryWeekSection week={week} opensOnToday={false} /> }];
    return renderToStaticMarkup(<RouterProvider router={createMemoryRouter(routes)} />);
  });
}

/** The dates of the links that add a session, in the order of the page. */
function datesToAdd(more: Partial<Input> = {}): string[][] {
  return markupOfWeeks(more).map((markup) =>
    [...markup.matchAll(/session\/new\/\?date=([\d-]+)/g)].map(([, date]) => date ?? ""),
  );
}

test("each day of a run of empty days can be pressed, however long the run is", () => {
  const day = (number: number) => `2026-11-${String(number).padStart(2, "0")}`;
  expect(datesToAdd()).toEqual([[19, 20, 21, 22, 18, 16, 17].map(day), [9, 10, 11, 12, 13, 14, 15].map(day)]);
  expect(datesToAdd({ locks: [{ date_start: "2026-11-09", date_end: "2026-11-15" }] })[1]).toEqual([]);
});

test("without script the answer to a planned session leads back to its day", () => {
  const times = { weekday: 2, start_minute: 480, end_minute: 720, recurrence: 11, anchor_date: null } as const;
  const element = { element_ref: "ENT", element: "ENT list", category: "DCC", counts_to_balance: true } as const;
  const terms = { stated_pa_units: null, custom_minutes_per_pa: null, pa_rules: NATIONAL_RULES.england };
  const plan = { date_start: "2026-04-01", date_end: null };
  const [week] = markupOfWeeks({ timed: [{ ...times, ...element, ...terms, ...plan }] });
  expect(week).toContain('action="/logbook/planned/ENT/2026-11-17/?start=08%3A00#day-2026-11-17"');
  expect(week).toContain('<li id="day-2026-11-17"');
});
