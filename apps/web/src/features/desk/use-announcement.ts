import { useState } from 'react';
import type { GameClient } from '@earworm/client';
import { useGameEvents } from '../../shared/live/use-game.js';
import { proposalOf, nextPicker } from '../../shared/live/round.js';
import { change } from '../../platform/i18n/numbers.js';
import { t as gameText } from '../../shared/game/texts.js';
import type { Announcement } from '../../shared/ui/screen-reader.js';
import { t } from './texts.js';

export function useAnnouncement(client: GameClient): Announcement | null {
  const [announcement, setAnnouncement] = useState<Announcement | null>(null);
  const announce = (text: string) => setAnnouncement((last) => ({ id: (last?.id ?? 0) + 1, text }));
  useGameEvents(client, (events) => {
    const { view } = client.state;
    if (!view) return;
    const first = view.current?.queue[0];
    const firstText = first === undefined ? '' : t('live_first', { name: first.name });
    for (const seen of events) {
      const isFirst = seen.type === 'playerBuzzed' && view.current?.queueLength === 1;
      if (isFirst || (seen.type === 'buzzesOrdered' && first !== undefined)) {
        announce(firstText);
      } else if (seen.type === 'answerJudged') {
        const params = { name: String(seen.name), gain: change(Number(seen.gain)) };
        const verdict = t(seen.correct === true ? 'live_right' : 'live_wrong', params);
        // The next player moves up without an event.
        announce([verdict, firstText].filter(Boolean).join('. '));
      } else if (seen.type === 'questionMarkedUnanswered') announce(t(seen.answered ? 'live_closed' : 'live_nobody'));
      else if (seen.type === 'verdictUndone') announce(t('live_undone'));
      else if (seen.type === 'scoreChangeUndone') announce(t('live_changeUndone'));
      else if (seen.type === 'questionProposed') {
        const proposal = proposalOf(view);
        if (proposal) announce(gameText('proposes', { name: nextPicker(view) ?? '', ...proposal }));
      }
    }
  });
  return announcement;
}
