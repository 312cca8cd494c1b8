import type { GameClient } from '@earworm/client';
import type { OwnSeat } from '@earworm/rules';
import { useGameEvents } from '../../shared/live/use-game.js';
import { useTransient } from '../../shared/ui/timed-state.js';
import { change } from '../../platform/i18n/numbers.js';
import { t } from './texts.js';

const SHOWN_MS = 8_000;

export function useCorrection(client: GameClient, { id }: Pick<OwnSeat, 'id'>, moderator: string): string | null {
  const [correction, setCorrection] = useTransient<{ readonly v: number; readonly text: string }>(SHOWN_MS);
  useGameEvents(client, (events) => {
    for (const { v, type, ...seen } of events) {
      const own = seen.playerId === id;
      const params = { gain: change(Number(seen.gain)), reason: String(seen.reason) };
      if (type === 'verdictUndone') setCorrection({ v, text: t('verdictUndone', { name: moderator }) });
      else if (own && type === 'verdictChanged') setCorrection({ v, text: t('verdictChanged', params) });
      else if (own && type === 'scoreChanged') setCorrection({ v, text: t('scoreChanged', params) });
      else if (own && type === 'scoreChangeUndone') setCorrection({ v, text: t('scoreChangeUndone', params) });
      else if (own && type === 'playerNameSet')
        setCorrection({ v, text: t('playerRenamed', { moderator, name: String(seen.name) }) });
    }
  });
  return correction?.text ?? null;
}
