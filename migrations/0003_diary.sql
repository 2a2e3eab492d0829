-- Money owed, and what can be undone.

-- Of a session, of a case, or of neither (stand-alone work). Pence; dates are London dates.
CREATE TABLE claims (
  unique_ref TEXT PRIMARY KEY,
  user_ref TEXT NOT NULL,
  session_ref TEXT UNIQUE REFERENCES sessions (unique_ref),
  case_ref TEXT UNIQUE REFERENCES cases (unique_ref),
  work_date TEXT,                              -- of stand-alone work only
  amount_pence INTEGER NOT NULL CHECK (amount_pence BETWEEN 1 AND 9999999),
  basis TEXT NOT NULL DEFAULT 'fixed' CHECK (basis IN ('fixed', 'hour', 'list', 'pa', 'case')),
  rate_pence INTEGER,
  payer TEXT NOT NULL DEFAULT '',
  kind TEXT NOT NULL DEFAULT '',
  procedure_codes TEXT NOT NULL DEFAULT '',    -- one to three, with a space between
  reference TEXT NOT NULL DEFAULT '',
  timesheet_date TEXT,
  paid_date TEXT,
  paid_pence INTEGER CHECK (paid_pence BETWEEN 0 AND 9999999),   -- null: the whole amount
  written_off_date TEXT,
  sealed BLOB,                                 -- notes
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  version INTEGER NOT NULL DEFAULT 1,
  CHECK (session_ref IS NULL OR case_ref IS NULL),
  CHECK ((work_date IS NULL) = (coalesce(session_ref, case_ref) IS NOT NULL)),
  CHECK (paid_pence IS NULL OR paid_date IS NOT NULL)
) STRICT;
CREATE INDEX claims_of_user ON claims (user_ref, timesheet_date);
CREATE INDEX claims_unpaid ON claims (user_ref) WHERE paid_date IS NULL AND written_off_date IS NULL;

-- What was done for the elements of a plan since a day, without a look at the sessions themselves.
CREATE INDEX sessions_done ON sessions (user_ref, element_ref, start_at, pa_units);
CREATE INDEX sessions_of_series ON sessions (user_ref, recurring_uuid, start_at) WHERE recurring_uuid IS NOT NULL;

-- An act that can be taken back: the rows that it deleted, as they were, or those that it made.
CREATE TABLE undo_steps (
  unique_ref TEXT PRIMARY KEY,
  user_ref TEXT NOT NULL,
  says TEXT NOT NULL,                          -- the act in words, without any text of the user's
  deleted TEXT NOT NULL DEFAULT '{}',          -- JSON: rows by table; blobs as hex
  made TEXT NOT NULL DEFAULT '{}',             -- JSON: unique_refs by table
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT;
CREATE INDEX undo_steps_of_user ON undo_steps (user_ref, created_at);
CREATE INDEX undo_steps_by_expiry ON undo_steps (expires_at);
