/** A migration: keys that were handed out for nothing, until credits are granted for them. Never edit it. */
export const unpaidKeys = `
  alter table terms add column unpaid integer not null default 0 check (unpaid in (0, 1));
  update terms set unpaid = 1 where key_id in (select id from keys where label = 'self-service') and key_id not in (
    select key_id from ledger where previous_row is not null and (kind = 'grant' or kind = 'adjust' and amount > 0)
  );
`
