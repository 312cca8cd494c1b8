export const INSERT_ENTRY = `insert into audit_entry (user_id, user_name, act, target_kind, target_id, target_name, details, reason)
  values ($1, $2, $3, $4, $5, $6, $7, $8) returning id::text as "entryId"`;

/** Keeps the first outcome. */
export const INSERT_OUTCOME = `insert into audit_outcome (entry_id, outcome, code)
  select id, $2, $3 from audit_entry where id = $1 on conflict do nothing`;
