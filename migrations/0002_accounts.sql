-- Second factors, passkeys, reset codes, mail and jobs. Additive. Instants are UTC epoch milliseconds; user_ref '' is nobody.

CREATE UNIQUE INDEX email_verifications_by_token ON email_verifications (token_hash);
CREATE INDEX email_verifications_by_expiry ON email_verifications (expires_at) WHERE status = 'pending';

CREATE TABLE totp (
  user_ref TEXT PRIMARY KEY REFERENCES users (unique_ref),
  sealed BLOB NOT NULL,                        -- the secret, base32
  last_step INTEGER NOT NULL,                  -- of the last code that was taken: a code counts once
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;

CREATE TABLE recovery_codes (
  unique_ref TEXT PRIMARY KEY,
  user_ref TEXT NOT NULL REFERENCES users (unique_ref),
  code_hash TEXT NOT NULL,
  used_at INTEGER,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX recovery_codes_of_user ON recovery_codes (user_ref);

CREATE TABLE passkeys (
  unique_ref TEXT PRIMARY KEY,
  user_ref TEXT NOT NULL REFERENCES users (unique_ref),
  credential_id TEXT NOT NULL UNIQUE,          -- base64url
  public_key BLOB NOT NULL,                    -- COSE
  counter INTEGER NOT NULL,
  transports TEXT NOT NULL DEFAULT '',         -- comma-separated, as the browser said
  backed_up INTEGER NOT NULL CHECK (backed_up IN (0, 1)),
  name TEXT NOT NULL,
  last_used_at INTEGER,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX passkeys_of_user ON passkeys (user_ref);

-- What one browser was handed and may give back once: a half-finished login, a passkey challenge, a question.
CREATE TABLE challenges (
  unique_ref TEXT PRIMARY KEY,
  user_ref TEXT NOT NULL DEFAULT '',
  kind TEXT NOT NULL CHECK (kind IN ('second_factor', 'passkey_login', 'passkey_enrol', 'question')),
  token_hash TEXT NOT NULL,
  payload TEXT NOT NULL DEFAULT '',
  expires_at INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  UNIQUE (kind, token_hash)
) STRICT;
CREATE INDEX challenges_of_user ON challenges (user_ref);
CREATE INDEX challenges_by_expiry ON challenges (expires_at);

-- One row for each asking, whether or not the address has an account: the answer and its work are the same.
CREATE TABLE reset_codes (
  unique_ref TEXT PRIMARY KEY,
  user_ref TEXT NOT NULL DEFAULT '',           -- set by the look-up; '' where the address is nobody's
  request_hash TEXT NOT NULL UNIQUE,           -- of the cookie of the browser that asked
  sealed BLOB,                                 -- the address, until it is looked up
  code_hash TEXT,
  attempts INTEGER NOT NULL DEFAULT 0,
  looked_up_at INTEGER,
  verified_at INTEGER,
  ended_at INTEGER,                            -- used, expired, replaced, or tried too often
  expires_at INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX reset_codes_of_user ON reset_codes (user_ref);
CREATE INDEX reset_codes_by_expiry ON reset_codes (expires_at);
CREATE INDEX reset_codes_to_look_up ON reset_codes (created_at) WHERE looked_up_at IS NULL;

-- Mails to send, each written in the batch of its cause.
CREATE TABLE outbox (
  unique_ref TEXT PRIMARY KEY,
  user_ref TEXT NOT NULL DEFAULT '',           -- under whose key it is sealed
  kind TEXT NOT NULL,
  cause_ref TEXT NOT NULL DEFAULT '',          -- the row that it is about
  recipient TEXT NOT NULL,                     -- wiped with the content
  sealed BLOB,                                 -- JSON of the content; wiped once sent or given up
  due_at INTEGER NOT NULL,
  void_at INTEGER,                             -- worthless from then on
  leased_until INTEGER NOT NULL DEFAULT 0,
  attempts INTEGER NOT NULL DEFAULT 0,
  sent_at INTEGER,
  failed_at INTEGER,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX outbox_of_user ON outbox (user_ref);
CREATE INDEX outbox_by_due ON outbox (due_at) WHERE sent_at IS NULL AND failed_at IS NULL;
CREATE INDEX outbox_by_age ON outbox (created_at);

CREATE TABLE dead_jobs (
  unique_ref TEXT PRIMARY KEY,                 -- of the queue's message
  kind TEXT NOT NULL,
  ref TEXT NOT NULL,
  died_at INTEGER NOT NULL,
  retried_at INTEGER
) STRICT;
CREATE INDEX dead_jobs_by_age ON dead_jobs (died_at);

CREATE TABLE rate_counters (
  key TEXT NOT NULL,
  window_start INTEGER NOT NULL,
  n INTEGER NOT NULL,
  PRIMARY KEY (key, window_start)
) STRICT, WITHOUT ROWID;
CREATE INDEX rate_counters_by_age ON rate_counters (window_start);

CREATE TABLE audit (
  unique_ref TEXT PRIMARY KEY,
  user_ref TEXT NOT NULL,                      -- '' once the account is gone
  act TEXT NOT NULL,
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX audit_of_user ON audit (user_ref, at);
