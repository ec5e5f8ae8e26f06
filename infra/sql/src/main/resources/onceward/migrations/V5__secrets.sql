-- Which secrets are in use, and those that senders gave us themselves.

-- Which secret last matched, by the database's clock, whichever replica saw it. Every replica writes its secrets once a
-- minute, in the order of the key, so that no two wait for each other.
CREATE TABLE onceward.secret_use (
    source     text COLLATE "C" NOT NULL CHECK (source <> ''),
    secret     text COLLATE "C" NOT NULL CHECK (secret <> ''),
    known_at   timestamptz      NOT NULL DEFAULT now(),
    seen_at    timestamptz      NOT NULL DEFAULT now(),
    matched_at timestamptz,
    PRIMARY KEY (source, secret)
);

-- Secrets that a sender made up and gave us in a handshake. They are stored as they are: a signature cannot be checked with
-- less. Who may read this table can sign as the sender.
CREATE TABLE onceward.learned_secret (
    source     text COLLATE "C" NOT NULL CHECK (source <> ''),
    n          integer          NOT NULL CHECK (n > 0),
    secret     text COLLATE "C" NOT NULL CHECK (length(secret) BETWEEN 1 AND 255),
    learned_at timestamptz      NOT NULL DEFAULT now(),
    PRIMARY KEY (source, n),
    UNIQUE (source, secret)
);
