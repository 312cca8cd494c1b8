import { songHeardMs, type Playback } from '../clock.js';
import type { Chorus, Game } from '../state.js';
import type { GameView } from '../views.js';

/** The song of a question that was just answered right plays on where the settings say so. */
export const chorusOf = (
  round: Pick<Playback, 'heardMs' | 'heardSince'> & Pick<Chorus, 'questionId'>,
  at: number,
  { settings, paused }: Pick<Game, 'settings' | 'paused'>,
): { readonly chorus?: Chorus } => {
  if (settings.musicAfterRight !== 'plays') return {};
  const chorus = { questionId: round.questionId, heardMs: songHeardMs(round, at), heardSince: at };
  return { chorus: chorusHalted(chorus, at, paused !== undefined) };
};

export const withChorusPaused = (chorus: Chorus, at: number, paused: boolean): Chorus => ({
  ...chorus,
  heardMs: songHeardMs(chorus, at),
  heardSince: paused ? null : at,
});

/** The game is paused, or goes on; a song that was paused before stays so. */
export function chorusHalted({ resumes, ...chorus }: Chorus, at: number, isHalted: boolean): Chorus {
  if (isHalted) return chorus.heardSince === null ? chorus : { ...withChorusPaused(chorus, at, true), resumes: true };
  return resumes === true ? withChorusPaused(chorus, at, false) : chorus;
}

/** The game, or its view, in which no song plays on. */
export function withoutChorus<G extends Game | GameView>(game: G): G {
  if (!('chorus' in game)) return game;
  const { chorus: _chorus, ...rest } = game;
  return rest as G;
}
