import { expect, test } from "vitest";
import { changeEffect, type HeldSession, nextElements } from "~/diary/planned/change-plan";
import { spanOfRow } from "~/diary/planned/plan-diary";
import { NATIONAL_RULES } from "~/planning/job-plans/pa-rules";
import type { ElementWithTimes } from "~/planning/job-plans/queries.server";
import { rowDates, type ScheduleRow } from "~/planning/job-plans/schedule";
import type { ElementToAdd } from "~/planning/job-plans/templates";
import { addDays, londonMoment } from "~/platform/time/london";
import fc, { timesOf } from "../../support/property";

const TODAY = "2027-01-13";
const plan = { date_start: "2027-01-01", date_end: "2027-03-31", pa_rules: NATIONAL_RULES.england };
const old = { date_start: "2026-04-01", date_end: "2027-03-31" };

const anyTime = fc.record({
  weekday: fc.integer({ min: 1, max: 7 }),
  start_minute: fc.constantFrom(480, 780),
  length: fc.constantFrom(240, 300),
  recurrence: fc.constantFrom(11, 12) as fc.Arbitrary<11 | 12>,
});

function rowOf({ length, ...time }: typeof anyTime extends fc.Arbitrary<infer Time> ? Time : never): ScheduleRow {
  return { ...time, end_minute: time.start_minute + length, anchor_date: "2027-01-01" };
}

const anySchedule = fc.uniqueArray(anyTime.map(rowOf), {
  ...{ minLength: 1, maxLength: 2 },
  selector: ({ weekday, start_minute }) => `${weekday}/${start_minute}`,
});
const anyCategory = fc.constantFrom("DCC", "SPA") as fc.Arbitrary<"DCC" | "SPA">;

/** An element, and what becomes of it. */
const anyElement = fc.record({
  category: anyCategory,
  schedule: anySchedule,
  becomes: fc.oneof(fc.constantFrom("kept" as const, "dropped" as const), anySchedule),
  stays: fc.boolean(),
});
const anyAdded = fc.record({ category: anyCategory, schedule: anySchedule, name: fc.constantFrom("List 0", "Other") });
/** Which occurrences of which element are in the diary, and what they are. */
const anyHeld = fc.array(
  fc.record({ of: fc.nat(3), at: fc.nat(200), isFixed: fc.boolean(), hours: fc.constantFrom(0, 0, 1) }),
  { maxLength: 40 },
);

const columns = {
  ...{ counts_to_balance: true, counting: "logged", pattern: "fixed_times", default_basis: "time_calculated" },
  active: true,
};

function elementOf(unique_ref: string, description: string, category: string, schedule: ScheduleRow[]) {
  return {
    ...columns,
    unique_ref,
    description,
    category,
    schedule,
    stated_pa_units: null,
  } as unknown as ElementWithTimes;
}

const anyChange = fc.record({
  elements: fc.array(anyElement, { minLength: 1, maxLength: 4 }),
  added: fc.array(anyAdded, { maxLength: 1 }),
  held: anyHeld,
});

type Change = typeof anyChange extends fc.Arbitrary<infer Drawn> ? Drawn : never;

function changed({ elements, added, held: drawn }: Change) {
  const before = elements.map(({ category, schedule }, at) => elementOf(`old-${at}`, `List ${at}`, category, schedule));
  const lines = elements.map(({ becomes, schedule }, at) => ({
    ...{ ref: `old-${at}`, keep: becomes !== "dropped", stated_pa_units: null },
    schedule: typeof becomes === "string" ? schedule : becomes,
  }));
  const fresh = added.map(({ name, category, schedule }) => {
    return { element: elementOf("", name, category, schedule), schedule } as unknown as ElementToAdd;
  });
  let made = 0;
  const next = nextElements(before, { lines, added: fresh }, () => `new-${made++}`);
  const seen = new Set<string>();
  const held = drawn.flatMap(({ of, at, isFixed, hours }, index): HeldSession[] => {
    const element = before[of % before.length] as ElementWithTimes;
    const spans = element.schedule.flatMap((row) =>
      rowDates(row, old.date_start, plan.date_start, plan.date_end).map((date) => spanOfRow(row, date)),
    );
    const span = spans[at % Math.max(1, spans.length)];
    const key = `${element.unique_ref}/${span?.startAt}`;
    if (!span || seen.has(key)) return [];
    seen.add(key);
    const { category, description, unique_ref: element_ref } = element;
    const start_at = span.startAt + hours * 3_600_000;
    const days = londonMoment(start_at).date < TODAY;
    return [
      {
        ...{ unique_ref: `held-${index}`, version: 1, start_at, end_at: span.endAt, recurring_uuid: null },
        ...{ element_ref, element: description, category, ...old, isFixed: isFixed || days },
      },
    ];
  });
  const staying = elements.flatMap(({ stays }, at) => (stays ? [`old-${at}`] : []));
  const diary = { plan, there: held, cancelled: [], leave: [], next, held, staying, today: TODAY };
  return { before, next, held, elements, effect: changeEffect(diary) };
}

test("every session from the day on has one place, what is logged is not removed, and nothing is doubled", () => {
  fc.assert(
    fc.property(anyChange, (change) => {
      const { next, held, elements, effect } = changed(change);
      const removed = effect.gone.filter(({ isRemoved }) => isRemoved).flatMap(({ sessions }) => sessions);
      const moved = effect.moved.flatMap(({ element, sessions }) => sessions.map((session) => ({ session, element })));
      const archived = effect.archived.flatMap(({ sessions }) => sessions);
      const filled = effect.lines.flatMap(({ element, spans }) => spans.map((span) => ({ element, span })));
      const stays = [...moved.map(({ session }) => session), ...archived];
      // Sessions before = sessions after, less those that were filled, and those that were removed.
      const after = stays.length + filled.length;
      expect(held.length).toBe(after - filled.length + removed.length);
      expect(new Set([...stays, ...removed]).size).toBe(held.length);
      expect(removed.filter(({ isFixed }) => isFixed)).toEqual([]);
      // No new session stands where one of its element is, and none where another of its kind has the same hours.
      for (const { element, span } of filled) {
        const beside = moved.filter((each) => each.element.unique_ref === element.unique_ref);
        expect(beside.filter(({ session }) => session.start_at === span.startAt)).toEqual([]);
        expect(londonMoment(span.startAt).date >= TODAY).toBe(true);
      }
      const keys = filled.map(({ element, span }) => `${element.unique_ref}/${span.startAt}/${span.endAt}`);
      expect(new Set(keys).size).toBe(keys.length);
      // What goes on with its times takes all its sessions along, and gets no new one.
      for (const [at, { becomes }] of elements.entries()) {
        if (becomes !== "kept") continue;
        const own = next.find(({ origin }) => origin === `old-${at}`);
        const mine = held.filter(({ element_ref }) => element_ref === `old-${at}`);
        expect(moved.filter(({ session }) => mine.includes(session)).every(({ element }) => element === own)).toBe(
          true,
        );
        expect(removed.filter((session) => mine.includes(session))).toEqual([]);
        expect(filled.filter(({ element }) => element.unique_ref === own?.unique_ref)).toEqual([]);
      }
    }),
    { numRuns: timesOf("changes of a plan", 1000, 200) },
  );
});

const tuesday = { weekday: 2, start_minute: 480, end_minute: 1080, recurrence: 11 as const, anchor_date: null };

function one(schedule: ScheduleRow[] | null, held: Partial<HeldSession>[], added: ElementToAdd[] = []) {
  const before = [elementOf("old-0", "Trauma list", "DCC", [tuesday])];
  const line = { ref: "old-0", keep: schedule !== null, stated_pa_units: null, schedule: schedule ?? [] };
  let made = 0;
  const next = nextElements(before, { lines: [line], added }, () => `new-${made++}`);
  const sessions = held.map((session, index): HeldSession => {
    const [start_at, end_at] = [Date.parse("2027-01-19T08:00Z"), Date.parse("2027-01-19T18:00Z")];
    return {
      ...{ unique_ref: `held-${index}`, version: 1, start_at, end_at, recurring_uuid: null, element_ref: "old-0" },
      ...{ element: "Trauma list", category: "DCC", ...old, isFixed: false, ...session },
    };
  });
  const diary = { plan, there: sessions, cancelled: [], leave: [], next, held: sessions, staying: [], today: TODAY };
  const { moved, gone, archived, lines } = changeEffect(diary);
  return {
    moved: moved.map(({ element, sessions: all }) => [element.description, all.length]),
    gone: gone.map(({ sessions: all }) => all.length),
    archived: archived.map(({ sessions: all }) => all.length),
    made: lines.flatMap(({ spans }) => spans.map(({ startAt }) => londonMoment(startAt).date)),
  };
}

function added(description: string, category: string, schedule: ScheduleRow[]): ElementToAdd {
  return { element: elementOf("", description, category, schedule), schedule } as unknown as ElementToAdd;
}

test("a session goes on with its element, at the same time or where it is logged; another time makes it one to remove", () => {
  const monday = { ...tuesday, weekday: 1 };
  expect(one([tuesday], [{}])).toEqual({ moved: [["Trauma list", 1]], gone: [], archived: [], made: [] });
  // The diary is filled to the week of its last planned session.
  expect(one([monday], [{}])).toEqual({ moved: [], gone: [1], archived: [], made: ["2027-01-18"] });
  expect(one([{ ...tuesday, end_minute: 780 }], [{}])).toEqual({
    moved: [],
    gone: [1],
    archived: [],
    made: ["2027-01-19"],
  });
  expect(one([monday], [{ isFixed: true }])).toEqual({
    moved: [["Trauma list", 1]],
    gone: [],
    archived: [],
    made: [],
  });
  expect(one(null, [{}, { isFixed: true }])).toEqual({ moved: [], gone: [1], archived: [1], made: [] });
});

test("of a dropped element a new one takes the sessions by its name, or by kind of work and time, and none of another kind", () => {
  expect(one(null, [{}], [added("Day surgery", "DCC", [tuesday])]).moved).toEqual([["Day surgery", 1]]);
  expect(one(null, [{}], [added("Teaching", "SPA", [tuesday])])).toMatchObject({ moved: [], gone: [1] });
  expect(one(null, [{ isFixed: true }], [added("trauma LIST", "DCC", [{ ...tuesday, weekday: 5 }])]).moved).toEqual([
    ["trauma LIST", 1],
  ]);
});

test("a day with a logged session of an element gets no other of it", () => {
  const later = { ...tuesday, start_minute: 780 };
  const planned = { start_at: Date.parse("2027-01-26T08:00Z"), end_at: Date.parse("2027-01-26T18:00Z") };
  expect(one([later], [{ isFixed: true }, planned]).made).toEqual(["2027-01-26"]);
});

test("a diary that is filled to near the end of its plan is filled to the end, a diary without planned sessions not at all", () => {
  const friday = { ...tuesday, weekday: 5 };
  const near = { start_at: Date.parse("2027-03-09T08:00Z"), end_at: Date.parse("2027-03-09T18:00Z") };
  // Fridays 15 January to 26 March, of which the last is Good Friday.
  expect(one([friday], [near]).made).toHaveLength(10);
  expect(one([friday], [{ isFixed: true }]).made).toEqual([]);
  expect(addDays(plan.date_end, -28)).toBe("2027-03-03");
});
