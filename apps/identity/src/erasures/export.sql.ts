import type { ExportQueries } from '@earworm/service-kit/postgres';

/** Without what only proves an identity: hashes and keys. */
export const EXPORT_OF_IDENTITY: ExportQueries = {
  sessions: `select id::text as key, json_build_object('createdAt', created_at, 'lastUsedAt', rotated_at,
      'expiresAt', expires_at) as row
    from refresh_session where user_id::text = $1 and id::text > $2 order by 1 limit 100`,
  devices: `select device as key, json_build_object('device', device, 'lastUsedAt', last_used) as row
    from known_device where user_id::text = $1 and device > $2 order by 1 limit 100`,
  guests: `select guest_id as key, json_build_object('guestId', guest_id, 'movedAt', created_at) as row
    from guest_move where account_id = $1 and guest_id > $2 order by 1 limit 100`,
  mails: `select id::text as key, json_build_object('subject', subject, 'text', text, 'at', at) as row
    from outbox_mail where lower("to") = (select lower(email) from user_account where id::text = $1)
      and id::text > $2 order by 1 limit 100`,
  // Who acted on the person is another person.
  auditEntries: `select lpad(id::text, 20, '0') as key, case when user_id = $1
      then json_build_object('at', at, 'act', act, 'name', user_name, 'targetKind', target_kind, 'targetId', target_id,
        'details', details, 'reason', reason)
      else json_build_object('at', at, 'act', act, 'byAnother', true) end as row
    from audit_entry where $1 in (user_id, target_id) and lpad(id::text, 20, '0') > $2 order by 1 limit 100`,
};
