-- Changes of keys. Each may be sent again where its answer was lost: a secret that is there is not made twice.

create function next_revision() returns bigint language sql as $$
  update domesday set revision = revision + 1 returning revision
$$;

-- 'done', or why not; each function below answers so.
create function create_key(
  new_id text, new_hash text, new_terms jsonb, credits bigint, reference text, set_terms jsonb, actor jsonb, clock bigint
) returns text language plpgsql as $$
declare
  moment bigint := coalesce(clock, (extract(epoch from clock_timestamp()) * 1000)::bigint);
  number bigint := next_revision();
begin
  perform from keys where id = new_id;
  if found then return 'done'; end if;
  if credits > 0 then
    insert into ledger (key_id, kind, amount, balance, request_id, at)
    values (new_id, 'grant', credits, credits, reference, moment) on conflict do nothing;
    if not found then return 'request_reused'; end if;
  end if;
  insert into keys (id, created_at, revision, terms, balance) values (new_id, moment, number, new_terms, credits);
  insert into secrets (hash, key_id) values (new_hash, new_id);
  perform note_act(actor, 'keys create', new_id, new_id,
    jsonb_build_object('credits', credits, 'reference', reference, 'after', set_terms), moment);
  return 'done';
end $$;

create function change_key(old_id text, new_terms jsonb, actor jsonb, clock bigint) returns text language plpgsql as $$
declare
  moment bigint := coalesce(clock, (extract(epoch from clock_timestamp()) * 1000)::bigint);
  number bigint := next_revision();
  key keys;
  before jsonb;
  after jsonb;
begin
  select * into key from keys where id = old_id for update;
  if not found then return 'unknown_key'; end if;
  if key.revoked_at is not null then return 'revoked_key'; end if;
  select jsonb_object_agg(name, key.terms -> name), jsonb_object_agg(name, value) into before, after
  from jsonb_each(new_terms) as given (name, value) where value is distinct from key.terms -> name;
  if after is null then return 'done'; end if;
  update keys set revision = number, terms = terms || after where id = old_id;
  perform note_act(actor, 'keys set', old_id, old_id, jsonb_build_object('before', before, 'after', after), moment);
  return 'done';
end $$;

create function rotate_key(old_id text, new_hash text, grace bigint, actor jsonb, clock bigint) returns text
language plpgsql as $$
declare
  moment bigint := coalesce(clock, (extract(epoch from clock_timestamp()) * 1000)::bigint);
  -- Before the row of the key, as in each change of keys.
  number bigint := next_revision();
  revoked bigint;
begin
  select revoked_at into revoked from keys where id = old_id for update;
  if not found then return 'unknown_key'; end if;
  if revoked is not null then return 'revoked_key'; end if;
  perform from secrets where hash = new_hash;
  if found then return 'done'; end if;
  update secrets set ends_at = least(ends_at, moment + grace) where key_id = old_id;
  delete from secrets where key_id = old_id and ends_at <= moment;
  insert into secrets (hash, key_id) values (new_hash, old_id);
  update keys set revision = number where id = old_id;
  perform note_act(actor, 'keys rotate', old_id, old_id, jsonb_build_object('graceMs', grace), moment);
  return 'done';
end $$;

create function revoke_key(old_id text, actor jsonb, clock bigint) returns text language plpgsql as $$
declare
  moment bigint := coalesce(clock, (extract(epoch from clock_timestamp()) * 1000)::bigint);
  number bigint := next_revision();
begin
  perform from keys where id = old_id;
  if not found then return 'unknown_key'; end if;
  update keys set revision = number, revoked_at = moment where id = old_id and revoked_at is null;
  if found then perform note_act(actor, 'keys revoke', old_id, old_id, '{}', moment); end if;
  return 'done';
end $$;

-- Forgets what calls asked about, and the answers about it that are stored; the number of calls.
create function erase_subject(erased text, hash text, actor jsonb, clock bigint) returns bigint language plpgsql as $$
declare
  requests text[];
begin
  with gone as (
    delete from subjects
    where hashtextextended(lower(subject), 0) = hashtextextended(lower(erased), 0) and lower(subject) = lower(erased)
    returning request_id
  ) select coalesce(array_agg(request_id), '{}') into requests from gone;
  delete from idempotency where request_id = any (requests) and body is not null;
  update payments set resource = '', body = null, headers = null where request_id = any (requests);
  perform note_act(actor, 'ledger erase', hash, null, jsonb_build_object('calls', cardinality(requests)),
    coalesce(clock, (extract(epoch from clock_timestamp()) * 1000)::bigint));
  return cardinality(requests);
end $$;
