import { z } from 'zod';
import * as calls from './calls/accounts.js';
import { exportAudit, listAudit } from './calls/audit.js';
import { gamesOfUser } from './calls/library.js';
import { refusedWith } from './errors.js';
import { answersOf, route } from './route.js';

const params = z.strictObject({ userId: calls.AccountId });
const body = z.strictObject({
  reason: z.string().max(calls.ACCOUNT_LIMITS.reasonLength).regex(/\S/, refusedWith('reason-required')),
});
const on = ['account', 'userId'] as const;
const reason = 'reason';

export const ACCOUNT_ROUTES = {
  listAccounts: route({
    access: 'admin',
    audit: { act: 'accounts-searched', details: ['search', 'role', 'state'] },
    summary: 'Accounts by name, e-mail or id, newest first; fifty at a time',
    query: calls.AccountQuery,
    ...answersOf(calls.listAccounts),
  }),
  readAccount: route({
    access: 'admin',
    audit: { act: 'account-read', on },
    summary: 'One account, or a guest',
    params,
    ...answersOf(calls.readAccount),
  }),
  accountGames: route({
    access: 'admin',
    audit: { act: 'account-games-read', on },
    summary: 'Games that a user moderated or played in, newest first; twenty at a time',
    params,
    query: gamesOfUser.request.pick({ page: true }),
    ...answersOf(gamesOfUser),
  }),
  giveAdmin: route({
    access: 'admin',
    audit: { act: 'admin-given', on, reason },
    summary: 'Make a user an administrator',
    params,
    body,
    ...answersOf(calls.setAdmin, 'reason-required'),
  }),
  takeAdmin: route({
    access: 'admin',
    audit: { act: 'admin-taken', on, reason },
    summary: 'Take the admin role; the last administrator keeps it',
    params,
    body,
    ...answersOf(calls.setAdmin, 'reason-required'),
  }),
  disableAccount: route({
    access: 'admin',
    audit: { act: 'account-disabled', on, reason },
    summary: 'Sign a user out on every device and block further sign-ins',
    params,
    body,
    ...answersOf(calls.setDisabled, 'reason-required'),
  }),
  enableAccount: route({
    access: 'admin',
    audit: { act: 'account-enabled', on, reason },
    summary: 'Allow a user to sign in again',
    params,
    body,
    ...answersOf(calls.setDisabled, 'reason-required'),
  }),
  endAccountSessions: route({
    access: 'admin',
    audit: { act: 'sessions-ended', on, reason },
    summary: 'Sign a user out on every device',
    params,
    body,
    ...answersOf(calls.endSessions, 'reason-required'),
  }),
  listAudit: route({
    access: 'admin',
    audit: { none: 'reading the log would fill it with its own readers; saving it as a file is recorded' },
    summary: 'The audit log, newest first; fifty at a time',
    query: listAudit.request,
    ...answersOf(listAudit),
  }),
  exportAudit: route({
    access: 'admin',
    audit: { act: 'audit-log-exported', details: ['who', 'act', 'target', 'from', 'to', 'before'] },
    summary: 'Everything of the audit log that a filter finds, newest first, two hundred at a time',
    body: exportAudit.request,
    ...answersOf(exportAudit),
  }),
} as const;
