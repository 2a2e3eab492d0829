import type { SignedInUser } from "~/account/login/logins.server";
import { feeds } from "~/account/table.server";
import { importStaging, stagedImports } from "~/data/backup-import/table.server";
import { cases } from "~/diary/cases/table.server";
import { feeSettings, fees, payers, rates } from "~/diary/fees/table.server";
import { leave, leaveSettings, leaveYears, lieuLedger } from "~/diary/leave/table.server";
import { lockedPeriods } from "~/diary/locks/table.server";
import { rotaEvents, rotaFeeds, rotaTitles } from "~/diary/rota/table.server";
import { cancellations, sessions } from "~/diary/sessions/table.server";
import { importRows, imports } from "~/import/table.server";
import { NATIONAL_RULES } from "~/planning/job-plans/pa-rules";
import { elementSchedule, jobPlanElements, jobPlans } from "~/planning/job-plans/table.server";
import { localPublicHolidays } from "~/planning/public-holidays/table.server";
import { newRef } from "~/platform/db/columns.server";
import { addDays, londonInstant } from "~/platform/time/london";
import { profiles } from "~/profile/table.server";
import { cpd, cpdPlace, savedReports } from "~/reports/table.server";
import { db, NOW, vault } from "./harness";
import { encryptedFeed, ROTA_URL } from "./rota-server";

/** The columns of a locked period that say which days it holds. */
export function datesOfLock(date_start: string, date_end: string) {
  return { date_start, date_end, start_at: londonInstant(date_start), end_at: londonInstant(addDays(date_end, 1)) };
}

/** Locks days of a user, both included, be they over or not. */
export async function lockDays(user: SignedInUser, date_start: string, date_end: string) {
  const row = { unique_ref: newRef(), user_id: user.id, created_at: NOW, updated_at: NOW };
  await db.insert(lockedPeriods).values({ ...row, ...datesOfLock(date_start, date_end) });
}

/**
 * A small diary: plan 2026/27 with a Tuesday all-day list, the session of Tue 17 Nov 2026 08:00-18:00
 * tagged with it (2.50 PA), one case in that, and a file of which one row is still to be placed there. A second one of
 * a user shares what there is one of for each. @returns their references under the names of the routes.
 */
export async function makeDiary(user: SignedInUser) {
  const params = {
    planRef: newRef(),
    elementRef: newRef(),
    sessionRef: newRef(),
    lockRef: newRef(),
    caseRef: newRef(),
    importRef: newRef(),
    rowRef: newRef(),
    leaveRef: newRef(),
    lineRef: newRef(),
    dayRef: newRef(),
    feeRef: newRef(),
    rateRef: newRef(),
    payerRef: newRef(),
    cpdRef: newRef(),
    reportRef: newRef(),
    eventRef: newRef(),
    cancellationRef: newRef(),
    monday: "2026-11-23",
    date: "2026-11-24",
  };
  const row = { user_id: user.id, created_at: NOW, updated_at: NOW };
  const stagingRef = newRef();
  await db.batch([
    db.insert(jobPlans).values({
      ...row,
      unique_ref: params.planRef,
      title: "Job plan 2026/27",
      date_start: "2026-04-01",
      date_end: "2027-03-31",
      method: "weekly_leave_adjusted",
      weeks_per_year_tenths: 420,
      contracted_pa_units: 36_000,
      pa_rules: NATIONAL_RULES.england,
    }),
    db.insert(jobPlanElements).values({
      ...row,
      unique_ref: params.elementRef,
      plan_ref: params.planRef,
      description: "All-day orthopaedics",
      category: "DCC",
      counts_to_balance: true,
      pattern: "fixed_times",
      weekly_pa_units: 9000,
      default_basis: "time_calculated",
    }),
    db.insert(elementSchedule).values({
      ...row,
      unique_ref: newRef(),
      element_ref: params.elementRef,
      weekday: 2,
      start_minute: 480,
      end_minute: 1080,
      recurrence: 11,
    }),
    db.insert(sessions).values({
      ...row,
      unique_ref: params.sessionRef,
      start_at: londonInstant("2026-11-17", 480),
      end_at: londonInstant("2026-11-17", 1080),
      element_ref: params.elementRef,
      pa_basis: "time_calculated",
      standard_minutes: 600,
      premium_minutes: 0,
      pa_units: 9000,
      pa_rules: NATIONAL_RULES.england,
    }),
    // A day that this plan has no time on: the weeks of the tests stand as they are.
    db.insert(cancellations).values({
      ...{ ...row, unique_ref: params.cancellationRef, element_ref: params.elementRef },
      start_at: londonInstant("2026-11-04", 480),
    }),
    db.insert(rotaEvents).values({
      ...{ ...row, unique_ref: params.eventRef, calendar_key: newRef(), session_ref: newRef() },
      ...{
        element_ref: params.elementRef,
        start_at: londonInstant("2026-11-10", 480),
        end_at: londonInstant("2026-11-10", 1080),
      },
    }),
    db
      .insert(rotaTitles)
      .values({ user_id: user.id, title_key: newRef(), element_ref: params.elementRef, updated_at: NOW }),
    db.insert(cases).values({
      ...row,
      unique_ref: params.caseRef,
      session_ref: params.sessionRef,
      start_at: londonInstant("2026-11-17", 545),
      end_at: londonInstant("2026-11-17", 640),
      age: 45,
      gender: 1,
      asa: 2,
      urgency: 4,
    }),
    db.insert(fees).values({
      ...row,
      unique_ref: params.feeRef,
      work_date: "2026-10-31",
      amount_pence: 120_000,
    }),
    db.insert(rates).values({
      ...{ ...row, unique_ref: params.rateRef, name: "Weekend list", basis: "hour", rate_pence: 20_000 },
    }),
    db
      .insert(payers)
      .values({
        ...{ ...row, unique_ref: params.payerRef, name: "Trust", name_key: "trust", kind: "trust" },
      })
      .onConflictDoNothing(),
    db
      .insert(feeSettings)
      .values({ ...row, unique_ref: newRef(), tax_basis: "paid" })
      .onConflictDoNothing(),
    db.insert(leave).values({
      ...{ ...row, unique_ref: params.leaveRef, type: "annual", status: "approved" },
      ...{ date_start: "2026-12-14", date_end: "2026-12-18" },
    }),
    db
      .insert(leaveSettings)
      .values({ ...row, unique_ref: newRef() })
      .onConflictDoNothing(),
    db
      .insert(leaveYears)
      .values({ ...row, unique_ref: newRef(), year_begins: "2026-04-01", carried_half_days: 4 })
      .onConflictDoNothing(),
    db.insert(lieuLedger).values({
      ...{ ...row, unique_ref: params.lineRef, day: "2026-08-31", kind: "earned", unit: "days", hundredths: 100 },
    }),
    db
      .insert(localPublicHolidays)
      .values({ ...row, unique_ref: params.dayRef, day: "2026-06-19", is_added: true })
      .onConflictDoNothing(),
    db
      .insert(profiles)
      .values({ ...row, unique_ref: newRef(), gmc_number: "0000000" })
      .onConflictDoNothing(),
    db.insert(cpd).values({
      ...{ ...row, unique_ref: params.cpdRef, day: "2026-10-05", minutes: 90, type: "course" },
      text_encrypted: await encryptedCpd(user.unique_ref, params.cpdRef),
    }),
    db
      .insert(savedReports)
      .values({ ...row, unique_ref: params.reportRef, name: "Appraisal", name_key: "appraisal", choices: "" })
      .onConflictDoNothing(),
    // Long before anything else of it, so that only its own page comes upon it.
    db
      .insert(lockedPeriods)
      .values({ ...row, unique_ref: params.lockRef, ...datesOfLock("1990-04-01", "1991-03-31") })
      .onConflictDoNothing(),
    db
      .insert(feeds)
      .values({ ...row, user_ref: user.unique_ref, unique_ref: newRef(), token_hash: newRef(), content: "titles" })
      .onConflictDoNothing(),
    db
      .insert(rotaFeeds)
      .values({
        ...{ ...row, user_ref: user.unique_ref, asked_at: NOW },
        text_encrypted: await encryptedFeed(user.unique_ref, { address: ROTA_URL, calendar: "" }),
      })
      .onConflictDoNothing(),
    db.insert(stagedImports).values({ ...row, unique_ref: stagingRef }),
    db.insert(importStaging).values({
      ...{ staging_ref: stagingRef, user_id: user.id, kind: "sessions", ref: "x", line: 1, row: "{}" },
    }),
    db.insert(imports).values({
      ...row,
      unique_ref: params.importRef,
      file_hash: newRef(),
      layout: newRef(),
      mapping: { case_date: 0, start_time: 1 },
      rows_read: 1,
      rows_skipped: 0,
      rows_merged: 0,
      rows_rejected: 0,
      rows_expected: 1,
      rows_received: 1,
      complete_at: NOW,
    }),
    db.insert(importRows).values({
      ...row,
      unique_ref: params.rowRef,
      import_ref: params.importRef,
      case_ref: newRef(),
      line: 2,
      row_key: crypto.getRandomValues(new Uint8Array(16)),
      case_date: "2026-11-17",
      day_at: londonInstant("2026-11-17"),
      next_day_at: londonInstant("2026-11-18"),
      start_at: londonInstant("2026-11-17", 660),
      end_at: londonInstant("2026-11-17", 720),
      age: 60,
    }),
  ]);
  return { params };
}

async function encryptedCpd(userRef: string, ref: string): Promise<Uint8Array> {
  const text = JSON.stringify({ title: "Regional anaesthesia update", reflection: "" });
  return (await vault.encrypt(userRef, cpdPlace(ref), text)) as Uint8Array;
}
