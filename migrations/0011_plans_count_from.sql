-- The first day on which a plan expects anything and counts what was worked; null: its start. Who begins in the midst of a
-- plan has no diary of the months before.
ALTER TABLE job_plans ADD COLUMN counts_from TEXT;
