-- In the night the clocks go back a clock time comes twice: which of the two is meant of work that stands alone. An end at
-- or before the start may also be that of the next day. Null: the time comes once.
ALTER TABLE claims ADD COLUMN start_which TEXT CHECK (start_which IN ('first', 'second'));
ALTER TABLE claims ADD COLUMN end_which TEXT CHECK (end_which IN ('first', 'second', 'next'));
