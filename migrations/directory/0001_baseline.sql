-- The directory: which region a username or a verified address is in, over all regions. It holds keyed hashes in place of
-- names (`app/account/directory/`).

CREATE TABLE names (
  key_hash TEXT PRIMARY KEY,                   -- of the kind and the name, after the id of the vault's key
  kind TEXT NOT NULL CHECK (kind IN ('username', 'email')),
  region TEXT NOT NULL,                        -- code of the region of its user
  user_ref TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('reserved', 'confirmed')),
  claim TEXT NOT NULL,                         -- of the act that reserved it; '' once confirmed
  form TEXT NOT NULL,                          -- key of the sign-up's form; '' for none
  reserved_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX names_of_user ON names (user_ref);
CREATE INDEX names_by_claim ON names (claim) WHERE state = 'reserved';
CREATE INDEX names_by_age ON names (reserved_at) WHERE state = 'reserved';
