-- Changes of keys. Each may be sent again where its answer was lost: a secret that is there is not made twice.

create function next_revision() returns bigint language sql as $$
  update domesday set revision = revision + 1 returning revision
$$;

create function create_key(new_id text, new_hash text, new_label text, expires bigint, credits bigint, clock bigint)
returns void language plpgsql as $$
declare
  moment bigint := coalesce(clock, (extract(epoch from clock_timestamp()) * 1000)::bigint);
begin
  insert into keys (id, label, created_at, expires_at, revision, balance)
  values (new_id, new_label, moment, expires, next_revision(), credits) on conflict (id) do nothing;
  if not found then return; end if;
  insert into secrets (hash, key_id) values (new_hash, new_id);
  if credits > 0 then
    insert into ledger (key_id, kind, amount, balance, at) values (new_id, 'grant', credits, credits, moment);
  end if;
end $$;

-- 'done', or why not.
create function rotate_key(old_id text, new_hash text, grace bigint, clock bigint) returns text language plpgsql as $$
declare
  moment bigint := coalesce(clock, (extract(epoch from clock_timestamp()) * 1000)::bigint);
  -- Before the row of the key, as in each change of keys.
  number bigint := next_revision();
  revoked bigint;
begin
  select revoked_at into revoked from keys where id = old_id for update;
  if not found then return 'unknown_key'; end if;
  if revoked is not null then return 'revoked_key'; end if;
  update secrets set ends_at = least(ends_at, moment + grace) where key_id = old_id and hash <> new_hash;
  delete from secrets where key_id = old_id and ends_at <= moment;
  insert into secrets (hash, key_id) values (new_hash, old_id) on conflict do nothing;
  update keys set revision = number where id = old_id;
  return 'done';
end $$;

create function revoke_key(old_id text, clock bigint) returns text language plpgsql as $$
declare
  number bigint := next_revision();
begin
  update keys set revision = number,
    revoked_at = coalesce(revoked_at, clock, (extract(epoch from clock_timestamp()) * 1000)::bigint)
  where id = old_id;
  return case when found then 'done' else 'unknown_key' end;
end $$;
