import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { SignedInUser } from "~/account/login/logins.server";
import { lockedPeriods } from "~/diary/locks/table.server";
import { profiles } from "~/profile/table.server";
import * as page from "~/routes/account/profile";
import { exported, imported } from "../../data/export/own-file";
import { lockDays, makeDiary } from "../../support/diary";
import { db, load, makeUser, racingDatabase, submit } from "../../support/harness";
import { makeConfirmedUser } from "../../support/members";
import { setProfile } from "../../support/profile";
import { rendered } from "../../support/rendered";
import { reportOfDays } from "../../support/report-of-days";

type Page = Awaited<ReturnType<typeof page.loader>>;

const REFUSED =
  "You locked 1 to 20 November 2026, and reports of locked days go by what is out of hours, how patients’ ages are kept, where age bands begin and your labels for who you supervise. Unlock all locked days in Reports first, or leave these as they were and save the rest";

const HELD = {
  day_from: "09:00",
  day_until: "17:00",
  ages: "bands",
  age_cuts: "1, 10, 50",
  supervision_3: "Core fellow",
};

/** A diary with a session and a case on 17 November. */
async function diaryLocked(from: string, until: string) {
  const user = await makeUser();
  await makeDiary(user);
  await lockDays(user, from, until);
  return user;
}

async function save(user: SignedInUser, other: Record<string, string>, database = db) {
  const { answers } = (await load<Page>(page.loader, { user })).data;
  const { status, data } = await submit<{ form?: { errors: object } }>(
    page.action,
    { ...answers, ...other },
    { user, database },
  );
  return [status, data?.form?.errors];
}

async function reportIn(user: SignedInUser) {
  return JSON.stringify(await reportOfDays(user, "2026-11-01", "2026-11-20"));
}

test.each(
  Object.entries(HELD),
)("while days with work are locked, %s stays as their report goes by it", async (...held) => {
  const user = await diaryLocked("2026-11-01", "2026-11-20");
  const before = await reportIn(user);
  expect(await save(user, Object.fromEntries([held]))).toEqual([409, { "": [REFUSED] }]);
  expect(await reportIn(user)).toBe(before);
});

test("while days are locked, all else of the profile is saved, and their report is the same but for its unit", async () => {
  const user = await diaryLocked("2026-11-01", "2026-11-20");
  const before = await reportIn(user);
  const others = {
    ...{ first_name: "Ada", last_name: "Other", gmc_number: "7654321", grade: "SAS doctor", specialty: "Pain" },
    ...{ employers: "Northern Trust", sites: "Main site", nation: "wales", first_view: "week", appraisal_month: "9" },
    ...{ round_up_mail: "yes", units: "hours" },
  };
  expect(await save(user, others)).toEqual([302, undefined]);
  expect(await reportIn(user)).not.toBe(before);
  expect(await save(user, { units: "pas" })).toEqual([302, undefined]);
  expect(await reportIn(user)).toBe(before);
});

test("days without work hold nothing of the profile, and neither do those that are unlocked", async () => {
  const user = await diaryLocked("2026-10-01", "2026-10-31");
  expect(await save(user, HELD)).toEqual([302, undefined]);
  await lockDays(user, "2026-11-01", "2026-11-20");
  expect(await save(user, { ...HELD, day_from: "07:00" })).toEqual([409, { "": [REFUSED] }]);
  await db.delete(lockedPeriods).where(eq(lockedPeriods.user_id, user.id));
  expect(await save(user, { ...HELD, day_from: "07:00" })).toEqual([302, undefined]);
});

test("a lock that comes while the profile is saved holds it too", async () => {
  const user = await diaryLocked("2026-10-01", "2026-10-31");
  const database = racingDatabase(1, () => lockDays(user, "2026-11-01", "2026-11-20"));
  expect(await save(user, HELD, database)).toEqual([409, { "": [REFUSED] }]);
});

test("who never saved a profile saves one that reports of locked days go by as before", async () => {
  const user = await diaryLocked("2026-11-01", "2026-11-20");
  await db.delete(profiles).where(eq(profiles.user_id, user.id));
  expect(await save(user, { day_from: "09:00" })).toEqual([409, { "": [REFUSED] }]);
  expect(await save(user, { gmc_number: "7654321" })).toEqual([302, undefined]);
});

test("the page says what of it is locked before anything is typed", async () => {
  const user = await diaryLocked("2026-10-01", "2026-10-31");
  const shown = async () => rendered(page as never, {}, (await load<Page>(page.loader, { user })).data);
  expect(await shown()).not.toContain("data-locked");
  await lockDays(user, "2026-11-01", "2026-11-20");
  expect(await shown()).toMatch(
    /Locked: .*1 to 20 November 2026.*go by .*what is out of hours.*so you cannot change these/,
  );
});

test("the page of a refused profile does not say that it was saved elsewhere", async () => {
  const user = await diaryLocked("2026-11-01", "2026-11-20");
  const { data } = await load<Page>(page.loader, { user });
  const refused = await submit(page.action, { ...data.answers, ...HELD }, { user });
  const html = rendered(page as never, {}, data, refused.data as never);
  expect(html).toContain("Unlock all locked days in Reports first");
  expect(html).not.toContain("See what is saved now");
});

test("a file is refused with a profile by which reports of locked days would go, where there is none", async () => {
  const user = await makeConfirmedUser();
  await makeDiary(user);
  const restore = async (said: Parameters<typeof setProfile>[1]) => {
    await setProfile(user.unique_ref, { day_from_minute: 480, ...said });
    const file = await exported(user);
    await db.delete(profiles).where(eq(profiles.user_id, user.id));
    const before = await reportIn(user);
    const { status } = await imported(user, file);
    expect(await reportIn(user)).toBe(before);
    return [status, await db.$count(profiles, eq(profiles.user_id, user.id))];
  };
  await lockDays(user, "2026-11-01", "2026-11-20");
  expect(await restore({ day_from_minute: 540 })).toEqual([409, 0]);
  expect(await restore({ age_cuts: [12, 600] })).toEqual([409, 0]);
  expect(await restore({ age_cuts: [1, 12, 72, 192, 780, 960], grade: "SAS doctor" })).toEqual([302, 1]);
});
