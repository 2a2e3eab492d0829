import { parseSubmission } from "@conform-to/react/future";
import { and, eq } from "drizzle-orm";
import { LINK_WORKS_MS } from "~/account/email/rules";
import { newTotpSecret, newTotpSetup, type TotpSetup, totpCode } from "~/account/factors/totp.server";
import type { SignedInUser } from "~/account/login/logins.server";
import { backups, logins, passkeys, users } from "~/account/table.server";
import { TERMS_VERSION } from "~/account/terms/versions";
import { changedRows, changes, diaries } from "~/changes/table.server";
import { BLOCK_IDS, flagsName } from "~/diary/cases/standard-options";
import { cases, options } from "~/diary/cases/table.server";
import { devicePlace, entryPlace, noSignalDevices, noSignalEntries } from "~/diary/no-signal/table.server";
import { previewChange } from "~/diary/planned/change-plan.server";
import { chosenPlanSessions } from "~/diary/planned/plan-diary.server";
import { stopToken } from "~/diary/round-up/mail.server";
import { newDeleteCode } from "~/diary/sessions/delete-sessions.server";
import { sessions } from "~/diary/sessions/table.server";
import { proposeSessions } from "~/import/new-sessions/propose.server";
import { placingPreview } from "~/import/place/preview.server";
import { readCalendar } from "~/import/rota/parse/read-calendar.server";
import { previewCalendar as rotaPreview } from "~/import/rota/preview.server";
import { importRows } from "~/import/table.server";
import { writeMail } from "~/mail/outbox.server";
import { deadJobs, outbox } from "~/mail/table.server";
import { changePlanForm } from "~/planning/job-plans/change-form";
import { NATIONAL_RULES } from "~/planning/job-plans/pa-rules";
import { jobPlanElements, jobPlans } from "~/planning/job-plans/table.server";
import { newRef } from "~/platform/db/columns.server";
import { base64url, hashOf, newSecret } from "~/platform/db/tokens";
import { readAnswers } from "~/platform/http/read-form.server";
import { londonInstant } from "~/platform/time/london";
import { profiles } from "~/profile/table.server";
import { calendarOf, eventOf } from "../import/rota/files";
import { passedCheck } from "./bot-check";
import { makeDiary } from "./diary";
import { db, NOW, openLoginOf, signInAs, TODAY, vault } from "./harness";
import { PASSWORD, setAddressOf, setPasswordOf } from "./members";
import { makeAttestation } from "./passkeys";
import { PROFILE_FORM, setProfile } from "./profile";
import { verifyResetCode } from "./reset";
import { ROTA_URL } from "./rota-server";
import { beginPassAs, suspendUser } from "./suspension";
import { addLogin, addRecoveryCode, addTotp, beginPendingLoginAs } from "./two-factor";
import { addTakeBack, addVerification as addVerificationRow } from "./verifications";

export type Fields = Record<string, string | string[]>;

/** A diary of `makeDiary` with an option of its owner's own, which its case has, and with a change that can be undone. */
export type Diary = Awaited<ReturnType<typeof makeWholeDiary>>;

export async function makeWholeDiary(user: SignedInUser) {
  const { params } = await makeDiary(user);
  const optionRef = newRef();
  const row = { unique_ref: optionRef, user_id: user.id, created_at: NOW, updated_at: NOW };
  await db.batch([
    db.insert(options).values({ ...row, kind: "procedure", label: "Awake craniotomy, own way" }),
    db
      .update(cases)
      .set({ options: [{ id: optionRef, flags: "" }] })
      .where(eq(cases.unique_ref, params.caseRef)),
  ]);
  // Of one user alone; and so high that the first change that a test makes has the number that it has elsewhere.
  const number = 1_000_000 + user.id;
  const change = { user_id: user.id, number };
  await db.batch([
    db.insert(diaries).values({ user_id: user.id, last_change: 1 }),
    db.insert(changes).values({ ...change, message: "Leave added", occurred_at: NOW }),
    db.insert(changedRows).values({
      ...{ ...change, table_name: "leave", unique_ref: params.leaveRef },
      ...{ version_left: 1, only_moved: false },
    }),
  ]);
  const passkeyRef = newRef();
  await db.insert(passkeys).values({
    unique_ref: passkeyRef,
    user_ref: user.unique_ref,
    credential_id: newRef(),
    public_key: new Uint8Array([1]),
    counter: 0,
    backed_up: false,
    name: "Key ring",
    created_at: NOW,
    updated_at: NOW,
  });
  const { deviceRef, entryRef } = await addNoSignal(user, params.sessionRef);
  // Of a link that its user was sent; and of what an administrator looks after, which is nobody's until it is prepared.
  const mailToken = await stopToken(vault, user.unique_ref);
  const made = {
    undoRef: String(number),
    optionRef,
    passkeyRef,
    verificationCode: newSecret(),
    addressToken: newSecret(),
    userRef: newRef(),
    ...{ mailToken, deviceRef, entryRef },
  };
  return { user, params: { ...params, ...made }, optionRef };
}

/** A device that keeps what is typed without signal, and a list of cases that came from it and was refused. */
async function addNoSignal({ unique_ref: user_ref }: SignedInUser, sessionRef: string) {
  const [deviceRef, entryRef] = [newRef(), newRef()];
  const kept = {
    ...{ path: `/logbook/session/${sessionRef}/cases/`, fields: [["cases[0].line", "hip"]] },
    ...{ typed_at: NOW, label: "Theatre 3", why: "Case 1: enter an age" },
  };
  const [key, entry] = await Promise.all([
    vault.encrypt(user_ref, devicePlace(deviceRef), "a key"),
    vault.encrypt(user_ref, entryPlace(entryRef), JSON.stringify(kept)),
  ]);
  const made = { user_ref, created_at: NOW };
  await db.batch([
    db.insert(noSignalDevices).values({
      ...{ ...made, unique_ref: deviceRef, name: "Phone", public_key: "", lists_sessions: true, seen_at: NOW },
      private_key_encrypted: key as Uint8Array,
    }),
    db.insert(noSignalEntries).values({ ...made, unique_ref: entryRef, outcome: "kept", entry_encrypted: entry }),
  ]);
  return { deviceRef, entryRef };
}

/** A form that its route accepts, and so writes something. */
export interface ValidForm {
  fields(diary: Diary): Fields | Promise<Fields>;
  /** Who may post it; by default the owner of the diary alone. */
  by?: "visitor" | "anybody";
  /** The lowest level that may post it, where that is not the diary's. */
  from?: number;
  /** It only asks, and nothing is written. */
  asks?: true;
  /** The field that brings a file. */
  file?: string;
  /** The status of its acceptance, where the answer is no redirect. */
  answer?: number;
  /** What must be so in the diary first. */
  prepare?(diary: Diary): Promise<unknown>;
  cookie?(diary: Diary): Promise<string>;
  /** It deletes, archives or ends something, as it stands or with these answers over its own. */
  deletes?: true | Fields[];
  /** Its other buttons and choices, each as answers over its own. */
  ways?(diary: Diary): Fields[];
  /** Fields that name a row, with that of a diary: somebody else's must not be taken. */
  references?: Record<string, (diary: Diary) => string>;
}

/** All that a form does, as answers over its own: with none, what else it deletes, and its other buttons and choices. */
export function waysOf({ deletes, ways }: ValidForm, diary: Diary): Fields[] {
  return [{}, ...(Array.isArray(deletes) ? deletes : []), ...(ways?.(diary) ?? [])];
}

/** A file of Daybook's own with one payer. */
const OWN_FILE = [
  '{"daybook":3}',
  JSON.stringify({
    ...{ record: "payers", unique_ref: newRef(), name: "Nuffield", name_key: "nuffield", kind: "group", active: true },
    ...{ created_at: "2026-11-21T12:00:00+00:00", updated_at: "2026-11-21T12:00:00+00:00", version: 1 },
  }),
  '{"records":1}',
].join("\n");

const NEW_PASSWORD = "velvet harbour compass";
const VERSION = "1";
const TOTP_SECRET = newTotpSecret();
const RECOVERY_CODE = "0123-4567-89AB-CDEF-GHJK-MNPQ";
const BLOCK = BLOCK_IDS[0] as string;

function time(name: string, weekday: string) {
  const times = { weekday, start: "08:00", end: "12:00", recurrence: "11", anchor_date: "" };
  return Object.fromEntries(Object.entries(times).map(([part, value]) => [`${name}.${part}`, value]));
}

function setPlan(diary: Diary, values: Partial<typeof jobPlans.$inferInsert>) {
  return db.update(jobPlans).set(values).where(eq(jobPlans.unique_ref, diary.params.planRef));
}

/** Somebody else, for an administrator. */
function addUser({ params }: Diary) {
  const name = params.userRef.toLowerCase();
  return db.insert(users).values({
    ...{ unique_ref: params.userRef, username: name, username_key: name, first_name: "First", last_name: "Last" },
    ...{
      level: 9,
      terms_accepted_at: NOW,
      terms_version: TERMS_VERSION,
      created_at: NOW,
      updated_at: NOW,
    },
  });
}

async function addUserWithLogin(diary: Diary) {
  await addUser(diary);
  const login = { unique_ref: newRef(), second_factor_at: null, reauthenticated_at: NOW };
  await openLoginOf({ unique_ref: diary.params.userRef, login });
}

/** The profile was saved a moment ago: saved as it is, it shows that it was. */
function ageProfile({ user }: Diary) {
  return db
    .update(profiles)
    .set({ updated_at: NOW - 1 })
    .where(eq(profiles.user_id, user.id));
}

/** An address that was replaced, with the link in the mail to it. */
async function addReplacedAddress({ user, params }: Diary) {
  await setAddressOf(user);
  const hash = await hashOf(params.addressToken);
  return addTakeBack(user.unique_ref, `${newRef()}@example.com`, { hash });
}

/** A mail, a job and a backup that failed, under one reference. */
async function addFailures({ user, params }: Diary) {
  const unique_ref = params.userRef;
  const { ref, statement } = await writeMail(
    db,
    vault,
    { to: "owner@example.com", userRef: user.unique_ref, content: { kind: "password-changed" } },
    NOW,
  );
  const day = { day: "2026-11-20", state: "failed", created_at: NOW, updated_at: NOW } as const;
  await db.batch([
    statement,
    db.update(outbox).set({ unique_ref, failed_at: NOW }).where(eq(outbox.unique_ref, ref)),
    db.insert(deadJobs).values({ unique_ref, kind: "forget-user", ref: unique_ref, died_at: NOW }),
    db.insert(backups).values({ unique_ref, user_ref: user.unique_ref, ...day }),
  ]);
}
const cpdEntry = {
  ...{ day: "20/11/2026", hours: "1.5", title: "Airway workshop", type: "course" },
  ...{ domains: ["1", "3"], reflection: "Plan B is now laid out first." },
};

/** The link that the user was sent. */
async function addVerification({ user, params }: Diary) {
  const hash = await hashOf(params.verificationCode);
  const sent = { hash, expires_at: NOW + LINK_WORKS_MS };
  await addVerificationRow({ user_ref: user.unique_ref, address: "ivo@example.com", status: "pending", ...sent });
}

function setPassword({ user }: Diary) {
  return setPasswordOf(user);
}

/** A session of a series on the second day of the leave, under the reference of the leave itself. */
function addToLeave({ user, params }: Diary) {
  return db.insert(sessions).values({
    ...{ unique_ref: params.leaveRef, user_id: user.id, created_at: NOW, updated_at: NOW },
    ...{ start_at: londonInstant("2026-12-15", 480), end_at: londonInstant("2026-12-15", 1080) },
    ...{ pa_basis: "time_calculated", standard_minutes: 600, premium_minutes: 0, pa_units: 9000 },
    ...{ pa_rules: NATIONAL_RULES.england, recurring_uuid: newRef() },
  });
}

function inLeave({ params }: Diary): string {
  return `${params.leaveRef}.${VERSION}`;
}

/** Takes the session off its element, which can then be deleted. */
function untag({ params }: Diary) {
  return db.update(sessions).set({ element_ref: null }).where(eq(sessions.unique_ref, params.sessionRef));
}

/** Answers of passkeys that were made and that nobody has taken yet. */
const attestations = new Map<string, string>();

/** Secrets that a page has shown and nobody has stored. */
const setups = new Map<string, TotpSetup>();

async function turnOn({ user }: Diary) {
  await addTotp(user.unique_ref);
  user.has_totp = true;
}

function loginElsewhere(user: SignedInUser, unique_ref: string) {
  const times = { reauthenticated_at: NOW, last_seen_at: NOW, expires_at: NOW + 60_000, created_at: NOW };
  return { unique_ref, user_ref: user.unique_ref, token_hash: newRef(), remember: false, user_agent: "", ...times };
}

/** A file as the mapping page without script carries it. */
const upload: Fields = {
  file_name: "theatre.csv",
  file_bytes: base64url(
    new TextEncoder().encode("Date,Start,End,Age,Sex,ASA,Procedure\n24/11/2026,09:05,10:40,82,F,3,DHS left hip\n"),
  ),
  "mapping.case_date": "0",
  "mapping.start_time": "1",
  "mapping.end_time": "2",
  "mapping.age": "3",
  "mapping.gender": "4",
  "mapping.asa": "5",
  "mapping.case_description": "6",
  encoding: "utf-8",
  delimiter: ",",
  us_dates: "",
  join_procedures: "yes",
  gender_codes: "1_male",
};

/** Overnight work of two days at a fixed allocation: so every field is read. */
function session({ params }: Diary): Fields {
  return {
    session_date: "24/11/2026",
    session_start_time: "08:00",
    session_start_time_which: "first",
    session_end_time: "18:30",
    session_end_time_which: "second",
    whole_day: "",
    session_greater_24_hours: "on",
    session_end_date: "25/11/2026",
    job_plan_element_unique_ref: params.elementRef,
    site: "Main theatres",
    pa_calculation_basis: "fixed",
    fixed_PA_allocation: "2.5",
    description: "Covered for a colleague",
    extra_claim_amount: "1,200.00",
    extra_claim_payer: "Northern Trust",
    extra_claim_timesheet_date: "26/11/2026",
    extra_claim_paid_date: "20/12/2026",
    extra_claim_notes: "Agreed by e-mail",
    identifiers_confirmed: "yes",
    identifiers_reason: "A serial number",
    after_save: "case",
  };
}

const sessionReferences = { job_plan_element_unique_ref: ({ params }: Diary) => params.elementRef };

function caseAnswers({ optionRef }: Diary): Fields {
  return {
    start_time: "09:05",
    end_time: "10:40",
    case_day: "17/11/2026",
    age: "46",
    age_unit: "years",
    gender: "1",
    asa: "3",
    urgency: "4",
    supervision: "2",
    selected_airway_options_set: ["111", "132"],
    selected_extra_options_set: [optionRef, BLOCK],
    [flagsName(BLOCK)]: ["ultrasound", "catheter"],
    new_airway_option: "A tube of my own",
    new_extra_option: "A block of my own",
    case_description: "Hip replacement",
    complications: "None",
    reflective_notes: "Went well",
    case_claim_procedure_code: "w8500 C7520",
    case_claim_amount: "310.50",
    case_claim_payer: "An insurer",
    case_claim_timesheet_date: "18/11/2026",
    case_claim_paid_date: "20/11/2026",
    case_claim_notes: "Invoice sent",
    identifiers_confirmed: "yes",
    identifiers_reason: "A serial number",
  };
}

const caseReferences = {
  selected_airway_options_set: ({ optionRef }: Diary) => optionRef,
  selected_extra_options_set: ({ optionRef }: Diary) => optionRef,
};

const element: Fields = {
  description: "Clinic and ward round",
  category: "DCC",
  counts_to_balance: "on",
  pattern: "fixed_times",
  pa: "1.25",
  occurrences_per_year: "",
  "schedule[0].weekday": "3",
  "schedule[0].start": "08:00",
  "schedule[0].end": "13:00",
  "schedule[0].recurrence": "12",
  "schedule[0].anchor_date": "18/11/2026",
  "schedule[1].weekday": "5",
  "schedule[1].start": "20:00",
  "schedule[1].end": "08:00",
  "schedule[1].recurrence": "21",
  "schedule[1].anchor_date": "",
  default_basis: "fixed",
  default_fixed_pa: "1.25",
  custom_hours_per_pa: "3.75",
  specialty: "Anaesthesia",
  location: "Main theatres",
};

export const plan: Fields = {
  title: "Job plan 2027/28",
  employer: "Northern Trust",
  date_start: "01/04/2027",
  date_end: "31/03/2028",
  method: "weekly_leave_adjusted",
  weeks_per_year: "42",
  contracted_pa: "10",
  counts: "balance",
  counts_from: "",
  opening_balance_pa: "-1.5",
  tolerance_percent: "5",
  nation: "england",
  hours_per_pa_standard: "4",
  hours_per_pa_premium: "3",
  standard_start: "07:00",
  standard_end: "19:00",
  premium_days: ["6", "7"],
  bank_holidays_premium: "on",
  bank_holiday_region: "england_wales",
  notes: "Agreed in March",
};

const leave: Fields = {
  type: "study",
  name: "Airway course",
  date_start: "12/01/2027",
  date_end: "14/01/2027",
  start_part: "pm",
  end_part: "am",
  status: "approved",
  pa: "2.5",
  study_cost: "450.50",
  lieu_amount: "",
  lieu_unit: "days",
  notes: "In Leeds",
  identifiers_confirmed: "yes",
  identifiers_reason: "A serial number",
};

/** Beside the settings and the year that the diary has already. */
const leaveSettings: Fields = {
  year: "2026",
  year_start_day: "1",
  year_start_month: "9",
  new_start: "all",
  shown_first: "pas",
  annual_unit: "hours",
  annual: "187.5",
  fraction: "0.8",
  carried: "-7.25",
  post_begins: "04/05/2026",
  bank_holidays: "in_proportion",
  study_days: "10",
  study_days_of_three: "30",
};

/** A fee with every answer. */
const fee: Fields = {
  work_date: "31/10/2026",
  start_time: "08:00",
  start_time_which: "first",
  end_time: "13:00",
  end_time_which: "second",
  kind: "wli",
  payer: "Northern Trust",
  basis: "hour",
  quantity: "2.5",
  price_1: "",
  price_2: "",
  price_3: "",
  amount: "1,200.00",
  procedure_codes: "w8500 C7520",
  reference: "INV 17",
  timesheet_date: "02/11/2026",
  paid_date: "20/11/2026",
  paid_amount: "1,150.00",
  later_date_1: "20/11/2026",
  later_amount_1: "12.50",
  later_date_2: "",
  later_amount_2: "",
  later_date_3: "",
  later_amount_3: "",
  written_off_date: "21/11/2026",
  notes: "Chased once",
  identifiers_confirmed: "yes",
  identifiers_reason: "A serial number",
};

/** A rate of two bands. */
const bandRate: Fields = {
  name: "Evenings",
  basis: "hour",
  rate_amount: "",
  "bands[0].days": "weekdays",
  "bands[0].from": "17:00",
  "bands[0].until": "23:00",
  "bands[0].rate": "200",
  "bands[1].days": "all",
  "bands[1].from": "23:00",
  "bands[1].until": "07:00",
  "bands[1].rate": "250",
  bank_holidays_as_sunday: "yes",
  payer: "Northern Trust",
  identifiers_reason: "A serial number",
};

const onADayWithout = {
  case_date: "2026-11-12",
  day_at: londonInstant("2026-11-12"),
  next_day_at: londonInstant("2026-11-13"),
  start_at: londonInstant("2026-11-12", 660),
  end_at: londonInstant("2026-11-12", 720),
};

/** By the route's file below app/routes; null for one that takes no form at all. */
export const validForms: Record<string, ValidForm | null> = {
  "login.tsx": {
    by: "visitor",
    prepare: setPassword,
    fields: ({ user }) => ({ username: user.username, password: PASSWORD, remember: "on" }),
  },
  "logout.tsx": {
    by: "anybody",
    cookie: ({ user }) => signInAs(user.unique_ref),
    fields: () => ({}),
  },
  "twofactor.tsx": {
    by: "visitor",
    prepare: ({ user }) => addTotp(user.unique_ref, TOTP_SECRET),
    cookie: ({ user }) => beginPendingLoginAs(user.unique_ref),
    fields: () => ({ twoFactorCode: totpCode(TOTP_SECRET, NOW) }),
  },
  "twofactor-recovery.tsx": {
    by: "visitor",
    prepare: ({ user }) => addRecoveryCode(user.unique_ref, RECOVERY_CODE),
    cookie: ({ user }) => beginPendingLoginAs(user.unique_ref),
    fields: () => ({ recoveryCode: RECOVERY_CODE }),
  },
  "terms.tsx": {
    from: 1,
    prepare: ({ user }) => db.update(users).set({ terms_version: 1 }).where(eq(users.unique_ref, user.unique_ref)),
    fields: () => ({ version: String(TERMS_VERSION), next: "/logbook/" }),
  },
  "account/suspended.tsx": {
    by: "visitor",
    prepare: ({ user }) => suspendUser(user),
    cookie: ({ user }) => beginPassAs(user.unique_ref),
    fields: () => ({}),
  },
  "signup.tsx": {
    by: "visitor",
    fields: async () => ({
      idempotency_key: newRef(),
      first_name: "Ivo",
      last_name: "Marsh",
      email: "ivo@example.com",
      username: "ivo.marsh",
      password1: PASSWORD,
      password2: PASSWORD,
      read_t_c: "on",
      location: "",
      ...passedCheck("sign-up"),
    }),
  },
  "email/email.tsx": { from: 1, prepare: addVerification, fields: () => ({ send: "verification" }) },
  "email/email-change.tsx": {
    from: 1,
    prepare: setPassword,
    fields: () => ({
      new_email: "ivo.marsh@example.com",
      new_email_confirm: "ivo.marsh@example.com",
      password: PASSWORD,
      twoFactorCode: "",
    }),
  },
  "email/stop-mail.tsx": {
    ...{ by: "anybody", answer: 200, deletes: true },
    prepare: ({ user }) => setProfile(user.unique_ref, { round_up_mailed: "2026-11-09" }),
    fields: () => ({}),
  },
  "email/verify-email.tsx": { by: "anybody", answer: 200, prepare: addVerification, fields: () => ({}) },
  "email/take-back.tsx": { by: "anybody", answer: 200, prepare: addReplacedAddress, fields: () => ({}) },
  "password/forgot.tsx": {
    by: "anybody",
    fields: async () => ({
      step: "send",
      email: "ivo@example.com",
      ...passedCheck("forgot-password"),
    }),
  },
  "password/reset.tsx": {
    by: "anybody",
    cookie: ({ user }) => verifyResetCode(user.unique_ref),
    fields: () => ({ password1: NEW_PASSWORD, password2: NEW_PASSWORD }),
  },
  "password/change.tsx": {
    from: 1,
    prepare: setPassword,
    fields: () => ({ password: PASSWORD, password1: NEW_PASSWORD, password2: NEW_PASSWORD, twoFactorCode: "" }),
  },
  "account/delete-account.tsx": {
    from: 1,
    // The page of a deletion belongs to nobody: there is nowhere to lead to.
    answer: 200,
    prepare: setPassword,
    fields: () => ({ password: PASSWORD, twoFactorCode: "", deletion: newRef() }),
  },
  "account/confirm.tsx": {
    from: 1,
    prepare: async (diary) => {
      await setPassword(diary);
      await addLogin(diary.user);
    },
    fields: () => ({ password: PASSWORD, twoFactorCode: "" }),
  },
  "account/two-factor.tsx": {
    from: 1,
    prepare: ({ user, params }) => db.insert(logins).values(loginElsewhere(user, params.caseRef)),
    fields: ({ params }) => ({ intent: "end", login_ref: params.caseRef }),
    references: { login_ref: ({ params }) => params.caseRef },
  },
  "account/authenticator-set-up.tsx": {
    from: 1,
    answer: 200,
    prepare: async ({ user }) => setups.set(user.unique_ref, await newTotpSetup(vault, user, NOW)),
    fields: async ({ user }) => {
      const { token, secret } = setups.get(user.unique_ref) as TotpSetup;
      return { setup: token, twoFactorCode: totpCode(secret.replaceAll(" ", ""), NOW) };
    },
  },
  "account/authenticator-off.tsx": { from: 1, prepare: turnOn, fields: () => ({}) },
  "account/recovery-codes.tsx": {
    from: 1,
    answer: 200,
    prepare: turnOn,
    fields: () => ({ idempotency_key: newRef() }),
  },
  "account/passkey-new.tsx": {
    from: 1,
    // It brings recovery codes, and shows them.
    answer: 200,
    prepare: async ({ user }) => attestations.set(user.unique_ref, await makeAttestation(user)),
    fields: ({ user }) => ({
      intent: "finish",
      name: "Work laptop",
      login_asks: "factor",
      answer: attestations.get(user.unique_ref) as string,
    }),
  },
  "account/passkey.tsx": {
    from: 1,
    fields: () => ({ intent: "rename", name: "Phone" }),
    ways: () => [{ intent: "remove" }],
  },
  "account/profile.tsx": {
    from: 1,
    fields: ({ params }) => ({ ...PROFILE_FORM, default_element_ref: params.elementRef }),
    references: { default_element_ref: ({ params }) => params.elementRef },
  },
  "logbook/session-new.tsx": {
    fields: (diary) => ({
      idempotency_key: newRef(),
      ...session(diary),
      recurring: "yes",
      recurringChoice_type: "monthly",
      recurringChoice_selected: "24",
      recurringChoice_until: "date",
      recurringChoice_until_date: "31/03/2027",
      skip_bank_holidays: "yes",
    }),
    references: sessionReferences,
  },
  "logbook/session.tsx": {
    ways: () => [{ series_scope: "this" }],
    fields: (diary) => ({ version: VERSION, series_scope: "following", ...session(diary) }),
    references: sessionReferences,
  },
  "logbook/session-delete.tsx": {
    fields: async ({ user, params: { sessionRef } }) => {
      const cipher = vault.of(user.unique_ref);
      const { code, signed } = await newDeleteCode({ cipher, sessionRef, now: NOW });
      const shown = "1,1,0;0,0,0;0,0,0";
      return { version: VERSION, recurring: "1", warned: "yes", shown, delete_code: code, signed_code: signed };
    },
    deletes: true,
  },
  "logbook/session-outcome.tsx": {
    // A session with cases happened.
    prepare: ({ user, params }) =>
      db.delete(cases).where(and(eq(cases.user_id, user.id), eq(cases.session_ref, params.sessionRef))),
    ways: () => [{ intent: "cancelled_by_trust" }],
    fields: () => ({ version: VERSION, intent: "swapped", swapped_with: "A colleague", swap_date: "18/11/2026" }),
  },
  "logbook/case-new.tsx": {
    fields: (diary) => ({ idempotency_key: newRef(), next: "another", ...caseAnswers(diary) }),
    references: caseReferences,
  },
  "logbook/case.tsx": {
    fields: (diary) => ({ version: VERSION, ...caseAnswers(diary) }),
    references: caseReferences,
  },
  "logbook/case-delete.tsx": { deletes: true, fields: () => ({ version: VERSION }) },
  "csv-import/place.tsx": {
    fields: async ({ user }) => ({ fingerprint: (await placingPreview({ db, user })).fingerprint }),
  },
  "csv-import/new-sessions.tsx": {
    // The row of the diary lies in a session: a day without one.
    prepare: ({ params }) => db.update(importRows).set(onADayWithout).where(eq(importRows.unique_ref, params.rowRef)),
    fields: async ({ user }) => ({ fingerprint: (await proposeSessions({ db, user })).fingerprint }),
  },
  "csv-import/clear.tsx": { deletes: true, fields: () => ({}) },
  "csv-import/case-new.tsx": {
    fields: (diary) => ({ idempotency_key: newRef(), row: diary.params.rowRef, ...caseAnswers(diary) }),
    references: { row: ({ params }) => params.rowRef, ...caseReferences },
  },
  "logbook/undo.tsx": { deletes: true, fields: () => ({}) },
  "logbook/round-up.tsx": {
    prepare: ({ user }) => setProfile(user.unique_ref, { round_up_mailed: "2026-11-09" }),
    fields: () => ({ intent: "mail_off" }),
    deletes: true,
  },
  "logbook/option.tsx": {
    ways: () => [{ intent: "restore" }],
    fields: () => ({ intent: "rename", label: "Awake craniotomy, my way", version: VERSION }),
    deletes: [{ intent: "archive" }, { intent: "delete" }],
  },
  "logbook/session-cases.tsx": {
    fields: ({ optionRef }) => ({
      idempotency_key: newRef(),
      "cases[0].line": "",
      "cases[0].age": "67",
      "cases[0].age_unit": "years",
      "cases[0].gender": "1",
      "cases[0].asa": "3",
      "cases[0].urgency": "2",
      "cases[0].supervision": "3",
      "cases[0].case_day": "",
      "cases[0].start_time": "14:05",
      "cases[0].end_time": "15:30",
      "cases[0].case_description": "lap appendix",
      "cases[0].selected_airway_options_set": ["121", "133"],
      "cases[0].selected_extra_options_set": [optionRef, BLOCK],
      [`cases[0].${flagsName(BLOCK)}`]: ["ultrasound"],
      "cases[1].asa": "2",
      "cases[1].case_description": "hernia",
      identifiers_confirmed: "yes",
      identifiers_reason: "A serial number",
    }),
    references: { "cases[0].selected_extra_options_set": ({ optionRef }) => optionRef },
  },
  "csv-import/rota.tsx": {
    fields: async ({ user }) => {
      const text = calendarOf(eventOf("e", "20261208T080000", "20261208T180000", "Orthopaedics"));
      const read = await readCalendar(text, { today: TODAY, userRef: user.unique_ref });
      if (!read.ok) throw new Error(read.message);
      const asker = { db, userId: user.id, cipher: vault.of(user.unique_ref) };
      const { page, choices } = await rotaPreview(asker, read.calendar, null);
      const { calendar, shown } = page;
      return { idempotency_key: newRef(), calendar, shown, element: choices, intent: "import" };
    },
    references: { element: ({ params }) => params.elementRef },
  },
  "csv-import/rota-address.tsx": {
    prepare: ({ user }) => setAddressOf(user),
    fields: () => ({ intent: "save", address: ROTA_URL }),
    ways: () => [{ intent: "read" }, { intent: "end" }],
  },
  "logbook/planned-log.tsx": { fields: () => ({}), ways: () => [{ intent: "cancel" }, { intent: "cancelled_by_me" }] },
  "logbook/no-signal/send.ts": null,
  "logbook/no-signal/device.ts": null,
  "logbook/no-signal/draft.ts": null,
  "logbook/no-signal/forget.ts": null,
  "logbook/no-signal/kept.tsx": { deletes: true, fields: () => ({ intent: "discard" }) },
  "logbook/no-signal/revoke.tsx": { deletes: true, fields: () => ({}) },
  "csv-import/map.tsx": { prepare: ({ user }) => setAddressOf(user), fields: () => ({ ...upload, intent: "confirm" }) },
  "csv-import/rows.ts": null,
  "csv-import/rejected.ts": { asks: true, answer: 200, fields: () => upload },
  "csv-import/import-undo.tsx": { deletes: true, fields: () => ({ cases: "0", edited: "0", fees: "0" }) },
  "leave/leave-new.tsx": { fields: () => ({ idempotency_key: newRef(), ...leave }) },
  "leave/settings.tsx": { fields: () => ({ version: VERSION, ...leaveSettings }) },
  "leave/lieu.tsx": {
    fields: ({ params }) => ({
      ...{ idempotency_key: newRef(), session_ref: params.sessionRef },
      ...{ kind: "earned", unit: "days", amount: "1", day: "17/11/2026", notes: "Winter Friday" },
    }),
    references: { session_ref: ({ params }) => params.sessionRef },
  },
  "leave/lieu-line.tsx": {
    fields: () => ({
      ...{ version: VERSION, intent: "save" },
      ...{ kind: "spent", unit: "hours", amount: "7.5", day: "18/11/2026", notes: "Taken on a Friday" },
    }),
    deletes: [{ intent: "delete" }],
  },
  "leave/public-holidays.tsx": {
    ways: () => [{ intent: "restore", day: "19/06/2026" }],
    fields: () => ({ idempotency_key: newRef(), intent: "", day: "24/12/2026", name: "Trust day" }),
    deletes: [{ intent: "remove", day: "25/12/2026" }],
  },
  "leave/leave-form.tsx": { fields: () => ({ version: VERSION, ...leave }) },
  "leave/leave-sick.tsx": { fields: () => ({ version: VERSION, from: "15/12/2026", until: "" }) },
  "leave/leave-delete.tsx": { deletes: true, fields: () => ({ version: VERSION }) },
  "leave/leave-sessions.tsx": {
    deletes: true,
    prepare: addToLeave,
    fields: (diary) => ({ sessions: inLeave(diary) }),
    references: { sessions: inLeave },
  },
  "extras/extras.tsx": {
    ways: ({ params }): Fields[] => [
      { one: `claimed/${params.feeRef}/${VERSION}` },
      { intent: "tax_basis", tax_basis: "paid" },
    ],
    fields: ({ params }) => ({
      ...{ idempotency_key: newRef(), intent: "claimed", date: "21/11/2026", fee: `${params.feeRef}/${VERSION}` },
    }),
    references: { fee: ({ params }) => `${params.feeRef}/${VERSION}` },
  },
  "extras/fee-new.tsx": {
    fields: ({ params }) => ({
      idempotency_key: newRef(),
      ...fee,
      rate: params.rateRef,
      rate_amount: "",
      intent: "save",
    }),
    references: { rate: ({ params }) => params.rateRef },
  },
  "extras/timesheet.tsx": {
    fields: ({ params }) => ({
      ...{ idempotency_key: newRef(), intent: "claimed", date: "21/11/2026", fee: `${params.feeRef}/${VERSION}` },
    }),
    references: { fee: ({ params }) => `${params.feeRef}/${VERSION}` },
  },
  "extras/rate-new.tsx": { fields: () => ({ idempotency_key: newRef(), ...bandRate }) },
  "extras/rate.tsx": {
    ways: () => [{ intent: "restore" }],
    fields: () => ({ version: VERSION, intent: "save", ...bandRate }),
    deletes: [{ intent: "archive" }, { intent: "delete" }],
  },
  "extras/payers.tsx": {
    fields: () => ({ idempotency_key: newRef(), name: "Insurer", kind: "insurer", identifiers_reason: "A company" }),
  },
  "extras/payer.tsx": {
    ways: () => [{ intent: "restore" }],
    fields: () => ({
      ...{ version: VERSION, intent: "save", name: "Northern Trust", kind: "trust", identifiers_reason: "A company" },
    }),
    deletes: [{ intent: "archive" }, { intent: "delete" }],
  },
  "extras/fee.tsx": {
    fields: () => ({ version: VERSION, ...fee, rate_amount: "240", intent: "save" }),
    deletes: [{ intent: "delete" }],
  },
  "reports/reports.tsx": {
    from: 5,
    fields: () => ({ idempotency_key: newRef(), replace: "", name: "For the accountant" }),
  },
  "reports/saved.tsx": {
    from: 5,
    fields: () => ({ version: VERSION, intent: "save", name: "Another name" }),
    deletes: [{ intent: "delete" }],
  },
  "reports/cpd-new.tsx": { from: 5, fields: () => ({ idempotency_key: newRef(), ...cpdEntry }) },
  "reports/cpd-form.tsx": {
    from: 5,
    fields: () => ({ version: VERSION, intent: "save", ...cpdEntry }),
    deletes: [{ intent: "delete", idempotency_key: newRef() }],
  },
  "reports/reflections.tsx": {
    from: 5,
    fields: ({ params }) => ({
      ...{ "notes[0].case_ref": params.caseRef, "notes[0].version": VERSION },
      ...{ "notes[0].type": "event", "notes[0].domains": ["1", "3"] },
    }),
    references: { "notes[0].case_ref": ({ params }) => params.caseRef },
  },
  "reports/locked-periods.tsx": {
    deletes: true,
    fields: ({ params }) => ({ intent: "unlock", lock: params.lockRef }),
    references: { lock: ({ params }) => params.lockRef },
  },
  "mydata/session-data.tsx": {
    ways: () => [{ intent: "element", new_element: "none" }],
    fields: ({ params }) => ({
      ...{ idempotency_key: newRef(), intent: "fixed", new_pa: "1", row: `${params.sessionRef}/${VERSION}` },
    }),
    deletes: [{ intent: "delete_now", shown: "1,0" }],
    references: { row: ({ params }) => `${params.sessionRef}/${VERSION}` },
  },
  "mydata/session-data-file.ts": { answer: 200, fields: () => ({ words: "theatre" }) },
  "mydata/case-data.tsx": {
    ways: () => [{ intent: "option", new_option: "206" }],
    fields: ({ params }) => ({
      ...{
        idempotency_key: newRef(),
        intent: "supervision",
        new_supervision: "3",
        row: `${params.caseRef}/${VERSION}`,
      },
    }),
    deletes: [{ intent: "delete_now", shown: "1,0" }],
    references: { row: ({ params }) => `${params.caseRef}/${VERSION}` },
  },
  "mydata/case-data-file.ts": { answer: 200, fields: () => ({ words: "knee" }) },
  "mydata/import.tsx": {
    prepare: ({ user }) => setAddressOf(user),
    file: "file",
    fields: () => ({ way: "add", password: "", twoFactorCode: "", file: OWN_FILE }),
  },
  "mydata/feed.tsx": { fields: () => ({ intent: "change", content: "pas" }), ways: () => [{ intent: "end" }] },
  "mydata/delete-some.tsx": {
    ways: () => [{ part: "cases" }],
    deletes: true,
    prepare: setPassword,
    fields: () => ({ part: "imports", password: PASSWORD, shown: "1,0,1,1" }),
  },
  "admin/users.tsx": { from: 10, asks: true, answer: 200, fields: () => ({ find: "first last", after: "" }) },
  "admin/user.tsx": {
    ways: (): Fields[] => [{ intent: "logins" }, { intent: "suspend", reason: "shared", version: VERSION }],
    from: 10,
    prepare: addUserWithLogin,
    fields: () => ({ intent: "level", level: "5", version: VERSION }),
  },
  "admin/jobs.tsx": {
    ...{ from: 10, prepare: addFailures, fields: ({ params }) => ({ retry: `job/${params.userRef}` }) },
    ways: ({ params }) => ["mail", "backup"].map((kind) => ({ retry: `${kind}/${params.userRef}` })),
  },
  "help.tsx": {
    prepare: ageProfile,
    fields: () => ({ intent: "hide", page: "logbook" }),
    ways: () => [{ intent: "show" }],
  },
  "job-plans/plan-new.tsx": { fields: () => ({ idempotency_key: newRef(), template: "theatre", ...plan }) },
  "job-plans/plan-form.tsx": { fields: () => ({ version: VERSION, ...plan }) },
  "job-plans/plan-change.tsx": {
    prepare: (diary) => setPlan(diary, { date_end: null }),
    fields: async ({ user, params: { planRef, elementRef } }) => {
      const answers = {
        ...{ idempotency_key: newRef(), from: "01/04/2027", date_end: "31/03/2028", contracted_pa: "9" },
        ...{ "lines[0].ref": elementRef, "lines[0].keep": "yes", ...time("lines[0].schedule[0]", "1") },
        ...{
          "added[0].description": "Teaching",
          "added[0].category": "SPA",
          "added[0].pa": "",
          ...time("added[0]", "5"),
        },
      };
      const payload = parseSubmission(new URLSearchParams(answers)).payload;
      const read = await readAnswers(payload, changePlanForm);
      if (!read.ok) throw new Error("These answers are valid");
      const { change } = await previewChange({ db, userId: user.id, now: NOW }, planRef, read.value);
      return { ...answers, shown: change?.shown ?? "", intent: "make" };
    },
    references: { "lines[0].ref": ({ params }) => params.elementRef },
  },
  "job-plans/plan-end.tsx": { deletes: true, fields: () => ({ version: VERSION, date_end: "31/12/2026" }) },
  "job-plans/plan-delete.tsx": { deletes: true, prepare: untag, fields: () => ({ version: VERSION }) },
  "job-plans/recalculate.tsx": {
    // Ten hours are 2.67 PA by the rules of Wales: 600 units more than the 2.50 PA of England.
    prepare: (diary) => setPlan(diary, { pa_rules: NATIONAL_RULES.wales }),
    fields: () => ({ version: VERSION, from: "01/04/2026", sessions: "1", difference: "600" }),
  },
  "job-plans/plan-start.tsx": {
    // Plans of one employer share no day.
    prepare: (diary) => setPlan(diary, { employer: "Northern Trust" }),
    fields: () => ({
      ...{ idempotency_key: newRef(), diary_key: newRef() },
      ...{ template: "theatre", from: "16/11/2026", fill_diary: "yes" },
    }),
  },
  "job-plans/plan-diary.tsx": {
    // Two Tuesdays on which there is no session yet.
    fields: async ({ user, params }) => {
      const [from, until, element_refs] = ["2026-11-24", "2026-12-01", [params.elementRef]];
      const choice = { from, until, skip_bank_holidays: true, skip_leave: false, element_refs };
      const { shown } = await chosenPlanSessions(db, user.id, params.planRef, choice);
      const ticks = { skip_bank_holidays: "yes", element_refs };
      return { idempotency_key: newRef(), from: "24/11/2026", until: "01/12/2026", ...ticks, shown, intent: "make" };
    },
    references: { element_refs: ({ params }) => params.elementRef },
  },
  "job-plans/element-new.tsx": { fields: () => ({ idempotency_key: newRef(), ...element }) },
  "job-plans/element.tsx": { fields: () => ({ version: VERSION, whole_plan: "yes", ...element }) },
  "job-plans/element-remove.tsx": { deletes: true, prepare: untag, fields: () => ({ version: VERSION }) },
  "job-plans/element-restore.tsx": {
    // It comes back as it was put away.
    deletes: true,
    prepare: ({ params }) =>
      db.update(jobPlanElements).set({ active: false }).where(eq(jobPlanElements.unique_ref, params.elementRef)),
    fields: () => ({ version: VERSION }),
  },
  "api/usercheck.ts": null,
  "api/logout.ts": null,
  "api/twofactorcheck.ts": null,
  "api/auth/get-authentication-options.ts": null,
  "api/login.ts": null,
  "api/auth/login-with-passkey.ts": null,
  "api/twofactorlogin.ts": null,
  "api/sign-up.ts": null,
  "api/delete-all-data.ts": null,
  "api/session-diary.ts": null,
  "api/password/forgotten.ts": null,
  "api/password/verify.ts": null,
  "api/profiledata.ts": null,
  "api/email/verifications.ts": null,
  "api/email/change.ts": null,
  "api/email/resend-verification.ts": null,
  "api/email/verify.ts": null,
  "api/not-found.ts": null,
  "not-found.tsx": null,
};
