import type { GameClient } from '@earworm/client';
import type { OwnSeat } from '@earworm/rules';
import { useGameEvents } from '../../shared/live/use-game.js';
import { useMissedVerdict } from '../../shared/live/use-missed-verdict.js';
import { useTransient } from '../../shared/ui/timed-state.js';
import type { Verdict } from './buzzer-state.js';

const SHOWN_MS = 2_600;

/** The verdict on the own answer, or on one of the own team. */
export function useVerdict(
  client: GameClient,
  { id: playerId, team }: Pick<OwnSeat, 'id' | 'team'>,
): readonly [Verdict | null, () => void] {
  const [verdict, setVerdict] = useTransient<Verdict>(SHOWN_MS);
  const isOurs = (judged: Readonly<Record<string, unknown>>): boolean =>
    judged.playerId === playerId || (judged.team !== undefined && judged.team === team);

  useGameEvents(client, (events) => {
    for (const seen of events) {
      if (seen.type === 'answerJudged' && isOurs(seen)) {
        setVerdict({ correct: seen.correct === true, gain: Number(seen.gain) });
      } else if (seen.type === 'questionSelected' || seen.type === 'verdictUndone') setVerdict(null);
    }
  });

  useMissedVerdict(client, (missed) => {
    if (isOurs({ ...missed })) setVerdict(missed);
  });

  return [verdict, () => setVerdict(null)];
}
