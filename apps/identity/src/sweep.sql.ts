/** `$1`: how many rows at most, a bound for the time of its locks. */
const deleteSome = (table: string, condition: string) => `delete from ${table} where ctid = any(array(
  select ctid from ${table} where ${condition} limit $1 for update skip locked))`;

export const DELETE_EXPIRED: readonly string[] = [
  deleteSome('oidc_record', 'expires_at < now()'),
  deleteSome('refresh_session', 'expires_at < now()'),
  deleteSome('revocation', 'expires_at < now()'),
  deleteSome('known_device', `last_used < now() - interval '365 days'`),
  deleteSome('guest_move', `finished_at < now() - interval '1 day'`),
  deleteSome('password_reset', 'expires_at < now()'),
];

/** `$2`: days without a visit. */
export const DELETE_OLD_GUESTS = deleteSome(
  'user_account',
  `kind = 'guest' and last_seen < now() - make_interval(days => $2)`,
);
