-- Reports, what a user says of themselves, the calendar feed, imports of one's own file, backups and who looked after what.

-- What a reflective note is of, for appraisal.
ALTER TABLE cases ADD COLUMN reflection_type TEXT
  CHECK (reflection_type IN ('cpd', 'quality', 'event', 'colleagues', 'patients', 'compliment', 'complaint'));
ALTER TABLE cases ADD COLUMN reflection_domains TEXT NOT NULL DEFAULT '';   -- of the four of Good medical practice: 1,3

-- Continuing professional development.
CREATE TABLE cpd (
  unique_ref TEXT PRIMARY KEY,
  user_ref TEXT NOT NULL,
  day TEXT NOT NULL,
  minutes INTEGER NOT NULL CHECK (minutes BETWEEN 1 AND 60000),
  type TEXT NOT NULL,                          -- the app knows the list
  domains TEXT NOT NULL DEFAULT '',            -- as of a reflective note
  sealed BLOB NOT NULL,                        -- JSON of title and reflection
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  version INTEGER NOT NULL DEFAULT 1
) STRICT;
CREATE INDEX cpd_of_user ON cpd (user_ref, day);

CREATE TABLE saved_reports (
  unique_ref TEXT PRIMARY KEY,
  user_ref TEXT NOT NULL,
  name TEXT NOT NULL,
  name_key TEXT NOT NULL,                      -- small letters: a report is named once
  choices TEXT NOT NULL,                       -- as in the address of the report
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  version INTEGER NOT NULL DEFAULT 1,
  UNIQUE (user_ref, name_key)
) STRICT;

-- One row a user.
CREATE TABLE profiles (
  unique_ref TEXT PRIMARY KEY,
  user_ref TEXT NOT NULL UNIQUE,
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
  age_cuts TEXT NOT NULL DEFAULT '[1,12,72,192,780,960]',   -- JSON: months at which a new band of ages begins
  day_from_minute INTEGER NOT NULL DEFAULT 480 CHECK (day_from_minute BETWEEN 0 AND 1439),     -- before it a weekday is out of hours
  day_until_minute INTEGER NOT NULL DEFAULT 1080 CHECK (day_until_minute BETWEEN 1 AND 1440),
  supervision_labels TEXT NOT NULL DEFAULT '{}',            -- JSON: a label of one's own by code
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  version INTEGER NOT NULL DEFAULT 1
) STRICT;

-- The address of a calendar that shows sessions and leave. One a user; the address itself is not kept.
CREATE TABLE feeds (
  unique_ref TEXT PRIMARY KEY,
  user_ref TEXT NOT NULL UNIQUE,
  token_hash TEXT NOT NULL UNIQUE,
  content TEXT NOT NULL CHECK (content IN ('titles', 'pas')),
  last_read_at INTEGER,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;

-- A file of one's own on its way in: its rows wait here until all are there, and are taken over in one batch.
CREATE TABLE takeovers (
  unique_ref TEXT PRIMARY KEY,
  user_ref TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX takeovers_by_age ON takeovers (created_at);
CREATE TABLE takeover_rows (
  takeover_ref TEXT NOT NULL REFERENCES takeovers (unique_ref),
  user_ref TEXT NOT NULL,
  kind TEXT NOT NULL,
  ref TEXT NOT NULL,                           -- of the record: one of a kind comes once
  line INTEGER NOT NULL,                       -- of the file, from 1
  row TEXT NOT NULL,                           -- JSON by column, as it will stand in its table; blobs as hex
  PRIMARY KEY (takeover_ref, kind, ref)
) STRICT, WITHOUT ROWID;

-- Whose rows changed since their last backup. Marked with each form that somebody signed in sends.
CREATE TABLE backups_due (
  user_ref TEXT PRIMARY KEY,
  changed_at INTEGER NOT NULL                  -- last, give or take a minute
) STRICT, WITHOUT ROWID;

-- One row for each object of R2, and for each that could not be made.
CREATE TABLE backups (
  unique_ref TEXT PRIMARY KEY,
  user_ref TEXT NOT NULL,
  day TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('waiting', 'made', 'failed')),
  attempts INTEGER NOT NULL DEFAULT 0,
  due_at INTEGER NOT NULL DEFAULT 0,           -- when it is tried next, while it waits
  records INTEGER,                             -- rows in it
  bytes INTEGER,
  made_at INTEGER,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  UNIQUE (user_ref, day)
) STRICT;
CREATE INDEX backups_by_day ON backups (day);
CREATE INDEX backups_waiting ON backups (due_at) WHERE state = 'waiting';

-- When the cron last did what, and whether it came to its end.
CREATE TABLE cron_runs (
  name TEXT PRIMARY KEY,
  began_at INTEGER NOT NULL,
  ended_at INTEGER,
  failed_at INTEGER
) STRICT;

-- Whom an administrator's act was about, and what it changed: a level, never a content.
ALTER TABLE audit ADD COLUMN about_ref TEXT NOT NULL DEFAULT '';
ALTER TABLE audit ADD COLUMN detail TEXT NOT NULL DEFAULT '';
CREATE INDEX audit_about ON audit (about_ref, at) WHERE about_ref <> '';
CREATE INDEX audit_by_age ON audit (at);
CREATE INDEX audit_of_administrators ON audit (at) WHERE act GLOB 'admin-*';
-- Users in the order of their making, and by name, a page at a time.
CREATE INDEX users_by_age ON users (created_at);
CREATE INDEX outbox_failed ON outbox (failed_at) WHERE failed_at IS NOT NULL;
