import { songHeardMs, type Playback } from '../clock.js';
import type { Chorus, Game, Settings } from '../state.js';
import type { GameView } from '../views.js';

/** The song of a question that was just answered right plays on where the settings say so. */
export const chorusOf = (
  round: Pick<Playback, 'heardMs' | 'heardSince'> & Pick<Chorus, 'questionId'>,
  at: number,
  { musicAfterRight }: Settings,
): { readonly chorus?: Chorus } =>
  musicAfterRight === 'plays'
    ? { chorus: { questionId: round.questionId, heardMs: songHeardMs(round, at), heardSince: at } }
    : {};

export const withChorusPaused = (chorus: Chorus, at: number, paused: boolean): Chorus => ({
  ...chorus,
  heardMs: songHeardMs(chorus, at),
  heardSince: paused ? null : at,
});

/** The game, or its view, in which no song plays on. */
export function withoutChorus<G extends Game | GameView>(game: G): G {
  if (!('chorus' in game)) return game;
  const { chorus: _chorus, ...rest } = game;
  return rest as G;
}
