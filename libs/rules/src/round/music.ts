import { z } from 'zod';
import { isSongNews, isSoundReported, musicSetByHand, songSet, soundSet, roundedLengthMs } from '../clock.js';
import { SONG_MAX_MS } from '../constants.js';
import { command, event, rejected, type Emits, type ViewEvolution } from '../definition.js';
import { QuestionId } from '../ids.js';
import { withPlaybackOf } from '../playback.js';
import type { Game } from '../state.js';
import type { GameView } from '../views.js';
import { forgiven, isEarlySince, seatInRound } from '../lock-outs.js';
import { withChorusPaused } from './chorus.js';
import { forgivenFrom } from './false-start.js';
import { roundGoingOn, roundOn } from './round.js';

type GameOrView = Game | GameView;
interface InRound {
  readonly questionId: QuestionId;
  readonly at: number;
}

function withPause<G extends GameOrView>(game: G, event: InRound & { readonly paused: boolean }): G {
  if ('chorus' in game && game.chorus?.questionId === event.questionId)
    return { ...game, chorus: withChorusPaused(game.chorus, event.at, event.paused) };
  return withPlaybackOf(game, event, (round, at, by) => musicSetByHand(round, at, event.paused, by));
}

export const musicPaused = event('musicPaused', {
  fields: () => ({ questionId: QuestionId, paused: z.boolean() }),
  evolve: withPause<Game>,
});
export const musicPausedView: ViewEvolution<typeof musicPaused> = { evolveView: withPause };

/** In time trial the timer pauses and resumes with the music. Also a song that plays on after its question. */
export const pauseMusic = command('pauseMusic', {
  issuer: 'judge',
  fields: () => ({ questionId: QuestionId, paused: z.boolean() }),
  decide: ({ game, at }, { questionId, paused }): Emits<typeof musicPaused> => {
    const chorus = game.status === 'playing' ? game.chorus : undefined;
    if (chorus?.questionId === questionId) {
      if (game.paused !== undefined) return rejected('paused');
      return (chorus.heardSince === null) === paused ? [] : [{ type: 'musicPaused', at, questionId, paused }];
    }
    const round = roundGoingOn(game, questionId);
    if ('rejection' in round) return round;
    return round.musicPaused === paused ? [] : [{ type: 'musicPaused', at, questionId, paused }];
  },
});

const withSong = <G extends GameOrView>(
  game: G,
  event: InRound & { readonly lengthMs: number; readonly heardMs: number },
): G => withPlaybackOf(game, event, (round, at) => songSet(round, at, event.lengthMs, event.heardMs));

/** `lengthMs` is rounded, `heardMs` where the song was at `at`. */
export const songNoted = event('songNoted', {
  fields: () => ({ questionId: QuestionId, lengthMs: z.number(), heardMs: z.number() }),
  evolve: withSong<Game>,
});
export const songNotedView: ViewEvolution<typeof songNoted> = { evolveView: withSong };

/** What the moderator's player reports of the song in play: its length and position. Only news is logged. */
export const noteSong = command('noteSong', {
  issuer: 'judge',
  fields: () => {
    const songMs = z.number().int().min(0).max(SONG_MAX_MS);
    return { questionId: QuestionId, lengthMs: songMs.min(1), heardMs: songMs };
  },
  decide: ({ game, at }, { questionId, lengthMs, heardMs }): Emits<typeof songNoted> => {
    const round = roundOn(game, questionId);
    if ('rejection' in round) return round;
    if (!isSongNews(round, at, lengthMs, heardMs)) return [];
    return [{ type: 'songNoted', at, questionId, lengthMs: roundedLengthMs(lengthMs), heardMs }];
  },
});

const withSound = <G extends GameOrView>(game: G, event: InRound & { readonly sounding: boolean }): G =>
  withPlaybackOf(game, event, (round, at, by) => soundSet(round, at, event.sounding, by));

/**
 * Whether the song is playing, by the reports of the desk that plays the music. `forgivenFrom`: locks of buzzes before the song
 * since then are lifted, as the song may have begun before its report; absent where there are none.
 */
export const soundNoted = event('soundNoted', {
  fields: () => ({ questionId: QuestionId, sounding: z.boolean(), forgivenFrom: z.number().optional() }),
  evolve: (game, sound) => {
    const { forgivenFrom: from, questionId } = sound;
    const next = withSound<Game>(game, sound);
    if (from === undefined || next.status !== 'playing' || next.current?.questionId !== questionId) return next;
    const { current, lastVerdict: last } = next;
    const lastVerdict = last && { ...last, round: forgiven(last.round, from) };
    return { ...next, current: forgiven(current, from), lastVerdict };
  },
});
export const soundNotedView: ViewEvolution<typeof soundNoted> = {
  evolveView: withSound,
  evolveSeat: (seat, { forgivenFrom: from }) =>
    from !== undefined && isEarlySince(seat, from) ? seatInRound(seat, { place: seat.place, out: seat.out }) : seat,
};

/** Only while a desk plays the music: players' devices report nothing. */
export const noteSound = command('noteSound', {
  issuer: 'judge',
  fields: () => ({ questionId: QuestionId, sounding: z.boolean() }),
  decide: ({ game, at }, { questionId, sounding }): Emits<typeof soundNoted> => {
    const round = roundOn(game, questionId);
    if ('rejection' in round) return round;
    if (!isSoundReported(game) || round.sounding === sounding) return [];
    const from = sounding ? forgivenFrom(round, at) : null;
    return [{ type: 'soundNoted', at, questionId, sounding, ...(from !== null && { forgivenFrom: from }) }];
  },
});
