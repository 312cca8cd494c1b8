import { type RoomCounts, SHOW_LIMITS, type ShowSummary } from '@earworm/contracts';
import { figure } from '../../platform/i18n/numbers.js';
import { t } from './texts.js';

export type EventPhase = 'coming' | 'now' | 'over' | 'deleted';

export function phaseOf({ startsAt, deletedAt }: Pick<ShowSummary, 'startsAt' | 'deletedAt'>, now: number): EventPhase {
  if (deletedAt !== null) return 'deleted';
  if (startsAt > now) return 'coming';
  return now < startsAt + SHOW_LIMITS.openAfterStartMs ? 'now' : 'over';
}

export const roomsIn = ({ planned, preparing, ready, failed }: RoomCounts): number =>
  planned + preparing + ready + failed;

/** What an operator does next, or how far the rooms are. */
export function nextStep(counts: RoomCounts): { readonly text: string; readonly isWarning: boolean } {
  const { planned, preparing, ready, failed } = counts;
  const all = roomsIn(counts);
  const step = (text: string, isWarning = false) => ({ text, isWarning });
  if (all === 0) return step(t('stepAdd'));
  if (failed > 0) return step(t('stepFailed', { count: failed }), true);
  if (preparing > 0) return step(t('stepPreparing', { ready: figure(ready), all: figure(all) }));
  return planned > 0 ? step(t('stepPrepare', { count: planned })) : step(t('stepReady', { count: ready }));
}
