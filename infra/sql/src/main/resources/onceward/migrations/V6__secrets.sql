-- Which secrets are in use, and the secrets that senders chose themselves.

-- When each secret last matched, by the database's clock, whichever replica saw it. Every replica writes its secrets once a
-- minute, in the order of the key, so that no two replicas wait for each other.
CREATE TABLE onceward.secret_use (
    source              text COLLATE "C" NOT NULL,
    secret              text COLLATE "C" NOT NULL,
    first_configured_at timestamptz      NOT NULL DEFAULT now(),
    last_configured_at  timestamptz      NOT NULL DEFAULT now(),
    last_matched_at     timestamptz,
    CONSTRAINT secret_use_pk PRIMARY KEY (source, secret),
    CONSTRAINT secret_use_source_not_empty CHECK (source <> ''),
    CONSTRAINT secret_use_secret_not_empty CHECK (secret <> '')
);

-- Secrets that a sender chose and told us in a handshake. They are stored as they are, because a signature cannot be verified
-- with less. Who may read this table can sign as the sender.
CREATE TABLE onceward.learned_secret (
    source     text COLLATE "C" NOT NULL,
    n          integer          NOT NULL,
    secret     text COLLATE "C" NOT NULL,
    learned_at timestamptz      NOT NULL DEFAULT now(),
    CONSTRAINT learned_secret_pk PRIMARY KEY (source, n),
    CONSTRAINT learned_secret_is_one_row UNIQUE (source, secret),
    CONSTRAINT learned_secret_source_not_empty CHECK (source <> ''),
    CONSTRAINT learned_secret_n_positive CHECK (n > 0),
    CONSTRAINT learned_secret_length CHECK (length(secret) BETWEEN 1 AND 255)
);
