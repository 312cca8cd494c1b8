import { AUDIT_ACTS, type AuditAct, type AuditEntry, AUDIT_TARGETS } from '@earworm/contracts';
import { t } from './texts.js';

const isOneOf = <T extends string>(list: readonly T[], text: string): text is T => list.includes(text as T);

/** A later release may have acts and targets that this page does not know: they are shown as they are. */
export const wordOfAct = (act: string): string => (isOneOf<AuditAct>(AUDIT_ACTS, act) ? t(act) : act);
export const wordOfKind = (kind: string): string => (isOneOf(AUDIT_TARGETS, kind) ? t(kind) : kind);

export const wordOfOutcome = ({ outcome }: Pick<AuditEntry, 'outcome'>): string =>
  outcome === null ? t('open') : outcome === 'failed' ? t('failedOutcome') : t(outcome);

/** `status: resolved, replyNote: Thanks` */
export const textOfDetails = (details: AuditEntry['details']): string =>
  Object.entries(details)
    .map(([name, value]) => `${name}: ${value}`)
    .join(', ');
