-- Payment authorisations: the lock of the row decides which request owns one.

create function claim_payment(
  own uuid, payment_id text, by_payer text, its_proof text, purchase jsonb, request text, clock bigint,
  out answer jsonb, out answered bytea
) language plpgsql as $$
declare
  moment bigint := coalesce(clock, (extract(epoch from clock_timestamp()) * 1000)::bigint);
  paid payments;
  wanted payments := jsonb_populate_record(null::payments, purchase);
  is_unknown boolean := false;
begin
  insert into payments (
    id, payer, proof, resource, micro_usd, purpose, surface, endpoint, depth, key_id, credits, state, request_id, run, at
  ) values (
    payment_id, by_payer, its_proof, wanted.resource, wanted.micro_usd, wanted.purpose, wanted.surface, wanted.endpoint,
    wanted.depth, wanted.key_id, wanted.credits, 'verified', request, own, moment
  ) on conflict do nothing;
  if not found then
    select * into paid from payments where id = payment_id for update;
    if not found then
      raise exception 'the authorisation was let go just now' using errcode = 'serialization_failure';
    end if;
    if paid.state = 'settled' then
      -- An answer is stored for a day.
      if paid.resource <> wanted.resource or paid.body is null or paid.at <= moment - 86400000 then
        answer := '{"state": "spent"}';
        return;
      end if;
      answer := jsonb_build_object('state', 'bought', 'headers', paid.headers);
      answered := paid.body;
      -- The same rule as for repeats of a key.
      if moment >= paid.retry_at and paid.repeats < 12 and paid.at > moment - 3600000 then
        answer := answer || jsonb_build_object('state', 'repeat', 'requestId', paid.request_id);
        update payments set repeats = repeats + 1 where id = payment_id;
      end if;
      return;
    end if;
    -- A claim that is made again, because its answer was lost, is this request's already.
    if paid.state <> 'pending' and (paid.request_id, paid.run) is distinct from (request, own)
      and paid.at > moment - request_limit() and is_alive(paid.run, own, moment)
    then
      answer := '{"state": "running"}';
      return;
    end if;
    is_unknown := paid.state <> 'verified';
    -- A settlement that may have succeeded was for one purchase: it cannot buy another.
    if is_unknown and paid.resource <> wanted.resource then
      answer := '{"state": "spent"}';
      return;
    end if;
    update payments set payer = by_payer, proof = its_proof, resource = wanted.resource, micro_usd = wanted.micro_usd,
      purpose = wanted.purpose, surface = wanted.surface, endpoint = wanted.endpoint, depth = wanted.depth,
      key_id = wanted.key_id, credits = wanted.credits, request_id = request, run = own, at = moment,
      state = case when is_unknown then 'settling' else 'verified' end
    where id = payment_id;
  end if;
  if purchase ->> 'subject' is not null then
    insert into subjects (request_id, subject, at) values (request, purchase ->> 'subject', moment) on conflict do nothing;
  end if;
  answer := jsonb_build_object('state', 'claimed', 'settlementUnknown', is_unknown);
end $$;

-- Grants the credits of a top-up, once: what remains of its account then. Where that was done before, the answer to it.
create function grant_top_up(payment_id text, clock bigint, out remaining bigint, out fault text, out answered bytea)
language plpgsql as $$
declare
  paid payments;
  key keys;
  a account;
  op operation;
begin
  select * into paid from payments where id = payment_id for update;
  if paid.state = 'settled' and paid.body is not null then
    answered := paid.body;
    return;
  end if;
  select * into key from keys where id = paid.key_id for update;
  if not found then
    fault := 'unknown_key';
    return;
  end if;
  op.request_id := payment_id;
  a := post_entry(account_of(key), 'grant', paid.credits, op,
    coalesce(clock, (extract(epoch from clock_timestamp()) * 1000)::bigint));
  fault := a.answer ->> 'fault';
  perform write_account(a, key);
  remaining := a.balance - a.held;
end $$;
