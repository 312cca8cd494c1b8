export const LOCK_ACCOUNTS = 'lock table user_account in share row exclusive mode';

/** Returns a row if the device is new or was not used for a day. */
export const REMEMBER_DEVICE = `insert into known_device (user_id, device, last_used) values ($1, $2, now())
  on conflict (user_id, device) do update set last_used = now()
    where known_device.last_used < now() - interval '1 day'
  returning 1`;

export const findDevice = (accounts: 'user_account' | 'keycloak_account') =>
  `select 1 from ${accounts} join known_device on user_id = id where email = $1 and device = $2`;

export const FORGET_OLD_DEVICES = `delete from known_device where user_id = $1 and device in
  (select device from known_device where user_id = $1 order by last_used desc offset $2)`;

export const LOCK_GUEST = `select 1 from user_account where id = $1 and kind = 'guest' and not disabled for update`;

export const INSERT_GUESTS = `insert into user_account (id, kind, display_name, created_at, last_seen)
  select id, 'guest', 'Guest', now(), now() from unnest($1::uuid[]) as id`;

export const LOCK_ADMINS = `select 1 from user_account where kind = 'admin' order by id for update`;

export const LOCK_ACCOUNT = 'select 1 from user_account where id = $1 for update';

/** All but the newest. */
export const DELETE_OLD_MAILS =
  'delete from outbox_mail where id in (select id from outbox_mail order by at desc, id offset $1)';
