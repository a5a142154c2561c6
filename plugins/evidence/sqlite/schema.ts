/**
 * The migrations from an empty file to the current schema, oldest first; `user_version` counts the applied ones. Never
 * edit a released step: add another. Times are Unix milliseconds.
 */
export const migrations: readonly string[] = [
  `
  -- Digests, questions and settings, each once.
  create table contents (
    id integer primary key,
    -- SHA-256 of its canonical JSON.
    hash blob not null unique,
    -- The canonical JSON, with zstd where that is shorter. Null once the terms of its source say so.
    body blob,
    -- How long the terms of its source allow to keep it; null: without limit.
    until integer
  ) strict;
  create index contents_by_end on contents (until) where until is not null and body is not null;

  create table packs (
    -- The time it was made, times 16, and a number: see sequence.ts.
    seq integer primary key,
    id blob not null unique,
    endpoint text not null,
    path text not null,
    depth text not null,
    verdict text not null,
    score real,
    rating text,
    -- All that belongs to it alone: see stored-pack.ts.
    body blob not null
  ) strict;

  create table uses (
    content integer not null,
    pack integer not null,
    primary key (content, pack)
  ) strict, without rowid;

  -- Keys and payments; 0 stands for the operator, who reads all packs.
  create table owners (
    id integer primary key,
    name text not null unique
  ) strict;

  create table readers (
    owner integer not null,
    pack integer not null,
    -- Hashes of the pack's path and look-up.
    path integer not null,
    lookup integer not null,
    primary key (owner, pack)
  ) strict, without rowid;
  create index readers_by_path on readers (owner, path, pack);
  create index readers_by_lookup on readers (owner, lookup, pack);
  create index readers_of_pack on readers (pack) where owner > 0;

  -- Who is found in what: a hash by the installation's key.
  create table subjects (
    subject integer not null,
    content integer not null,
    primary key (subject, content)
  ) strict, without rowid;

  -- Processes that write, by their heartbeats. One that closes removes its row.
  create table writers (
    id text primary key,
    beat_at integer not null
  ) strict, without rowid;

  create table notes (
    name text primary key,
    value any not null
  ) strict, without rowid;
  `,
]
