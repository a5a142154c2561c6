/** The migrations that follow those of `schema.ts`, for the same terms: never edit a released one. */
export const newerMigrations: readonly string[] = [
  // Keys that were handed out for nothing, until credits are granted for them.
  `
  alter table terms add column unpaid integer not null default 0 check (unpaid in (0, 1));
  update terms set unpaid = 1 where key_id in (select id from keys where label = 'self-service') and key_id not in (
    select key_id from ledger where previous_row is not null and (kind = 'grant' or kind = 'adjust' and amount > 0)
  );
`,
  // What keys were charged in full for: for a day an equal answer to the same lookup may cost less.
  `
  create table sold (
    key_id text not null references keys (id),
    -- Hashes of what was asked, and of what was answered under which settings.
    lookup_hash text not null,
    answer_hash text not null,
    -- The request that was charged, and when.
    request_id text not null,
    at integer not null,
    primary key (key_id, lookup_hash)
  ) strict, without rowid;
  create index sold_by_request on sold (request_id);
  create index sold_by_age on sold (at);
`,
]
