import type { GameView, LastVerdictView, ScoreChangeView } from '@earworm/rules';

type LastAct = ({ readonly kind: 'verdict' } & LastVerdictView) | ({ readonly kind: 'scoreChange' } & ScoreChangeView);

/** What *Undo* undoes: the newer of the last verdict and the last score change. */
export function lastAct({ lastVerdict, scoreChanges }: Pick<GameView, 'lastVerdict' | 'scoreChanges'>): LastAct | null {
  const change = scoreChanges?.at(-1);
  if (change !== undefined && change.version > (lastVerdict?.version ?? 0)) return { kind: 'scoreChange', ...change };
  return lastVerdict && { kind: 'verdict', ...lastVerdict };
}
