-- Files of theatre systems: what was read of them, and how their columns were mapped.

CREATE TABLE imports (
  unique_ref TEXT PRIMARY KEY,
  user_ref TEXT NOT NULL,
  file_hash TEXT NOT NULL,                     -- SHA-256 of the bytes: knows a file that comes again
  layout TEXT NOT NULL,                        -- hash of the header row: finds the mapping that was used for it
  mapping TEXT NOT NULL,                       -- JSON: column index by field
  choices TEXT NOT NULL DEFAULT '{}',          -- JSON: how doubtful columns were read
  rows_read INTEGER NOT NULL,                  -- data rows of the file
  rows_skipped INTEGER NOT NULL,               -- empty, repeated headers, totals
  rows_merged INTEGER NOT NULL,                -- equal to another, or a continuation of the one above
  rows_rejected INTEGER NOT NULL,              -- with a fault that leaves nothing to place
  rows_expected INTEGER NOT NULL,              -- that are to arrive
  rows_known INTEGER NOT NULL DEFAULT 0,       -- that an earlier import brought already
  complete_at INTEGER,                         -- when the last of them arrived
  cleared_at INTEGER,                          -- when what was not placed left the working set
  undone_at INTEGER,
  wiped_at INTEGER,                            -- when the values of its rows went, by age
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX imports_of_user ON imports (user_ref, created_at);
CREATE INDEX imports_by_age ON imports (created_at) WHERE wiped_at IS NULL;

-- One row of a file, mapped columns only. Its case, once placed, has the reference that is made here, so that
-- placing copies rows without opening their text, and twice is once.
CREATE TABLE import_rows (
  unique_ref TEXT PRIMARY KEY,
  user_ref TEXT NOT NULL,
  import_ref TEXT NOT NULL REFERENCES imports (unique_ref),
  case_ref TEXT NOT NULL UNIQUE,
  line INTEGER NOT NULL,                       -- of the file, from 1
  row_key BLOB,                                -- keyed hash of the values: knows a row that comes again; null once a later import has brought it anew
  known INTEGER NOT NULL DEFAULT 0 CHECK (known IN (0, 1)),   -- only says that this line arrived, and was there before; goes when the import is complete
  case_date TEXT,
  day_at INTEGER,                              -- midnight before and after, in London
  next_day_at INTEGER,
  start_at INTEGER,
  end_at INTEGER,
  age INTEGER,
  age_unit TEXT NOT NULL DEFAULT 'years' CHECK (age_unit IN ('years', 'months', 'days')),
  gender INTEGER CHECK (gender IN (1, 2)),
  asa INTEGER CHECK (asa BETWEEN 1 AND 5),
  sealed BLOB,                                 -- as the text of a case, under case_ref
  identifier TEXT CHECK (identifier IN ('medium', 'strong')),
  remarks TEXT NOT NULL DEFAULT '[]',          -- JSON: what was doubtful in which field, without any value
  placed_at INTEGER,                           -- when its case was first made, be it removed since
  by_hand INTEGER NOT NULL DEFAULT 0 CHECK (by_hand IN (0, 1)), -- its case was completed in the dialog
  wiped_at INTEGER,                            -- the values are gone; the keys stay
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  UNIQUE (user_ref, row_key),
  UNIQUE (import_ref, line)
) STRICT;
CREATE INDEX import_rows_in_order ON import_rows (user_ref, case_date, start_at, line) WHERE wiped_at IS NULL;
CREATE INDEX import_rows_known ON import_rows (import_ref) WHERE known = 1;

-- To find the case that a row may already be in the diary as.
CREATE INDEX cases_by_start ON cases (user_ref, start_at) WHERE start_at IS NOT NULL;
