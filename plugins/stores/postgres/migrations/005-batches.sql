-- Batches of operations: all that a node's requests ask of the ledger at a time, in one statement.

create function operate(a account, op operation, own uuid, moment bigint, bodies bytea[]) returns account
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
    when 'refund', 'recover' then return refund_charge(a, op, moment);
    when 'lost' then return lose_answer(a, op, moment);
    when 'lapse' then return lapse_hold(a, op, own, moment);
    when 'give up' then return give_up(a, op, moment);
  end case;
end $$;

-- The answer where there is no such account.
create function without_account(op operation) returns jsonb language sql immutable as $$
  select case
    when op.kind in ('settle', 'refund') then '{"fault": "unknown_request"}'
    when op.kind = 'beat' then '{"value": null}'
    when op.kind = 'lost' then '{"value": "none"}'
    when op.kind in ('release', 'recover', 'lapse', 'give up') then '{"value": null}'
    else '{"fault": "unknown_key"}'
  end::jsonb
$$;

create function account_of(key keys) returns account language plpgsql as $$
begin
  return (
    key.id, key.balance, key.held, key.charges, key.terms, key.revoked_at, key.spent_on, key.spent_day, key.spent_month,
    null, null, '{}'
  )::account;
end $$;

create function write_account(a account, before keys) returns void language plpgsql as $$
begin
  if (before.balance, before.held, before.charges) is distinct from (a.balance, a.held, a.charges) then
    update keys set balance = a.balance, held = a.held, charges = a.charges,
      spent_on = a.spent_on, spent_day = a.spent_day, spent_month = a.spent_month
    where id = a.id;
  end if;
end $$;

-- Does a batch, each operation as if it came after the one before it, and answers each in its place. Accounts are locked
-- in the order of their ids, so that two nodes never wait for each other. A batch that was done before is answered as it
-- was then. An operation that does not fit changes nothing, and those behind it go on.
create function do_batch(
  own uuid, connection integer, number bigint, clock bigint, handed_over text[], operations jsonb, bodies bytea[]
) returns jsonb language plpgsql as $$
declare
  run runs;
  moment bigint := coalesce(clock, (extract(epoch from clock_timestamp()) * 1000)::bigint);
  next record;
  key keys;
  a account;
  results jsonb[] := '{}';
  pending text[];
begin
  select * into run from runs where id = own for update;
  if not found then raise exception 'this run is not known any more' using errcode = 'DD001'; end if;
  if run.epoch <> connection then raise exception 'a newer connection of this run' using errcode = 'DD002'; end if;
  if run.batch = number then return run.answers; end if;
  pending := run.undelivered;
  for next in
    select o::operation as op, coalesce(
      o.key_id,
      (select key_id from holds where request_id = o.request_id),
      (select key_id from ledger where request_id = o.request_id and kind = 'charge'),
      o.hint
    ) as account
    from jsonb_populate_recordset(null::operation, operations) o
    order by 2, o.n
  loop
    if next.account is distinct from a.id or a.id is null then
      perform write_account(a, key);
      pending := pending || a.undelivered;
      select * into key from keys where id = next.account for update;
      a := account_of(key);
      a.id := next.account;
    end if;
    if key.id is null then
      results[(next.op).n] := without_account(next.op);
    else
      a := operate(a, next.op, own, moment, bodies);
      results[(next.op).n] := a.answer - 'isNew';
    end if;
  end loop;
  perform write_account(a, key);
  pending := array(
    select request from unnest(pending || a.undelivered) with ordinality as listed (request, place)
    where request <> all (handed_over) group by request order by min(place)
  );
  update runs set batch = number, answers = to_jsonb(results), beat_at = moment,
    undelivered = pending
  where id = own;
  return to_jsonb(results);
end $$;
