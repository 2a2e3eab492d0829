-- How much of the database an account takes: counted anew once what changed since could have filled what it may take.
CREATE TABLE usage (
  user_ref TEXT PRIMARY KEY,
  rows INTEGER NOT NULL,
  bytes INTEGER NOT NULL,
  counted_at INTEGER NOT NULL,
  changes INTEGER NOT NULL                     -- of rows, since they were counted
) STRICT;
