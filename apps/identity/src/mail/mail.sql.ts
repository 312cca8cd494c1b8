export const DELETE_OLD_MAILS =
  'delete from outbox_mail where id in (select id from outbox_mail order by at desc, id offset $1)';
