import { z } from 'zod';
import { defineCall, PageNumber, searchText } from '../call.js';
import { AccountId } from './accounts.js';

export const AUDIT_LIMITS = {
  reasonLength: 500,
  detailLength: 200,
  details: 10,
  searchLength: 128,
  pageSize: 50,
  exportSize: 200,
} as const;

/** What the audit log records: actions of administrators, and looks of operators at answers. */
export const AUDIT_ACTS = [
  'accounts-searched',
  'account-read',
  'account-games-read',
  'admin-given',
  'admin-taken',
  'account-disabled',
  'account-enabled',
  'sessions-ended',
  'outbox-read',
  'audit-log-exported',
  'analytics-exported',
  'error-logs-read',
  'feedback-exported',
  'feedback-changed',
  'feedback-deleted',
  'screenshot-read',
  'template-read',
  'template-exported',
  'template-reports-settled',
  'game-observed',
  'game-players-read',
  'game-answers-read',
  'game-result-read',
  'game-taken-over',
  'game-helped',
  'help-solved',
  'event-read',
  'event-quota-set',
  'event-networks-decided',
  'event-standings-frozen',
  'event-standings-revealed',
  'event-stage-changed',
  'event-stage-linked',
  'event-advanced',
  'event-advance-released',
  'person-erased',
] as const;
export type AuditAct = (typeof AUDIT_ACTS)[number];

export const AUDIT_TARGETS = ['account', 'template', 'feedback', 'game', 'error', 'event'] as const;
export type AuditTargetKind = (typeof AUDIT_TARGETS)[number];

const Text = (length: number) => z.string().max(length);
/** Not an enum: during a rolling update, gateways may know acts that the identity service does not. */
const Act = Text(64);
const Reason = Text(AUDIT_LIMITS.reasonLength).nullable();
const Details = z.record(Text(32), Text(AUDIT_LIMITS.detailLength));

/** Records an act before it is done. Replies once the entry is committed; without a reply the act is not done. */
export const beginAct = defineCall({
  subject: 'identity.audit-begin',
  request: z.strictObject({
    act: Act,
    userId: AccountId,
    userName: Text(256),
    target: z.strictObject({ kind: Text(32), id: Text(256) }).nullable(),
    details: Details,
    reason: Reason,
  }),
  reply: z.strictObject({ entryId: z.string() }),
  errors: ['unavailable'],
});

/** `refused`: nothing was done. `failed`: no answer or an error, so the act may have been done. */
export const AuditOutcome = z.enum(['done', 'refused', 'failed']);
export type AuditOutcome = z.infer<typeof AuditOutcome>;

/** Records the outcome of an act. Only the first outcome counts. */
export const endAct = defineCall({
  subject: 'identity.audit-end',
  request: z.strictObject({
    entryId: z.string().regex(/^\d{1,18}$/),
    outcome: AuditOutcome,
    code: Text(64).nullable(),
  }),
  reply: z.strictObject({}),
  errors: ['unavailable'],
});

export const AuditEntry = z.strictObject({
  entryId: z.string(),
  at: z.number(),
  userId: z.string(),
  userName: z.string(),
  act: Act,
  /** `name` is null unless the target is an account. */
  target: z.strictObject({ kind: z.string(), id: z.string(), name: z.string().nullable() }).nullable(),
  details: Details,
  reason: Reason,
  /** Null while the act is in progress, or if the gateway stopped before it reported the outcome. */
  outcome: AuditOutcome.nullable(),
  code: z.string().nullable(),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

const Search = searchText(AUDIT_LIMITS.searchLength);
const Moment = z.coerce.number().int().min(0).max(8_640_000_000_000_000);

export const AuditFilter = z.strictObject({
  /** Part of the administrator's name, ignoring case, or their whole user id. */
  who: Search,
  act: z.enum(AUDIT_ACTS).optional(),
  /** Part of the target's name, ignoring case, or its whole id. */
  target: Search,
  from: Moment.optional(),
  to: Moment.optional(),
});
export type AuditFilter = z.infer<typeof AuditFilter>;

export const AuditQuery = AuditFilter.extend({ page: PageNumber });

/** One page of AUDIT_LIMITS.pageSize entries, newest first. `total`: number of entries on all pages. */
export const listAudit = defineCall({
  subject: 'identity.audit',
  request: AuditQuery,
  reply: z.strictObject({ entries: z.array(AuditEntry), total: z.number().int().min(0) }),
  errors: ['unavailable'],
});

/**
 * All entries that match a filter, newest first, in pages: pass `next` as `before` until it is null. Entries that are
 * recorded in the meantime do not shift the pages.
 */
export const exportAudit = defineCall({
  subject: 'identity.audit-export',
  request: AuditFilter.extend({
    before: z
      .string()
      .regex(/^\d{1,18}$/)
      .nullable()
      .default(null),
  }),
  reply: z.strictObject({ entries: z.array(AuditEntry), next: z.string().nullable() }),
  errors: ['unavailable'],
});
