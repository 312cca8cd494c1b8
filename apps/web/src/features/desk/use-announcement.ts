import { useState } from 'react';
import type { GameClient } from '@earworm/client';
import { useGameEvents } from '../../shared/live/use-game.js';
import { proposalOf } from '../../shared/live/round.js';
import { change } from '../../platform/i18n/numbers.js';
import { t as gameText } from '../../shared/game/texts.js';
import { t } from './texts.js';

export function useAnnouncement(client: GameClient): string {
  const [announcement, announce] = useState('');
  useGameEvents(client, (events) => {
    const { view } = client.state;
    if (!view) return;
    for (const seen of events) {
      if (seen.type === 'playerBuzzed' && view.current?.queueLength === 1) {
        announce(t('live_first', { name: view.current.queue[0]?.name ?? '' }));
      } else if (seen.type === 'answerJudged') {
        announce(
          t(seen.correct ? 'live_right' : 'live_wrong', { name: String(seen.name), gain: change(Number(seen.gain)) }),
        );
      } else if (seen.type === 'questionMarkedUnanswered') announce(t('live_nobody'));
      else if (seen.type === 'verdictUndone') announce(t('live_undone'));
      else if (seen.type === 'questionProposed') {
        const proposal = proposalOf(view);
        if (proposal) announce(gameText('proposes', { name: view.nextSelector?.name ?? '', ...proposal }));
      }
    }
  });
  return announcement;
}
