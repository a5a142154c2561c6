-- An account in a transaction, and what is answered of it. Functions are in PL/pgSQL, which plans a statement once for a
-- connection.

-- One operation of a batch. Which members it has depends on its kind: operations.ts.
create type operation as (
  n integer,
  kind text,
  key_id text,
  -- The account, where the data do not know the request yet.
  hint text,
  request_id text,
  amount bigint,
  endpoint text,
  depth text,
  surface text,
  lookup_hash text,
  has_answer boolean,
  retry_at bigint,
  subject text,
  -- The answer to be stored: `body` is its place in the list of bodies. If it was `made` for a cost, `cost` and `free`
  -- say for which: the credits, and the request that it repeats.
  idempotency_key text,
  fingerprint text,
  headers text,
  body integer,
  made boolean,
  cost bigint,
  free text,
  -- Whether the answer is to be handed over to a caller.
  expected boolean,
  -- The operator whose act it is: its members `who` and `surface`.
  actor jsonb
);

create type account as (
  id text,
  balance bigint,
  held bigint,
  charges bigint,
  terms jsonb,
  revoked_at bigint,
  spent_on integer,
  spent_day bigint,
  spent_month bigint,
  -- Whether the operation did what it was to do, and what is answered.
  ok boolean,
  answer jsonb,
  -- Requests charged in this batch whose answers are to be handed over.
  undelivered text[]
);

create function accepted(a account, more jsonb default '{}') returns account language plpgsql as $$
begin
  a.ok := true;
  a.answer := jsonb_build_object('ok', true, 'remaining', a.balance - a.held) || more;
  return a;
end $$;

create function refused(a account, reason text) returns account language plpgsql as $$
begin
  a.ok := false;
  a.answer := jsonb_build_object('ok', false, 'reason', reason, 'remaining', a.balance - a.held);
  return a;
end $$;

create function faulted(a account, code text) returns account language plpgsql as $$
begin
  a.ok := false;
  a.answer := jsonb_build_object('fault', code);
  return a;
end $$;

create function told(a account, value jsonb) returns account language plpgsql as $$
begin
  a.ok := true;
  a.answer := jsonb_build_object('value', value);
  return a;
end $$;

create function day_of(moment bigint) returns integer language sql immutable as 'select (moment / 86400000)::integer';

-- The day on which the month of a day begins, so many months later. Days and months are those of UTC.
create function month_of(day integer, months integer default 0) returns integer language sql immutable as $$
  select ((date_trunc('month', (date '1970-01-01' + day)::timestamp) + make_interval(months => months))::date - date '1970-01-01')
$$;

-- The account on a day, on which a new day or month of its spending may have begun.
create function on_day(a account, day integer) returns account language plpgsql as $$
begin
  if a.spent_on = day then return a; end if;
  if month_of(a.spent_on) <> month_of(day) then a.spent_month := 0; end if;
  a.spent_on := day;
  a.spent_day := 0;
  return a;
end $$;

-- The spend cap that refuses another amount, the later one of two; null if none does. What is held counts as spent.
create function reached_cap(a account, credits bigint, moment bigint) returns jsonb language plpgsql as $$
declare
  per_day bigint := a.terms ->> 'creditsPerDay';
  per_month bigint := a.terms ->> 'creditsPerMonth';
  today integer;
begin
  if (per_day is null and per_month is null) or credits <= 0 then return null; end if;
  today := day_of(moment);
  a := on_day(a, today);
  if a.spent_month + a.held + credits > per_month then
    return jsonb_build_object('per', 'month', 'credits', per_month, 'left',
      greatest(0, per_month - a.spent_month - a.held), 'endsAt', month_of(today, 1) * 86400000::bigint);
  end if;
  if a.spent_day + a.held + credits > per_day then
    return jsonb_build_object('per', 'day', 'credits', per_day, 'left',
      greatest(0, per_day - a.spent_day - a.held), 'endsAt', (today + 1) * 86400000::bigint);
  end if;
  return null;
end $$;

-- Why an account cannot spend the credits.
create function not_spent(a account, credits bigint, moment bigint) returns account language plpgsql as $$
declare
  cap jsonb;
begin
  if a.balance - a.held >= credits then cap := reached_cap(a, credits, moment); end if;
  if cap is null then return refused(a, 'insufficient'); end if;
  a := refused(a, 'capped');
  a.answer := a.answer || jsonb_build_object('cap', cap);
  return a;
end $$;

-- Notes what an operator changed, in the transaction of the change; without an operator nothing.
create function note_act(actor jsonb, act text, target text, key_id text, details jsonb, moment bigint) returns void
language plpgsql as $$
begin
  if actor is null then return; end if;
  insert into acts (at, who, surface, act, target, key_id, details)
  values (
    moment, actor ->> 'who', actor ->> 'surface', act, target, key_id,
    case when details -> 'reference' = 'null' then details - 'reference' else details end
  );
end $$;
