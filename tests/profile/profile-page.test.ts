import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { users } from "~/account/table.server";
import { undoWithMessage } from "~/diary/undo/undo.server";
import { jobPlanElements } from "~/planning/job-plans/table.server";
import type { FormState } from "~/platform/http/action-result";
import { DEFAULT_PROFILE, profileRow } from "~/profile/queries.server";
import { action, loader } from "~/routes/account/profile";
import { makeDiary } from "../support/diary";
import { flashOf } from "../support/flash";
import { countingDatabase, db, load, makeUser, NOW, submit } from "../support/harness";
import { PROFILE_FORM, setProfile } from "../support/profile";

type Refused = { form: FormState };
type Page = { answers: Record<string, string | string[]>; elements: { label: string; choices: unknown[] }[] };

async function profileOf(userId: number) {
  return (await profileRow(db, userId))[0] ?? DEFAULT_PROFILE;
}

async function nameOf(userRef: string) {
  const [row] = await db.select().from(users).where(eq(users.unique_ref, userRef));
  return `${row?.first_name} ${row?.last_name}`;
}

test("what is answered is saved, and the page shows it again", async () => {
  const user = await makeUser();
  const answer = await submit(action, PROFILE_FORM, { user });
  expect(answer).toMatchObject({ status: 302, location: "/profile/" });
  expect(flashOf(answer)?.text).toBe("Profile saved");
  expect(await nameOf(user.unique_ref)).toBe("Ada Example");
  expect(await profileOf(user.id)).toEqual({
    ...{ gmc_number: "1234567", grade: "Consultant", specialty: "Anaesthetics" },
    ...{ employers: ["Northern Trust", "Southern Trust"], sites: ["Main site"] },
    pa_rules: expect.objectContaining({ nation: "wales", standard_minutes_per_pa: 225, premium_minutes_per_pa: 210 }),
    ...{ first_view: "week", units: "hours", default_element_ref: null, ages: "bands", age_cuts: [1, 12, 192, 780] },
    ...{ supervision_labels: { "3": "ST 4-7 resident" }, appraisal_month: 9, hides_first_steps: false },
    ...{ day_from_minute: 450, day_until_minute: 1140, round_up_mailed: "2026-11-16", version: 2 },
  });
  const { answers } = (await load<Page>(loader, { user })).data;
  expect(answers).toMatchObject({
    ...{ version: "2", first_name: "Ada", gmc_number: "1234567", employers: "Northern Trust\nSouthern Trust" },
    ...{ nation: "wales", hours_per_pa_standard: "", hours_per_pa_premium: "3.5", age_cuts: "1m, 1, 16, 65" },
    ...{ supervision_3: "ST 4-7 resident", day_from: "07:30", appraisal_month: "9", round_up_mail: "yes" },
  });
});

test("somebody who never said otherwise has the usual answers, and saving them changes nothing", async () => {
  const user = await makeUser();
  const { answers } = (await load<Page>(loader, { user })).data;
  expect(await submit(action, answers, { user })).toMatchObject({ status: 302 });
  expect(await profileOf(user.id)).toEqual({ ...DEFAULT_PROFILE, version: 2 });
});

test("the page offers the elements of the user's plans, in one batch", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const { database, trips } = countingDatabase();
  const { elements } = (await load<Page>(loader, { user, database })).data;
  const choices = [{ value: params.elementRef, label: "All-day orthopaedics" }];
  expect(elements).toEqual([{ label: expect.stringContaining("Job plan 2026/27"), choices }]);
  expect(trips()).toBe(1);
});

test.each([
  ["first_name", "", "Enter your first name"],
  ["gmc_number", "12345", "GMC number must be 7 digits"],
  ["employers", "x".repeat(81), "Each line must be 80 characters or fewer"],
  ["sites", Array.from({ length: 21 }, (_, at) => `Site ${at}`).join("\n"), "Enter 20 sites or fewer, one per line"],
  ["age_cuts", "old", "Enter each age as a number of years, or months with an m, such as 6m, 16"],
  ["day_from", "", "Enter when a weekday begins, such as 08:00"],
  ["day_until", "7:30", "The end must be after the start, on the same day"],
  ["day_until", "25:00", "Please check the time is in the format hh:mm"],
  ["nation", "", "Choose the nation whose rules you are changing"],
  ["hours_per_pa_premium", "3.1", "Hours of a PA in premium time must go in steps of 0.25"],
  ["units", "days", "Choose PAs or hours from the list"],
  ["appraisal_month", "0", "Choose the month that the appraisal year starts in from the list"],
  ["default_element_ref", "e".repeat(22), "Choose an element from the list"],
])("%s %j is refused: %s", async (name, value, message) => {
  const user = await makeUser();
  const answer = await submit<Refused>(action, { ...PROFILE_FORM, [name]: value }, { user });
  expect(answer.status).toBe(422);
  expect(answer.data.form.errors[name]).toEqual([message]);
  expect(await profileOf(user.id)).toBe(DEFAULT_PROFILE);
  expect(await nameOf(user.unique_ref)).toBe("First Last");
});

test("twenty employers are saved, each once and of 80 characters at most, and an appraisal year from December", async () => {
  const user = await makeUser();
  const employers = Array.from({ length: 20 }, (_, at) => `${at + 10}`.padEnd(80, "é"));
  const form = { ...PROFILE_FORM, employers: [` ${employers[0]} `, "", ...employers].join("\n") };
  expect(await submit(action, { ...form, appraisal_month: "12" }, { user })).toMatchObject({ status: 302 });
  expect(await profileOf(user.id)).toMatchObject({ employers, appraisal_month: 12 });
});

test("another user's element is no element of the list", async () => {
  const [user, other] = [await makeUser(), await makeUser()];
  const { params } = await makeDiary(other);
  const answer = await submit<Refused>(action, { ...PROFILE_FORM, default_element_ref: params.elementRef }, { user });
  expect(answer.data.form.errors.default_element_ref).toEqual(["Choose an element from the list"]);
});

test("an archived element can be chosen no more, and stays where it was", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  await db.update(jobPlanElements).set({ active: false }).where(eq(jobPlanElements.unique_ref, params.elementRef));
  const choices = async () => (await load<Page>(loader, { user })).data.elements.flatMap((group) => group.choices);
  expect(await choices()).toEqual([]);
  await setProfile(user.unique_ref, { default_element_ref: params.elementRef });
  expect(await choices()).toEqual([{ value: params.elementRef, label: "All-day orthopaedics" }]);
});

test("somebody who keeps no diary has a name to change, and nothing else", async () => {
  const user = await makeUser(1);
  expect(await submit(action, { version: "1", first_name: "Ada", last_name: "Example" }, { user })).toMatchObject({
    status: 302,
  });
  expect(await nameOf(user.unique_ref)).toBe("Ada Example");
  expect(await profileOf(user.id)).toEqual({ ...DEFAULT_PROFILE, version: 2 });
});

test("a profile is undone, but for a new name, and then by its form again", async () => {
  const user = await makeUser();
  const by = { db, userId: user.id, now: NOW };
  expect(flashOf(await submit(action, PROFILE_FORM, { user })).undo).toBeNull();
  const form = { ...PROFILE_FORM, version: "2", grade: "Locum" };
  const { undo } = flashOf(await submit(action, form, { user }));
  expect(await undoWithMessage(by, String(undo))).toMatchObject({ ok: true, message: "Restored: profile" });
  expect(await profileOf(user.id)).toMatchObject({ grade: "Consultant", version: 2 });
  expect((await submit(action, form, { user })).status).toBe(302);
  expect((await profileOf(user.id)).grade).toBe("Locum");
});
