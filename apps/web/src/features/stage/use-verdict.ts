import type { GameClient } from '@earworm/client';
import type { Leader } from '@earworm/rules';
import { useGameEvents } from '../../shared/live/use-game.js';
import { useMissedVerdict } from '../../shared/live/use-missed-verdict.js';
import { nameWithTeam } from '../../shared/live/standing.js';
import { useTransient } from '../../shared/ui/timed-state.js';

/** Then the next player in the queue is first. */
const WRONG_MS = 2_400;
const RESULT_MS = 7_000;

export type Moment =
  /** `right`: while others who are level still answer. */
  | { readonly kind: 'wrong' | 'right'; readonly at: number; readonly name: string; readonly gain: number }
  | { readonly kind: 'result'; readonly at: number }
  /** `gain` is null for an undone verdict, `name` for a question without a correct answer. */
  | {
      readonly kind: 'corrected';
      readonly at: number;
      readonly name: string | null;
      readonly gain: number | null;
    };

const shownMs = ({ kind }: Moment) => (kind === 'result' ? RESULT_MS : WRONG_MS);

export function useVerdict(client: GameClient): Moment | null {
  const [moment, setMoment] = useTransient(shownMs);

  useGameEvents(client, (events) => {
    for (const { type, v: at, ...seen } of events) {
      if (type === 'questionSelected') setMoment(null);
      if (type === 'questionMarkedUnanswered') setMoment({ kind: 'result', at });
      const name = (seen.leader as Leader | null | undefined)?.name ?? null;
      if (type === 'verdictUndone') setMoment({ kind: 'corrected', at, name, gain: null });
      if (type === 'verdictChanged' || type === 'scoreChanged' || type === 'scoreChangeUndone')
        setMoment({ kind: 'corrected', at, name, gain: Number(seen.gain) });
      if (type !== 'answerJudged') continue;
      if (seen.over ?? seen.correct) setMoment({ kind: 'result', at });
      else {
        const name = nameWithTeam(client.state.view, String(seen.name), seen.team);
        setMoment({ kind: seen.correct === true ? 'right' : 'wrong', at, name, gain: Number(seen.gain) });
      }
    }
  });

  useMissedVerdict(client, ({ playerId, version: at, name, correct, gain }) => {
    if (client.state.view?.current === null) setMoment({ kind: 'result', at });
    else if (playerId !== null && correct) setMoment({ kind: 'right', at, name: name ?? '', gain });
    else setMoment({ kind: 'wrong', at, name: name ?? '', gain });
  });

  return moment;
}
