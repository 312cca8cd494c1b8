const COLUMNS = `entry.id::text as "entryId", (extract(epoch from entry.at) * 1000)::float8 as at,
  user_id as "userId", user_name as "userName", act, target_kind as "targetKind", target_id as "targetId",
  target_name as "targetName", details, reason, outcome, code`;
const FROM = 'from audit_entry as entry left join audit_outcome on entry_id = entry.id';

export const INSERT_ENTRY = `insert into audit_entry (user_id, user_name, act, target_kind, target_id, target_name, details, reason)
  values ($1, $2, $3, $4, $5, $6, $7, $8) returning id::text as "entryId"`;

/** Keeps the first outcome. */
export const INSERT_OUTCOME = `insert into audit_outcome (entry_id, outcome, code)
  select id, $2, $3 from audit_entry where id = $1 on conflict do nothing`;

/** Newest first. `where` is empty or a clause. */
export const selectEntries = (where: string, limit: number, offset: number) =>
  `select ${COLUMNS} ${FROM} ${where} order by entry.id desc limit ${limit} offset ${offset}`;

export const countEntries = (where: string) => `select count(*)::int as total ${FROM} ${where}`;
