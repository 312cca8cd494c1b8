import type { GameClient } from '@earworm/client';
import { useGameEvents } from '../../shared/live/use-game.js';
import { useMissedVerdict } from '../../shared/live/use-missed-verdict.js';
import { useTransient } from '../../shared/ui/timed-state.js';
import type { Verdict } from './buzzer-state.js';

const SHOWN_MS = 2_600;

export function useVerdict(client: GameClient, playerId: string | null): readonly [Verdict | null, () => void] {
  const [verdict, setVerdict] = useTransient<Verdict>(SHOWN_MS);

  useGameEvents(client, (events) => {
    for (const seen of events) {
      if (seen.type === 'answerJudged' && seen.playerId === playerId) {
        setVerdict({ correct: seen.correct === true, gain: Number(seen.gain) });
      } else if (seen.type === 'questionSelected' || seen.type === 'verdictUndone') setVerdict(null);
    }
  });

  useMissedVerdict(client, (missed) => {
    if (missed.playerId === playerId) setVerdict(missed);
  });

  return [verdict, () => setVerdict(null)];
}
