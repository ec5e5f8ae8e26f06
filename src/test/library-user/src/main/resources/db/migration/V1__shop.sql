-- The tables of the shop. A customer who does not exist is noticed with the commit, after everything was written.
CREATE TABLE customer (name text PRIMARY KEY);
INSERT INTO customer VALUES ('ann');
CREATE TABLE purchase (
    id         uuid        PRIMARY KEY,
    customer   text        NOT NULL REFERENCES customer DEFERRABLE INITIALLY DEFERRED,
    at         timestamptz NOT NULL,
    written_by text        NOT NULL DEFAULT current_setting('application_name')
);
