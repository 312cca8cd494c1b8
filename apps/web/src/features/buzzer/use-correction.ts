import { useEffect, useState } from 'react';
import type { GameClient } from '@earworm/client';
import type { OwnSeat } from '@earworm/rules';
import { useGameEvents } from '../../shared/live/use-game.js';
import { change } from '../../platform/i18n/numbers.js';
import { t } from './texts.js';

const SHOWN_MS = 8_000;

export function useCorrection(client: GameClient, { id }: Pick<OwnSeat, 'id'>, moderator: string): string | null {
  const [told, tell] = useState<{ readonly v: number; readonly text: string } | null>(null);
  useGameEvents(client, (events) => {
    for (const { v, type, ...seen } of events) {
      const own = seen.playerId === id;
      const params = { gain: change(Number(seen.gain)), reason: String(seen.reason) };
      if (type === 'verdictUndone') tell({ v, text: t('toldUndone', { name: moderator }) });
      else if (own && type === 'verdictChanged') tell({ v, text: t('toldVerdict', params) });
      else if (own && type === 'scoreChanged') tell({ v, text: t('toldScore', params) });
      else if (own && type === 'playerNameSet')
        tell({ v, text: t('toldName', { moderator, name: String(seen.name) }) });
    }
  });
  useEffect(() => {
    if (!told) return;
    const timer = setTimeout(() => tell(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [told]);
  return told?.text ?? null;
}
