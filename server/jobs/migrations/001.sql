CREATE TABLE jobs (
    id TEXT PRIMARY KEY,
    client TEXT NOT NULL,
    digest TEXT NOT NULL,
    idempotency TEXT,
    request BLOB NOT NULL,
    state TEXT NOT NULL,
    owner TEXT NOT NULL DEFAULT '',
    attempts BIGINT NOT NULL DEFAULT 0,
    progress BLOB,
    answer BLOB,
    created BIGINT NOT NULL,
    started BIGINT NOT NULL DEFAULT 0,
    ended BIGINT NOT NULL DEFAULT 0,
    alive BIGINT NOT NULL DEFAULT 0
);
CREATE UNIQUE INDEX jobs_idempotency ON jobs (client, idempotency);
CREATE INDEX jobs_state ON jobs (state, created);
CREATE INDEX jobs_client ON jobs (client, state);
CREATE INDEX jobs_ended ON jobs (ended);
CREATE TABLE answers (
    digest TEXT PRIMARY KEY,
    answer BLOB NOT NULL,
    used BIGINT NOT NULL
);
CREATE INDEX answers_used ON answers (used);
CREATE TABLE models (
    id TEXT PRIMARY KEY,
    client TEXT NOT NULL,
    model BLOB NOT NULL,
    created BIGINT NOT NULL
);
