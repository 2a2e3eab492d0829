-- The tables of a diary. One user's rows lie together, and every reference carries its user: a row of one user that
-- points at another's cannot be written.

CREATE TABLE diaries (
  user_id INTEGER PRIMARY KEY,                 -- a small whole number of this database
  user_ref BLOB NOT NULL UNIQUE CHECK (length(user_ref) = 16),
  last_change INTEGER NOT NULL DEFAULT 0,
  open_change INTEGER                          -- under which the triggers keep what rows were; null between batches
) STRICT;

CREATE TABLE rule_sets (
  user_id INTEGER NOT NULL REFERENCES diaries (user_id),
  number INTEGER NOT NULL,
  rules TEXT NOT NULL,                         -- JSON of PaRules
  PRIMARY KEY (user_id, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE sessions (
  user_id INTEGER NOT NULL,
  ref BLOB NOT NULL CHECK (length(ref) = 16),
  start_at INTEGER NOT NULL,                   -- instants are UTC epoch milliseconds
  end_at INTEGER NOT NULL,
  element_ref BLOB CHECK (length(element_ref) = 16),
  site TEXT NOT NULL DEFAULT '',
  fixed_pa_units INTEGER,                      -- null: calculated from the time
  standard_minutes INTEGER NOT NULL CHECK (standard_minutes >= 0),
  premium_minutes INTEGER NOT NULL CHECK (premium_minutes >= 0),
  pa_units INTEGER NOT NULL,
  rule_set INTEGER NOT NULL,
  notes_encrypted BLOB,
  series_ref BLOB CHECK (length(series_ref) = 16),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  version INTEGER NOT NULL,                    -- the change that left it so
  PRIMARY KEY (user_id, ref),
  FOREIGN KEY (user_id, rule_set) REFERENCES rule_sets (user_id, number),
  CHECK (end_at > start_at)
) STRICT, WITHOUT ROWID;
CREATE INDEX sessions_by_start ON sessions (user_id, start_at);
CREATE INDEX sessions_of_element ON sessions (user_id, element_ref) WHERE element_ref IS NOT NULL;

CREATE TABLE cases (
  user_id INTEGER NOT NULL,
  ref BLOB NOT NULL CHECK (length(ref) = 16),
  session_ref BLOB NOT NULL,
  start_at INTEGER,
  end_at INTEGER,
  age INTEGER CHECK (age BETWEEN 0 AND 1500),
  age_unit INTEGER NOT NULL DEFAULT 0 CHECK (age_unit IN (0, 1, 2)),          -- years, months, days
  gender INTEGER CHECK (gender IN (1, 2)),
  asa INTEGER CHECK (asa BETWEEN 1 AND 5),
  urgency INTEGER CHECK (urgency BETWEEN 1 AND 4),
  supervision INTEGER CHECK (supervision IN (2, 3, 4, 5, 6, 7, 8, 9, 20)),
  options TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(options)),             -- what was chosen: see chosen-options.ts
  text_encrypted BLOB,
  identifier_suspected INTEGER NOT NULL DEFAULT 0 CHECK (identifier_suspected IN (0, 1)),
  reflection_type INTEGER CHECK (reflection_type BETWEEN 1 AND 7),
  reflection_domains TEXT NOT NULL DEFAULT '',
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  version INTEGER NOT NULL,
  PRIMARY KEY (user_id, ref),
  FOREIGN KEY (user_id, session_ref) REFERENCES sessions (user_id, ref) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX cases_of_session ON cases (user_id, session_ref, asa);

-- What each change of the last hour did, so that it can be undone; and what an undo did, for the same reason.

CREATE TABLE changes (
  user_id INTEGER NOT NULL REFERENCES diaries (user_id),
  number INTEGER NOT NULL,
  message TEXT NOT NULL,                       -- without any text of the user's
  occurred_at INTEGER NOT NULL,
  undoes INTEGER,
  undone_by INTEGER,
  PRIMARY KEY (user_id, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE changed_rows (
  user_id INTEGER NOT NULL,
  number INTEGER NOT NULL,
  table_name TEXT NOT NULL,
  ref BLOB NOT NULL,
  before TEXT,                                 -- the row as JSON by column, blobs as hex; null: it was not there
  version_left INTEGER,                        -- null: the change took it away
  PRIMARY KEY (user_id, number, table_name, ref),
  FOREIGN KEY (user_id, number) REFERENCES changes (user_id, number) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE TABLE form_keys (
  user_id INTEGER NOT NULL REFERENCES diaries (user_id),
  key TEXT NOT NULL,
  fingerprint TEXT NOT NULL,                   -- of the answers that it was first sent with
  result_ref BLOB,
  number INTEGER NOT NULL,                     -- the change that it made
  created_at INTEGER NOT NULL,
  PRIMARY KEY (user_id, key)
) STRICT, WITHOUT ROWID;
