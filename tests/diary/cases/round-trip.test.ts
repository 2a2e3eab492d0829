import { expect, test } from "vitest";
import { AGE_UNITS, ASA_GRADES, codesOf, GENDERS, SUPERVISIONS, URGENCIES } from "~/diary/cases/codes";
import { plainAnswers } from "~/diary/cases/form";
import { AGE_LIMITS } from "~/diary/cases/rules";
import {
  BLOCK_FLAGS,
  BLOCK_IDS,
  flagsName,
  STANDARD_AIRWAY,
  STANDARD_PROCEDURES,
} from "~/diary/cases/standard-options";
import { clockTime } from "~/platform/time/clock-time";
import { action, loader } from "~/routes/logbook/case";
import { makeDiary } from "../../support/diary";
import { load, makeUser, submit } from "../../support/harness";
import fc from "../../support/property";

const idsOf = (groups: typeof STANDARD_AIRWAY) =>
  groups.flatMap((group) => group.options.map((option) => option.id)).sort();
const codes = (choices: typeof GENDERS) => fc.constantFrom("", ...codesOf(choices));
const times = fc.option(fc.integer({ min: 0, max: 1439 }).map(clockTime), { nil: "" });
const ages = fc.constantFrom(...AGE_UNITS.map((unit) => unit.value)).chain((unit) =>
  fc.record({
    age: fc.option(fc.integer({ min: 0, max: AGE_LIMITS[unit] }).map(String), { nil: "" }),
    age_unit: fc.constant(unit),
  }),
);
const words = (maxLength: number) => fc.string({ unit: "grapheme", maxLength }).map((text) => text.trim());
/** What a form that asks nothing of it sends. */
const unanswered = Object.fromEntries(Object.keys(plainAnswers).map((name) => [name, ""]));
const flags = fc.subarray(BLOCK_FLAGS.map((flag) => flag.value));

const answers = fc
  .record({
    start_time: times,
    end_time: times,
    aged: ages,
    gender: codes(GENDERS),
    asa: codes(ASA_GRADES),
    urgency: codes(URGENCIES),
    supervision: codes(SUPERVISIONS),
    selected_airway_options_set: fc.subarray(idsOf(STANDARD_AIRWAY), { maxLength: 30 }),
    selected_extra_options_set: fc.subarray(idsOf(STANDARD_PROCEDURES), { maxLength: 40 }),
    case_description: words(100),
    complications: words(300),
    reflective_notes: words(300),
    ticked: fc.array(flags, { minLength: BLOCK_IDS.length, maxLength: BLOCK_IDS.length }),
  })
  .map(({ aged, ticked, ...rest }) => {
    const chosen = BLOCK_IDS.map((id, index) => [id, ticked[index] ?? []] as const).filter(
      ([id, list]) => rest.selected_extra_options_set.includes(id) && list.length > 0,
    );
    return {
      ...unanswered,
      ...rest,
      ...aged,
      ...Object.fromEntries(chosen.map(([id, list]) => [flagsName(id), list])),
    };
  })
  .filter(({ start_time, end_time }) => !endsBeforeStart(start_time, end_time));

/** In the session, from 08:00 to 18:00, or up to 2 hours before it, no case ends before it starts, nor lasts more than 18 hours. */
function endsBeforeStart(start: string, end: string): boolean {
  if (start < "06:00" || start >= "18:00" || end === "" || end >= start) return false;
  const minuteOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
  return end >= "08:00" || minuteOf(start) - minuteOf(end) < 6 * 60;
}

test.each([
  "case_description",
  "complications",
  "reflective_notes",
])("%s is kept where it is the only text of a case", async (name) => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const texts = { case_description: "", complications: "", reflective_notes: "", [name]: "Ketamine first\nnext time" };
  expect((await submit(action, { version: "1", ...texts }, { user, params })).status).toBe(302);
  const { data } = await load<{ answers: Record<string, string> }>(loader, { user, params });
  expect(data.answers).toMatchObject(texts);
});

test("whatever is answered is read back the same", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  let version = 0;
  await fc.assert(
    fc.asyncProperty(answers, async (sent) => {
      version += 1;
      const saved = await submit(action, { ...sent, version: String(version) }, { user, params });
      expect(saved.status).toBe(302);
      type Page = { answers: Record<string, string | string[] | null> };
      const { data } = await load<Page>(loader, { user, params });
      const { case_day: _day, idempotency_key: _key, version: next, ...read } = data.answers;
      const blank = { ...read, start_time: read.start_time ?? "", end_time: read.end_time ?? "" };
      expect(blank).toEqual(sent);
      expect(next).toBe(String(version + 1));
    }),
    { numRuns: 60 },
  );
});
