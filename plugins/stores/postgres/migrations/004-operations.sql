-- What can be done to an account, a function each.

-- No answer takes longer than 15 s: what is older than a minute was lost, or its machine was suspended.
create function request_limit() returns bigint language sql immutable as 'select 60000::bigint';

-- A run without a heartbeat for five seconds counts as dead; one far in the future too: the clock was set back.
create function is_alive(whose uuid, own uuid, moment bigint) returns boolean language plpgsql stable as $$
begin
  if whose = own then return true; end if;
  perform from runs where id = whose and beat_at between moment - 5000 and moment + 5000;
  return found;
end $$;

create function hold_credits(a account, op operation, own uuid, moment bigint) returns account language plpgsql as $$
declare
  before holds;
  free repeats;
  is_early boolean;
begin
  select * into before from holds where request_id = op.request_id;
  if found then
    -- A settled hold has the amount that was charged, which may be less.
    if before.key_id <> a.id or (before.amount <> op.amount and before.state <> 'settled') then
      return faulted(a, 'request_reused');
    end if;
    if before.state in ('open', 'settled') then return accepted(a); end if;
    return refused(a, 'released');
  end if;
  if op.lookup_hash is not null then
    free := free_repeat(a, op, moment);
    if free.request_id is not null then
      is_early := op.has_answer and moment < free.retry_at;
      if is_early then return accepted(a, jsonb_build_object('repeats', free.request_id, 'early', true)); end if;
      update repeats set used = used + 1 where key_id = a.id and lookup_hash = op.lookup_hash;
      return accepted(a, jsonb_build_object('repeats', free.request_id));
    end if;
  end if;
  if a.balance - a.held < op.amount or reached_cap(a, op.amount, moment) is not null then
    return not_spent(a, op.amount, moment);
  end if;
  insert into holds (request_id, key_id, amount, endpoint, depth, surface, run, state, at)
  values (op.request_id, a.id, op.amount, op.endpoint, op.depth, op.surface, own, 'open', moment);
  a.held := a.held + op.amount;
  return accepted(a);
end $$;

create function settle_hold(a account, op operation, moment bigint, bodies bytea[]) returns account
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
    update holds set state = 'settled', amount = case when a.answer ? 'repeats' then 0 else op.amount end
    where request_id = op.request_id;
  else
    update holds set state = 'lapsed' where request_id = op.request_id;
  end if;
  return a;
end $$;

create function release_hold(a account, op operation) returns account language plpgsql as $$
declare
  hold holds;
begin
  select * into hold from holds where request_id = op.request_id and key_id = a.id;
  if not found then return told(a, 'null'); end if;
  if hold.state <> 'settled' then
    if hold.state = 'open' then a.held := a.held - hold.amount; end if;
    update holds set state = 'released' where request_id = op.request_id;
  end if;
  return told(a, to_jsonb(a.balance - a.held));
end $$;

-- Closes the hold of a dead run, or one older than any request.
create function lapse_hold(a account, op operation, own uuid, moment bigint) returns account language plpgsql as $$
declare
  hold holds;
begin
  select * into hold from holds where request_id = op.request_id and key_id = a.id and state = 'open';
  if not found or (hold.at >= moment - request_limit() and is_alive(hold.run, own, moment)) then
    return told(a, '0');
  end if;
  a.held := a.held - hold.amount;
  update holds set state = 'lapsed' where request_id = op.request_id;
  return told(a, '1');
end $$;

-- A charge that did not reach its caller: refunded, or listed for the operator because the key loses too many. At
-- least five of a key are refunded, then two in a hundred of its charges, and five a minute at most.
create function lose_answer(a account, op operation, moment bigint) returns account language plpgsql as $$
declare
  losses bigint;
  is_too_many boolean;
begin
  perform from ledger where request_id = op.request_id and kind = 'charge' and key_id = a.id;
  if not found then return told(a, '"none"'); end if;
  perform from lost where request_id = op.request_id;
  if found then return told(a, '"listed"'); end if;
  select count(*), count(*) filter (where at > moment - 60000 and refunded) >= 5 into losses, is_too_many
  from lost where key_id = a.id;
  is_too_many := is_too_many or (losses >= 5 and losses + 1 > a.charges * 0.02);
  insert into lost (request_id, key_id, at, refunded) values (op.request_id, a.id, moment, not is_too_many);
  if is_too_many then return told(a, '"listed"'); end if;
  return told(refund_charge(a, op, moment), '"refunded"');
end $$;

-- Undoes what a request was charged whose caller got a refusal meanwhile, because this answer was on its way too long.
create function give_up(a account, op operation, moment bigint) returns account language plpgsql as $$
begin
  a := release_hold(a, op);
  a := refund_charge(a, op, moment);
  delete from idempotency where request_id = op.request_id;
  return told(a, 'null');
end $$;

create function claim_key(a account, op operation, own uuid, moment bigint) returns account language plpgsql as $$
declare
  claim idempotency;
  is_taken boolean;
begin
  -- Without the body, which is read once it is needed.
  select key_id, idempotency_key, fingerprint, request_id, run, headers, case when body is not null then ''::bytea end, at
  into claim from idempotency where key_id = a.id and idempotency_key = op.idempotency_key;
  is_taken := found and case
    when claim.body is not null then claim.at > moment - 86400000
    else claim.request_id <> op.request_id and claim.at > moment - request_limit() and is_alive(claim.run, own, moment)
  end;
  if not is_taken then
    insert into idempotency (key_id, idempotency_key, fingerprint, request_id, run, at)
    values (a.id, op.idempotency_key, op.fingerprint, op.request_id, own, moment)
    on conflict (key_id, idempotency_key) do update
    set fingerprint = excluded.fingerprint, request_id = excluded.request_id, run = excluded.run, at = excluded.at,
      headers = null, body = null;
    return told(a, '{"state": "new"}');
  end if;
  if claim.fingerprint <> op.fingerprint then return told(a, '{"state": "mismatch"}'); end if;
  if claim.body is null then return told(a, '{"state": "running"}'); end if;
  return told(a, jsonb_build_object('state', 'done', 'requestId', claim.request_id, 'headers', claim.headers));
end $$;

create function abandon_key(a account, op operation) returns account language plpgsql as $$
begin
  delete from idempotency
  where key_id = a.id and idempotency_key = op.idempotency_key and request_id = op.request_id and body is null;
  return told(a, 'null');
end $$;

create function undo_repeat(a account, op operation) returns account language plpgsql as $$
begin
  update repeats set used = greatest(0, used - 1) where key_id = a.id and lookup_hash = op.lookup_hash;
  return told(a, 'null');
end $$;
