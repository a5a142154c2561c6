-- Times are Unix milliseconds, amounts are credits. Rows of one account change only under the lock of its row in
-- `keys`, so that no table needs a foreign key to it: each would be checked for every row of a batch. The audit looks
-- for rows without a key.

-- One row about these data.
create table domesday (
  single boolean primary key default true check (single),
  id uuid not null default gen_random_uuid(),
  mode text check (mode in ('sandbox', 'live')),
  -- The newest migration that was applied.
  schema integer not null,
  -- The oldest schema whose releases can work with these data.
  serves integer not null,
  -- Counts changes of keys and secrets. Its row is locked for each, so that a newer number is never seen first.
  revision bigint not null default 0,
  -- Encrypts cursors of accounts: the number of a row would tell how much all keys together are charged.
  cursor_secret bytea not null default decode(replace(gen_random_uuid()::text, '-', ''), 'hex')
);

create table keys (
  id text primary key,
  created_at bigint not null,
  revoked_at bigint,
  revision bigint not null unique,
  -- The members of `KeyTerms` in `core/credits/keys.ts`, all of them; null: no bound.
  terms jsonb not null,
  -- The upper bound is the largest integer that JavaScript holds exactly.
  balance bigint not null default 0 check (balance between 0 and 9007199254740991),
  held bigint not null default 0 check (held between 0 and balance),
  charges bigint not null default 0,
  -- What was charged in the day of the newest charge (days since 1970) and in its month, less what was refunded of it.
  spent_on integer not null default 0,
  spent_day bigint not null default 0,
  spent_month bigint not null default 0
);
create index keys_by_age on keys (created_at, id);

create table secrets (
  -- SHA-256 of the whole key, in hex.
  hash text primary key,
  key_id text not null references keys (id),
  -- Null while it is the current secret; a time once rotation has set its end.
  ends_at bigint
);
create index secrets_of_key on secrets (key_id);

create table ledger (
  seq bigint generated always as identity primary key,
  key_id text not null,
  kind text not null check (kind in ('grant', 'charge', 'refund', 'adjust')),
  amount bigint not null check (amount <> 0),
  balance bigint not null check (balance >= 0),
  request_id text,
  endpoint text,
  depth text,
  surface text,
  at bigint not null,
  unique (request_id, kind)
);
create index ledger_of_key on ledger (key_id, seq);
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the table % is append-only', tg_table_name;
end $$;
create trigger ledger_is_append_only before update or delete or truncate on ledger execute function refuse_change();

-- What operators changed: who, by which interface, and what.
create table acts (
  seq bigint generated always as identity primary key,
  at bigint not null,
  who text not null,
  surface text not null,
  act text not null,
  -- The id of a key or of a request, or the hash of an erased subject.
  target text not null,
  key_id text,
  details jsonb not null
);
create index acts_of_key on acts (key_id, seq);
create trigger acts_are_append_only before update or delete or truncate on acts execute function refuse_change();

create table holds (
  request_id text primary key,
  key_id text not null,
  amount bigint not null check (amount >= 0),
  endpoint text not null,
  depth text not null,
  surface text,
  run uuid not null,
  state text not null check (state in ('open', 'settled', 'released', 'lapsed')),
  at bigint not null
);
create index holds_open on holds (at) where state = 'open';
create index holds_closed on holds (at) where state <> 'open';

create table idempotency (
  key_id text not null,
  idempotency_key text not null,
  fingerprint text not null,
  request_id text not null,
  run uuid not null,
  headers text,
  -- Null while the request is running.
  body bytea,
  -- When the claim was made or, once the body is there, when it was stored.
  at bigint not null,
  primary key (key_id, idempotency_key)
);
create index idempotency_by_age on idempotency (at);
create index idempotency_by_request on idempotency (request_id);

-- Lookups that were charged although something failed: they are free to repeat for a while.
create table repeats (
  key_id text not null,
  lookup_hash text not null,
  -- The request that was charged.
  request_id text not null,
  used integer not null default 0 check (used >= 0),
  -- The earliest time for a useful repeat.
  retry_at bigint not null,
  at bigint not null,
  primary key (key_id, lookup_hash)
);
create index repeats_by_age on repeats (at);

-- What calls asked about. It is no part of the ledger, so that it can be forgotten.
create table subjects (
  request_id text primary key,
  subject text not null,
  at bigint not null
);
-- By a hash: a text may be longer than a row of an index.
create index subjects_by_subject on subjects (hashtextextended(lower(subject), 0));
create index subjects_by_age on subjects (at);

-- Charges that were not handed over to their callers.
create table lost (
  request_id text primary key,
  key_id text not null,
  at bigint not null,
  refunded boolean not null
);
create index lost_of_key on lost (key_id, at);

-- The processes that use these data: each start of a node is a run.
create table runs (
  id uuid primary key,
  node text not null,
  started_at bigint not null,
  beat_at bigint not null,
  -- Counts the connections of this run: what is still under way on an earlier one is refused.
  epoch integer not null default 1,
  -- The newest batch of this run and what was answered to it, for when the answer is lost on its way.
  batch bigint not null default 0,
  answers jsonb,
  -- Requests that were charged and not handed over yet.
  undelivered text[] not null default '{}'
);

create table payments (
  -- The order in which they were first claimed.
  seq bigint generated always as identity unique,
  -- A hash of payer and nonce, which stays when the payer is forgotten.
  id text primary key,
  payer text,
  -- A hash of everything signed and of the signature; null once it is of no use.
  proof text,
  -- What was served for it; empty once that is forgotten.
  resource text not null,
  micro_usd bigint not null check (micro_usd > 0),
  purpose text not null check (purpose in ('call', 'top-up')),
  surface text not null,
  -- Of a call.
  endpoint text,
  depth text,
  -- Of a top-up.
  key_id text,
  credits bigint,
  state text not null check (state in ('verified', 'settling', 'settled', 'pending')),
  request_id text not null,
  -- Null where no request is at work with it.
  run uuid,
  -- When its settlement was refused; null once it is settled.
  refused_at bigint,
  -- Names the settlement: a transaction, where money moved.
  settlement text,
  headers text,
  body bytea,
  -- See `repeats`; null where the answer was whole.
  retry_at bigint,
  repeats integer not null default 0,
  at bigint not null
);
create index payments_by_request on payments (request_id);
create index payments_to_forget on payments (at) where payer is not null;
