import { z } from 'zod';
import { defineCall, PageNumber, searchText } from '../call.js';

export const ACCOUNT_LIMITS = { searchLength: 254, pageSize: 50, reasonLength: 500 } as const;

/** The strongest role of a user: an administrator also has an account, so is never listed as `registered`. */
export const AccountRole = z.enum(['guest', 'registered', 'admin']);
export type AccountRole = z.infer<typeof AccountRole>;

export const AccountState = z.enum(['enabled', 'disabled']);
export type AccountState = z.infer<typeof AccountState>;

export const AccountId = z.string().min(1).max(128);

/** An account, or a guest. Times are in ms since the epoch. */
export const Account = z.strictObject({
  userId: AccountId,
  role: AccountRole,
  state: AccountState,
  displayName: z.string(),
  email: z.string().nullable(),
  createdAt: z.number(),
  /** Exact to the day; null if the identity provider does not know it. */
  lastSeenAt: z.number().nullable(),
});
export type Account = z.infer<typeof Account>;

export const AccountQuery = z.strictObject({
  /** Part of the name or e-mail address, ignoring case, or a whole user id. Guests are found by id only. */
  search: searchText(ACCOUNT_LIMITS.searchLength),
  role: AccountRole.exclude(['guest']).optional(),
  state: AccountState.optional(),
  page: PageNumber,
});
export type AccountQuery = z.infer<typeof AccountQuery>;

export const AccountPage = z.strictObject({ accounts: z.array(Account), total: z.number().int().min(0) });
export type AccountPage = z.infer<typeof AccountPage>;

const OfAccount = z.strictObject({ userId: AccountId });

/** One page of ACCOUNT_LIMITS.pageSize accounts, newest first if the identity provider supports that order. */
export const listAccounts = defineCall({
  subject: 'identity.accounts',
  request: AccountQuery,
  reply: AccountPage,
  errors: ['unavailable'],
});

export const readAccount = defineCall({
  subject: 'identity.account',
  request: OfAccount,
  reply: Account,
  errors: ['account-not-found', 'unavailable'],
});

export const setAdmin = defineCall({
  subject: 'identity.account-set-admin',
  request: OfAccount.extend({ admin: z.boolean() }),
  reply: Account,
  errors: ['account-not-found', 'account-is-guest', 'last-admin', 'unavailable'],
});

/** Disabling an account also ends its sessions; while disabled, it cannot sign in. */
export const setDisabled = defineCall({
  subject: 'identity.account-set-disabled',
  request: OfAccount.extend({ disabled: z.boolean() }),
  reply: Account,
  errors: ['account-not-found', 'last-admin', 'unavailable'],
});

/** Signs the user out on every device. */
export const endSessions = defineCall({
  subject: 'identity.account-end-sessions',
  request: OfAccount,
  reply: z.strictObject({}),
  errors: ['account-not-found', 'unavailable'],
});
