-- Accounts. Diary tables below carry user_ref and never join these, so that diaries can move to a database of their own.

CREATE TABLE users (
  unique_ref TEXT PRIMARY KEY,
  username TEXT NOT NULL,
  username_key TEXT NOT NULL UNIQUE,           -- lower case: names are unique without case
  first_name TEXT NOT NULL,
  last_name TEXT NOT NULL,
  email TEXT,                                  -- null until verified
  email_key TEXT UNIQUE,                       -- lower case; unique only once verified
  password_hash TEXT NOT NULL,
  level INTEGER NOT NULL CHECK (level BETWEEN 0 AND 10),
  terms_accepted_at INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  version INTEGER NOT NULL DEFAULT 1
) STRICT;

CREATE TABLE email_verifications (
  unique_ref TEXT PRIMARY KEY,
  user_ref TEXT NOT NULL REFERENCES users (unique_ref),
  address TEXT NOT NULL,
  token_hash TEXT,
  status TEXT NOT NULL CHECK (status IN ('pending', 'verified', 'expired', 'failed')),
  sent_at INTEGER,                             -- null until the mail with the link is written
  expires_at INTEGER,
  attempts INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX email_verifications_of_user ON email_verifications (user_ref, created_at);

CREATE TABLE logins (
  unique_ref TEXT PRIMARY KEY,
  user_ref TEXT NOT NULL REFERENCES users (unique_ref),
  token_hash TEXT NOT NULL UNIQUE,
  remember INTEGER NOT NULL CHECK (remember IN (0, 1)),
  user_agent TEXT NOT NULL,
  second_factor_at INTEGER,
  proof_at INTEGER NOT NULL,
  last_seen_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX logins_of_user ON logins (user_ref);
CREATE INDEX logins_by_expiry ON logins (expires_at);

CREATE TABLE idempotency_keys (
  user_ref TEXT NOT NULL,
  key TEXT NOT NULL,
  made_ref TEXT NOT NULL,
  fingerprint TEXT NOT NULL,                   -- of the answers that it was first sent with
  created_at INTEGER NOT NULL,
  PRIMARY KEY (user_ref, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX idempotency_keys_by_age ON idempotency_keys (created_at);

-- Job plans. PAs are whole units of 1/3600 PA; times of day are minutes from midnight in London.

CREATE TABLE job_plans (
  unique_ref TEXT PRIMARY KEY,
  user_ref TEXT NOT NULL,
  title TEXT NOT NULL,
  employer TEXT NOT NULL DEFAULT '',
  date_start TEXT NOT NULL,
  date_end TEXT,                               -- null: open
  method TEXT NOT NULL CHECK (method IN ('weekly_leave_adjusted', 'annualised_paced', 'annualised_linear')),
  weeks_per_year_tenths INTEGER NOT NULL CHECK (weeks_per_year_tenths BETWEEN 10 AND 522),
  contracted_pa_units INTEGER NOT NULL CHECK (contracted_pa_units BETWEEN 900 AND 57600),
  opening_balance_pa_units INTEGER NOT NULL DEFAULT 0,
  tolerance_percent INTEGER NOT NULL DEFAULT 5 CHECK (tolerance_percent BETWEEN 0 AND 25),
  pa_rules TEXT NOT NULL,                      -- JSON of PaRules
  sealed BLOB,                                 -- notes
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  version INTEGER NOT NULL DEFAULT 1,
  CHECK (date_end IS NULL OR date_end >= date_start)
) STRICT;
CREATE INDEX job_plans_of_user ON job_plans (user_ref, date_start);

CREATE TABLE job_plan_elements (
  unique_ref TEXT PRIMARY KEY,
  user_ref TEXT NOT NULL,
  plan_ref TEXT NOT NULL REFERENCES job_plans (unique_ref),
  description TEXT NOT NULL,
  category TEXT NOT NULL CHECK (category IN ('DCC', 'SPA', 'ANR', 'ED', 'APA', 'Extra', 'Other')),
  counts_to_balance INTEGER NOT NULL CHECK (counts_to_balance IN (0, 1)),
  pattern TEXT NOT NULL CHECK (pattern IN ('fixed_times', 'flexible_week', 'flexible_year', 'on_call', 'not_timed')),
  stated_pa_units INTEGER,                     -- as typed; null: worked out from the schedule
  weekly_pa_units INTEGER NOT NULL,            -- what a week counts
  occurrences_per_year INTEGER CHECK (occurrences_per_year BETWEEN 0 AND 400),
  default_basis TEXT NOT NULL CHECK (default_basis IN ('time_calculated', 'fixed')),
  default_fixed_pa_units INTEGER,
  custom_minutes_per_pa INTEGER,
  specialty TEXT NOT NULL DEFAULT '',
  location TEXT NOT NULL DEFAULT '',
  active INTEGER NOT NULL DEFAULT 1 CHECK (active IN (0, 1)),
  sort_order INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  version INTEGER NOT NULL DEFAULT 1
) STRICT;
CREATE UNIQUE INDEX job_plan_elements_by_description ON job_plan_elements (plan_ref, description COLLATE NOCASE);
CREATE INDEX job_plan_elements_of_user ON job_plan_elements (user_ref);

CREATE TABLE element_schedule (
  unique_ref TEXT PRIMARY KEY,
  user_ref TEXT NOT NULL,
  element_ref TEXT NOT NULL REFERENCES job_plan_elements (unique_ref),
  weekday INTEGER NOT NULL CHECK (weekday BETWEEN 1 AND 7),
  start_minute INTEGER NOT NULL CHECK (start_minute BETWEEN 0 AND 1439),
  end_minute INTEGER NOT NULL CHECK (end_minute BETWEEN 0 AND 1439),
  recurrence INTEGER NOT NULL CHECK (recurrence IN (11, 12, 13, 14, 21, 22, 23, 24, 25)),
  anchor_date TEXT,                            -- a week in which it falls, for every 2 to 4 weeks
  sort_order INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX element_schedule_of_element ON element_schedule (element_ref);
CREATE INDEX element_schedule_of_user ON element_schedule (user_ref);

-- Sessions and cases.

CREATE TABLE sessions (
  unique_ref TEXT PRIMARY KEY,
  user_ref TEXT NOT NULL,
  start_at INTEGER NOT NULL,
  end_at INTEGER NOT NULL,
  element_ref TEXT REFERENCES job_plan_elements (unique_ref),
  site TEXT NOT NULL DEFAULT '',
  pa_basis TEXT NOT NULL CHECK (pa_basis IN ('time_calculated', 'fixed')),
  fixed_pa_units INTEGER,
  standard_minutes INTEGER NOT NULL,
  premium_minutes INTEGER NOT NULL,
  pa_units INTEGER NOT NULL,
  pa_rules TEXT NOT NULL,                      -- JSON of the PaRules that it was saved under
  sealed BLOB,                                 -- notes
  recurring_uuid TEXT,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  version INTEGER NOT NULL DEFAULT 1,
  CHECK (end_at > start_at),
  CHECK ((pa_basis = 'fixed') = (fixed_pa_units IS NOT NULL))
) STRICT;
CREATE INDEX sessions_by_start ON sessions (user_ref, start_at);
CREATE INDEX sessions_of_element ON sessions (element_ref);

CREATE TABLE cases (
  unique_ref TEXT PRIMARY KEY,
  user_ref TEXT NOT NULL,
  session_ref TEXT NOT NULL REFERENCES sessions (unique_ref),
  start_at INTEGER,
  end_at INTEGER,
  age INTEGER CHECK (age BETWEEN 0 AND 1500),
  age_unit TEXT NOT NULL DEFAULT 'years' CHECK (age_unit IN ('years', 'months', 'days')),
  gender INTEGER CHECK (gender IN (1, 2)),
  asa INTEGER CHECK (asa BETWEEN 1 AND 5),
  urgency INTEGER CHECK (urgency BETWEEN 1 AND 4),
  supervision INTEGER CHECK (supervision IN (2, 3, 4, 5, 6, 7, 8, 9, 20)),
  sealed BLOB,                                 -- JSON of description, complications, reflective notes
  identifier_suspected INTEGER NOT NULL DEFAULT 0 CHECK (identifier_suspected IN (0, 1)),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  version INTEGER NOT NULL DEFAULT 1
) STRICT;
CREATE INDEX cases_of_session ON cases (user_ref, session_ref, asa);
CREATE INDEX cases_by_session ON cases (session_ref);    -- for the foreign key: else deleting a session scans all cases

CREATE TABLE options (
  unique_ref TEXT PRIMARY KEY,
  user_ref TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('airway', 'procedure')),
  label TEXT NOT NULL,
  group_name TEXT NOT NULL DEFAULT '',
  active INTEGER NOT NULL DEFAULT 1 CHECK (active IN (0, 1)),
  sort_order INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  version INTEGER NOT NULL DEFAULT 1
) STRICT;
CREATE UNIQUE INDEX options_by_label ON options (user_ref, kind, label COLLATE NOCASE);

CREATE TABLE case_options (
  case_ref TEXT NOT NULL REFERENCES cases (unique_ref),
  user_ref TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('airway', 'procedure')),
  option_id TEXT NOT NULL,                     -- a number of the Standard lists, or a unique_ref of options
  flags TEXT NOT NULL DEFAULT '',              -- of a block: ultrasound,catheter,...
  PRIMARY KEY (case_ref, option_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX case_options_by_option ON case_options (user_ref, option_id);
