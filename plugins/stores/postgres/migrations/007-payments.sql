-- Claims of payment authorisations: the lock of the row decides which request owns one.

create function claim_payment(
  own uuid, by_payer text, its_nonce text, its_proof text, wanted text, price bigint, request text, clock bigint,
  out answer jsonb, out answered bytea
) language plpgsql as $$
declare
  moment bigint := coalesce(clock, (extract(epoch from clock_timestamp()) * 1000)::bigint);
  paid payments;
  is_unknown boolean;
begin
  insert into payments (payer, nonce, proof, resource, micro_usd, state, request_id, run, at)
  values (by_payer, its_nonce, its_proof, wanted, price, 'verified', request, own, moment) on conflict do nothing;
  if found then
    answer := '{"state": "claimed", "settlementUnknown": false}';
    return;
  end if;
  select * into paid from payments where payer = by_payer and nonce = its_nonce for update;
  if not found then raise exception 'the authorisation was let go just now' using errcode = 'serialization_failure'; end if;
  if paid.state = 'settled' then
    -- An answer is stored for a day.
    if paid.resource <> wanted or paid.body is null or paid.at < moment - 86400000 then
      answer := '{"state": "spent"}';
      return;
    end if;
    answer := jsonb_build_object('state', 'bought', 'headers', paid.headers);
    answered := paid.body;
    -- The same rule as for repeats of a key.
    if moment >= paid.retry_at and paid.repeats < 12 and paid.at > moment - 3600000 then
      answer := answer || jsonb_build_object('state', 'repeat', 'requestId', paid.request_id);
      update payments set repeats = repeats + 1 where payer = by_payer and nonce = its_nonce;
    end if;
    return;
  end if;
  -- A claim that is made again, because its answer was lost, is this request's already.
  if paid.state <> 'pending' and paid.request_id <> request and paid.at > moment - request_limit()
    and is_alive(paid.run, own, moment)
  then
    answer := '{"state": "running"}';
    return;
  end if;
  is_unknown := paid.state <> 'verified';
  -- A settlement that may have succeeded was for one resource: it cannot buy another.
  if is_unknown and paid.resource <> wanted then
    answer := '{"state": "spent"}';
    return;
  end if;
  update payments set proof = its_proof, resource = wanted, request_id = request, run = own, at = moment,
    state = case when is_unknown then 'settling' else 'verified' end
  where payer = by_payer and nonce = its_nonce;
  answer := jsonb_build_object('state', 'claimed', 'settlementUnknown', is_unknown);
end $$;
