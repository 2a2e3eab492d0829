-- Browsers that a user is known from, and reset codes that each browser which asked can take. Additive.

-- Browsers that logged in before this moment have no tries of their own any more: the password was changed, or logins ended.
ALTER TABLE users ADD COLUMN known_browsers_from INTEGER NOT NULL DEFAULT 0;

-- When the code was made that counts in this asking: a newer one takes its place in all that are open.
ALTER TABLE reset_codes ADD COLUMN code_at INTEGER;
