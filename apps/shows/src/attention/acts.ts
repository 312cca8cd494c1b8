import { type claimAttention, RefusedError, type RequestOf, type snoozeAttention } from '@earworm/contracts';
import { cleanText } from '@earworm/rules';
import type { DataSource, EntityManager } from 'typeorm';
import { requireOperator } from '../shows/access.js';
import type { AttentionRow } from './attention.entity.js';
import { CLAIM_REASONS, LET_GO, LOCK_REASONS, SNOOZE_REASONS } from './attention.sql.js';

type Asked = Pick<RequestOf<typeof claimAttention>, 'actor' | 'showId' | 'reasons'>;

/** Those of the reasons that are not solved, locked until the end of the transaction. */
async function requireOpen(manager: EntityManager, { reasons, ...asked }: Asked) {
  const { showId } = await requireOperator(manager, asked);
  const of = [showId, JSON.stringify(reasons)] as const;
  const open = await manager.query<Pick<AttentionRow, 'claimedBy' | 'claimedName'>[]>(LOCK_REASONS, [...of]);
  if (open.length === 0) throw new RefusedError('attention-over');
  return { of, open };
}

/** Of two operators at once one gets it, and the other one learns who. */
export async function claim(
  database: DataSource,
  { isClaimed, from, ...asked }: RequestOf<typeof claimAttention>,
): Promise<void> {
  const { userId, name } = asked.actor;
  await database.transaction(async (manager) => {
    const { of, open } = await requireOpen(manager, asked);
    const another = open.find(({ claimedBy }) => claimedBy !== null && claimedBy !== from && claimedBy !== userId);
    if (another !== undefined) throw new RefusedError('attention-claimed', { name: another.claimedName ?? '' });
    await (isClaimed ? manager.query(CLAIM_REASONS, [...of, userId, name]) : manager.query(LET_GO, [...of]));
  });
}

export async function snooze(
  database: DataSource,
  { minutes, reason: typed, ...asked }: RequestOf<typeof snoozeAttention>,
): Promise<void> {
  const reason = cleanText(typed);
  if (minutes > 0 && reason === '') throw new RefusedError('reason-required');
  await database.transaction(async (manager) => {
    const { of } = await requireOpen(manager, asked);
    await manager.query(SNOOZE_REASONS, [...of, minutes, reason, asked.actor.name]);
  });
}
