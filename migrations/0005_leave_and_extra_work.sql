-- Leave and time in lieu, bank holidays of one's own, rates and payers of extra work.

-- Days off. London dates, both included; how many days and PAs they are follows from plans and bank holidays.
CREATE TABLE leave (
  unique_ref TEXT PRIMARY KEY,
  user_ref TEXT NOT NULL,
  type TEXT NOT NULL,                          -- the app knows the list
  called TEXT NOT NULL DEFAULT '',             -- a name of the user's own
  date_start TEXT NOT NULL,
  date_end TEXT NOT NULL CHECK (date_end >= date_start),
  start_part TEXT NOT NULL DEFAULT 'full' CHECK (start_part IN ('full', 'am', 'pm')),
  end_part TEXT NOT NULL DEFAULT 'full' CHECK (end_part IN ('full', 'am', 'pm')),
  status TEXT NOT NULL CHECK (status IN ('planned', 'requested', 'approved', 'taken', 'cancelled')),
  stated_pa_units INTEGER CHECK (stated_pa_units BETWEEN 0 AND 1440000),   -- typed over; null: what its days are worth
  study_cost_pence INTEGER CHECK (study_cost_pence BETWEEN 0 AND 2000000),
  sealed BLOB,                                 -- notes
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  version INTEGER NOT NULL DEFAULT 1,
  -- Of a single day one half is off, not both one by one; of several, the first stops nothing at noon.
  CHECK (CASE WHEN date_start = date_end
    THEN end_part = 'full' ELSE start_part <> 'am' AND end_part <> 'pm' END)
) STRICT;
CREATE INDEX leave_of_user ON leave (user_ref, date_start);

-- What holds for all leave of a user. One row a user.
CREATE TABLE leave_settings (
  unique_ref TEXT PRIMARY KEY,
  user_ref TEXT NOT NULL UNIQUE,
  year_start TEXT NOT NULL DEFAULT '04-01',    -- month and day
  shown_first TEXT NOT NULL DEFAULT 'days' CHECK (shown_first IN ('days', 'pas')),
  study_half_days INTEGER NOT NULL DEFAULT 20 CHECK (study_half_days BETWEEN 0 AND 400),              -- a year
  study_half_days_of_three INTEGER NOT NULL DEFAULT 60 CHECK (study_half_days_of_three BETWEEN 0 AND 1200), -- in three years
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  version INTEGER NOT NULL DEFAULT 1
) STRICT;

-- The entitlement from a leave year on; days carried over are of that year alone.
CREATE TABLE leave_years (
  unique_ref TEXT PRIMARY KEY,
  user_ref TEXT NOT NULL,
  year_begins TEXT NOT NULL,
  annual_half_days INTEGER NOT NULL DEFAULT 64 CHECK (annual_half_days BETWEEN 0 AND 400),
  fraction_hundredths INTEGER NOT NULL DEFAULT 100 CHECK (fraction_hundredths BETWEEN 1 AND 100),   -- less than full time
  carried_half_days INTEGER NOT NULL DEFAULT 0 CHECK (carried_half_days BETWEEN -400 AND 400),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  version INTEGER NOT NULL DEFAULT 1,
  UNIQUE (user_ref, year_begins)
) STRICT;

-- Time in lieu, a line each: earned and adjusted up are more than nothing, spent and adjusted down less.
CREATE TABLE lieu_ledger (
  unique_ref TEXT PRIMARY KEY,
  user_ref TEXT NOT NULL,
  day TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('earned', 'spent', 'adjusted')),
  unit TEXT NOT NULL CHECK (unit IN ('hours', 'pas', 'days')),
  hundredths INTEGER NOT NULL CHECK (hundredths <> 0 AND hundredths BETWEEN -100000 AND 100000),
  leave_ref TEXT UNIQUE,                       -- that it was spent on
  session_ref TEXT UNIQUE,                     -- on a bank holiday, that earned it
  sealed BLOB,                                 -- notes
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  version INTEGER NOT NULL DEFAULT 1,
  CHECK (CASE kind WHEN 'earned' THEN hundredths > 0 WHEN 'spent' THEN hundredths < 0 ELSE TRUE END)
) STRICT;
CREATE INDEX lieu_of_user ON lieu_ledger (user_ref, day);

-- Bank holidays that a user has beside those of the region, and those of the region that are none here.
CREATE TABLE local_bank_days (
  unique_ref TEXT PRIMARY KEY,
  user_ref TEXT NOT NULL,
  day TEXT NOT NULL,
  is_off INTEGER NOT NULL CHECK (is_off IN (0, 1)),   -- 1: a bank holiday here; 0: none
  called TEXT NOT NULL DEFAULT '',
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  UNIQUE (user_ref, day)
) STRICT;

-- What extra work is paid by: one amount a unit, or amounts an hour by bands of the week.
CREATE TABLE rates (
  unique_ref TEXT PRIMARY KEY,
  user_ref TEXT NOT NULL,
  name TEXT NOT NULL,
  basis TEXT NOT NULL CHECK (basis IN ('fixed', 'hour', 'list', 'pa', 'case')),
  rate_pence INTEGER CHECK (rate_pence BETWEEN 1 AND 9999999),   -- null: by bands
  bands TEXT NOT NULL DEFAULT '[]',            -- JSON: [{weekdays, from_minute, until_minute, rate_pence}]
  bank_holidays_as_sunday INTEGER NOT NULL DEFAULT 1 CHECK (bank_holidays_as_sunday IN (0, 1)),
  payer TEXT NOT NULL DEFAULT '',
  active INTEGER NOT NULL DEFAULT 1 CHECK (active IN (0, 1)),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  version INTEGER NOT NULL DEFAULT 1,
  CHECK ((rate_pence IS NULL) = (bands <> '[]')),
  CHECK (rate_pence IS NOT NULL OR basis = 'hour')
) STRICT;
CREATE INDEX rates_of_user ON rates (user_ref, name);

CREATE TABLE payers (
  unique_ref TEXT PRIMARY KEY,
  user_ref TEXT NOT NULL,
  name TEXT NOT NULL,
  name_key TEXT NOT NULL,                      -- small letters: a payer is named once
  kind TEXT NOT NULL CHECK (kind IN ('trust', 'insurer', 'patient', 'group', 'other')),
  active INTEGER NOT NULL DEFAULT 1 CHECK (active IN (0, 1)),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  version INTEGER NOT NULL DEFAULT 1,
  UNIQUE (user_ref, name_key)
) STRICT;

-- How a user reckons money. One row a user.
CREATE TABLE claim_settings (
  unique_ref TEXT PRIMARY KEY,
  user_ref TEXT NOT NULL UNIQUE,
  tax_basis TEXT NOT NULL DEFAULT 'work' CHECK (tax_basis IN ('work', 'claim', 'paid')),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  version INTEGER NOT NULL DEFAULT 1
) STRICT;

-- When work that stands alone was done, minutes from midnight of its date; an end at or before the start is a day on.
ALTER TABLE claims ADD COLUMN start_minute INTEGER CHECK (start_minute BETWEEN 0 AND 1439);
ALTER TABLE claims ADD COLUMN end_minute INTEGER CHECK (end_minute BETWEEN 0 AND 1439);

-- The plans that hold a day, whose ends lie ahead of it: those of past years are not looked at.
CREATE INDEX job_plans_by_end ON job_plans (user_ref, coalesce(date_end, '9999-12-31'));

-- What is owed: a fee that was paid without ever being claimed counts as not claimed.
DROP INDEX claims_unpaid;
CREATE INDEX claims_unpaid ON claims (user_ref)
  WHERE (paid_date IS NULL OR timesheet_date IS NULL) AND written_off_date IS NULL;

-- What the page of extra work looks for, so that old years cost nothing.
CREATE INDEX claims_paid ON claims (user_ref, paid_date) WHERE paid_date IS NOT NULL;
CREATE INDEX claims_alone ON claims (user_ref, work_date) WHERE work_date IS NOT NULL;
CREATE INDEX claims_of_cases ON claims (user_ref, case_ref) WHERE case_ref IS NOT NULL;
CREATE INDEX claims_short ON claims (user_ref) WHERE paid_pence < amount_pence AND written_off_date IS NULL;
