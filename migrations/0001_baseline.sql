-- The tables of Daybook by room, each with its indexes; tables that others refer to come first.
-- `app/data/catalogue.server.ts` says which operations include each of them. Instants are UTC epoch milliseconds, dates
-- London dates in ISO, money pence; times of day are minutes from midnight in London; a user_ref of '' means no user.
-- The rows of a diary are stored by user: the key begins with users.id, and so does every reference between them, so
-- that a row of one user cannot refer to a row of another. Where pages read rows by date, or by the row that they
-- belong to, that is part of the key: D1 counts a row of a table WITHOUT ROWID twice when an index leads to it. Tables
-- whose rows are reached in many ways have a rowid for that reason.


-- Accounts.

CREATE TABLE users (
  id INTEGER PRIMARY KEY AUTOINCREMENT,        -- stored in diary rows; never reused
  unique_ref TEXT NOT NULL UNIQUE,
  username TEXT NOT NULL,
  username_key TEXT NOT NULL UNIQUE,           -- lower case: names are unique without case
  first_name TEXT NOT NULL,
  last_name TEXT NOT NULL,
  email TEXT,                                  -- null until verified
  email_key TEXT UNIQUE,                       -- lower case; unique only once verified
  password_encrypted BLOB,                     -- the encrypted hash; null: no password opens the account
  level INTEGER NOT NULL CHECK (level BETWEEN 0 AND 10),
  terms_accepted_at INTEGER NOT NULL,
  terms_version INTEGER NOT NULL DEFAULT 1,    -- of `app/account/terms/versions.ts`, accepted then
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  version INTEGER NOT NULL DEFAULT 1,
  -- Whether a password alone opens an account that has passkeys: with an authenticator app it never does.
  password_alone INTEGER NOT NULL DEFAULT 0 CHECK (password_alone IN (0, 1)),
  -- 1 from a password reset by mail until the next login with a factor: until then a password alone does not open the
  -- account, even with password_alone.
  factor_owed INTEGER NOT NULL DEFAULT 0 CHECK (factor_owed IN (0, 1)),
  -- While an administrator has suspended the account nothing opens it; until export_until its owner may still export it.
  suspended_at INTEGER,
  suspended_for TEXT CHECK (suspended_for IN ('taken-over', 'shared', 'patients', 'harm', 'asked')),
  export_until INTEGER,
  changed_at INTEGER,                          -- of the last change that is in no backup, to within a minute; null: none
  -- Database usage of the account, null before it was counted. It is counted again once the changes since the last count
  -- could have filled its allowance.
  counted_at INTEGER,
  counted_rows INTEGER NOT NULL DEFAULT 0,
  counted_bytes INTEGER NOT NULL DEFAULT 0,
  changes_since INTEGER NOT NULL DEFAULT 0,    -- number of rows changed since then
  CHECK ((suspended_at IS NULL) = (suspended_for IS NULL)),
  CHECK (suspended_at IS NOT NULL OR export_until IS NULL)
) STRICT;
-- Users in order of creation, and by name, one page at a time.
CREATE INDEX users_by_age ON users (created_at);

CREATE TABLE logins (
  unique_ref TEXT PRIMARY KEY,
  user_ref TEXT NOT NULL REFERENCES users (unique_ref),
  token_hash TEXT NOT NULL UNIQUE,
  remember INTEGER NOT NULL CHECK (remember IN (0, 1)),
  user_agent TEXT NOT NULL,
  second_factor_at INTEGER,
  reauthenticated_at INTEGER NOT NULL,
  last_seen_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX logins_of_user ON logins (user_ref);
CREATE INDEX logins_by_expiry ON logins (expires_at);

-- Devices that keep what is typed without signal, sealed to a key of which only the vault opens the other half.
CREATE TABLE no_signal_devices (
  unique_ref TEXT PRIMARY KEY,
  user_ref TEXT NOT NULL REFERENCES users (unique_ref),
  name TEXT NOT NULL,
  public_key TEXT NOT NULL,                    -- base64url
  private_key_encrypted BLOB NOT NULL,
  lists_sessions INTEGER NOT NULL CHECK (lists_sessions IN (0, 1)),
  waiting INTEGER NOT NULL DEFAULT 0,          -- entries on the device, as it said last
  waiting_since INTEGER,
  mailed_at INTEGER,
  seen_at INTEGER NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX no_signal_devices_of_user ON no_signal_devices (user_ref);
CREATE INDEX no_signal_devices_waiting ON no_signal_devices (waiting_since) WHERE waiting_since IS NOT NULL;

-- What devices have sent: so that nothing is saved twice, and what was refused until it is done.
CREATE TABLE no_signal_entries (
  user_ref TEXT NOT NULL REFERENCES users (unique_ref),
  unique_ref TEXT NOT NULL,                    -- made by the device
  outcome TEXT NOT NULL CHECK (outcome IN ('saved', 'kept')),
  entry_encrypted BLOB,                        -- JSON
  created_at INTEGER NOT NULL,
  PRIMARY KEY (user_ref, unique_ref),
  CHECK ((outcome = 'kept') = (entry_encrypted IS NOT NULL))
) STRICT;
CREATE INDEX no_signal_entries_kept ON no_signal_entries (user_ref) WHERE outcome = 'kept';
CREATE INDEX no_signal_entries_by_age ON no_signal_entries (created_at);

CREATE TABLE totp (
  user_ref TEXT PRIMARY KEY REFERENCES users (unique_ref),
  secret_encrypted BLOB NOT NULL,                        -- the secret, base32
  last_step INTEGER NOT NULL,                  -- of the last accepted code: each is accepted once
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;

CREATE TABLE recovery_codes (
  unique_ref TEXT PRIMARY KEY,
  user_ref TEXT NOT NULL REFERENCES users (unique_ref),
  code_hash TEXT NOT NULL,
  used_at INTEGER,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX recovery_codes_of_user ON recovery_codes (user_ref);

CREATE TABLE passkeys (
  unique_ref TEXT PRIMARY KEY,
  user_ref TEXT NOT NULL REFERENCES users (unique_ref),
  credential_id TEXT NOT NULL UNIQUE,          -- base64url
  public_key BLOB NOT NULL,                    -- COSE
  counter INTEGER NOT NULL,
  transports TEXT NOT NULL DEFAULT '',         -- comma-separated, as reported by the browser
  backed_up INTEGER NOT NULL CHECK (backed_up IN (0, 1)),
  name TEXT NOT NULL,
  last_used_at INTEGER,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX passkeys_of_user ON passkeys (user_ref);

-- Secrets that are given out for a short time, and taken once: between two steps of a browser, and by mail.
CREATE TABLE codes (
  unique_ref TEXT PRIMARY KEY,
  user_ref TEXT NOT NULL DEFAULT '',           -- '' while nobody knows whose it is
  kind TEXT NOT NULL CHECK (kind IN (
    'second_factor', 'suspended', 'passkey_login', 'passkey_enrol', 'reset', 'reset_code', 'new_password',
    'verification', 'take_back'
  )),
  hash TEXT NOT NULL,                          -- of the secret
  payload TEXT NOT NULL DEFAULT '',            -- of a link in a mail the address
  expires_at INTEGER NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,         -- of a link to verify an address: mails that did not arrive
  used_at INTEGER,                             -- taken, or ended by something else
  created_at INTEGER NOT NULL,
  UNIQUE (kind, hash)
) STRICT;
CREATE INDEX codes_of_user ON codes (user_ref, kind, created_at);
CREATE INDEX codes_by_expiry ON codes (expires_at) WHERE kind <> 'verification';
CREATE INDEX codes_to_look_up ON codes (created_at) WHERE kind = 'reset' AND payload <> '';

CREATE TABLE audit (
  unique_ref TEXT PRIMARY KEY,
  user_ref TEXT NOT NULL,                      -- '' once the account is gone
  action TEXT NOT NULL,
  occurred_at INTEGER NOT NULL,
  -- The user whom an administrator's act concerned, and what it changed: a level, never any content.
  about_ref TEXT NOT NULL DEFAULT '',
  detail TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE INDEX audit_of_user ON audit (user_ref, occurred_at);
CREATE INDEX audit_about ON audit (about_ref, occurred_at) WHERE about_ref <> '';
CREATE INDEX audit_by_age ON audit (occurred_at);
CREATE INDEX audit_of_administrators ON audit (occurred_at) WHERE action GLOB 'admin-*';

-- The address of a calendar that shows sessions and leave. One per user; the address itself is not stored.
CREATE TABLE feeds (
  unique_ref TEXT PRIMARY KEY,
  user_ref TEXT NOT NULL UNIQUE,
  token_hash TEXT NOT NULL UNIQUE,
  content TEXT NOT NULL CHECK (content IN ('titles', 'pas')),
  last_read_at INTEGER,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;

-- The address at which a user's rota is read every few hours. One per user; encrypted with the calendar read last.
CREATE TABLE rota_feeds (
  user_ref TEXT PRIMARY KEY REFERENCES users (unique_ref),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,                 -- when the address was saved
  asked_at INTEGER NOT NULL,
  read_at INTEGER,
  etag TEXT NOT NULL DEFAULT '',
  last_modified TEXT NOT NULL DEFAULT '',
  fault TEXT NOT NULL DEFAULT '',              -- why the last try failed
  faulty_since INTEGER,
  told INTEGER NOT NULL DEFAULT 0 CHECK (told IN (0, 1)),
  changes INTEGER NOT NULL DEFAULT 0,          -- proposed by the calendar
  text_encrypted BLOB NOT NULL
) STRICT;
CREATE INDEX rota_feeds_by_try ON rota_feeds (asked_at);

-- One row for each object in R2, and for each that could not be made.
CREATE TABLE backups (
  unique_ref TEXT PRIMARY KEY,
  user_ref TEXT NOT NULL,
  day TEXT NOT NULL CHECK (date(day) IS day),
  state TEXT NOT NULL CHECK (state IN ('waiting', 'made', 'failed')),
  attempts INTEGER NOT NULL DEFAULT 0,
  due_at INTEGER NOT NULL DEFAULT 0,           -- of the next try, while it waits
  handed_at INTEGER NOT NULL DEFAULT 0,        -- when it was last handed to the queue
  records INTEGER,                             -- rows in it
  bytes INTEGER,
  made_at INTEGER,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  UNIQUE (user_ref, day)
) STRICT;
CREATE INDEX backups_by_day ON backups (day);
CREATE INDEX backups_waiting ON backups (due_at) WHERE state = 'waiting';
CREATE INDEX backups_failed ON backups (day) WHERE state = 'failed';


-- Mail and the queue.

-- Mails to send, each written in the batch of its cause.
CREATE TABLE outbox (
  unique_ref TEXT PRIMARY KEY,
  user_ref TEXT NOT NULL DEFAULT '',           -- the user whose key encrypts it
  kind TEXT NOT NULL,
  cause_ref TEXT NOT NULL DEFAULT '',          -- the row that it is about
  recipient TEXT NOT NULL,                     -- wiped with the content
  content_encrypted BLOB,                                 -- JSON of the content; wiped once sent or given up
  due_at INTEGER NOT NULL,
  void_at INTEGER,                             -- out of date from then on
  leased_until INTEGER NOT NULL DEFAULT 0,
  attempts INTEGER NOT NULL DEFAULT 0,
  sent_at INTEGER,
  failed_at INTEGER,
  -- Of a try: it got no answer in time, so that the mail may have arrived; or the mailer will never take it.
  failure TEXT CHECK (failure IN ('late', 'refused')),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX outbox_of_user ON outbox (user_ref);
CREATE INDEX outbox_by_due ON outbox (due_at) WHERE sent_at IS NULL AND failed_at IS NULL;
CREATE INDEX outbox_by_age ON outbox (created_at);
CREATE INDEX outbox_failed ON outbox (failed_at) WHERE failed_at IS NOT NULL;
CREATE INDEX outbox_retryable ON outbox (failed_at) WHERE failed_at IS NOT NULL AND content_encrypted IS NOT NULL;

CREATE TABLE dead_jobs (
  unique_ref TEXT PRIMARY KEY,                 -- of the queue's message
  kind TEXT NOT NULL,
  ref TEXT NOT NULL,
  died_at INTEGER NOT NULL,
  retried_at INTEGER
) STRICT;
CREATE INDEX dead_jobs_by_age ON dead_jobs (died_at);
CREATE INDEX dead_jobs_open ON dead_jobs (died_at) WHERE retried_at IS NULL;

-- The last run of each task of the cron, and whether it finished.
CREATE TABLE cron_runs (
  name TEXT PRIMARY KEY,
  began_at INTEGER NOT NULL,
  ended_at INTEGER,
  failed_at INTEGER
) STRICT;

-- What must not be and is, each until it is over.
CREATE TABLE matters (
  kind TEXT PRIMARY KEY,
  n INTEGER NOT NULL,                          -- how many or how long, as last seen
  began_at INTEGER NOT NULL,
  seen_at INTEGER NOT NULL,
  told_at INTEGER                              -- when its mail was written
) STRICT, WITHOUT ROWID;


-- Forms, counted attempts, and changes that can be undone.

CREATE TABLE idempotency_keys (
  user_id INTEGER NOT NULL,                    -- 0: of a sign-up, which has no user yet
  key TEXT NOT NULL,
  result_ref TEXT NOT NULL,
  fingerprint TEXT NOT NULL,                   -- of the answers first sent with it
  created_at INTEGER NOT NULL,
  change_number INTEGER,                       -- of the diary's change that it made
  PRIMARY KEY (user_id, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX idempotency_keys_by_age ON idempotency_keys (created_at);

CREATE TABLE rate_counters (
  key TEXT NOT NULL,
  window_start INTEGER NOT NULL,
  n INTEGER NOT NULL,
  PRIMARY KEY (key, window_start)
) STRICT, WITHOUT ROWID;
CREATE INDEX rate_counters_by_age ON rate_counters (window_start);

-- Never holds a row: a batch inserts the name of what does not hold, and fails by it (app/platform/db/assertions.server.ts).
CREATE TABLE assertions (
  name TEXT NOT NULL
) STRICT;

CREATE TRIGGER assertions_fail BEFORE INSERT ON assertions
BEGIN
  SELECT RAISE(ABORT, 'assert ' || NEW.name);
END;

-- All writes of a diary are made by app/changes/write-change.server.ts, as consecutively numbered changes.
CREATE TABLE diaries (
  user_id INTEGER PRIMARY KEY REFERENCES users (id),
  last_change INTEGER NOT NULL,
  open_change INTEGER                          -- that is being written; null between batches
) STRICT;

-- The changes of the last hour, each of which can be undone; an undo is a change too.
CREATE TABLE changes (
  user_id INTEGER NOT NULL REFERENCES users (id),
  number INTEGER NOT NULL,
  message TEXT NOT NULL,                       -- without any text of the user's
  occurred_at INTEGER NOT NULL,
  undoes INTEGER,                              -- the change that this one undid
  undone_by INTEGER,
  PRIMARY KEY (user_id, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX changes_by_age ON changes (occurred_at);

CREATE TABLE changed_rows (
  user_id INTEGER NOT NULL,
  number INTEGER NOT NULL,
  table_name TEXT NOT NULL,
  unique_ref TEXT NOT NULL,
  version_left INTEGER,                        -- null: the change deleted the row
  only_moved INTEGER NOT NULL CHECK (only_moved IN (0, 1)),   -- 1: only its version changed
  before TEXT,                                 -- the row as JSON by column, blobs as hex; null: it did not exist
  PRIMARY KEY (user_id, number, table_name, unique_ref),
  FOREIGN KEY (user_id, number) REFERENCES changes (user_id, number) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;


-- Job plans. PAs are whole units of 1/3600 PA.

CREATE TABLE job_plans (
  user_id INTEGER NOT NULL REFERENCES users (id),
  unique_ref TEXT NOT NULL,
  title TEXT NOT NULL,
  employer TEXT NOT NULL DEFAULT '',
  date_start TEXT NOT NULL CHECK (date(date_start) IS date_start),
  date_end TEXT CHECK (date(date_end) IS date_end),   -- null: open
  method TEXT NOT NULL CHECK (method IN ('weekly_leave_adjusted', 'annualised_paced', 'annualised_linear')),
  weeks_per_year_tenths INTEGER NOT NULL CHECK (weeks_per_year_tenths BETWEEN 10 AND 522),
  contracted_pa_units INTEGER NOT NULL CHECK (contracted_pa_units BETWEEN 900 AND 57600),
  opening_balance_pa_units INTEGER NOT NULL DEFAULT 0,
  tolerance_percent INTEGER NOT NULL DEFAULT 5 CHECK (tolerance_percent BETWEEN 0 AND 25),
  pa_rules TEXT NOT NULL,                      -- JSON of PaRules
  text_encrypted BLOB,                                 -- notes
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  version INTEGER NOT NULL DEFAULT 1,
  -- The first day on which a plan expects work and counts it; null: its start. A user who begins in the middle of a
  -- plan has no diary of the months before.
  counts_from TEXT CHECK (date(counts_from) IS counts_from),
  CHECK (date_end IS NULL OR date_end >= date_start),
  PRIMARY KEY (user_id, unique_ref)
) STRICT, WITHOUT ROWID;
CREATE INDEX job_plans_of_user ON job_plans (user_id, date_start);
-- For plans that contain a day: they end on or after it, so that plans of past years are not read.
CREATE INDEX job_plans_by_end ON job_plans (user_id, coalesce(date_end, '9999-12-31'));

CREATE TABLE job_plan_elements (
  user_id INTEGER NOT NULL REFERENCES users (id),
  unique_ref TEXT NOT NULL,
  plan_ref TEXT NOT NULL,
  description TEXT NOT NULL,
  category TEXT NOT NULL CHECK (category IN ('DCC', 'SPA', 'ANR', 'ED', 'APA', 'Extra', 'Other')),
  counts_to_balance INTEGER NOT NULL CHECK (counts_to_balance IN (0, 1)),
  pattern TEXT NOT NULL CHECK (pattern IN ('fixed_times', 'flexible_week', 'flexible_year', 'on_call', 'not_timed')),
  stated_pa_units INTEGER,                     -- as typed; null: calculated from the schedule
  weekly_pa_units INTEGER NOT NULL,            -- of an average week
  occurrences_per_year INTEGER CHECK (occurrences_per_year BETWEEN 0 AND 400),
  default_basis TEXT NOT NULL CHECK (default_basis IN ('time_calculated', 'fixed')),
  default_fixed_pa_units INTEGER,
  custom_minutes_per_pa INTEGER,
  counting TEXT NOT NULL DEFAULT 'logged' CHECK (counting IN ('logged', 'as_planned')),
  on_call_one_in INTEGER CHECK (on_call_one_in BETWEEN 1 AND 52),           -- frequency of the on-call rota
  on_call_category TEXT CHECK (on_call_category IN ('A', 'B')),
  specialty TEXT NOT NULL DEFAULT '',
  location TEXT NOT NULL DEFAULT '',
  active INTEGER NOT NULL DEFAULT 1 CHECK (active IN (0, 1)),
  sort_order INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  version INTEGER NOT NULL DEFAULT 1,
  PRIMARY KEY (user_id, unique_ref),
  FOREIGN KEY (user_id, plan_ref) REFERENCES job_plans (user_id, unique_ref) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX job_plan_elements_by_description ON job_plan_elements (user_id, plan_ref, description COLLATE NOCASE);

CREATE TABLE element_schedule (
  user_id INTEGER NOT NULL REFERENCES users (id),
  unique_ref TEXT NOT NULL,
  element_ref TEXT NOT NULL,
  weekday INTEGER NOT NULL CHECK (weekday BETWEEN 1 AND 7),
  start_minute INTEGER NOT NULL CHECK (start_minute BETWEEN 0 AND 1439),
  end_minute INTEGER NOT NULL CHECK (end_minute BETWEEN 0 AND 1439),
  recurrence INTEGER NOT NULL CHECK (recurrence IN (11, 12, 13, 14, 21, 22, 23, 24, 25, 31)),
  -- In a week with an occurrence, for every 2 to 4 weeks; in week 1 of a rota.
  anchor_date TEXT CHECK (date(anchor_date) IS anchor_date),
  rota_weeks TEXT CHECK ((rota_weeks IS NOT NULL) = (recurrence = 31)),   -- weeks of a rota: 2,3,5/8
  sort_order INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  version INTEGER NOT NULL DEFAULT 1,
  PRIMARY KEY (user_id, unique_ref),
  FOREIGN KEY (user_id, element_ref) REFERENCES job_plan_elements (user_id, unique_ref) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX element_schedule_of_element ON element_schedule (user_id, element_ref);

-- Bank holidays that a user added to those of the region, and those of the region that the user removed.
CREATE TABLE local_public_holidays (
  user_id INTEGER NOT NULL REFERENCES users (id),
  unique_ref TEXT NOT NULL,
  day TEXT NOT NULL CHECK (date(day) IS day),
  is_added INTEGER NOT NULL CHECK (is_added IN (0, 1)),   -- 1: added by the user; 0: removed
  name TEXT NOT NULL DEFAULT '',
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  version INTEGER NOT NULL DEFAULT 1,
  PRIMARY KEY (user_id, unique_ref),
  UNIQUE (user_id, day)
) STRICT, WITHOUT ROWID;


-- Profile.

-- One row per user.
CREATE TABLE profiles (
  user_id INTEGER NOT NULL REFERENCES users (id),
  unique_ref TEXT NOT NULL,
  gmc_number TEXT NOT NULL DEFAULT '',
  grade TEXT NOT NULL DEFAULT '',
  specialty TEXT NOT NULL DEFAULT '',
  employers TEXT NOT NULL DEFAULT '[]',        -- JSON: names
  sites TEXT NOT NULL DEFAULT '[]',            -- JSON: names
  pa_rules TEXT,                               -- JSON of PaRules for new plans; null: England's
  appraisal_month INTEGER NOT NULL DEFAULT 4 CHECK (appraisal_month BETWEEN 1 AND 12),
  units TEXT NOT NULL DEFAULT 'pas' CHECK (units IN ('pas', 'hours')),
  first_view TEXT NOT NULL DEFAULT 'list' CHECK (first_view IN ('list', 'week')),
  default_element_ref TEXT,
  ages TEXT NOT NULL DEFAULT 'exact' CHECK (ages IN ('exact', 'bands')),
  age_cuts TEXT NOT NULL DEFAULT '[1,12,72,192,780,960]',   -- JSON: ages in months at which a new band begins
  day_from_minute INTEGER NOT NULL DEFAULT 480 CHECK (day_from_minute BETWEEN 0 AND 1439),     -- before it a weekday is out of hours
  day_until_minute INTEGER NOT NULL DEFAULT 1080 CHECK (day_until_minute BETWEEN 1 AND 1440),
  supervision_labels TEXT NOT NULL DEFAULT '{}',            -- JSON: the user's own label by code
  hides_first_steps INTEGER NOT NULL DEFAULT 0 CHECK (hides_first_steps IN (0, 1)),
  round_up_mailed TEXT CHECK (date(round_up_mailed) IS round_up_mailed),   -- Monday of the last week whose Friday mail was sent; null: not wanted
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  version INTEGER NOT NULL DEFAULT 1,
  PRIMARY KEY (user_id),
  UNIQUE (user_id, unique_ref)
) STRICT, WITHOUT ROWID;
CREATE INDEX profiles_mailed ON profiles (round_up_mailed) WHERE round_up_mailed IS NOT NULL;


-- Sessions and cases.

CREATE TABLE sessions (
  user_id INTEGER NOT NULL REFERENCES users (id),
  unique_ref TEXT NOT NULL,
  start_at INTEGER NOT NULL,
  end_at INTEGER NOT NULL,
  element_ref TEXT,
  work_kind TEXT                               -- of a session outside the plan
    CHECK (work_kind IN ('wli', 'extra_list', 'trauma', 'locum', 'resident_on_call', 'private', 'medico_legal', 'other')),
  site TEXT NOT NULL DEFAULT '',
  pa_basis INTEGER NOT NULL CHECK (pa_basis IN (0, 1)),   -- 0: by its times; 1: fixed
  fixed_pa_units INTEGER,
  standard_minutes INTEGER NOT NULL,
  premium_minutes INTEGER NOT NULL,
  pa_units INTEGER NOT NULL,
  pa_rules TEXT NOT NULL,                      -- JSON: the nation whose PaRules it was saved under, and fields that differ
  text_encrypted BLOB,                                 -- notes
  recurring_uuid TEXT,
  outcome INTEGER NOT NULL DEFAULT 0 CHECK (outcome BETWEEN 0 AND 3),   -- 0: held; 1: called off by the trust; 2: called off by the user; 3: swapped
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  version INTEGER NOT NULL DEFAULT 1,           -- number of the change that last wrote it; 1: none
  CHECK (end_at > start_at),
  CHECK (pa_basis = (fixed_pa_units IS NOT NULL)),
  CHECK (outcome < 2 OR pa_units = 0),
  CHECK (element_ref IS NULL OR work_kind IS NULL),
  PRIMARY KEY (user_id, start_at, unique_ref),
  FOREIGN KEY (user_id, element_ref) REFERENCES job_plan_elements (user_id, unique_ref)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX sessions_by_ref ON sessions (user_id, unique_ref);
-- Covering index: the PAs worked for the elements of a plan since a day, without reading the sessions themselves.
CREATE INDEX sessions_done ON sessions (user_id, element_ref, start_at, pa_units);
CREATE INDEX sessions_of_series ON sessions (user_id, recurring_uuid, start_at) WHERE recurring_uuid IS NOT NULL;
CREATE INDEX sessions_outside_plan ON sessions (user_id, work_kind, start_at) WHERE work_kind IS NOT NULL;

-- Planned sessions that did not take place: each accounts for one time of its element, as a session would.
CREATE TABLE cancellations (
  user_id INTEGER NOT NULL REFERENCES users (id),
  unique_ref TEXT NOT NULL,
  element_ref TEXT NOT NULL,
  start_at INTEGER NOT NULL,                   -- when it was planned to start
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  version INTEGER NOT NULL DEFAULT 1,           -- number of the change that last wrote it; 1: none
  PRIMARY KEY (user_id, start_at, unique_ref),
  FOREIGN KEY (user_id, element_ref) REFERENCES job_plan_elements (user_id, unique_ref) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX cancellations_by_ref ON cancellations (user_id, unique_ref);
CREATE INDEX cancellations_of_elements ON cancellations (user_id, element_ref);

CREATE TABLE cases (
  user_id INTEGER NOT NULL REFERENCES users (id),
  unique_ref TEXT NOT NULL,
  session_ref TEXT NOT NULL,
  start_at INTEGER,
  end_at INTEGER,
  age INTEGER CHECK (age BETWEEN 0 AND 1500),
  age_unit TEXT NOT NULL DEFAULT 'years' CHECK (age_unit IN ('years', 'months', 'days')),
  gender INTEGER CHECK (gender IN (1, 2)),
  asa INTEGER CHECK (asa BETWEEN 1 AND 5),
  urgency INTEGER CHECK (urgency BETWEEN 1 AND 4),
  supervision INTEGER CHECK (supervision IN (2, 3, 4, 5, 6, 7, 8, 9, 20)),
  text_encrypted BLOB,                                 -- JSON of description, complications, reflective notes
  identifier_suspected INTEGER NOT NULL DEFAULT 0 CHECK (identifier_suspected IN (0, 1)),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  version INTEGER NOT NULL DEFAULT 1,           -- number of the change that last wrote it; 1: none
  -- Type of the reflective note, for appraisal.
  reflection_type TEXT
    CHECK (reflection_type IN ('cpd', 'quality', 'event', 'colleagues', 'patients', 'compliment', 'complaint')),
  reflection_domains TEXT NOT NULL DEFAULT ''   -- of the four domains of Good medical practice: 1,3
    CHECK (reflection_domains NOT GLOB '*[^1-4,]*'),
  options TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(options)),   -- the chosen options: see app/diary/cases/table.server.ts
  PRIMARY KEY (user_id, session_ref, unique_ref),
  FOREIGN KEY (user_id, session_ref) REFERENCES sessions (user_id, unique_ref) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX cases_by_ref ON cases (user_id, unique_ref);
-- Cases that may have one of the user's own options, whose id is a text of 22 characters.
CREATE INDEX cases_with_own_options ON cases (user_id) WHERE options GLOB '*"??????????????????????"*';

CREATE TABLE options (
  user_id INTEGER NOT NULL REFERENCES users (id),
  unique_ref TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('airway', 'procedure')),
  label TEXT NOT NULL,
  group_name TEXT NOT NULL DEFAULT '',
  active INTEGER NOT NULL DEFAULT 1 CHECK (active IN (0, 1)),
  sort_order INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  version INTEGER NOT NULL DEFAULT 1,
  PRIMARY KEY (user_id, unique_ref)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX options_by_label ON options (user_id, kind, label COLLATE NOCASE);


-- Fees.

-- Payers, each name once. Those with a kind are on the user's list; the others were typed for a fee or a rate, and are
-- deleted when no row refers to them any more.
CREATE TABLE payers (
  user_id INTEGER NOT NULL REFERENCES users (id),
  unique_ref TEXT NOT NULL,
  name TEXT NOT NULL,
  name_key TEXT NOT NULL,                      -- lower case: names are unique without case
  kind TEXT CHECK (kind IN ('trust', 'insurer', 'patient', 'group', 'other')),   -- null: not on the list
  active INTEGER NOT NULL DEFAULT 1 CHECK (active IN (0, 1)),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  version INTEGER NOT NULL DEFAULT 1,
  PRIMARY KEY (user_id, unique_ref),
  UNIQUE (user_id, name_key)
) STRICT, WITHOUT ROWID;

-- Fees of a session, of a case, or of neither (stand-alone work).
CREATE TABLE fees (
  user_id INTEGER NOT NULL REFERENCES users (id),
  unique_ref TEXT NOT NULL,
  session_ref TEXT,
  case_ref TEXT,
  work_date TEXT CHECK (date(work_date) IS work_date),   -- of stand-alone work only
  amount_pence INTEGER NOT NULL CHECK (amount_pence BETWEEN 1 AND 9999999),
  basis TEXT NOT NULL DEFAULT 'fixed' CHECK (basis IN ('fixed', 'hour', 'list', 'pa', 'case')),
  rate_pence INTEGER,
  payer_ref TEXT,
  kind TEXT NOT NULL DEFAULT ''
    CHECK (kind IN ('', 'wli', 'extra_list', 'trauma', 'locum', 'resident_on_call', 'private', 'medico_legal', 'other')),
  procedure_codes TEXT NOT NULL DEFAULT '',    -- one to three, with a space between
  reference TEXT NOT NULL DEFAULT '',
  timesheet_date TEXT CHECK (date(timesheet_date) IS timesheet_date),
  paid_date TEXT CHECK (date(paid_date) IS paid_date),
  paid_pence INTEGER CHECK (paid_pence BETWEEN 0 AND 9999999),   -- null: the whole amount
  -- Payments after the first, which is that of the two columns above: [{"day": "2026-04-28", "pence": 50000}].
  later_payments TEXT CHECK (json_type(later_payments) = 'array'),
  written_off_date TEXT CHECK (date(written_off_date) IS written_off_date),
  text_encrypted BLOB,                                 -- notes
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  version INTEGER NOT NULL DEFAULT 1,           -- number of the change that last wrote it; 1: none
  -- Times of stand-alone work, in minutes from midnight of its date; an end at or before the start is on the next day.
  start_minute INTEGER CHECK (start_minute BETWEEN 0 AND 1439),
  end_minute INTEGER CHECK (end_minute BETWEEN 0 AND 1439),
  -- In the night the clocks go back a clock time occurs twice: which of the two is meant, for stand-alone work. An end
  -- at or before the start may also be that of the next day. Null: the time occurs once.
  start_which TEXT CHECK (start_which IN ('first', 'second')),
  end_which TEXT CHECK (end_which IN ('first', 'second', 'next')),
  CHECK (session_ref IS NULL OR case_ref IS NULL),
  CHECK ((work_date IS NULL) = (coalesce(session_ref, case_ref) IS NOT NULL)),
  CHECK (paid_pence IS NULL OR paid_date IS NOT NULL),
  CHECK (later_payments IS NULL OR paid_pence IS NOT NULL),
  PRIMARY KEY (user_id, unique_ref),
  FOREIGN KEY (user_id, session_ref) REFERENCES sessions (user_id, unique_ref) ON DELETE CASCADE,
  FOREIGN KEY (user_id, case_ref) REFERENCES cases (user_id, unique_ref) ON DELETE CASCADE,
  FOREIGN KEY (user_id, payer_ref) REFERENCES payers (user_id, unique_ref)
) STRICT;
CREATE UNIQUE INDEX fees_of_sessions ON fees (user_id, session_ref) WHERE session_ref IS NOT NULL;
CREATE UNIQUE INDEX fees_of_cases ON fees (user_id, case_ref) WHERE case_ref IS NOT NULL;
CREATE INDEX fees_of_payers ON fees (user_id, payer_ref) WHERE payer_ref IS NOT NULL;
CREATE INDEX fees_of_user ON fees (user_id, timesheet_date, created_at);
CREATE INDEX fees_unpaid ON fees (user_id)
  WHERE (paid_date IS NULL OR timesheet_date IS NULL) AND written_off_date IS NULL;
-- For the searches of the extra-work page, so that old years cost no reads.
CREATE INDEX fees_paid ON fees (user_id, paid_date) WHERE paid_date IS NOT NULL;
CREATE INDEX fees_alone ON fees (user_id, work_date) WHERE work_date IS NOT NULL;
CREATE INDEX fees_in_parts ON fees (user_id) WHERE later_payments IS NOT NULL;
CREATE INDEX fees_short ON fees (user_id) WHERE paid_pence < amount_pence AND written_off_date IS NULL;

-- Rates of extra work: one amount per unit, or amounts per hour by time bands of the week.
CREATE TABLE rates (
  user_id INTEGER NOT NULL REFERENCES users (id),
  unique_ref TEXT NOT NULL,
  name TEXT NOT NULL,
  basis TEXT NOT NULL CHECK (basis IN ('fixed', 'hour', 'list', 'pa', 'case')),
  rate_pence INTEGER CHECK (rate_pence BETWEEN 1 AND 9999999),   -- null: by time bands
  bands TEXT NOT NULL DEFAULT '[]',            -- JSON: [{weekdays, from_minute, until_minute, rate_pence}]
  bank_holidays_as_sunday INTEGER NOT NULL DEFAULT 1 CHECK (bank_holidays_as_sunday IN (0, 1)),
  work_kind TEXT                               -- the kind of work whose sessions are filled in with it
    CHECK (work_kind IN ('wli', 'extra_list', 'trauma', 'locum', 'resident_on_call', 'private', 'medico_legal', 'other')),
  payer_ref TEXT,
  active INTEGER NOT NULL DEFAULT 1 CHECK (active IN (0, 1)),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  version INTEGER NOT NULL DEFAULT 1,
  CHECK ((rate_pence IS NULL) = (bands <> '[]')),
  CHECK (rate_pence IS NOT NULL OR basis = 'hour'),
  PRIMARY KEY (user_id, unique_ref),
  FOREIGN KEY (user_id, payer_ref) REFERENCES payers (user_id, unique_ref)
) STRICT, WITHOUT ROWID;
CREATE INDEX rates_of_user ON rates (user_id, name);

-- Settings of a user's fees. One row per user.
CREATE TABLE fee_settings (
  user_id INTEGER NOT NULL REFERENCES users (id),
  unique_ref TEXT NOT NULL,
  tax_basis TEXT NOT NULL DEFAULT 'work' CHECK (tax_basis IN ('work', 'claim', 'paid')),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  version INTEGER NOT NULL DEFAULT 1,
  PRIMARY KEY (user_id),
  UNIQUE (user_id, unique_ref)
) STRICT, WITHOUT ROWID;


-- Leave.

-- Leave, both dates included; its days and PAs are calculated from plans and bank holidays.
CREATE TABLE leave (
  user_id INTEGER NOT NULL REFERENCES users (id),
  unique_ref TEXT NOT NULL,
  type TEXT NOT NULL
    CHECK (type IN ('annual', 'study', 'professional', 'sick', 'toil', 'bank_holiday', 'lieu', 'parental', 'compassionate',
      'carer', 'jury', 'unpaid', 'industrial_action', 'other')),
  name TEXT NOT NULL DEFAULT '',               -- the user's own name for it
  date_start TEXT NOT NULL CHECK (date(date_start) IS date_start),
  date_end TEXT NOT NULL CHECK (date(date_end) IS date_end) CHECK (date_end >= date_start),
  start_part TEXT NOT NULL DEFAULT 'full' CHECK (start_part IN ('full', 'am', 'pm')),
  end_part TEXT NOT NULL DEFAULT 'full' CHECK (end_part IN ('full', 'am', 'pm')),
  status TEXT NOT NULL CHECK (status IN ('planned', 'requested', 'approved', 'taken', 'cancelled')),
  stated_pa_units INTEGER CHECK (stated_pa_units BETWEEN 0 AND 1440000),   -- as typed; null: calculated from its days
  study_cost_pence INTEGER CHECK (study_cost_pence BETWEEN 0 AND 2000000),
  text_encrypted BLOB,                                 -- notes
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  version INTEGER NOT NULL DEFAULT 1,           -- number of the change that last wrote it; 1: none
  -- Half of a single day is stated in start_part only; of several days, the first is not only a morning and the last
  -- not only an afternoon.
  CHECK (CASE WHEN date_start = date_end
    THEN end_part = 'full' ELSE start_part <> 'am' AND end_part <> 'pm' END),
  PRIMARY KEY (user_id, date_start, unique_ref)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX leave_by_ref ON leave (user_id, unique_ref);

-- Settings for all leave of a user. One row per user.
CREATE TABLE leave_settings (
  user_id INTEGER NOT NULL REFERENCES users (id),
  unique_ref TEXT NOT NULL,
  year_start TEXT NOT NULL DEFAULT '04-01' CHECK (date('2024-' || year_start) IS '2024-' || year_start),   -- month and day
  shown_first TEXT NOT NULL DEFAULT 'days' CHECK (shown_first IN ('days', 'pas')),
  study_half_days INTEGER NOT NULL DEFAULT 20 CHECK (study_half_days BETWEEN 0 AND 400),              -- a year
  study_half_days_of_three INTEGER NOT NULL DEFAULT 60 CHECK (study_half_days_of_three BETWEEN 0 AND 1200), -- in three years
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  version INTEGER NOT NULL DEFAULT 1,
  PRIMARY KEY (user_id),
  UNIQUE (user_id, unique_ref)
) STRICT, WITHOUT ROWID;

-- The entitlement from a leave year on; days carried over apply to that year only.
CREATE TABLE leave_years (
  user_id INTEGER NOT NULL REFERENCES users (id),
  unique_ref TEXT NOT NULL,
  year_begins TEXT NOT NULL CHECK (date(year_begins) IS year_begins),
  annual_half_days INTEGER NOT NULL DEFAULT 64 CHECK (annual_half_days BETWEEN 0 AND 400),
  fraction_hundredths INTEGER NOT NULL DEFAULT 100 CHECK (fraction_hundredths BETWEEN 1 AND 100),   -- less than full time
  carried_half_days INTEGER NOT NULL DEFAULT 0 CHECK (carried_half_days BETWEEN -400 AND 400),
  post_begins TEXT CHECK (date(post_begins) IS post_begins),   -- first day in the post; null: that of the first plan
  bank_holidays TEXT NOT NULL DEFAULT 'as_they_fall' CHECK (bank_holidays IN ('as_they_fall', 'in_proportion')),
  -- In hundredths of an hour, instead of half days; both null: in half days.
  annual_hour_hundredths INTEGER CHECK (annual_hour_hundredths BETWEEN 0 AND 200000),
  carried_hour_hundredths INTEGER CHECK (carried_hour_hundredths BETWEEN -200000 AND 200000),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  version INTEGER NOT NULL DEFAULT 1,
  PRIMARY KEY (user_id, unique_ref),
  UNIQUE (user_id, year_begins),
  CHECK ((annual_hour_hundredths IS NULL) = (carried_hour_hundredths IS NULL))
) STRICT, WITHOUT ROWID;

-- Time in lieu, one row per entry: earned entries and upward adjustments are positive, spent entries and downward ones
-- negative.
CREATE TABLE lieu_ledger (
  user_id INTEGER NOT NULL REFERENCES users (id),
  unique_ref TEXT NOT NULL,
  day TEXT NOT NULL CHECK (date(day) IS day),
  kind TEXT NOT NULL CHECK (kind IN ('earned', 'spent', 'adjusted')),
  unit TEXT NOT NULL CHECK (unit IN ('hours', 'pas', 'days')),
  hundredths INTEGER NOT NULL CHECK (hundredths <> 0 AND hundredths BETWEEN -100000 AND 100000),
  leave_ref TEXT,                              -- the leave that it was spent on
  session_ref TEXT,                            -- the session on a bank holiday that earned it
  text_encrypted BLOB,                                 -- notes
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  version INTEGER NOT NULL DEFAULT 1,           -- number of the change that last wrote it; 1: none
  CHECK (CASE kind WHEN 'earned' THEN hundredths > 0 WHEN 'spent' THEN hundredths < 0 ELSE TRUE END),
  PRIMARY KEY (user_id, day, unique_ref),
  UNIQUE (user_id, leave_ref),
  UNIQUE (user_id, session_ref),
  FOREIGN KEY (user_id, leave_ref) REFERENCES leave (user_id, unique_ref) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX lieu_ledger_by_ref ON lieu_ledger (user_id, unique_ref);


-- Files of theatre systems.

CREATE TABLE imports (
  user_id INTEGER NOT NULL REFERENCES users (id),
  unique_ref TEXT NOT NULL,
  file_hash TEXT NOT NULL,                     -- SHA-256 of the bytes: recognises a file that is imported again
  layout TEXT NOT NULL,                        -- hash of the header row: finds the mapping that was used for it before
  mapping TEXT NOT NULL,                       -- JSON: column index by field
  choices TEXT NOT NULL DEFAULT '{}',          -- JSON: how doubtful columns were read
  rows_read INTEGER NOT NULL,                  -- data rows of the file
  rows_skipped INTEGER NOT NULL,               -- empty, repeated headers, totals
  rows_merged INTEGER NOT NULL,                -- equal to another, or a continuation of the one above
  rows_rejected INTEGER NOT NULL,              -- with an error that leaves nothing to place
  rows_expected INTEGER NOT NULL,              -- expected to arrive
  rows_received INTEGER NOT NULL DEFAULT 0,    -- have arrived, known ones included
  rows_known INTEGER NOT NULL DEFAULT 0,       -- already imported by an earlier import
  complete_at INTEGER,                         -- when the last of them arrived
  cleared_at INTEGER,                          -- when the rows that were not placed left the working set
  undone_at INTEGER,
  wiped_at INTEGER,                            -- when the values of its rows were wiped because of their age
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  PRIMARY KEY (user_id, unique_ref)
) STRICT;
CREATE INDEX imports_of_user ON imports (user_id, created_at);
CREATE INDEX imports_by_age ON imports (created_at) WHERE wiped_at IS NULL;

-- One row of a file, mapped columns only. Its case, once placed, has the reference that is made here, so that placing
-- copies rows without decrypting their text, and placing twice makes one case.
CREATE TABLE import_rows (
  user_id INTEGER NOT NULL REFERENCES users (id),
  unique_ref TEXT NOT NULL,
  import_ref TEXT NOT NULL,
  case_ref TEXT NOT NULL,
  line INTEGER NOT NULL,                       -- of the file, from 1
  -- Keyed hash of the values: recognises a row that is imported again; null once a later import contains the row anew.
  row_key BLOB,
  case_date TEXT CHECK (date(case_date) IS case_date),
  day_at INTEGER,                              -- the midnights before and after it, in London
  next_day_at INTEGER,
  start_at INTEGER,
  end_at INTEGER,
  age INTEGER,
  age_unit TEXT NOT NULL DEFAULT 'years' CHECK (age_unit IN ('years', 'months', 'days')),
  gender INTEGER CHECK (gender IN (1, 2)),
  asa INTEGER CHECK (asa BETWEEN 1 AND 5),
  urgency INTEGER CHECK (urgency BETWEEN 1 AND 4),
  supervision INTEGER CHECK (supervision IN (2, 3, 4, 5, 6, 7, 8, 9, 20)),
  options TEXT NOT NULL DEFAULT '[]',          -- like those of a case
  location TEXT NOT NULL DEFAULT '',           -- for the session that is made from rows
  specialty TEXT NOT NULL DEFAULT '',
  text_encrypted BLOB,                                 -- like the text of a case, encrypted for case_ref
  identifier TEXT CHECK (identifier IN ('medium', 'strong')),
  remarks TEXT NOT NULL DEFAULT '[]',          -- JSON: doubts by field, without any value
  placed_at INTEGER,                           -- when its case was first made, even if it was deleted since
  by_hand INTEGER NOT NULL DEFAULT 0 CHECK (by_hand IN (0, 1)), -- its case was completed in the dialog
  wiped_at INTEGER,                            -- when the values were wiped; the keys remain
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  PRIMARY KEY (user_id, unique_ref),
  UNIQUE (user_id, row_key),
  UNIQUE (user_id, import_ref, line),
  UNIQUE (user_id, case_ref),
  FOREIGN KEY (user_id, import_ref) REFERENCES imports (user_id, unique_ref)
) STRICT;
CREATE INDEX import_rows_in_order ON import_rows (user_id, case_date, start_at, line) WHERE wiped_at IS NULL;

-- The session that each event of a rota's calendar became. It may be deleted meanwhile, so session_ref is no foreign
-- key.
CREATE TABLE rota_events (
  user_id INTEGER NOT NULL REFERENCES users (id),
  unique_ref TEXT NOT NULL,                    -- hash of the event's UID, and of its day if it repeats; ~ before one of its calendar's own
  calendar_key TEXT NOT NULL,                  -- hash of the calendar's name
  session_ref TEXT NOT NULL,
  element_ref TEXT NOT NULL,                   -- with the times: as in the file when it was last imported
  start_at INTEGER NOT NULL,
  end_at INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  version INTEGER NOT NULL DEFAULT 1,           -- number of the change that last wrote it; 1: none
  CHECK (end_at > start_at),
  PRIMARY KEY (user_id, unique_ref)
) STRICT, WITHOUT ROWID;

-- The element that was chosen for events with a title, or none; the title is stored only as a keyed hash.
CREATE TABLE rota_titles (
  user_id INTEGER NOT NULL REFERENCES users (id),
  title_key TEXT NOT NULL,
  element_ref TEXT,
  updated_at INTEGER NOT NULL,
  PRIMARY KEY (user_id, title_key)
) STRICT, WITHOUT ROWID;


-- Reports, and a user's own file during its import.

-- Continuing professional development.
CREATE TABLE cpd (
  user_id INTEGER NOT NULL REFERENCES users (id),
  unique_ref TEXT NOT NULL,
  day TEXT NOT NULL CHECK (date(day) IS day),
  minutes INTEGER NOT NULL CHECK (minutes BETWEEN 1 AND 60000),
  type TEXT NOT NULL
    CHECK (type IN ('course', 'conference', 'local', 'online', 'reading', 'teaching', 'quality', 'simulation', 'other')),
  domains TEXT NOT NULL DEFAULT '' CHECK (domains NOT GLOB '*[^1-4,]*'),   -- like those of a reflective note
  text_encrypted BLOB NOT NULL,                        -- JSON of title and reflection
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  version INTEGER NOT NULL DEFAULT 1,
  PRIMARY KEY (user_id, day, unique_ref)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX cpd_by_ref ON cpd (user_id, unique_ref);

CREATE TABLE saved_reports (
  user_id INTEGER NOT NULL REFERENCES users (id),
  unique_ref TEXT NOT NULL,
  name TEXT NOT NULL,
  name_key TEXT NOT NULL,                      -- lower case: names are unique without case
  choices TEXT NOT NULL,                       -- as in the address of the report
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  version INTEGER NOT NULL DEFAULT 1,
  PRIMARY KEY (user_id, unique_ref),
  UNIQUE (user_id, name_key)
) STRICT, WITHOUT ROWID;

-- Periods that were sent to an appraiser: the batch of a change that would alter what their report shows fails
-- (app/changes/keep-locked-entries.server.ts). Inserted after the rows of the period, and deleted before them.
CREATE TABLE locked_periods (
  user_id INTEGER NOT NULL REFERENCES users (id),
  unique_ref TEXT NOT NULL,
  date_start TEXT NOT NULL CHECK (date(date_start) IS date_start),
  date_end TEXT NOT NULL CHECK (date(date_end) IS date_end) CHECK (date_end >= date_start),
  start_at INTEGER NOT NULL,                   -- midnight in London before the first day, and after the last
  end_at INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  CHECK (end_at > start_at),
  PRIMARY KEY (user_id, unique_ref),
  UNIQUE (user_id, date_start, date_end)
) STRICT, WITHOUT ROWID;

-- A user's own file during its import: its rows wait here until all have arrived, and are then taken over in one batch.
CREATE TABLE staged_imports (
  unique_ref TEXT PRIMARY KEY,
  user_id INTEGER REFERENCES users (id),       -- null: of a backup that is being restored
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX staged_imports_by_age ON staged_imports (created_at);
CREATE INDEX staged_imports_of_user ON staged_imports (user_id) WHERE user_id IS NOT NULL;

CREATE TABLE import_staging (
  staging_ref TEXT NOT NULL REFERENCES staged_imports (unique_ref),
  user_id INTEGER,
  kind TEXT NOT NULL,
  ref TEXT NOT NULL,                           -- of the record, unique within its kind
  line INTEGER NOT NULL,                       -- of the file, from 1
  row TEXT NOT NULL,                           -- JSON by column, as its table will store it; blobs as hex
  PRIMARY KEY (staging_ref, kind, ref)
) STRICT, WITHOUT ROWID;


-- Statistics for the query planner. As long as there are few users, it would assume ten rows for all rows of a user,
-- and scan the whole diary to find a row by its key. So the statistics are set once, by hand, as SQLite's documentation
-- allows: the number of rows of an index in a full database (10,000 users), then how many of them share its first
-- column, its first two, and so on. ANALYZE is not run later, so that query plans stay those that the tests saw. A test
-- names an index that is missing here.
ANALYZE;
DELETE FROM sqlite_stat1;
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
  ('idempotency_keys', 'idempotency_keys', '1000000 100 1'),
  ('idempotency_keys', 'idempotency_keys_by_age', '1000000 10'),
  ('changes', 'changes', '100000 10 1'),
  ('changes', 'changes_by_age', '100000 1'),
  ('changed_rows', 'changed_rows', '1000000 100 10 5 1'),
  ('job_plans', 'job_plans', '100000 10 1'),
  ('job_plans', 'job_plans_of_user', '100000 10 1'),
  ('job_plans', 'job_plans_by_end', '100000 10 1'),
  ('job_plan_elements', 'job_plan_elements', '3000000 300 1'),
  ('job_plan_elements', 'job_plan_elements_by_description', '3000000 300 10 1'),
  ('element_schedule', 'element_schedule', '1000000 100 1'),
  ('element_schedule', 'element_schedule_of_element', '1000000 100 2'),
  ('local_public_holidays', 'local_public_holidays', '200000 20 1'),
  ('local_public_holidays', 'sqlite_autoindex_local_public_holidays_2', '200000 20 1'),
  ('profiles', 'profiles', '10000 1'),
  ('profiles', 'sqlite_autoindex_profiles_1', '10000 1 1'),
  ('profiles', 'profiles_mailed', '1000 500 1'),
  ('sessions', 'sessions', '30000000 3000 1 1'),
  ('sessions', 'sessions_by_ref', '30000000 3000 1'),
  ('sessions', 'sessions_done', '30000000 3000 60 1 1'),
  ('sessions', 'sessions_of_series', '3000000 300 30 1'),
  ('sessions', 'sessions_outside_plan', '1000000 100 25 1'),
  ('cancellations', 'cancellations', '500000 50 1 1'),
  ('cancellations', 'cancellations_by_ref', '500000 50 1'),
  ('cancellations', 'cancellations_of_elements', '500000 50 5'),
  ('cases', 'cases', '50000000 5000 2 1'),
  ('cases', 'cases_by_ref', '50000000 5000 1'),
  ('cases', 'cases_with_own_options', '1000000 100'),
  ('options', 'options', '1000000 100 1'),
  ('options', 'options_by_label', '1000000 100 50 1'),
  ('fees', 'sqlite_autoindex_fees_1', '5000000 500 1'),
  ('fees', 'fees_of_sessions', '4000000 400 1'),
  ('fees', 'fees_of_cases', '1000000 100 1'),
  ('fees', 'fees_of_payers', '4000000 400 40'),
  ('fees', 'fees_of_user', '5000000 500 5 1'),
  ('fees', 'fees_unpaid', '500000 50'),
  ('fees', 'fees_short', '50000 5'),
  ('fees', 'fees_in_parts', '50000 5'),
  ('fees', 'fees_alone', '1000000 100 1'),
  ('fees', 'fees_paid', '4000000 400 4'),
  ('rates', 'rates', '200000 20 1'),
  ('rates', 'rates_of_user', '200000 20 1'),
  ('payers', 'payers', '200000 20 1'),
  ('payers', 'sqlite_autoindex_payers_2', '200000 20 1'),
  ('fee_settings', 'fee_settings', '10000 1'),
  ('fee_settings', 'sqlite_autoindex_fee_settings_1', '10000 1 1'),
  ('leave', 'leave', '2000000 200 1 1'),
  ('leave', 'leave_by_ref', '2000000 200 1'),
  ('leave_settings', 'leave_settings', '10000 1'),
  ('leave_settings', 'sqlite_autoindex_leave_settings_1', '10000 1 1'),
  ('leave_years', 'leave_years', '100000 10 1'),
  ('leave_years', 'sqlite_autoindex_leave_years_2', '100000 10 1'),
  ('lieu_ledger', 'lieu_ledger', '500000 50 1 1'),
  ('lieu_ledger', 'lieu_ledger_by_ref', '500000 50 1'),
  ('lieu_ledger', 'sqlite_autoindex_lieu_ledger_2', '500000 50 1'),
  ('lieu_ledger', 'sqlite_autoindex_lieu_ledger_3', '500000 50 1'),
  ('imports', 'sqlite_autoindex_imports_1', '500000 50 1'),
  ('imports', 'imports_of_user', '500000 50 1'),
  ('imports', 'imports_by_age', '10000 1'),
  ('import_rows', 'sqlite_autoindex_import_rows_1', '50000000 5000 1'),
  ('import_rows', 'sqlite_autoindex_import_rows_2', '50000000 5000 1'),
  ('import_rows', 'sqlite_autoindex_import_rows_3', '50000000 5000 100 1'),
  ('import_rows', 'sqlite_autoindex_import_rows_4', '50000000 5000 1'),
  ('import_rows', 'import_rows_in_order', '1000000 1000 10 1 1'),
  ('rota_events', 'rota_events', '5000000 1000 1'),
  ('rota_titles', 'rota_titles', '500000 50 1'),
  ('cpd', 'cpd', '1000000 100 1 1'),
  ('cpd', 'cpd_by_ref', '1000000 100 1'),
  ('saved_reports', 'saved_reports', '100000 10 1'),
  ('saved_reports', 'sqlite_autoindex_saved_reports_2', '100000 10 1'),
  ('locked_periods', 'locked_periods', '50000 5 1'),
  ('locked_periods', 'sqlite_autoindex_locked_periods_2', '50000 5 1 1');
ANALYZE sqlite_schema;
