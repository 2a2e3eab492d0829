-- Whether a password alone opens an account that has passkeys: with an authenticator app it never does.
ALTER TABLE users ADD COLUMN password_alone INTEGER NOT NULL DEFAULT 0 CHECK (password_alone IN (0, 1));
-- 1 from a reset by mail until the next login with a factor: so long it does not, whatever its owner chose.
ALTER TABLE users ADD COLUMN factor_owed INTEGER NOT NULL DEFAULT 0 CHECK (factor_owed IN (0, 1));
