-- A refund voids the answers of free repeats too, and says whether it was the first.

-- Of a free repeat: the request that was charged.
alter table idempotency add column repeats text;
create index idempotency_by_repeats on idempotency (repeats) where repeats is not null;

create or replace function store_answer(a account, op operation, moment bigint, bodies bytea[]) returns void
language plpgsql as $$
begin
  update idempotency set body = bodies[op.body], headers = op.headers, at = moment, repeats = op.free
  where key_id = a.id and idempotency_key = op.idempotency_key and request_id = op.request_id and body is null;
end $$;

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
  if op.subject is not null then perform note_subject(op, moment); end if;
  op.free := charged;
  if op.idempotency_key is not null then perform store_answer(a, op, moment, bodies); end if;
  return accepted(a, jsonb_build_object('repeats', charged));
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
  update lost set refunded = true where request_id = op.request_id;
  return told(a, to_jsonb(a.balance - a.held));
end $$;

-- Refunds what a dead run had charged and not handed over: the number of refunds, none where another node was quicker.
create function recover_charge(a account, op operation, moment bigint) returns account language plpgsql as $$
declare
  is_first boolean := exists (select from ledger where request_id = op.request_id and kind = 'charge' and key_id = a.id)
    and not exists (select from ledger where request_id = op.request_id and kind = 'refund');
begin
  return told(refund_charge(a, op, moment), case when is_first then '1' else '0' end::jsonb);
end $$;

create or replace function operate(a account, op operation, own uuid, moment bigint, bodies bytea[]) returns account
language plpgsql as $$
begin
  case op.kind
    when 'hold' then return hold_credits(a, op, own, moment);
    when 'settle' then return settle_hold(a, op, moment, bodies);
    when 'charge' then return charge_account(a, op, moment, bodies);
    when 'release' then return release_hold(a, op);
    when 'claim' then return claim_key(a, op, own, moment);
    when 'abandon' then return abandon_key(a, op);
    when 'repeat' then return repeat_lookup(a, op, op.free, moment, bodies);
    when 'undo' then return undo_repeat(a, op);
    when 'grant', 'adjust' then return correct_account(a, op, moment);
    when 'refund' then return refund_charge(a, op, moment);
    when 'recover' then return recover_charge(a, op, moment);
    when 'lost' then return lose_answer(a, op, moment);
    when 'lapse' then return lapse_hold(a, op, own, moment);
    when 'give up' then return give_up(a, op, moment);
  end case;
end $$;
