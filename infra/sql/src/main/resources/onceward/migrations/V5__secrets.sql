-- Which secrets are used, and the secrets that senders sent in handshakes.

-- When each secret last matched in any replica, by the database's clock. Every replica writes its secrets once a minute, in
-- the order of the primary key, so that two replicas cannot deadlock.
CREATE TABLE onceward.secret_use (
    source     text COLLATE "C" NOT NULL CHECK (source <> ''),
    secret     text COLLATE "C" NOT NULL CHECK (secret <> ''),
    known_at   timestamptz      NOT NULL DEFAULT now(),
    seen_at    timestamptz      NOT NULL DEFAULT now(),
    matched_at timestamptz,
    PRIMARY KEY (source, secret)
);

-- Secrets that a sender made up and sent in a handshake. They are stored in clear text, because a signature cannot be
-- verified otherwise. Whoever may read this table can sign as the sender.
CREATE TABLE onceward.learned_secret (
    source     text COLLATE "C" NOT NULL CHECK (source <> ''),
    n          integer          NOT NULL CHECK (n > 0),
    secret     text COLLATE "C" NOT NULL CHECK (length(secret) BETWEEN 1 AND 255),
    learned_at timestamptz      NOT NULL DEFAULT now(),
    PRIMARY KEY (source, n),
    UNIQUE (source, secret)
);
