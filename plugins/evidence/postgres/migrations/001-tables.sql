-- Times are Unix milliseconds. Writers of all nodes hold one advisory lock together, and erasures hold it alone: so a
-- pack never rests on a content that is being removed.

-- One row about these data, as the ledger's schema has one.
create table domesday (
  single boolean primary key default true check (single),
  id uuid not null default gen_random_uuid(),
  mode text check (mode in ('sandbox', 'live')),
  schema integer not null,
  serves integer not null,
  -- Hashes the subjects of `contents.subjects`. All nodes have it from here.
  index_key text not null default replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''),
  -- How long packs were kept when any were made; null before the first sweep.
  keep_for bigint,
  -- When a node last swept.
  swept_at bigint not null default 0
);

-- Digests, questions and settings, each once.
create table contents (
  id bigint generated always as identity primary key,
  -- SHA-256 of its canonical JSON.
  hash bytea not null unique,
  -- The canonical JSON, with zstd where that is shorter. Null once the terms of its source say so.
  body bytea,
  -- How long the terms of its source allow to keep it; null: without limit.
  until bigint,
  -- When the newest pack was made that uses it, to a minute.
  used_at bigint not null,
  -- Who is found in it, as hashes: see short-hash.ts.
  subjects bigint[] not null
);
-- What zstd has made shorter is not tried again.
alter table contents alter body set storage external;
create index contents_by_end on contents (until) where until is not null and body is not null;
create index contents_by_use on contents (used_at);
create index contents_by_subject on contents using gin (subjects);

create sequence pack_numbers minvalue 0 maxvalue 1023 cycle;

create table packs (
  -- The time it was made, times 1024, and a number: see sequence.ts.
  seq bigint primary key,
  id bytea not null unique,
  endpoint text not null,
  path text not null,
  -- A hash of its look-up.
  lookup bigint not null,
  depth text not null,
  verdict text not null,
  score double precision,
  rating text,
  -- All that belongs to it alone: see stored-pack.ts. Its values have places in `contents`.
  body bytea not null,
  contents bigint[] not null
);
alter table packs alter body set storage external;
create index packs_by_path on packs (hashtextextended(path, 0), seq);
create index packs_by_lookup on packs (lookup, seq);
create index packs_by_content on packs using gin (contents);

-- Keys and payments that were charged for a pack. The operator reads all.
create table owners (
  id integer generated always as identity primary key,
  name text not null unique
);
create table readers (
  owner integer not null,
  pack bigint not null,
  primary key (owner, pack)
);
create index readers_of_pack on readers (pack);

-- Processes that write, by their heartbeats. One that closes removes its row.
create table runs (
  id uuid primary key,
  node text not null,
  beat_at bigint not null
);

-- The public keys of all nodes that ever signed.
create table signing_keys (
  kid text primary key,
  x text not null,
  -- When it was retired, Unix seconds.
  exp bigint,
  added_at timestamptz not null default now()
);
