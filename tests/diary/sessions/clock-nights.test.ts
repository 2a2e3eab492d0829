import { asc, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { SESSION_TICKS, savedAnswers, sessionFields } from "~/diary/calls/sessions.server";
import { timesOf } from "~/diary/sessions/columns-of-answers.server";
import { newSessionForm, sessionForm } from "~/diary/sessions/form";
import { sessionDefaults } from "~/diary/sessions/form-defaults";
import type { SessionRow } from "~/diary/sessions/queries.server";
import { type ReadTimes, readTimes } from "~/diary/sessions/times";
import { importRows } from "~/import/table.server";
import { NATIONAL_RULES } from "~/planning/job-plans/pa-rules";
import { readAnswers } from "~/platform/http/read-form.server";
import { readJsonAnswers } from "~/platform/http/read-json.server";
import { clockTime } from "~/platform/time/clock-time";
import { ukDate } from "~/platform/time/dates";
import { addDays } from "~/platform/time/london";
import { row as csvRow, importFile, requestContextOf } from "../../import/files";
import { db, makeUser } from "../../support/harness";

/** Each night on which the clocks change, in steps of a quarter of an hour. */
const NIGHTS = ["2026-03-28", "2026-10-24"];
const STEP = 15;
const STEP_MS = STEP * 60_000;

type Which = "" | "first" | "second" | "next";

interface Said {
  date: string;
  start: number;
  end: number;
  startWhich: Which;
  endWhich: Which;
}

/** What the platform's clock for London shows at each instant of these days, by date and minute. */
const CLOCK = new Map<string, number[]>();
const shown = new Intl.DateTimeFormat("en-CA", {
  ...{ timeZone: "Europe/London", hourCycle: "h23", year: "numeric", month: "2-digit", day: "2-digit" },
  ...{ hour: "2-digit", minute: "2-digit" },
});
for (const night of NIGHTS) {
  const from = Date.parse(`${night}T00:00:00Z`) - 3_600_000;
  for (let at = from; at < from + 96 * 3_600_000; at += STEP_MS) {
    const part = Object.fromEntries(shown.formatToParts(at).map(({ type, value }) => [type, value]));
    const key = keyOf(`${part.year}-${part.month}-${part.day}`, Number(part.hour) * 60 + Number(part.minute));
    CLOCK.set(key, [...(CLOCK.get(key) ?? []), at]);
  }
}

function keyOf(date: string, minute: number): string {
  return `${date} ${clockTime(minute)}`;
}

function instants(date: string, minute: number): number[] {
  return CLOCK.get(keyOf(date, minute)) ?? [];
}

/** What a reader of the clock on the wall would make of it: the instants, or the field that must be mended. */
function expected({ date, start, end, startWhich, endWhich }: Said): [number, number] | string {
  const starts = instants(date, start);
  if (starts.length === 0) return "session_start_time";
  const startAt = (startWhich === "second" ? starts[1] : starts[0]) ?? (starts[0] as number);
  const [next] = [addDays(date, 1)];
  const pick = (day: string) => {
    const list = instants(day, end);
    if (list.length === 0) return instants(day, end + 60)[0] as number;
    return (endWhich === "second" ? list[1] : list[0]) ?? (list[0] as number);
  };
  const tonight = instants(date, end);
  if (tonight.length === 2 && (end > start || starts.length === 2)) {
    const after = tonight.filter((at) => at > startAt);
    const said = endWhich === "first" ? tonight[0] : endWhich === "second" ? tonight[1] : null;
    if (said !== null && said !== undefined) {
      return said > startAt ? [startAt, said] : "session_end_time_which";
    }
    if (end > start) return [startAt, after[0] as number];
    return after.length > 0 && endWhich === "" ? "session_end_time_which" : [startAt, pick(next)];
  }
  if (tonight.length === 2 && (tonight[1] as number) > startAt) {
    if (endWhich === "second") return [startAt, tonight[1] as number];
    return endWhich === "next" ? [startAt, pick(next)] : "session_end_time_which";
  }
  return [startAt, end > start ? pick(date) : pick(next)];
}

const MINUTES = Array.from({ length: 1440 / STEP }, (_, at) => at * STEP);

/** Where a clock time comes twice, each of the two, and nothing said. */
function whiches(date: string, minute: number, isEnd: boolean): Which[] {
  const days = isEnd ? [date, addDays(date, 1)] : [date];
  const isTwice = days.some((day) => instants(day, minute).length === 2);
  return isTwice ? ["", "first", "second", ...(isEnd ? (["next"] as const) : [])] : [""];
}

function saidOf(dates: readonly string[], starts: readonly number[], ends: readonly number[]): Said[] {
  return dates.flatMap((date) =>
    starts.flatMap((start) =>
      ends.flatMap((end) =>
        whiches(date, start, false).flatMap((startWhich) =>
          whiches(date, end, true).map((endWhich) => ({ date, start, end, startWhich, endWhich })),
        ),
      ),
    ),
  );
}

function made(times: ReadTimes): [number, number] | string {
  return times.ok ? [times.startAt, times.endAt] : (Object.keys(times.errors)[0] as string);
}

/** Those that differ from what was expected, in words; few of them, or none. */
function differing(said: readonly Said[], of: (each: Said) => [number, number] | string): string[] {
  const words = (result: [number, number] | string) =>
    typeof result === "string" ? result : result.map((at) => new Date(at).toISOString().slice(0, 16)).join(" – ");
  return said
    .flatMap((each) => {
      const [is, should] = [words(of(each)), words(expected(each))];
      return is === should ? [] : [`${JSON.stringify(each)}: ${is}, not ${should}`];
    })
    .slice(0, 5);
}

const DATES = NIGHTS.flatMap((night) => [night, addDays(night, 1)]);

test("every start and end of both nights is what the platform's clock says, to the minute", () => {
  const said = saidOf(DATES, MINUTES, MINUTES);
  expect(said.length).toBeGreaterThan(36_864);
  const times = (each: Said) =>
    readTimes({
      ...each,
      wholeDay: each.start + each.end === 0,
      fixedBasis: false,
      longerThanADay: false,
      endDate: null,
    });
  expect(differing(said, (each) => made(times(each)))).toEqual([]);
});

/** The evening before and the night itself, up to where no clock changes any more. */
const LATE = MINUTES.filter((minute) => minute >= 1320);
const EARLY = MINUTES.filter((minute) => minute < 210);
const NIGHT_TIMES = NIGHTS.flatMap((night) => [
  ...saidOf([night], LATE, EARLY),
  ...saidOf([addDays(night, 1)], EARLY, EARLY),
]);

function fieldsOf({ date, start, end, startWhich, endWhich }: Said): Record<string, string> {
  return {
    ...{ session_date: ukDate(date), session_start_time: clockTime(start), session_end_time: clockTime(end) },
    ...(startWhich && { session_start_time_which: startWhich }),
    ...(endWhich && { session_end_time_which: endWhich }),
    ...(start + end === 0 && { whole_day: "yes", session_start_time: "", session_end_time: "" }),
    pa_calculation_basis: "time_calculated",
  };
}

type Read = Awaited<ReturnType<typeof readAnswers<typeof newSessionForm | typeof sessionForm>>>;

function madeOf(form: Read): [number, number] | string {
  if (form.ok) return made(timesOf(form.value as never));
  return Object.keys(form.state.errors)[0] as string;
}

/** A session as it is stored. */
function stored(start_at: number, end_at: number): SessionRow {
  const row = { unique_ref: "session", user_id: 1, start_at, end_at, element_ref: null, site: "", version: 1 };
  const more = { pa_basis: "time_calculated", fixed_pa_units: null, pa_rules: NATIONAL_RULES.england, pa_units: 0 };
  return { ...row, ...more, standard_minutes: 0, premium_minutes: 0 } as unknown as SessionRow;
}

test("form and call make the same session of what is said of both nights", async () => {
  const results = new Map<Said, { form: unknown; call: unknown }>();
  for (const each of NIGHT_TIMES) {
    const fields = fieldsOf(each);
    const form = await readAnswers({ ...fields, idempotency_key: "A".repeat(22) }, newSessionForm);
    const { whole_day, ...others } = fields;
    const call = await readJsonAnswers(
      sessionFields({ ...others, ...(whole_day && { whole_day: true }) }),
      newSessionForm,
      {
        ticks: SESSION_TICKS,
        saved: { pa_calculation_basis: "time_calculated" },
        given: { idempotency_key: "A".repeat(22) },
      },
    );
    results.set(each, { form: madeOf(form as Read), call: madeOf(call as Read) });
  }
  const of = (which: "form" | "call") => (each: Said) => results.get(each)?.[which] as [number, number];
  expect(differing(NIGHT_TIMES, of("form"))).toEqual([]);
  expect(differing(NIGHT_TIMES, of("call"))).toEqual([]);
}, 120_000);

test("a saved session whose start alone is changed is the same by form and call, or is asked for by both", async () => {
  const faults: string[] = [];
  let count = 0;
  const sunday = addDays("2026-10-24", 1);
  for (const { start, end, ...more } of saidOf(
    [sunday],
    [0, 60, 90],
    EARLY.filter((minute) => minute >= 60),
  )) {
    const was = expected({ start, end, ...more });
    if (typeof was === "string") continue;
    const row = stored(...was);
    const saved = sessionDefaults(row, "");
    if (saved.session_greater_24_hours !== "") continue;
    for (const to of EARLY) {
      count += 1;
      const said = { session_start_time: clockTime(to) };
      if (said.session_start_time === saved.session_start_time) continue;
      // As the page without script sends it: the choice of the end stands as it was.
      const sent = { ...saved, ...said, session_start_time_which: "" };
      const form = madeOf((await readAnswers(sent, sessionForm)) as Read);
      const call = madeOf(
        (await readJsonAnswers(sessionFields(said), sessionForm, {
          ticks: SESSION_TICKS,
          saved: savedAnswers(saved, said),
          given: { series_scope: "this", series_shown: "" },
        })) as Read,
      );
      const endWhich = saved.session_end_time_which as Which;
      const should = expected({ date: sunday, start: to, end, startWhich: "", endWhich });
      for (const [name, is] of Object.entries({ form, call })) {
        if (JSON.stringify(is) !== JSON.stringify(should)) {
          faults.push(
            `${clockTime(start)}–${clockTime(end)} ${endWhich} to ${clockTime(to)} by ${name}: ${is}, not ${should}`,
          );
        }
      }
    }
  }
  expect(count).toBeGreaterThan(300);
  expect(faults.slice(0, 5)).toEqual([]);
}, 120_000);

test("a case of a theatre file stands where a session of its times would, the next time its end comes round", async () => {
  const context = requestContextOf(await makeUser());
  const said = NIGHT_TIMES.filter(({ startWhich, endWhich }) => startWhich === "" && endWhich === "");
  const rows = said.map(({ date, start, end }, at) =>
    csvRow(at + 2, { case_date: date, start_minute: start, end_minute: end }),
  );
  const { importRef } = await importFile(context, rows);
  const found = await db
    .select()
    .from(importRows)
    .where(eq(importRows.import_ref, importRef))
    .orderBy(asc(importRows.line));
  const byLine = new Map(found.map(({ line, start_at, end_at }) => [line, [start_at, end_at]]));
  let compared = 0;
  for (const [at, each] of said.entries()) {
    const session = expected(each);
    // A file cannot be asked: the first time round is meant, and a start that the clocks skip is an hour later.
    if (each.start === each.end || session === "session_start_time") continue;
    // An end that they skip is an hour later, too, and may then be the start itself.
    if (each.end < each.start && instants(each.date, each.end).length === 0) continue;
    const end = session === "session_end_time_which" ? expected({ ...each, endWhich: "second" }) : session;
    expect([each, byLine.get(at + 2)]).toEqual([each, end]);
    compared += 1;
  }
  expect(compared).toBeGreaterThan(500);
});
