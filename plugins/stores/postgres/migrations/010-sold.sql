-- An equal answer to a lookup that was charged in full costs less for a day.

-- What keys were charged in full for.
create table sold (
  key_id text not null,
  -- Hashes of what was asked, and of what was answered under which settings.
  lookup_hash text not null,
  answer_hash text not null,
  -- The request that was charged, and when.
  request_id text not null,
  at bigint not null,
  primary key (key_id, lookup_hash)
);
create index sold_by_request on sold (request_id);
create index sold_by_age on sold (at);

-- What the answer is, and the credits that an equal one costs; null where it costs the same again.
alter type operation add attribute answer_hash text, add attribute again bigint;

create or replace function repeat_lookup(a account, op operation, charged text, moment bigint, bodies bytea[])
returns account language plpgsql as $$
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
  -- Its answer takes the place of the one that was charged.
  if op.again is not null then update sold set answer_hash = op.answer_hash where request_id = charged; end if;
  if op.subject is not null then perform note_subject(op, moment); end if;
  op.free := charged;
  if op.idempotency_key is not null then perform store_answer(a, op, moment, bodies); end if;
  return accepted(a, jsonb_build_object('repeats', charged));
end $$;

-- The request that was charged in full for an equal answer; null where none was, or only this one. A step that is made
-- twice costs the same.
create function sold_before(a account, op operation, moment bigint) returns text language plpgsql stable as $$
declare
  found_id text;
  charged bigint;
begin
  if op.again is null or op.amount = 0 then return null; end if;
  select request_id into found_id from sold
  where key_id = a.id and lookup_hash = op.lookup_hash and answer_hash = op.answer_hash and at > moment - 86400000
    and request_id <> op.request_id;
  select -amount into charged from ledger where request_id = op.request_id and kind = 'charge';
  if charged = op.again then return coalesce(found_id, ''); end if;
  return case when charged is null then found_id end;
end $$;

-- Charges and stores the answer; does neither if the lookup is free to repeat, if another request owns the idempotency
-- key now, or if the answer was made for another cost.
create or replace function charge_account(
  a account, op operation, moment bigint, bodies bytea[], was_held boolean default false
) returns account language plpgsql as $$
declare
  free repeats;
  sold_by text;
  full_price bigint := op.amount;
begin
  if op.lookup_hash is not null then
    free := free_repeat(a, op, moment);
    if free.request_id <> op.request_id then return repeat_lookup(a, op, free.request_id, moment, bodies); end if;
  end if;
  if is_superseded(a, op) then return refused(a, 'superseded'); end if;
  sold_by := sold_before(a, op, moment);
  if sold_by is not null then op.amount := op.again; end if;
  sold_by := nullif(sold_by, '');
  if op.made and (op.cost, op.free) is distinct from (op.amount, sold_by) then
    a.ok := false;
    a.answer := jsonb_build_object('cost', jsonb_build_object('credits', op.amount, 'repeats', sold_by));
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
  if op.again is not null and a.answer ? 'isNew' and op.amount = full_price and sold_by is null then
    insert into sold as s (key_id, lookup_hash, answer_hash, request_id, at)
    values (a.id, op.lookup_hash, op.answer_hash, op.request_id, moment)
    on conflict (key_id, lookup_hash) do update
    set answer_hash = excluded.answer_hash, request_id = excluded.request_id, at = excluded.at
    where s.request_id <> excluded.request_id;
  end if;
  -- What was charged for is not void where another charge is refunded.
  op.free := null;
  if op.idempotency_key is not null then perform store_answer(a, op, moment, bodies); end if;
  if sold_by is not null then
    a.answer := a.answer || jsonb_build_object('repeats', sold_by, 'charged', op.amount);
  end if;
  return a;
end $$;

create or replace function settle_hold(a account, op operation, moment bigint, bodies bytea[]) returns account
language plpgsql as $$
declare
  hold holds;
begin
  select * into hold from holds where request_id = op.request_id and key_id = a.id;
  if not found then return faulted(a, 'unknown_request'); end if;
  if hold.state = 'settled' then return accepted(a); end if;
  if hold.state = 'released' then return refused(a, 'released'); end if;
  op.amount := coalesce(op.amount, hold.amount);
  if op.amount > hold.amount then return faulted(a, 'request_reused'); end if;
  op.endpoint := hold.endpoint;
  op.depth := coalesce(op.depth, hold.depth);
  op.surface := hold.surface;
  -- Release the hold first: then its credits are available to the charge.
  if hold.state = 'open' then a.held := a.held - hold.amount; end if;
  a := charge_account(a, op, moment, bodies, hold.state = 'open');
  if a.answer ? 'cost' then
    -- The answer has to be made again: nothing has changed.
    if hold.state = 'open' then a.held := a.held + hold.amount; end if;
  elsif a.ok then
    update holds set state = 'settled', amount = coalesce(
      (a.answer ->> 'charged')::bigint, case when a.answer ? 'repeats' then 0 else op.amount end
    ) where request_id = op.request_id;
  else
    update holds set state = 'lapsed' where request_id = op.request_id;
  end if;
  return a;
end $$;

create or replace function refund_charge(a account, op operation, moment bigint) returns account language plpgsql as $$
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
  delete from idempotency where (request_id = op.request_id or repeats = op.request_id) and body is not null;
  delete from repeats where key_id = a.id and request_id = op.request_id;
  delete from sold where request_id = op.request_id;
  update lost set refunded = true where request_id = op.request_id;
  return told(a, to_jsonb(a.balance - a.held));
end $$;
