-- Keys that were handed out for nothing: the member `unpaid` of `terms`, until credits are granted for them.

update keys set terms = terms || '{"unpaid": true}'
where terms ->> 'label' = 'self-service' and (
  select count(*) from ledger where key_id = keys.id and kind in ('grant', 'adjust') and amount > 0
) <= 1;

-- Where a key is made its first credits are written before it, and pay for nothing.
create function note_paid() returns trigger language plpgsql as $$
begin
  perform from keys where id = new.key_id and terms @> '{"unpaid": true}';
  if found then
    update keys set terms = terms - 'unpaid', revision = next_revision() where id = new.key_id;
  end if;
  return null;
end $$;
create trigger paid_for after insert on ledger for each row
  when (new.kind in ('grant', 'adjust') and new.amount > 0) execute function note_paid();

-- Whether an answer is not refunded, because who called loses too many.
alter type operation add attribute listed boolean;

create or replace function lose_answer(a account, op operation, moment bigint) returns account language plpgsql as $$
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
  is_too_many := is_too_many or op.listed is true or (losses >= 5 and losses + 1 > a.charges * 0.02);
  insert into lost (request_id, key_id, at, refunded) values (op.request_id, a.id, moment, not is_too_many);
  if is_too_many then return told(a, '"listed"'); end if;
  return told(refund_charge(a, op, moment), '"refunded"');
end $$;
