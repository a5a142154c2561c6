import { newerMigrations } from './newer-migrations.ts'

/**
 * The migrations from an empty file to the current schema, oldest first; `user_version` counts the applied ones. Never
 * edit a released step: add another. Times are Unix milliseconds, amounts are credits.
 */
export const migrations: readonly string[] = [
  `
  create table keys (
    id text primary key,
    label text,
    created_at integer not null,
    expires_at integer,
    revoked_at integer,
    -- Counts changes of keys and secrets over the whole table, so that another process can ask for those since its last look.
    revision integer not null unique,
    -- The upper bound is the largest integer that JavaScript holds exactly.
    balance integer not null default 0 check (balance between 0 and 9007199254740991),
    held integer not null default 0 check (held between 0 and balance),
    -- The newest row of the ledger for this key, and the one before it.
    last_row integer,
    previous_row integer
  ) strict, without rowid;

  create table secrets (
    -- SHA-256 of the whole key, in hex.
    hash text primary key,
    key_id text not null references keys (id),
    -- Null while it is the current secret; a time once rotation has set its end.
    ends_at integer
  ) strict, without rowid;
  create index secrets_of_key on secrets (key_id);

  -- The rows of a key are linked through previous_row. An index on key_id would put each row of a batch on a page of its own,
  -- and make a charge half as dear again.
  create table ledger (
    seq integer primary key,
    key_id text not null references keys (id),
    kind text not null check (kind in ('grant', 'charge', 'refund', 'adjust')),
    amount integer not null check (amount <> 0),
    balance integer not null check (balance >= 0),
    request_id text,
    endpoint text,
    depth text,
    at integer not null,
    previous_row integer references ledger (seq),
    unique (request_id, kind)
  ) strict;
  create trigger ledger_no_update before update on ledger begin select raise(abort, 'the ledger is append-only'); end;
  create trigger ledger_no_delete before delete on ledger begin select raise(abort, 'the ledger is append-only'); end;

  create table holds (
    request_id text primary key,
    key_id text not null references keys (id),
    amount integer not null check (amount >= 0),
    endpoint text not null,
    depth text not null,
    instance text not null,
    state text not null check (state in ('open', 'settled', 'released', 'lapsed')),
    at integer not null
  ) strict, without rowid;
  create index holds_by_state on holds (state, at);

  create table idempotency (
    key_id text not null references keys (id),
    idempotency_key text not null,
    fingerprint text not null,
    request_id text not null,
    instance text not null,
    headers text,
    -- Null while the request is running.
    body blob,
    -- When the claim was made or, once the body is there, when it was kept.
    at integer not null,
    primary key (key_id, idempotency_key)
  ) strict;
  create index idempotency_by_age on idempotency (at);

  create table instances (
    id text primary key,
    beat_at integer not null
  ) strict, without rowid;
  `,
  `
  create table payments (
    payer text not null,
    nonce text not null,
    -- What was served for it.
    resource text not null,
    micro_usd integer not null check (micro_usd > 0),
    state text not null check (state in ('verified', 'settling', 'settled', 'pending')),
    request_id text not null,
    instance text not null,
    -- Names the settlement: a transaction, where money moved.
    settlement text,
    headers text,
    body blob,
    at integer not null,
    primary key (payer, nonce)
  ) strict;
  create index payments_by_age on payments (state, at);
  `,
  // Removes two expensive checks: `kind in (…)` builds its list for each row, and a foreign key to rows that cannot be
  // deleted checks nothing.
  `
  create table ledger_plain (
    seq integer primary key,
    key_id text not null references keys (id),
    kind text not null check (kind = 'charge' or kind = 'grant' or kind = 'refund' or kind = 'adjust'),
    amount integer not null check (amount <> 0),
    balance integer not null check (balance >= 0),
    request_id text,
    endpoint text,
    depth text,
    at integer not null,
    previous_row integer,
    unique (request_id, kind)
  ) strict;
  insert into ledger_plain select seq, key_id, kind, amount, balance, request_id, endpoint, depth, at, previous_row from ledger order by seq;
  drop table ledger;
  alter table ledger_plain rename to ledger;
  create trigger ledger_no_update before update on ledger begin select raise(abort, 'the ledger is append-only'); end;
  create trigger ledger_no_delete before delete on ledger begin select raise(abort, 'the ledger is append-only'); end;
  `,
  // `previous_row` of a key was needed only by an update that returned it.
  'alter table keys drop column previous_row',
  // SHA-256 in hex of everything signed and the signature: distinguishes the verified payment from another with the
  // same nonce.
  'alter table payments add column proof text',
  // Lookups that were charged although something failed: they are free to repeat for a while.
  `
  create table repeats (
    key_id text not null references keys (id),
    -- Names the look-up; a hash, which tells nobody what was asked.
    print text not null,
    -- The request that was charged.
    request_id text not null,
    used integer not null check (used >= 0),
    -- From when on another try makes sense.
    again_at integer not null,
    -- When it was charged.
    at integer not null,
    primary key (key_id, print)
  ) strict, without rowid;
  create index repeats_by_age on repeats (at);
  -- The same for what was paid for by the call; null where the answer was whole.
  alter table payments add column again_at integer;
  alter table payments add column repeats integer not null default 0;
  `,
  // What calls asked about. It is no part of the ledger, so that it can be forgotten. Without further indexes: each
  // would cost every charge as much as the row itself, and only erasures would be quicker.
  `
  create table subjects (
    request_id text primary key,
    subject text not null collate nocase,
    at integer not null
  ) strict, without rowid;
  create index idempotency_by_request on idempotency (request_id);
  `,
  // Which charges were not handed over yet (a JSON list of request ids), and what was lost on its way.
  `
  alter table instances add column undelivered text;
  alter table keys add column charges integer not null default 0;
  create table lost (
    request_id text primary key,
    key_id text not null references keys (id),
    at integer not null,
    refunded integer not null check (refunded in (0, 1))
  ) strict, without rowid;
  create index lost_of_key on lost (key_id, at);
  alter table ledger add column surface text;
  alter table holds add column surface text;
  `,
  // The terms of keys, what each spent in a day and month, and the acts of operators.
  `
  -- What every charge needs stands with the balance: a wider row makes each charge dearer.
  -- The day of the newest charge, since 1970.
  alter table keys add column spent_on integer not null default 0;
  alter table keys add column is_capped integer not null default 0 check (is_capped in (0, 1));
  create index keys_by_age on keys (created_at, id);
  create table terms (
    key_id text primary key references keys (id),
    -- JSON lists of ids.
    endpoints text,
    surfaces text,
    per_minute integer,
    credits_per_day integer,
    credits_per_month integer,
    -- All that the ledger ever gave, from any beginning: less the balance, it is all that was spent.
    credited integer not null,
    -- Of that, what was spent before the day spent_on, and before its month.
    before_day integer not null default 0,
    before_month integer not null default 0
  ) strict, without rowid;
  update keys set spent_on = newest.day
    from (select key_id, max(at) / 86400000 as day from ledger where kind = 'charge' group by key_id) as newest
    where newest.key_id = keys.id;
  insert into terms (key_id, credited) select id, balance from keys;
  update terms set before_day = -spent.day, before_month = -spent.month
    from (
      select key_id, -sum(amount) as month, -sum(iif(ledger.at / 86400000 = spent_on, amount, 0)) as day
      from ledger join keys on keys.id = key_id
      where kind = 'charge' and ledger.at / 86400000 > spent_on - 31
        and strftime('%Y%m', ledger.at / 1000, 'unixepoch') = strftime('%Y%m', spent_on * 86400, 'unixepoch')
        and request_id not in (select request_id from ledger where kind = 'refund' and request_id is not null)
      group by key_id
    ) as spent
    where spent.key_id = terms.key_id;
  create table acts (
    seq integer primary key,
    at integer not null,
    who text not null,
    surface text not null check (surface in ('cli', 'api')),
    act text not null,
    -- A key, a request or the hash of a subject; never a secret.
    target text not null,
    key_id text,
    details text not null
  ) strict;
  create index acts_by_key on acts (key_id, seq);
  create trigger acts_no_update before update on acts begin select raise(abort, 'acts are append-only'); end;
  create trigger acts_no_delete before delete on acts begin select raise(abort, 'acts are append-only'); end;
  `,
  // What a payment was for, without what was asked, and a name that stays when its payer is forgotten.
  `
  -- A hash of payer and nonce. Null in rows of earlier releases until their payer is forgotten.
  alter table payments add column id text;
  alter table payments add column purpose text not null default 'call' check (purpose in ('call', 'top-up'));
  alter table payments add column endpoint text;
  alter table payments add column depth text;
  alter table payments add column surface text;
  -- Of a top-up.
  alter table payments add column key_id text;
  alter table payments add column credits integer;
  -- When its settlement was refused; null once it is settled.
  alter table payments add column refused_at integer;
  create index payments_by_request on payments (request_id);
  -- A forgotten payer is empty, and the nonce is then the id.
  create index payments_to_forget on payments (at) where payer <> '';
  -- Encrypts cursors of accounts: the number of a row would tell how much all keys together are charged.
  create table cursor_secret (secret blob not null) strict;
  insert into cursor_secret values (randomblob(16));
  `,
  // Of a free repeat: the request that was charged, whose refund voids this answer too.
  `
  alter table idempotency add column repeats text;
  create index idempotency_by_repeats on idempotency (repeats) where repeats is not null;
  `,
  ...newerMigrations,
]
