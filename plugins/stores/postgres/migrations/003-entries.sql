-- Functions that change one account. Each takes the account as it is in the transaction and returns it as it is then,
-- with its answer; the caller has locked its row and writes it back. None fails after it has changed something.

-- The only way to change a balance. It never falls below what is held, and a charge that was not held keeps to the spend
-- caps. A unique index prevents double charges: insert first, then handle the conflict, because nearly all requests are
-- new. An amount of 0 writes no row. `spent_at`: when the credits were charged that are spent or given back.
create function post_entry(
  a account, sort text, credits bigint, op operation, moment bigint, spent_at bigint default null, was_held boolean default false
) returns account language plpgsql as $$
declare
  before ledger;
  spent_day integer := day_of(spent_at);
begin
  if credits = 0 then return accepted(a); end if;
  if a.balance + credits >= a.held and (sort <> 'charge' or was_held or reached_cap(a, -credits, moment) is null) then
    insert into ledger (key_id, kind, amount, balance, request_id, endpoint, depth, surface, at)
    values (a.id, sort, credits, a.balance + credits, op.request_id, op.endpoint, op.depth, op.surface, moment)
    on conflict do nothing;
    if found then
      a.balance := a.balance + credits;
      if sort = 'charge' then
        a.charges := a.charges + 1;
        a := on_day(a, spent_day);
      end if;
      if spent_day = a.spent_on then a.spent_day := a.spent_day - credits; end if;
      if spent_day = a.spent_on or month_of(spent_day) = month_of(a.spent_on) then
        a.spent_month := a.spent_month - credits;
      end if;
      return accepted(a, '{"isNew": true}');
    end if;
  end if;
  select * into before from ledger where request_id = op.request_id and kind = sort;
  if not found then return not_spent(a, -credits, moment); end if;
  if before.key_id <> a.id or before.amount <> credits then return faulted(a, 'request_reused'); end if;
  return accepted(a);
end $$;

-- A grant or correction by an operator, once for each reference.
create function correct_account(a account, op operation, moment bigint) returns account language plpgsql as $$
begin
  if op.kind = 'grant' and not exists (select from ledger where request_id = op.request_id and kind = 'grant') then
    if a.revoked_at is not null then return faulted(a, 'revoked_key'); end if;
    if (a.terms ->> 'expiresAt')::bigint <= moment then return faulted(a, 'expired_key'); end if;
  end if;
  a := post_entry(a, op.kind, op.amount, op, moment);
  if a.answer ? 'isNew' then
    perform note_act(op.actor, case op.kind when 'grant' then 'keys top-up' else 'ledger adjust' end, a.id, a.id,
      jsonb_build_object('credits', op.amount, 'reference', op.request_id, 'remaining', a.balance - a.held), moment);
  end if;
  return a;
end $$;

-- The free repeat of a lookup, for an hour after its charge and at most twelve times.
create function free_repeat(a account, op operation, moment bigint) returns repeats language plpgsql stable as $$
declare
  free repeats;
begin
  select * into free from repeats
  where key_id = a.id and lookup_hash = op.lookup_hash and used < 12 and at > moment - 3600000;
  return free;
end $$;

-- Whether another request owns the idempotency key now.
create function is_superseded(a account, op operation) returns boolean language plpgsql stable as $$
begin
  if op.idempotency_key is null then return false; end if;
  perform from idempotency
  where key_id = a.id and idempotency_key = op.idempotency_key and request_id = op.request_id;
  return not found;
end $$;

create function store_answer(a account, op operation, moment bigint, bodies bytea[]) returns void language plpgsql as $$
begin
  update idempotency set body = bodies[op.body], headers = op.headers, at = moment
  where key_id = a.id and idempotency_key = op.idempotency_key and request_id = op.request_id and body is null;
end $$;

create function note_subject(op operation, moment bigint) returns void language plpgsql as $$
begin
  insert into subjects (request_id, subject, at) values (op.request_id, op.subject, moment) on conflict do nothing;
end $$;

-- Stores the answer and charges nothing.
create function repeat_lookup(a account, op operation, charged text, moment bigint, bodies bytea[]) returns account
language plpgsql as $$
begin
  if is_superseded(a, op) then return refused(a, 'superseded'); end if;
  if op.made and (op.cost, op.free) is distinct from (0, charged) then
    a.ok := false;
    a.answer := jsonb_build_object('cost', jsonb_build_object('credits', 0, 'repeats', charged));
    return a;
  end if;
  if op.retry_at is null then
    delete from repeats where key_id = a.id and lookup_hash = op.lookup_hash;
  else
    update repeats set retry_at = op.retry_at where key_id = a.id and lookup_hash = op.lookup_hash;
  end if;
  if op.subject is not null then perform note_subject(op, moment); end if;
  if op.idempotency_key is not null then perform store_answer(a, op, moment, bodies); end if;
  return accepted(a, jsonb_build_object('repeats', charged));
end $$;

-- Charges and stores the answer; does neither if the lookup is free to repeat, if another request owns the idempotency
-- key now, or if the answer was made for another cost.
create function charge_account(
  a account, op operation, moment bigint, bodies bytea[], was_held boolean default false
) returns account language plpgsql as $$
declare
  free repeats;
begin
  if op.lookup_hash is not null then
    free := free_repeat(a, op, moment);
    if free.request_id <> op.request_id then return repeat_lookup(a, op, free.request_id, moment, bodies); end if;
  end if;
  if is_superseded(a, op) then return refused(a, 'superseded'); end if;
  if op.made and (op.cost, op.free) is distinct from (op.amount, null::text) then
    a.ok := false;
    a.answer := jsonb_build_object('cost', jsonb_build_object('credits', op.amount, 'repeats', null));
    return a;
  end if;
  a := post_entry(a, 'charge', -op.amount, op, moment, moment, was_held);
  if not a.ok then return a; end if;
  if op.amount > 0 and op.expected then a.undelivered := a.undelivered || op.request_id; end if;
  if op.subject is not null then perform note_subject(op, moment); end if;
  if op.retry_at is not null and op.amount > 0 then
    insert into repeats as r (key_id, lookup_hash, request_id, retry_at, at)
    values (a.id, op.lookup_hash, op.request_id, op.retry_at, moment)
    on conflict (key_id, lookup_hash) do update
    set request_id = excluded.request_id, used = 0, retry_at = excluded.retry_at, at = excluded.at
    where r.request_id <> excluded.request_id;
  end if;
  if op.idempotency_key is not null then perform store_answer(a, op, moment, bodies); end if;
  return a;
end $$;

-- All that a request was charged, once; what was stored for it is void.
create function refund_charge(a account, op operation, moment bigint) returns account language plpgsql as $$
declare
  charged ledger;
begin
  select * into charged from ledger where request_id = op.request_id and kind = 'charge' and key_id = a.id;
  if not found then return faulted(a, 'unknown_request'); end if;
  op.endpoint := null;
  op.depth := null;
  op.surface := null;
  a := post_entry(a, 'refund', -charged.amount, op, moment, charged.at);
  if a.answer ? 'isNew' then
    perform note_act(op.actor, 'ledger refund', op.request_id, a.id,
      jsonb_build_object('credits', -charged.amount, 'remaining', a.balance - a.held), moment);
  end if;
  delete from idempotency where request_id = op.request_id and body is not null;
  delete from repeats where key_id = a.id and request_id = op.request_id;
  update lost set refunded = true where request_id = op.request_id;
  return told(a, to_jsonb(a.balance - a.held));
end $$;
